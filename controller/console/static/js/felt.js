// The table from above. The dealer sits at the bottom, seat 1 at his left, then clockwise.

import { cardBack, face, isCard } from "./cards.js";
import { h, rebuild, setClass, setText } from "./dom.js";
import { boardIsDown } from "./remedy.js";
import { amount, word } from "./words.js";

// Where seats and bets lie, in percent of the felt: lying (wide) and upright (a phone).
const PLACES = {
  1: { seat: [30, 88], bet: [33.5, 71.5], tallSeat: [27, 89], tallBet: [37, 79] },
  2: { seat: [9.5, 70], bet: [24, 63.5], tallSeat: [14, 72.5], tallBet: [37, 70] },
  3: { seat: [9.5, 36], bet: [24, 42.5], tallSeat: [14, 53.5], tallBet: [37, 60] },
  4: { seat: [23, 9.5], bet: [28.5, 28], tallSeat: [14, 34.5], tallBet: [37, 31.5] },
  5: { seat: [41, 9], bet: [42.5, 26.5], tallSeat: [29, 15], tallBet: [38, 24.5] },
  6: { seat: [59, 9], bet: [57.5, 26.5], tallSeat: [71, 15], tallBet: [62, 24.5] },
  7: { seat: [77, 9.5], bet: [71.5, 28], tallSeat: [86, 34.5], tallBet: [63, 31.5] },
  8: { seat: [90.5, 36], bet: [76, 42.5], tallSeat: [86, 53.5], tallBet: [63, 60] },
  9: { seat: [90.5, 70], bet: [76, 63.5], tallSeat: [86, 72.5], tallBet: [63, 70] },
  10: { seat: [70, 88], bet: [66.5, 71.5], tallSeat: [73, 89], tallBet: [63, 79] },
};
// Where a disc lies: beside its seat; upright, on the corner of the seat's plate.
const DISC = {
  1: [[41, 82], [40.5, 85]], 2: [[20, 74], [26.5, 68.5]], 3: [[20, 30.5], [26.5, 49.5]], 4: [[33.3, 20], [26.5, 30.5]],
  5: [[51, 19], [42, 11]], 6: [[49, 19], [58, 11]], 7: [[66.7, 20], [73.5, 30.5]], 8: [[80, 30.5], [73.5, 49.5]],
  9: [[80, 74], [73.5, 68.5]], 10: [[59, 82], [59.5, 85]],
};
const BLIND_BESIDE = 3.1;
const TOP = [4, 5, 6, 7];
const BOARD = 5;

const percent = (element, name, value) => element.style.setProperty(name, `${value}%`);

class Pod {
  constructor(seat, choose) {
    this.seat = seat;
    this.number = h("span", { class: "number" }, String(seat));
    this.name = h("span", { class: "name" });
    this.stack = h("span", { class: "stack" });
    this.act = h("span", { class: "act" });
    this.note = h("span", { class: "note" });
    this.hole = h("span", { class: "hole" });
    const plate = h("span", { class: "plate" }, this.number, this.name, this.stack, this.act);
    const attributes = { class: `pod${TOP.includes(seat) ? " below" : ""}`, "data-seat": seat };
    this.element = choose
      ? h("button", { ...attributes, type: "button", onclick: () => choose(seat) }, this.hole, plate, this.note)
      : h("div", attributes, this.hole, plate, this.note);
    this.bet = h("span", { class: "bet", "data-bet": seat, hidden: true });
    this.place();
  }

  place() {
    const { seat, bet, tallSeat, tallBet } = PLACES[this.seat];
    [["--x", seat[0]], ["--y", seat[1]], ["--px", tallSeat[0]], ["--py", tallSeat[1]]].forEach(([n, v]) => percent(this.element, n, v));
    [["--bx", bet[0]], ["--by", bet[1]], ["--pbx", tallBet[0]], ["--pby", tallBet[1]]].forEach(([n, v]) => percent(this.bet, n, v));
  }

  show(seat, turn, stamp) {
    const here = seat?.seated ?? false;
    const shown = (seat?.shown ?? []).filter(isCard);
    const away = !here && seat?.stack > 0; // a player whose chips are there and who sits out
    const held = here || away || KEPT.includes(seat?.state);
    setText(this.name, held ? seat.name || word("label.seat", { seat: this.seat }) : word("label.empty"));
    setText(this.stack, here || away ? amount(seat.stack) : "");
    setText(this.act, here ? actOf(seat) : away ? word("label.away") : "");
    setText(this.note, held ? noteOf(seat, stamp) : "");
    setClass(this.element, "vacant", !here);
    setClass(this.element, "folded", here && seat.folded);
    setClass(this.element, "allin", here && seat.all_in);
    setClass(this.element, "turn", turn);
    setClass(this.element, "winner", here && seat.won > 0);
    setClass(this.element, "due", here && seat.due !== 0);
    setClass(this.element, "open", shown.length > 0);
    const hidden = here ? Math.max(0, seat.cards - shown.length) : 0;
    rebuild(this.hole, `${shown}|${hidden}`, () => [...shown.map(face), ...Array.from({ length: hidden }, cardBack)]);
    this.bet.hidden = !(seat?.bet > 0);
    setText(this.bet, seat?.bet > 0 ? amount(seat.bet) : "");
  }
}

function actOf(seat) {
  if (seat.won > 0) return word("label.wins", { amount: seat.won });
  if (seat.all_in) return word("label.all_in");
  if (seat.folded) return word("label.folded");
  return seat.last_act ? word(`badge.${seat.last_act}`) : "";
}

function noteOf(seat, stamp) {
  if (seat.due > 0) return word("label.owes", { amount: seat.due });
  if (seat.due < 0) return word("label.gets_back", { amount: -seat.due });
  if (seat.suspended) return word("label.suspended");
  return [standing(seat, stamp), seat.manual ? word("label.manual") : ""].filter(Boolean).join(", ");
}

const NS_IN_MINUTE = 6e10;

// How a seat stands between hands, where that is not plain: away, waiting, marked; what it owes before it is dealt in.
const KEPT = ["reserved", "broke", "out", "leaving"]; // without chips, and not free all the same
const PLAIN = ["empty", "playing", "sitting_out"]; // the last is said in the place of its act

// Whole minutes, 1 until the last one is over.
const minutesTo = (ends, stamp) => Math.max(0, Math.ceil((ends - stamp) / NS_IN_MINUTE));

function standing(seat, stamp) {
  const [live, dead] = seat.owes ?? [0, 0];
  const owes = dead ? word("label.owes_dead", { live, dead }) : live ? word("label.owes", { amount: live }) : "";
  const state = PLAIN.includes(seat.state ?? "playing") ? "" : word(`seat_state.${seat.state}`);
  const until = seat.absence_until ? word("seat_state.until", { seat: seat.absence_until }) : "";
  const left = seat.absence_ends ? word("seat_state.minutes", { minutes: minutesTo(seat.absence_ends, stamp) }) : "";
  return [state, until || left, owes].filter(Boolean).join(", ");
}

export class Felt {
  // `choose`: called with the seat that was tapped; without it the seats are no buttons.
  constructor(root, seats, choose = null) {
    this.pods = new Map(seats.map((seat) => [seat, new Pod(seat, choose)]));
    this.board = h("div", { class: "board", id: "board" });
    this.pots = h("div", { class: "pots", id: "pots" });
    this.house = h("div", { class: "house" });
    this.discs = {
      button: h("span", { class: "disc button", hidden: true }, word("label.button")),
      small_blind_seat: h("span", { class: "disc", hidden: true }, word("label.small_blind")),
      big_blind_seat: h("span", { class: "disc", hidden: true }, word("label.big_blind")),
    };
    root.replaceChildren(
      h("div", { class: "rail" }, h("div", { class: "cloth" })),
      this.house,
      h("div", { class: "middle" }, this.board, this.pots),
      ...[...this.pods.values()].map((pod) => pod.bet),
      ...[...this.pods.values()].map((pod) => pod.element),
      ...Object.values(this.discs),
      h("div", { class: "dealer" }, word("label.dealer")),
    );
  }

  show(state) {
    const seats = new Map(state.seats.map((seat) => [seat.seat, seat]));
    for (const [number, pod] of this.pods) pod.show(seats.get(number), state.turn === number, state.stamp);
    setText(this.house, state.table.toUpperCase());
    const down = boardIsDown(state);
    rebuild(this.board, state.board.join() + down, () => this.boardCards(state.board, down));
    rebuild(this.pots, JSON.stringify(state.pots), () => potChips(state.pots));
    this.showDiscs(state);
  }

  choose(seat) {
    for (const [number, pod] of this.pods) setClass(pod.element, "chosen", number === seat);
  }

  boardCards(board, down) {
    const empty = Array.from({ length: Math.max(0, BOARD - board.length) }, () => h("span", { class: "slot" }));
    return [...board.map(down ? cardBack : face), ...empty];
  }

  showDiscs(state) {
    for (const [name, disc] of Object.entries(this.discs)) {
      const seat = state[name];
      disc.hidden = !(seat in DISC) || !this.pods.has(seat);
      if (disc.hidden) continue;
      const beside = name !== "button" && seat === state.button ? BLIND_BESIDE : 0;
      const [[x, y], [tallX, tallY]] = DISC[seat];
      [["--dx", x + beside], ["--dy", y], ["--pdx", tallX + 2 * beside], ["--pdy", tallY]].forEach(([n, v]) => percent(disc, n, v));
    }
  }
}

function potChips(pots) {
  return pots.map((pot, index) => {
    const name = pots.length === 1 ? word("label.pot") : index === 0 ? word("label.main_pot") : word("label.side_pot", { n: index });
    const who = pots.length > 1 ? h("small", { class: "for" }, word("label.seats", { seats: pot.seats.join(" · ") })) : null;
    return h("div", { class: "pot" }, h("small", {}, name), h("span", {}, amount(pot.amount)), who);
  });
}
