// The floor's page: what waits for a decision first, then what the floor may decide, then all that may be entered.

import { h, setText } from "./dom.js";
import { EntriesPanel } from "./entries.js";
import { Felt } from "./felt.js";
import { FloorPanel } from "./floor.js";
import { follow } from "./live.js";
import { EventPanel } from "./event.js";
import * as panels from "./panels.js";
import { askLine, askOne } from "./sheets.js";
import { Verdicts } from "./verdict.js";
import { getJson, language, loadWords, word } from "./words.js";

const LONGEST_NAME = 40;
const part = (id) => document.getElementById(id);

const about = await getJson("/about.json");
await loadWords(about.language);
document.title = `${word("label.floor_title")} · ${about.table}`;

const stored = localStorage.getItem("floor-role");
const role = about.floor_roles.includes(stored) ? stored : about.floor_roles[0];
const author = () => localStorage.getItem("floor") || "";

// Who decides is recorded with the decision: without a name nothing is sent.
async function enter(told, as, name = author()) {
  const known = name || (await askName());
  if (known) await verdicts.enter(told, as, known);
}

async function askName() {
  const name = await askLine(word("entry.floor_name"), author(), LONGEST_NAME);
  if (name !== null) localStorage.setItem("floor", name);
  setText(whoButton, whoIs());
  return name;
}

async function askRole() {
  const chosen = await askOne(word("entry.floor_role"), about.floor_roles.map((name) => [word(`role.${name}`), name]));
  if (chosen === null || (await askName()) === null || chosen === role) return;
  localStorage.setItem("floor-role", chosen);
  location.reload(); // another role, other entries
}

const whoIs = () => [word(`role.${role}`), author()].filter(Boolean).join(" · ");
const whoButton = h("button", { type: "button", id: "who", onclick: askRole }, whoIs());
const others = h("span", { class: "links" }, whoButton, h("a", { href: `/?lang=${language}` }, word("label.table_page")),
  h("a", { href: `/dealer?lang=${language}` }, word("label.dealer_page")));

const verdicts = new Verdicts(part("verdict"), author);
const countdown = new panels.Countdown();
const entries = new EntriesPanel(part("entries"), about, enter, role);
const floor = new FloorPanel(entries, countdown, (told) => enter(told, role));
part("decide").replaceChildren(entries.asks, entries.remedies, ...floor.sections);
const felt = new Felt(part("felt"), about.seats, (seat) => entries.choose(seat));
entries.seatChosen = (seat) => {
  felt.choose(seat);
  floor.showSeat();
};
const event = new EventPanel();
const pause = new panels.Pause(part("paused"));

function show(state) {
  document.body.dataset.revision = state.revision;
  panels.showBar(part("bar"), state, others);
  felt.show(state);
  panels.showSide(part("side"), [event.show(state), panels.alarmPanel(state), panels.nowPanel(state), panels.resultPanel(state), panels.promptPanel(state)]);
  countdown.show(state);
  entries.show(state);
  floor.show(state);
  panels.showParts(part("parts"), state.parts);
}

follow("/live", show, (here) => pause.connected(here));
follow("/link", (link) => pause.link(link));
