// What the seat on turn says. Buttons keep their places while the turn moves: a finger on its way must not meet another one.

import { h, setClass, setText } from "./dom.js";
import { askAmount, askOne } from "./sheets.js";
import { amount, word } from "./words.js";

// Acts that a condition can wait for: "if seat 3 checks, …".
const CONDITIONS = ["fold", "check", "call", "bet", "raise"];
const WITH_SUM = ["amount", "plus"];

// A player's word on its way: whether it came before or after the chips, in the dark, on a condition.
export class Speech {
  constructor(send) {
    this.send = send;
    this.state = null;
    this.clear();
  }

  clear() {
    this.when = null;
    this.ahead = {};
  }

  // Says a word for a seat, with its sum if it needs one. False where the sheet was closed.
  async say(seat, said, seats) {
    if (said === "dark") this.ahead = this.ahead.dark ? {} : { dark: true };
    else if (said === "condition") await this.askCondition(seat, seats);
    else if (said === "raise") return this.raise(seat);
    else if (WITH_SUM.includes(said)) return this.withSum(seat, said);
    else return this.declare(seat, said);
    return false;
  }

  async declare(seat, said, total = null) {
    const told = { kind: "declared", seat, word: said, amount: total, when: this.when, ...this.ahead };
    this.clear(); // they belonged to this one word
    await this.send(told);
    return true;
  }

  async withSum(seat, said) {
    const answer = await askAmount(`${word("label.seat", { seat })}: ${word(`entry.${said}`)}`, [], false);
    return answer !== null && this.declare(seat, said, answer.amount);
  }

  async raise(seat) {
    const said = await askRaise(this.state, seat);
    return said !== null && this.declare(seat, said.word, said.amount);
  }

  async askCondition(seat, seats) {
    if (this.ahead.condition) {
      this.ahead = {};
      return;
    }
    const condition = await askCondition(seat, seats);
    if (condition !== null) this.ahead = { condition };
  }
}

// Ask for the total of a bet or a raise: { word, amount }, null if the sheet was closed.
export async function askRaise(state, seat) {
  const opening = state.call_total === 0;
  const mine = state.turn === seat;
  const marks = [];
  if (mine && state.min_raise !== null) marks.push([word("entry.minimum", { amount: state.min_raise }), state.min_raise]);
  if (mine && state.max_raise !== null && state.max_raise !== state.min_raise) marks.push([word("entry.maximum", { amount: state.max_raise }), state.max_raise]);
  const answer = await askAmount(word(opening ? "entry.bet_to" : "entry.raise_to", { seat }), marks, true);
  return answer === null ? null : { word: opening ? "bet" : "raise", amount: answer.amount };
}

// Ask on whose act an announcement depends: { seat, act }, null if a sheet was closed.
export async function askCondition(seat, seats) {
  const others = seats.filter((other) => other !== seat).map((other) => [word("label.seat", { seat: other }), other]);
  const other = await askOne(word("entry.condition"), others);
  const act = other === null ? null : await askOne(word("entry.condition_of", { seat: other }), CONDITIONS.map((name) => [word(`badge.${name}`), name]));
  return act === null ? null : { seat: other, act };
}

const PLACES = [["fold"], ["check", "call"], ["raise"], ["all_in"]];

// The acts that are open to the seat on turn, and when its word came.
export class SayPanel {
  constructor(speech, seats) {
    this.speech = speech;
    this.seats = seats;
    this.who = h("h2", { class: "who unseen" });
    this.acts = Object.fromEntries(PLACES.flat().map((said) => [said, h("button", { type: "button", class: "entry act", "data-entry": said, onclick: () => this.say(said) })]));
    this.whens = [["before", "before"], ["after", "after"]].map(([when, name]) => [when, h("button", { type: "button", "data-when": name, "aria-pressed": "false",
      onclick: () => this.choose(when) }, word(`entry.${name}`))]);
    this.ahead = ["dark", "condition"].map((name) => [name, h("button", { type: "button", "data-entry": name, hidden: true, onclick: () => this.say(name) })]);
    this.more = h("button", { type: "button", class: "quiet", "data-more": "words", onclick: () => this.otherWords() }, word("entry.group_words"));
    this.element = h("section", { class: "saying" }, this.who, h("div", { class: "acts" }, ...PLACES.map((names) => h("div", { class: "act-place" }, ...names.map((name) => this.acts[name])))),
      h("div", { class: "when", role: "group", "aria-label": word("entry.chips") }, ...this.whens.map(([, button]) => button),
        ...this.ahead.map(([, button]) => button), this.more));
  }

  show(state) {
    this.state = state;
    const seat = state.turn;
    this.element.hidden = seat === null;
    if (seat === null) return;
    const name = state.seats.find((other) => other.seat === seat)?.name;
    setText(this.who, [word("label.turn", { seat }), name].filter(Boolean).join("  ·  "));
    const legal = (said) => state.options.includes(said) || (said === "raise" && state.options.includes("bet"));
    for (const [said, button] of Object.entries(this.acts)) button.hidden = !legal(said);
    setText(this.acts.fold, word("entry.fold"));
    setText(this.acts.check, word("entry.check"));
    setText(this.acts.call, state.to_call > 0 ? word("entry.call_amount", { amount: state.to_call }) : word("entry.call"));
    setText(this.acts.raise, word(state.call_total > 0 ? "entry.raise" : "entry.bet"));
    setText(this.acts.all_in, word("entry.all_in"));
    this.showAhead();
  }

  showAhead() {
    const { when, ahead } = this.speech;
    for (const [name, button] of this.whens) button.setAttribute("aria-pressed", String(name === when));
    const said = { dark: ahead.dark ? word("entry.dark") : "",
      condition: ahead.condition ? word("entry.condition_is", { seat: ahead.condition.seat, act: word(`badge.${ahead.condition.act}`) }) : "" };
    for (const [name, button] of this.ahead) {
      button.hidden = !said[name];
      button.setAttribute("aria-pressed", String(Boolean(said[name])));
      setText(button, said[name]);
    }
    setClass(this.element, "ahead", Boolean(said.dark || said.condition));
  }

  choose(when) {
    this.speech.when = this.speech.when === when ? null : when;
    this.showAhead();
  }

  async say(said) {
    await this.speech.say(this.state.turn, said, this.seats);
    this.showAhead();
  }

  // Words that are rare, and acts that are not open to the seat, since they are said all the same.
  async otherWords() {
    const seat = this.state.turn;
    const acts = ["fold", "check", "call", "raise", "all_in"].filter((said) => this.acts[said].hidden);
    const words = [...acts, "amount", "plus", "pot", "said_pass", "said_pay", "said_stack", "other", "time", "dark", "condition"];
    const said = await askOne(word("label.seat", { seat }), words.map((name) => [word(`entry.${name}`), name]));
    if (said === null) return;
    await this.speech.say(seat, said.replace(/^said_/, ""), this.seats);
    this.showAhead();
  }
}
