// The dealer's page: the table in small, and everything that he enters.

import { h } from "./dom.js";
import { EntriesPanel } from "./entries.js";
import { Felt } from "./felt.js";
import { follow } from "./live.js";
import { EventPanel } from "./event.js";
import * as panels from "./panels.js";
import { demoLine, me, nameButton } from "./session.js";
import { Verdicts } from "./verdict.js";
import { getJson, language, loadWords, word } from "./words.js";

const RULINGS = 3;
const part = (id) => document.getElementById(id);

const person = await me();
const about = await getJson("/about.json");
await loadWords(about.language);
document.title = `${word("label.dealer_title")} · ${about.table}`;

const others = h("span", { class: "links" }, demoLine(person), nameButton(person), h("a", { href: `/?lang=${language}` }, word("label.table_page")),
  h("a", { href: `/floor?lang=${language}` }, word("label.floor_page")),
  person.role === "technician" ? h("a", { href: `/recall?lang=${language}` }, word("recall.title")) : null);

const verdicts = new Verdicts(part("verdict"));
const entries = new EntriesPanel(part("entries"), about, verdicts);
const felt = new Felt(part("felt"), about.seats, (seat) => entries.choose(seat));
entries.seatChosen = (seat) => felt.choose(seat);
const event = new EventPanel();
const pause = new panels.Pause(part("paused"));
const countdown = new panels.Countdown();

function show(state) {
  document.body.dataset.revision = state.revision;
  panels.showBar(part("bar"), state, others);
  felt.show(state);
  panels.showSide(part("side"), [countdown.show(state), event.show(state), panels.alarmPanel(state), panels.resultPanel(state), panels.promptPanel(state),
    panels.rulingPanel(state, RULINGS)]);
  entries.show(state);
  panels.showParts(part("parts"), state.parts);
}

follow("/live", show, (here) => pause.connected(here));
follow("/link", (link) => pause.link(link));
