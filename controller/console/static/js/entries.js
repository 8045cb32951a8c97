// Everything that may be entered, for the floor: the next step, what a seat says, all other entries.
// Buttons stay where they are while the state changes: a finger on its way must not meet another button.

import { AskCards } from "./asks.js";
import { h, rebuild, setClass, setText } from "./dom.js";
import { Foresight } from "./foresight.js";
import { fill, tableOf } from "./forms.js";
import { Film } from "./moments.js";
import { askOverruling, askReason } from "./overrule.js";
import { ledMove, remedyPanel } from "./remedy.js";
import { askCondition, askRaise } from "./say.js";
import { askAmount } from "./sheets.js";
import { StepPanel } from "./step.js";
import { amount, word } from "./words.js";

const seatButton = (name, press, kind = "") => h("button", { type: "button", class: `entry ${kind}`, "data-entry": name, onclick: press }, word(`entry.${name}`));

export class EntriesPanel {
  // `verdicts` takes entries and shows what became of them. `role`: of who is logged in here.
  constructor(root, about, verdicts, role) {
    this.root = root;
    this.about = about;
    this.send = (told) => verdicts.enter(told);
    this.role = role;
    this.state = null;
    this.seat = null;
    this.chosen = null;
    this.when = null;
    this.ahead = {}; // of the next word: in the dark, or on a condition
    this.step = new StepPanel((offer) => this.enterStep(offer));
    this.remedies = h("div", { class: "remedies-open" });
    this.asks = h("div", { class: "asks" });
    this.foresight = new Foresight();
    this.film = new Film(about.seats);
    this.askCards = new AskCards(this.asks, (told) => this.send(told), { foresight: this.foresight, film: this.film });
    const rest = [this.seatSection(), this.handSection(), this.partSection()];
    root.replaceChildren(h("details", { class: "all-entries" }, h("summary", {}, word("entry.all_entries")), this.step.element, ...rest));
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
      all_in: seatButton("all_in", () => this.declare("all_in"), "act"),
    };
    this.ofSeat = h("div", { class: "of-seat" }, this.whenRow(), h("div", { class: "acts" }, ...Object.values(this.acts)), this.moreForSeat());
    return h("section", { class: "saying" }, h("h2", {}, word("entry.for_seat")), h("div", { class: "seats-row" }, ...this.seatButtons.values()), this.who, this.ofSeat);
  }

  whenRow() {
    const choices = [[null, "no_chips"], ["before", "before"], ["after", "after"]];
    this.whens = choices.map(([when, name]) => h("button", { type: "button", "data-when": name, "aria-pressed": String(when === null),
      onclick: () => this.chooseWhen(when) }, word(`entry.${name}`)));
    this.whenOf = choices.map(([when]) => when);
    return h("div", { class: "when", role: "group" }, h("span", {}, word("entry.chips")), ...this.whens);
  }

  moreForSeat() {
    const more = (name, press) => seatButton(name, press);
    this.dark = h("button", { type: "button", class: "entry", "data-entry": "dark", "aria-pressed": "false",
      onclick: () => this.sayAhead(this.ahead.dark ? {} : { dark: true }) }, word("entry.dark"));
    this.condition = h("button", { type: "button", class: "entry", "data-entry": "condition", "aria-pressed": "false",
      onclick: () => this.askCondition() }, word("entry.condition"));
    return h("details", { class: "more" }, h("summary", {}, word("entry.more")),
      h("h3", {}, word("entry.group_words")), h("div", { class: "grid" }, more("amount", () => this.declareAmount("amount")),
        more("plus", () => this.declareAmount("plus")), more("pot", () => this.declare("pot")),
        ...["pass", "pay", "stack"].map((said) => more(`said_${said}`, () => this.declare(said))), more("other", () => this.declare("other")),
        more("time", () => this.declare("time")), this.dark, this.condition),
      ...this.about.groups.flatMap((group) => this.group(group, true)));
  }

  // The entries of a group that this role may give, those of a seat or the others, under their heading; none, where
  // there are none.
  group(group, ofSeat) {
    const given = () => (ofSeat ? { seat: this.seat } : {});
    const { forms } = this.about;
    const names = Object.keys(forms).filter((name) => forms[name].group === group && forms[name].roles.includes(this.role)
      && this.takesSeat(name) === ofSeat && !forms[name].needs.some((need) => need.kind === "part")); // those stand beside each part
    const buttons = names.flatMap((name) => {
      const plain = seatButton(name, () => this.enter(name, given()));
      return name === "shows" ? [seatButton(name, () => this.command(name, this.seat)), seatButton("shows_cards", () => this.enter(name, given()))] : [plain];
    });
    if (group === "mistakes" && ofSeat) buttons.push(seatButton("overrule", () => this.overrule()));
    return buttons.length ? [h("h3", {}, word(`entry.group_${group}`)), h("div", { class: "grid" }, ...buttons)] : [];
  }

  takesSeat(name) {
    return this.about.forms[name].needs.some((need) => need.field === "seat" && !need.optional);
  }

  handSection() {
    return h("section", {}, ...this.about.groups.flatMap((group) => this.group(group, false)));
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
    // While a movement leads, or a question, no seat is meant unless it is tapped.
    this.seat = this.chosen ?? state.turn ?? (ledMove(state) || state.asks.length ? null : this.seat ?? this.about.seats[0]);
    this.showStep();
    this.askCards.show(state);
    this.foresight.show(state);
    this.film.keep(state.asks);
    this.showSeat();
  }

  showStep() {
    setClass(this.root, "led", ledMove(this.state) !== null);
    this.step.show(this.state);
    rebuild(this.remedies, JSON.stringify(this.state.remedies), () => [remedyPanel(this.state, (remedy) => this.ofRemedy(remedy))].filter(Boolean));
  }

  // What may be decided of a remedy on its way.
  ofRemedy(remedy) {
    const made = remedy.moves.some((move) => move.state === "done");
    const open = this.state.phase === "cancelled" ? ["no_fault"] : ["stands", "misdeal", ...(made ? ["undo"] : []), "no_fault"];
    const decisions = open.map((decision) => h("button", { type: "button", class: "entry", "data-decision": decision,
      onclick: () => this.overruleRemedy(remedy, decision) }, word(`decision.${decision}`)));
    return h("div", { class: "answers" }, ...decisions);
  }

  async overruleRemedy(remedy, decision) {
    const reason = await askReason();
    if (reason !== null) await this.send({ kind: "floor_decision", decision, replaces: remedy.ruling, reason });
  }

  enterStep(told) {
    const { word: name, seat } = told;
    return name === "shows" ? this.command(name, seat) : this.enter(name, seat === null ? {} : { seat });
  }

  showSeat() {
    const { state, seat } = this;
    const facts = state.seats.find((other) => other.seat === seat);
    const turn = seat !== null && state.turn === seat;
    for (const [number, button] of this.seatButtons) {
      setClass(button, "on", number === seat);
      setClass(button, "turn", number === state.turn);
      button.setAttribute("aria-pressed", String(number === seat));
    }
    this.ofSeat.inert = seat === null;
    for (const row of this.seatParts) row.hidden = seat === null;
    const name = seat === null ? [word("entry.choose_seat")] : [word("label.seat", { seat }), facts?.name, facts?.seated ? amount(facts.stack) : word("label.empty")].filter(Boolean);
    const call = turn ? (state.to_call > 0 ? `${word("label.to_call")} ${amount(state.to_call)}` : word("label.nothing_to_call")) : "";
    setText(this.who, [...name, call].filter(Boolean).join("  ·  "));
    setText(this.acts.call, turn && state.to_call > 0 ? word("entry.call_amount", { amount: state.to_call }) : word("entry.call"));
    setText(this.acts.raise, word(state.call_total > 0 ? "entry.raise" : "entry.bet"));
    const legal = (option) => turn && (state.options.includes(option) || (option === "raise" && state.options.includes("bet")));
    for (const [option, button] of Object.entries(this.acts)) setClass(button, "legal", legal(option));
    for (const row of this.seatParts) setText(row.firstChild, word(`entry.place_${row.dataset.kind}`, { seat }));
    this.seatChosen?.(this.chosen);
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
    const told = { kind: "declared", seat: this.seat, word: said, amount: total, when: this.when, ...this.ahead };
    this.chooseWhen(null); // it belonged to this one act
    this.sayAhead({});
    await this.send(told);
  }

  async declareAmount(said) {
    const seat = this.seat;
    const answer = await askAmount(`${word("label.seat", { seat })}: ${word(`entry.${said}`)}`, [], false);
    if (answer === null) return;
    this.chosen = this.seat = seat;
    await this.declare(said, answer.amount);
  }

  sayAhead(ahead) {
    this.ahead = ahead;
    this.dark.setAttribute("aria-pressed", String(Boolean(ahead.dark)));
    this.condition.setAttribute("aria-pressed", String(Boolean(ahead.condition)));
    const said = ahead.condition;
    setText(this.condition, said ? word("entry.condition_is", { seat: said.seat, act: word(`badge.${said.act}`) }) : word("entry.condition"));
  }

  async askCondition() {
    if (this.ahead.condition) return this.sayAhead({});
    const condition = await askCondition(this.seat, this.about.seats);
    if (condition !== null) this.sayAhead({ condition });
  }

  async raise() {
    const { seat } = this;
    const said = await askRaise(this.state, seat);
    if (said === null) return;
    this.chosen = this.seat = seat; // the sheet was about this seat, whoever is to act by now
    await this.declare(said.word, said.amount);
  }

  command(name, seat = null, value = null) {
    return this.send({ kind: "dealer_command", word: name, seat, value });
  }

  // An entry, with whatever it still needs asked for.
  async enter(name, given) {
    const form = this.about.forms[name];
    const wins = name === "wins"; // pot by pot, never only a seat
    const told = await fill(name, wins ? { ...form, either: false, needs: form.needs.filter((need) => need.field === "value") } : form,
      given, tableOf(this.about, this.state));
    if (told !== null) await this.send(told);
  }

  // The last ruling on the seat is decided otherwise; whether this role may is the rulebook's to say.
  async overrule() {
    const ruling = this.state.rulings.findLast((other) => other.seat === this.seat);
    const told = ruling ? await askOverruling(ruling) : null;
    if (told !== null) await this.send(told);
  }
}
