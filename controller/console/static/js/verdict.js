// What became of an entry, said over the page; and the sockets that entries go through.

import { h } from "./dom.js";
import { Entries } from "./live.js";
import { knows, word } from "./words.js";

const SHOW_ACCEPTED_MS = 2500;

export class Verdicts {
  // `box` shows the verdict; `author()` names who enters.
  constructor(box, author) {
    const noConnection = () => word("entry.no_connection");
    this.sockets = { dealer: new Entries("/dealer/live", noConnection), floor: new Entries("/floor/live", noConnection) };
    this.box = box;
    this.author = author;
    this.pending = 0;
  }

  // One entry in a role. Resolves when its verdict is shown.
  async enter(told, role, name = this.author()) {
    document.body.classList.toggle("is-entering", ++this.pending > 0);
    try {
      this.show(await this.sockets[role === "dealer" ? "dealer" : "floor"].enter(name, told, role));
    } finally {
      document.body.classList.toggle("is-entering", --this.pending > 0);
    }
  }

  show({ accepted, reason, article }) {
    const { box } = this;
    const why = knows(reason) ? word(reason) : reason;
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
