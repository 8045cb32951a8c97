// What became of an entry, said over the page; and the sockets that entries go through.

import { h } from "./dom.js";
import { Entries } from "./live.js";
import { send } from "./session.js";
import { askPerson } from "./sheets.js";
import { amount, knows, say, word } from "./words.js";

const SHOW_ACCEPTED_MS = 2500;

// What an entry is about, for the person who stands by it.
function whatIs(told) {
  const keys = told.kind === "floor_decision" ? [`decision.${told.decision}`] : [`entry.${told.option ?? told.word}`, `option.${told.option}`];
  const name = word(keys.find(knows) ?? keys[0]);
  return [name, told.seat ? word("label.seat", { seat: told.seat }) : "", told.amount ? amount(told.amount) : "", told.reason].filter(Boolean).join(" · ");
}

export class Verdicts {
  // `box` shows the verdict.
  constructor(box) {
    this.entries = new Entries("/entries");
    this.box = box;
    this.pending = 0;
  }

  // One entry. Resolves with its verdict, once that is shown. Where it takes two people, the second one is asked for here.
  enter(told) {
    return this.shown(async () => {
      const reply = await this.entries.enter(told);
      return reply.refused?.key === "refused.second" ? this.byAnother("/second", "people.second", told) : reply;
    });
  }

  // One entry of another person, who has no page of their own at hand: name and PIN, for this once.
  enterOnce(told, text = whatIs(told)) {
    return this.shown(() => this.byAnother("/once", "people.once", told, text));
  }

  async byAnother(path, title, told, text = whatIs(told)) {
    const person = await askPerson(word(title), text, word(`${title}_hint`));
    if (person === null) return { accepted: false, refused: { key: "people.nobody_came" } };
    const answer = await send(path, { ...person, told });
    return { ...answer, accepted: Boolean(answer.accepted) };
  }

  async shown(entering) {
    document.body.classList.toggle("is-entering", ++this.pending > 0);
    try {
      const reply = await entering();
      this.show(reply);
      return reply;
    } finally {
      document.body.classList.toggle("is-entering", --this.pending > 0);
    }
  }

  show({ accepted, refused, article }) {
    const { box } = this;
    const why = say(refused);
    box.className = `verdict ${accepted ? "yes" : "no"}`;
    const parts = [h("strong", {}, word(accepted ? "entry.accepted" : "entry.refused")), why ? h("span", {}, why) : null,
      article ? h("span", { class: "article" }, word("entry.by_article", { article })) : null,
      h("button", { type: "button", "aria-label": word("entry.close"), onclick: () => (box.hidden = true) }, "×")];
    box.replaceChildren(...parts.filter(Boolean));
    box.hidden = false;
    clearTimeout(this.hiding);
    // What was refused stays until it has been read.
    if (accepted) this.hiding = setTimeout(() => (box.hidden = true), SHOW_ACCEPTED_MS);
  }
}
