// The hand by time: every moment with its evidence, what was ruled on it by which article, and another decision.

import { h, rebuild } from "./dom.js";
import { evidenceOf, momentsOf, sentenceOf, timeOfDay } from "./moments.js";
import { articlesOf, saidOf } from "./panels.js";
import { word } from "./words.js";

const AGAIN_MS = 1000; // the table changes some times a second, and a person reads one line in that time

export class HandLog {
  // `overruleButton(ruling)`: the button with which a ruling is decided otherwise, null where that is not possible.
  constructor(overruleButton) {
    this.overruleButton = overruleButton;
    this.lines = h("ol", { class: "moments" });
    this.element = h("details", { class: "hand-log", ontoggle: () => this.load() }, h("summary", {}, word("moment.log")), this.lines);
    this.revision = null;
    this.loaded = null;
    setInterval(() => this.load(), AGAIN_MS);
  }

  show({ revision }) {
    this.revision = revision;
  }

  async load() {
    if (!this.element.open || this.loaded === this.revision) return;
    this.loaded = this.revision;
    const moments = await momentsOf();
    rebuild(this.lines, String(this.loaded), () => moments.reverse().map((moment) => this.line(moment)));
  }

  line(moment) {
    const rulings = moment.rulings.map((ruling) => h("span", { class: "ruled", "data-ruled": ruling.id },
      h("span", { class: "said" }, saidOf(ruling)), h("span", { class: "article" }, articlesOf(ruling)), this.overruleButton(ruling)));
    return h("li", { "data-moment": moment.what }, h("time", {}, timeOfDay(moment.before)), h("b", {}, sentenceOf(moment)),
      h("small", { class: "evidence" }, evidenceOf(moment)), ...rulings);
  }
}
