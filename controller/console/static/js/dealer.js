// The dealer's page: what to do now, what can be said now, and one way to report everything else.

import { AskCards } from "./asks.js";
import { h, rebuild, setClass, setText } from "./dom.js";
import { remedyPanel } from "./remedy.js";
import { Reporting } from "./reporting.js";
import { SayPanel, Speech } from "./say.js";
import { StepPanel } from "./step.js";
import { entering } from "./targets.js";
import { word } from "./words.js";

export class DealerPanel {
  // `roots`: {now, asks, say, reach}. `finding`: what finds each entry, {found, alike}. `chosen(seat)`: a seat is being reported on, or null.
  constructor(roots, about, verdicts, finding, chosen = () => {}) {
    this.roots = roots;
    this.about = about;
    this.verdicts = verdicts;
    this.state = null;
    this.entered = null; // the last entry, if another one takes it back
    this.speech = new Speech((told) => this.send(told));
    this.reporting = new Reporting({ about, role: "dealer", finding, speech: this.speech, send: (told) => this.send(told), chosen });
    this.step = new StepPanel((offer) => this.reporting.answer(offer));
    this.asks = new AskCards(roots.asks, (told) => this.send(told), { sendOnce: (told, text) => verdicts.enterOnce(told, text) });
    this.saying = new SayPanel(this.speech, about.seats);
    this.remedies = h("div", { class: "remedies-open" });
    this.often = h("div", { class: "often" });
    this.what = h("button", { type: "button", class: "main what-happened", id: "what", "aria-keyshortcuts": "Control+K", onclick: () => this.report({}) }, word("label.what_happened"));
    this.undo = h("button", { type: "button", class: "entry undo", id: "undo", "aria-keyshortcuts": "Control+Z", onclick: () => this.takeBack() });
    roots.now.replaceChildren(this.step.element, this.remedies);
    roots.say.replaceChildren(this.saying.element, this.often);
    roots.reach.replaceChildren(this.what, this.undo);
    document.addEventListener("keydown", (event) => this.shortcut(event));
  }

  show(state) {
    if (this.state?.hand !== state.hand) this.entered = null;
    this.state = this.speech.state = this.reporting.state = state;
    const isLocked = state.faults.length > 0; // nothing is taken in until the fault is settled
    this.roots.now.hidden = this.roots.say.hidden = this.roots.reach.hidden = isLocked;
    this.step.show(state);
    rebuild(this.remedies, JSON.stringify(state.remedies), () => [remedyPanel(state)].filter(Boolean));
    this.asks.show(state);
    this.saying.show(state);
    this.showOften(state);
    this.showUndo(state);
  }

  // What is reported most often at this moment. While a fault is put right or a question is open, nothing distracts.
  showOften(state) {
    const busy = state.remedies.length > 0 || state.asks.length > 0;
    const answered = state.answers.map((offer) => offer.word);
    const names = busy ? [] : (this.about.often[state.moments[0]] ?? []).filter((name) => !answered.includes(name));
    setClass(this.roots.say, "empty", !names.length && state.turn === null);
    rebuild(this.often, JSON.stringify(names), () => names.map((name) => h("button", { type: "button", class: "entry", "data-often": name,
      onclick: () => this.reporting.enter(entering(name), {}) }, word(`entry.${name}`))));
  }

  // --- taking back ----------------------------------------------------------------------------------------------

  // The entry that takes the last one back: the table names it for an act, the form for what has an opposite.
  undone(state) {
    return state.undo ?? this.entered;
  }

  showUndo(state) {
    const undone = this.undone(state);
    this.undo.disabled = undone === null;
    const act = state.undo && state.seats.find((other) => other.seat === state.undo.seat)?.last_act;
    const what = act ? word(`badge.${act}`) : undone ? word(`entry.${undone.of}`) : "";
    const whose = undone ? [word("label.seat", { seat: undone.seat }), what].filter(Boolean).join(" · ") : "";
    rebuild(this.undo, whose, () => [h("span", {}, word("label.undo")), h("small", {}, whose || word("label.nothing_to_undo"))]);
  }

  async takeBack() {
    const undone = this.undone(this.state);
    if (undone === null) return;
    this.entered = null;
    await this.send({ kind: "dealer_command", word: undone.word, seat: undone.seat });
  }

  // --- reporting ------------------------------------------------------------------------------------------------

  touchSeat(seat) {
    return this.report({ seat });
  }

  touchPlace(place) {
    return this.report({ place });
  }

  async report(touched, typed = "") {
    await this.reporting.report(touched, typed);
    this.saying.showAhead();
  }

  async send(told) {
    const back = told.kind === "dealer_command" ? this.about.forms[told.word].undone_by : "";
    const reply = await this.verdicts.enter(told);
    if (!reply.accepted) return;
    this.entered = back ? { word: back, seat: told.seat, of: told.word } : null;
    if (this.state) this.showUndo(this.state);
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
    if (event.key === "k") this.report({});
    else if (event.key === "z") this.takeBack();
    else return;
    event.preventDefault();
  }
}
