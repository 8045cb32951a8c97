// What the floor decides: time, rulings overruled, penalties, chips and stakes. Questions and faults stand above it, all
// that a dealer may enter below.

import { h, rebuild, setText } from "./dom.js";
import { HandLog } from "./hand-log.js";
import { articlesOf, saidOf, sentenceOf } from "./panels.js";
import { askOverruling, askReason, ofTheDeal } from "./overrule.js";
import { askAmount } from "./sheets.js";
import { amount, knows, say, word } from "./words.js";

const CORRECTIONS = ["stack", "issue", "withdraw"];

// What a prompt of the floor is answered with: its key → the entry, which may name the prompt's seat.
const PROMPT_ENTRIES = {
  time: () => ["clock", {}],
  declare_dead: () => ["declare_dead", {}],
  penalty_due: (params) => ["penalty", { seat: params.seat }],
  soft_play: (params) => ["fault", { seat: params.seat }],
};

const button = (name, press, kind = "entry") => h("button", { type: "button", class: kind, "data-floor": name, onclick: press }, word(`entry.${name}`));

export class FloorPanel {
  // `entries`: the panel of all entries, which knows the seat chosen; `reporting` finds one of them by words;
  // `enter(told)` hands a decision over.
  constructor(entries, reporting, countdown, enter) {
    this.entries = entries;
    this.countdown = countdown;
    this.send = enter;
    this.prompts = h("div", { class: "asks" });
    this.rulings = h("ol", { class: "overrule" });
    this.who = h("p", { class: "who" });
    this.log = new HandLog((ruling) => this.overruleButton(ruling));
    this.what = h("button", { type: "button", class: "main", id: "what", "aria-keyshortcuts": "Control+K", onclick: () => reporting.report({}) }, word("label.what_happened"));
    document.addEventListener("keydown", (event) => this.shortcut(event));
    this.sections = [this.prompts, this.what, this.timeSection(), this.seatSection(), this.rulingSection()];
  }

  timeSection() {
    return h("section", { class: "time" }, h("h2", {}, word("entry.group_time")), this.countdown.element,
      h("div", { class: "answers" }, button("clock", () => this.entries.enter("clock", {})), button("declare_dead", () => this.entries.enter("declare_dead", {})),
        button("level", () => this.entries.enter("level", {}))));
  }

  seatSection() {
    const ofSeat = (name) => button(name, () => this.entries.enter(name, { seat: this.entries.seat }));
    this.seats = h("div", { class: "seats-row" });
    return h("section", {}, h("h2", {}, word("entry.floor_seat")), this.seats, this.who,
      h("div", { class: "answers" }, ofSeat("penalty"), ofSeat("fault"), ...CORRECTIONS.map((what) => button(`correct_${what}`, () => this.correct(what)))));
  }

  rulingSection() {
    return h("section", { class: "rulings" }, h("h2", {}, word("label.rulings")), this.rulings, this.log.element);
  }

  show(state) {
    this.state = state;
    rebuild(this.prompts, JSON.stringify(state.floor_prompts), () => state.floor_prompts.map((prompt) => this.promptCard(prompt)));
    rebuild(this.rulings, JSON.stringify(state.rulings), () => [...state.rulings].reverse().map((ruling) => this.rulingLine(ruling)));
    this.log.show(state);
    this.showSeat();
  }

  showSeat() {
    const { seat } = this.entries;
    const facts = this.state?.seats.find((other) => other.seat === seat);
    rebuild(this.seats, `${seat}|${this.state?.turn}`, () => this.entries.about.seats.map((number) => h("button", { type: "button", "data-floor-seat": number,
      class: `seat-number${number === seat ? " on" : ""}${number === this.state?.turn ? " turn" : ""}`, onclick: () => this.entries.choose(number) }, String(number))));
    const counted = Object.entries(facts?.counted ?? {}).map(([name, count]) => `${knows(`counted.${name}`) ? word(`counted.${name}`) : name}: ${count}`);
    setText(this.who, seat === null ? word("entry.choose_seat") : [word("label.seat", { seat }), facts?.seated ? amount(facts.stack) : word("label.empty"), facts?.suspended ? say(facts.suspended.text) : "", ...counted]
      .filter(Boolean).join("  ·  "));
  }

  shortcut(event) {
    if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
    this.what.click();
    event.preventDefault();
  }

  promptCard({ key, text }) {
    const known = PROMPT_ENTRIES[key]?.(text.params);
    return h("section", { class: "ask", "data-prompt": key }, h("h2", {}, word("label.floor_title")), h("p", { class: "question" }, say(text)),
      known ? h("div", { class: "answers" }, h("button", { type: "button", class: "main", onclick: () => this.entries.enter(...known) }, word(`entry.${known[0]}`))) : null);
  }

  rulingLine(ruling) {
    const sentence = sentenceOf(ruling);
    return h("li", { "data-ruling": ruling.id }, h("span", { class: "said" }, saidOf(ruling)), h("span", { class: "article" }, articlesOf(ruling)),
      sentence ? h("span", { class: "text" }, sentence) : null,
      this.overruleButton(ruling));
  }

  // Null for a ruling on no seat and no deal, and for one that the table no longer keeps.
  overruleButton(ruling) {
    const kept = this.state.rulings.some((one) => one.id === ruling.id);
    return !kept || (ruling.seat === null && !ofTheDeal(ruling)) ? null
      : h("button", { type: "button", class: "entry", "aria-label": `${word("entry.overrule")} ${saidOf(ruling)}`, onclick: () => this.overrule(ruling) }, word("entry.overrule"));
  }

  async overrule(ruling) {
    const told = await askOverruling(ruling);
    if (told !== null) await this.send(told);
  }

  async correct(what) {
    const { seat } = this.entries;
    const title = `${word("label.seat", { seat })}: ${word(`entry.correct_${what}`)}`;
    const sum = await askAmount(title, [], false, what === "stack" ? 0 : 1);
    const reason = sum === null ? null : await askReason();
    if (reason !== null) await this.send({ kind: "floor_decision", decision: what, seat, amount: sum.amount, reason });
  }
}
