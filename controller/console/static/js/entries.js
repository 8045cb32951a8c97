// The dealer's entries: the next step first, open questions, what the seat to act says, then everything else.
// Buttons stay where they are while the state changes: a finger on its way must not meet another button.

import { h, rebuild, setClass, setText } from "./dom.js";
import { askAmount, askCards, askLine, askWinners } from "./sheets.js";
import { amount, knows, say, word } from "./words.js";

const FLOP = 3;
const LONGEST_NAME = 40;
const LONGEST_REASON = 200;

// What the dealer taps when the step is done and no sensor can see it: step → command.
const STEP_ENTRIES = {
  shuffle: () => [["shuffle", { word: "shuffle" }]],
  place_button: (step) => [["button", { word: "button", seat: step.seat }]],
  deal: () => [["deal_done", { word: "deal_done" }]],
  burn: () => [["burned", { word: "burned" }]],
  flop: () => [["board", "board"]],
  turn: () => [["board", "board"]],
  river: () => [["board", "board"]],
  gather: () => [["gathered", { word: "gathered" }]],
  show: (step) => [["shows", { word: "shows", seat: step.seat }]],
  show_or_muck: (step) => [["shows", { word: "shows", seat: step.seat }], ["mucks", { word: "mucks", seat: step.seat }]],
  name_winners: () => [["winners", "winners"]],
  award: () => [["awarded", { word: "awarded" }]],
};

// Steps that a table with these sensors sees by itself: a big button for them would invite a second, wrong entry.
const SEEN_BY = {
  place_button: (about) => about.lines.some((line) => line.startsWith("button:")),
  deal: (about) => about.seats.every((seat) => about.places.includes(`seat:${seat}`)),
  burn: (about) => about.places.includes("shoe"),
  flop: (about) => about.places.includes("board:3"),
  turn: (about) => about.places.includes("board:4"),
  river: (about) => about.places.includes("board:5"),
  gather: (about) => about.places.includes("pot"),
  award: (about) => about.places.includes("pot"),
};

const seatButton = (name, press, kind = "") => h("button", { type: "button", class: `entry ${kind}`, "data-entry": name, onclick: press }, word(`entry.${name}`));

export class EntriesPanel {
  // `enter(told, role)` hands an entry over and resolves when its verdict has been shown.
  constructor(root, about, enter) {
    this.about = about;
    this.send = enter;
    this.state = null;
    this.seat = null;
    this.chosen = null;
    this.when = null;
    this.step = h("p", { class: "step-line" });
    this.stepEntries = h("div", { class: "step-entries" });
    this.asks = h("div", { class: "asks" });
    root.replaceChildren(h("section", { class: "next" }, h("h2", {}, word("label.next_step")), this.step, this.stepEntries),
      this.asks, this.seatSection(), this.handSection(), this.partSection());
  }

  // --- building, once -------------------------------------------------------------------------------------------

  seatSection() {
    this.seatButtons = new Map(this.about.seats.map((seat) => [seat,
      h("button", { type: "button", class: "seat-number", "data-choose": seat, onclick: () => this.choose(seat) }, String(seat))]));
    this.who = h("p", { class: "who" });
    this.acts = {
      fold: seatButton("fold", () => this.declare("fold"), "act"),
      check: seatButton("check", () => this.declare("check"), "act"),
      call: seatButton("call", () => this.declare("call"), "act"),
      raise: seatButton("raise", () => this.raise(), "act"),
      allin: seatButton("all_in", () => this.declare("all_in"), "act"),
    };
    return h("section", { class: "saying" }, h("h2", {}, word("entry.for_seat")), h("div", { class: "seats-row" }, ...this.seatButtons.values()),
      this.who, this.whenRow(), h("div", { class: "acts" }, ...Object.values(this.acts)), this.moreForSeat());
  }

  whenRow() {
    const choices = [[null, "no_chips"], ["before", "before"], ["after", "after"]];
    this.whens = choices.map(([when, name]) => h("button", { type: "button", "data-when": name, "aria-pressed": String(when === null),
      onclick: () => this.chooseWhen(when) }, word(`entry.${name}`)));
    this.whenOf = choices.map(([when]) => when);
    return h("div", { class: "when", role: "group" }, h("span", {}, word("entry.chips")), ...this.whens);
  }

  moreForSeat() {
    const command = (name, press) => seatButton(name, press);
    const ofSeat = (name) => command(name, () => this.command(name, this.seat));
    return h("details", { class: "more" }, h("summary", {}, word("entry.more")), h("div", { class: "grid" },
      ofSeat("folded"), ofSeat("shows"), command("shows_cards", () => this.showCards()), ofSeat("mucks"), ofSeat("button"),
      command("stack", () => this.stack()), ofSeat("sit_in"), ofSeat("sit_out"), command("time", () => this.declare("time"))));
  }

  handSection() {
    const plain = (name) => seatButton(name, () => this.command(name));
    return h("section", {}, h("h2", {}, word("entry.hand_heading")), h("div", { class: "grid" }, plain("shuffle"), plain("deal_done"), plain("burned"),
      seatButton("board", () => this.board()), plain("gathered"), seatButton("winners", () => this.winners()), plain("awarded")));
  }

  partSection() {
    const row = (name, place) => h("div", { class: "part-row" }, h("span", {}, name()),
      h("button", { type: "button", class: "entry", onclick: () => this.command("manual", null, place()) }, word("entry.by_hand")),
      h("button", { type: "button", class: "entry", onclick: () => this.command("sensing", null, place()) }, word("entry.sensing")));
    this.seatParts = ["chips", "cards"].map((kind) => {
      const line = row(() => "", () => `${kind}:${this.seat}`);
      line.dataset.kind = kind;
      return line;
    });
    const fixed = ["board", "pot", "shoe", "button"].map((place) => row(() => word(`entry.place_${place}`), () => place));
    return h("section", {}, h("details", {}, h("summary", {}, word("entry.parts_heading")), h("div", { class: "part-rows" }, ...this.seatParts, ...fixed)));
  }

  // --- showing --------------------------------------------------------------------------------------------------

  show(state) {
    if (this.state?.turn !== state.turn) this.chosen = null; // the turn has moved: back to the seat to act
    this.state = state;
    this.seat = this.chosen ?? state.turn ?? this.seat ?? this.about.seats[0];
    this.showStep();
    this.showAsks();
    this.showSeat();
  }

  showStep() {
    const step = this.state.next_step;
    const name = step?.key.split(".").at(-1);
    setText(this.step, step ? say(step) : word(`phase.${this.state.phase}`));
    const entries = SEEN_BY[name]?.(this.about) ? [] : (STEP_ENTRIES[name]?.(step.params) ?? []);
    rebuild(this.stepEntries, JSON.stringify(entries), () => entries.map(([label, told]) => h("button", { type: "button", class: "main",
      "data-step": label, onclick: () => this.enterStep(told) }, word(`entry.${label}`))));
  }

  enterStep(told) {
    if (told === "board") return this.board();
    if (told === "winners") return this.winners();
    return this.command(told.word, told.seat ?? null);
  }

  showAsks() {
    const { asks, faults } = this.state;
    rebuild(this.asks, JSON.stringify([asks, faults]), () => [...asks.map((ask) => this.askCard(ask)), ...faults.map((fault) => this.faultCard(fault))]);
  }

  askCard(ask) {
    const floor = ask.role !== "dealer";
    const article = ask.text.params.article;
    return h("section", { class: "ask", "data-ask": ask.id }, h("h2", {}, word(floor ? "entry.floor_decides" : "label.asks")),
      h("p", { class: "question" }, say(ask.text), article ? h("small", {}, ` ${word("entry.by_article", { article })}`) : null),
      h("div", { class: "answers" }, ...ask.options.map((option) => h("button", { type: "button", class: option === ask.default ? "main" : "entry",
        "data-option": option, onclick: () => this.answer(ask, option, floor) }, optionText(option)))));
  }

  faultCard(fault) {
    return h("section", { class: "ask fault" }, h("h2", {}, word("entry.floor_decides")), h("p", { class: "question" }, say(fault)),
      h("div", { class: "answers" }, h("button", { type: "button", class: "entry", onclick: () => this.clearFault() }, word("entry.clear_fault"))));
  }

  showSeat() {
    const { state, seat } = this;
    const facts = state.seats.find((other) => other.seat === seat);
    const turn = state.turn === seat;
    for (const [number, button] of this.seatButtons) {
      setClass(button, "on", number === seat);
      setClass(button, "turn", number === state.turn);
      button.setAttribute("aria-pressed", String(number === seat));
    }
    const name = [word("label.seat", { seat }), facts?.name, facts?.seated ? amount(facts.stack) : word("label.empty")].filter(Boolean);
    const call = turn ? (state.to_call > 0 ? `${word("label.to_call")} ${amount(state.to_call)}` : word("label.nothing_to_call")) : "";
    setText(this.who, [...name, call].filter(Boolean).join("  ·  "));
    setText(this.acts.call, turn && state.to_call > 0 ? word("entry.call_amount", { amount: state.to_call }) : word("entry.call"));
    setText(this.acts.raise, word(state.call_total > 0 ? "entry.raise" : "entry.bet"));
    const legal = (option) => turn && (state.options.includes(option) || (option === "raise" && state.options.includes("bet")) || (option === "allin" && state.options.includes("all_in")));
    for (const [option, button] of Object.entries(this.acts)) setClass(button, "legal", legal(option));
    for (const row of this.seatParts) setText(row.firstChild, word(`entry.place_${row.dataset.kind}`, { seat }));
    this.seatChosen?.(seat);
  }

  // --- entering -------------------------------------------------------------------------------------------------

  choose(seat) {
    this.chosen = seat;
    this.seat = seat;
    if (this.state) this.showSeat();
  }

  chooseWhen(when) {
    this.when = when;
    this.whens.forEach((button, index) => button.setAttribute("aria-pressed", String(this.whenOf[index] === when)));
  }

  async declare(said, total = null) {
    const told = { kind: "declared", seat: this.seat, word: said, amount: total, when: this.when };
    this.chooseWhen(null); // it belonged to this one act
    await this.send(told, "dealer");
  }

  async raise() {
    const { seat, state } = this;
    const opening = state.call_total === 0;
    const mine = state.turn === seat;
    const marks = [];
    if (mine && state.min_raise !== null) marks.push([word("entry.minimum", { amount: state.min_raise }), state.min_raise]);
    if (mine && state.max_raise !== null && state.max_raise !== state.min_raise) marks.push([word("entry.maximum", { amount: state.max_raise }), state.max_raise]);
    const answer = await askAmount(word(opening ? "entry.bet_to" : "entry.raise_to", { seat }), marks, true);
    if (answer === null) return;
    this.chosen = this.seat = seat; // the sheet was about this seat, whoever is to act by now
    await this.declare(opening ? "bet" : "raise", answer.amount);
  }

  command(name, seat = null, value = null) {
    return this.send({ kind: "dealer_command", word: name, seat, value }, "dealer");
  }

  async board() {
    const { board } = this.state;
    const count = board.length === 0 ? FLOP : 1;
    const cards = await askCards(word("entry.board_cards", { count }), count, this.publicCards());
    if (cards !== null) await this.command("board", null, cards);
  }

  async showCards() {
    const seat = this.seat;
    const cards = await askCards(word("entry.hand_of", { seat }), 2, this.publicCards());
    if (cards !== null) await this.command("shows", seat, cards);
  }

  publicCards() {
    return [...this.state.board, ...this.state.seats.flatMap((seat) => seat.shown)];
  }

  async winners() {
    const pots = this.state.pots.length ? this.state.pots : [{ amount: 0, seats: this.state.seats.filter((seat) => seat.in_hand).map((seat) => seat.seat) }];
    const value = await askWinners(word("entry.winners_of"), pots);
    if (value !== null) await this.command("wins", null, value);
  }

  async stack() {
    const seat = this.seat;
    const answer = await askAmount(word("entry.stack_of", { seat }), [], false);
    if (answer !== null) await this.command("stack", seat, String(answer.amount));
  }

  async answer(ask, option, floor) {
    const told = { kind: "answer", ask: ask.id, option };
    if (!floor) return this.send(told, "dealer");
    const name = await this.floorName();
    return name === null ? null : this.send(told, "floor", name);
  }

  async clearFault() {
    const name = await this.floorName();
    const reason = name === null ? null : await askLine(word("entry.reason"), "", LONGEST_REASON);
    if (reason !== null) await this.send({ kind: "floor_decision", decision: "clear_fault", reason }, "floor", name);
  }

  floorName() {
    return askLine(word("entry.floor_name"), "", LONGEST_NAME);
  }
}

function optionText(option) {
  const [name, sum] = option.split(" ");
  const text = knows(`option.${name}`) ? word(`option.${name}`) : knows(`entry.${name}`) ? word(`entry.${name}`) : name.replaceAll("_", " ");
  return /^\d+$/.test(sum ?? "") ? `${text} ${amount(Number(sum))}` : text;
}
