// The dealer's page: the table in small, and everything that he enters.

import { h, setText } from "./dom.js";
import { EntriesPanel } from "./entries.js";
import { Felt } from "./felt.js";
import { Entries, follow } from "./live.js";
import * as panels from "./panels.js";
import { askLine } from "./sheets.js";
import { getJson, knows, language, loadWords, word } from "./words.js";

const RULINGS = 3;
const LONGEST_NAME = 40;
const SHOW_ACCEPTED_MS = 2500;
const part = (id) => document.getElementById(id);

const about = await getJson("/about.json");
await loadWords(about.language);
document.title = `${word("label.dealer_title")} · ${about.table}`;

const noConnection = () => word("entry.no_connection");
const sockets = { dealer: new Entries("/dealer/live", noConnection), floor: new Entries("/floor/live", noConnection) };
let hiding = null;
let pending = 0;

function showVerdict({ accepted, reason, article }) {
  const why = knows(reason) ? word(reason) : reason;
  const box = part("verdict");
  box.className = `verdict ${accepted ? "yes" : "no"}`;
  box.replaceChildren(h("strong", {}, word(accepted ? "entry.accepted" : "entry.refused")), h("span", {}, why),
    article ? h("span", { class: "article" }, word("entry.by_article", { article })) : null,
    h("button", { type: "button", "aria-label": word("entry.close"), onclick: () => (box.hidden = true) }, "×"));
  box.querySelectorAll("span:empty").forEach((empty) => empty.remove());
  box.hidden = false;
  clearTimeout(hiding);
  // What was refused stays until it has been read.
  if (accepted) hiding = setTimeout(() => (box.hidden = true), SHOW_ACCEPTED_MS);
}

async function enter(told, role, name = author()) {
  document.body.classList.toggle("is-entering", ++pending > 0);
  try {
    showVerdict(await sockets[role].enter(name, told));
  } finally {
    document.body.classList.toggle("is-entering", --pending > 0);
  }
}

const author = () => localStorage.getItem("dealer") || "dealer";
const authorButton = h("button", { type: "button", onclick: async () => {
  const name = await askLine(word("entry.author"), author(), LONGEST_NAME);
  if (name !== null) localStorage.setItem("dealer", name);
  setText(authorButton, author());
} }, author());
const others = h("span", { class: "links" }, authorButton, h("a", { href: `/?lang=${language}` }, word("label.table_page")));

const entries = new EntriesPanel(part("entries"), about, enter);
const felt = new Felt(part("felt"), about.seats, (seat) => entries.choose(seat));
entries.seatChosen = (seat) => felt.choose(seat);
const pause = new panels.Pause(part("paused"));

function show(state) {
  document.body.dataset.revision = state.revision;
  panels.showBar(part("bar"), state, others);
  felt.show(state);
  panels.showSide(part("side"), [panels.alarmPanel(state), panels.resultPanel(state), panels.promptPanel(state), panels.rulingPanel(state, RULINGS)]);
  entries.show(state);
  panels.showParts(part("parts"), state.parts);
}

follow("/live", show, (here) => pause.connected(here));
follow("/link", (link) => pause.link(link));
