// The table from above. The dealer sits at the bottom, seat 1 at his left, then clockwise.

import { Arrow } from "./arrow.js";
import { cardBack, face, isCard, openCard } from "./cards.js";
import { h, rebuild, setClass, setText } from "./dom.js";
import { cardsBefore, countAt, heapsOf, markOf, marksOf, slotsOf } from "./marks.js";
import { amount, placeName, word } from "./words.js";

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
export const seatPlace = (seat) => PLACES[seat].seat;
export const betPlace = (seat) => PLACES[seat].bet;

// Where a disc lies: beside its seat; upright, on the corner of the seat's plate.
const DISC = {
  1: [[40.5, 90.5], [40.5, 85]], 2: [[20, 74], [26.5, 68.5]], 3: [[20, 30.5], [26.5, 49.5]], 4: [[33.3, 20], [26.5, 30.5]],
  5: [[51, 19], [42, 11]], 6: [[49, 19], [58, 11]], 7: [[66.7, 20], [73.5, 30.5]], 8: [[80, 30.5], [73.5, 49.5]],
  9: [[80, 74], [73.5, 68.5]], 10: [[59.5, 90.5], [59.5, 85]],
};
const BLIND_BESIDE = 3.1;
const TOP = [4, 5, 6, 7];

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
    this.tag = h("span", { class: "tag" });
    const plate = h("span", { class: "plate" }, this.number, this.name, this.stack, this.act);
    const attributes = { class: `pod${TOP.includes(seat) ? " below" : ""}`, "data-seat": seat };
    this.element = choose
      ? h("button", { ...attributes, type: "button", onclick: () => choose(seat) }, this.hole, plate, this.note, this.tag)
      : h("div", attributes, this.hole, plate, this.note, this.tag);
    this.bet = h("span", { class: "bet", "data-bet": seat, hidden: true });
    this.place();
  }

  place() {
    const { seat, bet, tallSeat, tallBet } = PLACES[this.seat];
    [["--x", seat[0]], ["--y", seat[1]], ["--px", tallSeat[0]], ["--py", tallSeat[1]]].forEach(([n, v]) => percent(this.element, n, v));
    [["--bx", bet[0]], ["--by", bet[1]], ["--pbx", tallBet[0]], ["--pby", tallBet[1]]].forEach(([n, v]) => percent(this.bet, n, v));
  }

  show(seat, state, marks) {
    const { stamp } = state;
    const turn = state.turn === this.seat;
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
    setClass(this.element, "all_in", here && seat.all_in);
    setClass(this.element, "turn", turn);
    setClass(this.element, "winner", here && seat.won > 0);
    setClass(this.element, "due", here && seat.due !== 0);
    setClass(this.element, "open", shown.length > 0);
    const hidden = here ? Math.max(0, seat.cards - shown.length) : 0;
    const marked = cardsBefore(this.seat, seat, state, marks);
    const cards = marked ?? [...shown, ...Array(hidden).fill(null)].map((name) => ({ name }));
    const count = countAt(this.seat, state, marks);
    rebuild(this.hole, JSON.stringify([cards, count]), () => [...cards.map(holeCard), ...(count === null ? [] : [cardCount(count)])]);
    this.mark(marks, marked !== null || count !== null);
    this.bet.hidden = !(seat?.bet > 0);
    setText(this.bet, seat?.bet > 0 ? amount(seat.bet) : "");
  }

  // An end of the movement that is due; `cards`: what lies before the seat is looked at.
  mark(marks, cards) {
    const mark = markOf(`seat:${this.seat}`, marks);
    showMark(this.element, mark);
    setText(this.tag, mark ? word(`label.${mark}`) : "");
    setClass(this.element, "asked", cards);
  }
}

function showMark(element, mark) {
  for (const name of ["from", "to", "at"]) setClass(element, `mark-${name}`, mark === name);
}

const cardCount = (count) => h("span", { class: "count" }, word(count === 1 ? "label.one_card" : "label.cards", { count }));
const holeCard = ({ name, moved, lost }) => marked(lost ? lostCard() : name ? face(name) : cardBack(), moved ? "from" : null);
const lostCard = () => h("span", { class: "lost", role: "img", "aria-label": word("label.card_lost") }, "?");
const tagged = (element, mark) => element.append(h("span", { class: "tag" }, word(`label.${mark}`)));

function marked(element, mark, tag = false) {
  showMark(element, mark);
  if (mark && tag) tagged(element, mark);
  return element;
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

// What a dealer touches beside seats: a strip of buttons under the felt, and the board and the pot themselves.
const TOUCHED = ["board", "pot", "shoe", "burn", "muck"];
const ON_THE_FELT = ["board", "pot"];

function touchButton(place, touch, on) {
  const label = word(`label.touched_${place}`);
  return h("button", { type: "button", class: on ? `touch touch-${place}` : "touch", "data-touch": on ? null : place, "aria-label": on ? label : null,
    tabindex: on ? -1 : null, "aria-hidden": on ? "true" : null, onclick: () => touch(place) }, on ? "" : label);
}

export function showTouches(root, touch) {
  root.setAttribute("aria-label", word("label.touch"));
  root.replaceChildren(...TOUCHED.map((place) => touchButton(place, touch, false)));
}

export class Felt {
  // `choose`: called with the seat that was tapped; without it the seats are no buttons. `touch`: with the place.
  constructor(root, seats, choose = null, touch = null) {
    root.setAttribute("aria-label", word("label.table_page"));
    this.pods = new Map(seats.map((seat) => [seat, new Pod(seat, choose)]));
    this.board = h("div", { class: "board", id: "board" });
    this.pots = h("div", { class: "pots", id: "pots" });
    this.heaps = h("div", { class: "heaps", id: "heaps" });
    this.arrow = new Arrow(root);
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
      this.heaps,
      h("div", { class: "dealer" }, word("label.dealer")),
      ...(touch ? ON_THE_FELT.map((place) => touchButton(place, touch, true)) : []),
      this.arrow.element,
    );
  }

  show(state) {
    const seats = new Map(state.seats.map((seat) => [seat.seat, seat]));
    const marks = marksOf(state);
    for (const [number, pod] of this.pods) pod.show(seats.get(number), state, marks);
    setText(this.house, state.table.toUpperCase());
    const slots = slotsOf(state, marks);
    const board = markOf("board", marks);
    const whole = slots.some((slot) => slot.moved || slot.to) ? null : board; // no one card of it
    rebuild(this.board, JSON.stringify([slots, whole]), () => [...slots.map(boardCard), whole ? h("span", { class: "tag" }, word(`label.${whole}`)) : null].filter(Boolean));
    showMark(this.board, whole);
    const heaps = heapsOf(state, marks);
    rebuild(this.heaps, JSON.stringify(heaps), () => heaps.map(heapPicture));
    rebuild(this.pots, JSON.stringify(state.pots), () => potChips(state.pots));
    this.showDiscs(state);
    this.arrow.show(marks.move !== null && marks.from !== marks.to);
  }

  choose(seat) {
    for (const [number, pod] of this.pods) setClass(pod.element, "chosen", number === seat);
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

function boardCard({ name, down, unknown, moved, to, lost }) {
  if (to) return marked(h("span", { class: "slot" }), "to", true);
  if (lost) return lostCard();
  if (name === undefined && !down) return h("span", { class: "slot" });
  return marked(down ? cardBack() : unknown ? openCard() : name ? face(name) : openCard(), moved ? "from" : null, moved);
}

const COUNTED = ["burn", "aside", "muck"];

// A heap of cards beside the dealer, while a movement begins or ends there.
function heapPicture({ place, mark, cards, lies, moved = [] }) {
  const pictures = lies ? cards.map((name, n) => marked(name ? face(name) : cardBack(), moved.includes(n) ? "from" : null)) : [h("span", { class: "slot" })];
  const number = lies && COUNTED.includes(place) ? cardCount(cards.length) : null;
  const heap = h("span", { class: "heap", "data-heap": place }, h("span", { class: "heap-cards" }, ...pictures), h("small", {}, placeName(place)), number);
  return marked(heap, mark, true);
}

function potChips(pots) {
  return pots.map((pot, index) => {
    const name = pots.length === 1 ? word("label.pot") : index === 0 ? word("label.main_pot") : word("label.side_pot", { n: index });
    const who = pots.length > 1 ? h("small", { class: "for" }, word("label.seats", { seats: pot.seats.join(" · ") })) : null;
    return h("div", { class: "pot" }, h("small", {}, name), h("span", {}, amount(pot.amount)), who);
  });
}
