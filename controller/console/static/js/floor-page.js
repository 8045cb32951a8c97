// The floor's page: what waits for a decision first, then what the floor may decide, then all that may be entered.

import { h } from "./dom.js";
import { EntriesPanel } from "./entries.js";
import { Felt } from "./felt.js";
import { FloorPanel } from "./floor.js";
import { Heard } from "./heard.js";
import { follow } from "./live.js";
import { EventPanel } from "./event.js";
import * as panels from "./panels.js";
import { Reporting } from "./reporting.js";
import { Speech } from "./say.js";
import { demoLine, me, nameButton } from "./session.js";
import { Verdicts } from "./verdict.js";
import { getJson, language, loadWords, switchLanguage, word } from "./words.js";

const part = (id) => document.getElementById(id);

const person = await me();
const [about, finding] = await Promise.all([getJson("/about.json"), getJson("/find.json")]);
await loadWords(about);
document.title = `${word("label.floor_title")} · ${about.table}`;
part("title").textContent = word("label.floor_title");

const role = about.pages["/floor"].includes(person.role) ? person.role : "floor"; // others see what the floor sees; the controller refuses
const heard = new Heard();
const links = [nameButton(person), h("a", { href: `/?lang=${language}` }, word("label.table_page")),
  h("a", { href: `/dealer?lang=${language}` }, word("label.dealer_page")),
  h("a", { href: `/recall?lang=${language}` }, word("recall.title")),
  role === "director" ? h("a", { href: `/technician?lang=${language}` }, word("technician.title")) : null,
  role === "director" ? h("a", { href: `/people?lang=${language}` }, word("people.title")) : null].filter(Boolean);
const drawer = h("div", {}, h("button", { type: "button", onclick: switchLanguage }, word("label.other_language")));
const menu = h("details", { class: "menu" }, h("summary", { "aria-label": word("label.menu") }, "☰"), drawer);
const others = h("span", { class: "links" }, heard.element, demoLine(person), menu);

// On a telephone the links would take three lines of the bar.
const narrow = matchMedia("(max-width: 900px)"); // as in floor.css
function arrange() {
  menu.hidden = !narrow.matches;
  (narrow.matches ? drawer : others).append(...links);
}
narrow.addEventListener("change", arrange);
arrange();

const verdicts = new Verdicts(part("verdict"));
const countdown = new panels.Countdown();
const entries = new EntriesPanel(part("entries"), about, verdicts, role);
const enter = (told) => verdicts.enter(told);
const speech = new Speech(enter);
const reporting = new Reporting({ about, role, finding, speech, send: enter });
const floor = new FloorPanel(entries, reporting, countdown, enter);
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
  document.body.classList.toggle("locked", state.faults.length > 0);
  panels.showBar(part("bar"), state, others);
  speech.state = reporting.state = state;
  felt.show(state);
  panels.showSide(part("side"), [event.show(state), panels.alarmPanel(state), panels.nowPanel(state), panels.resultPanel(state), panels.promptPanel(state)]);
  countdown.show(state);
  heard.show(state);
  entries.show(state);
  floor.show(state);
  panels.showParts(part("parts"), state.parts);
}

follow("/live", show, (here) => pause.connected(here));
follow("/link", (link) => pause.link(link));
