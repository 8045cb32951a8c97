// The next step: one sentence, one picture, and a button where no sensor sees that it is done.

import { h, rebuild, setClass, setText } from "./dom.js";
import { stepPicture } from "./picture.js";
import { Answered, ledMove, route, stepText } from "./remedy.js";
import { say, word } from "./words.js";

export class StepPanel {
  // `enter(offer)` makes an entry {word, seat} that the table offers.
  constructor(enter) {
    this.enter = enter;
    this.answered = new Answered();
    this.line = h("p", { class: "step-line", role: "status" });
    this.movement = h("div", { class: "movement" });
    this.entries = h("div", { class: "step-entries" });
    this.element = h("section", { class: "next" }, h("h2", { class: "unseen" }, word("label.next_step")), this.line, this.movement, this.entries);
  }

  show(state) {
    setText(this.line, state.next_step ? stepText(state) : word(`phase.${state.phase}`));
    const led = ledMove(state);
    const answered = this.answered.of(state);
    const picture = led ? null : stepPicture(state);
    setClass(this.element, "led", led !== null);
    setClass(this.element, "asked", state.next_step?.key === "answer" && state.asks.length > 0); // the question says it
    rebuild(this.movement, JSON.stringify([led, answered, picture?.outerHTML]), () => (led ? ledParts(led, answered) : [picture]).filter(Boolean));
    rebuild(this.entries, JSON.stringify(state.answers), () => state.answers.map((offer) => this.button(offer, state.answers)));
  }

  button(offer, all) {
    const several = all.filter((other) => other.word === offer.word).length > 1;
    const label = several ? word("label.of_seat", { seat: offer.seat, what: word(`entry.${offer.word}`) }) : word(`entry.${offer.word}`);
    return h("button", { type: "button", class: "main", "data-step": offer.word, onclick: () => this.enter(offer) }, label);
  }
}

// A movement of a remedy: the answer to a wrong one, the picture, what becomes of the card, and who sees that it is made.
function ledParts(led, answered) {
  return [answered ? h("p", { class: "answered", role: "alert" }, answered) : null, route(led), led.note ? h("p", { class: "note" }, say(led.note)) : null,
    led.by === "told" ? null : h("p", { class: "seen" }, word("label.move_seen"))];
}
