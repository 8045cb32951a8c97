// Open questions and latched faults, each with its answers as buttons.

import { h, rebuild } from "./dom.js";
import { optionText } from "./forms.js";
import { askReason } from "./overrule.js";
import { articleNames, law, say, word } from "./words.js";

export class AskCards {
  // `send(told)` makes an entry; `sendOnce(told, text)` one of another person at this page, null where the page is the floor's own.
  // `foresight` shows beside each answer what it would change, `film` the moments before; null where that is not shown.
  constructor(root, send, { sendOnce = null, foresight = null, film = null } = {}) {
    this.root = root;
    this.foresight = foresight;
    this.film = film;
    this.send = send;
    this.sendOnce = sendOnce ?? send;
  }

  show({ asks, faults }) {
    rebuild(this.root, JSON.stringify([asks, faults]), () => [...asks.map((ask) => this.card(ask)), ...faults.map((fault) => this.fault(fault))]);
  }

  card(ask) {
    const floor = ask.role !== "dealer";
    const article = articleNames(ask.cites);
    return h("section", { class: "ask", "data-ask": ask.id }, h("h2", {}, word(floor ? "entry.floor_decides" : "label.asks")),
      h("p", { class: "question" }, say(ask.text), article ? h("small", {}, ` ${word("entry.by_article", { article })}`) : null),
      ask.sentence ? h("p", { class: "sentence" }, law(ask.cites, ask.sentence)) : null,
      ask.log?.length ? h("ol", { class: "log" }, ...ask.log.map((act) => h("li", {}, `${word(`log.${act.how}`, { seconds: act.seconds })} ${say(act.text)}`))) : null,
      this.film?.placeFor(ask),
      h("div", { class: this.foresight ? "choices" : "answers" }, ...ask.options.map((option) => this.choice(ask, option, floor))));
  }

  choice(ask, option, floor) {
    const button = h("button", { type: "button", class: option === ask.default ? "main" : "entry",
      "data-option": option, onclick: () => this.answer(ask, option, floor) }, optionText(ask, option));
    return this.foresight ? h("div", { class: "choice" }, button, this.foresight.placeFor(ask, option)) : button;
  }

  fault(fault) {
    return h("section", { class: "ask fault" }, h("h2", {}, word("entry.floor_decides")), h("p", { class: "question" }, say(fault)),
      h("div", { class: "answers" }, h("button", { type: "button", class: "entry", onclick: () => this.clearFault() }, word("entry.clear_fault"))));
  }

  answer(ask, option, floor) {
    const told = { kind: "answer", ask: ask.id, option };
    return floor ? this.sendOnce(told, optionText(ask, option)) : this.send(told);
  }

  async clearFault() {
    const reason = await askReason();
    if (reason !== null) await this.sendOnce({ kind: "floor_decision", decision: "clear_fault", reason });
  }
}
