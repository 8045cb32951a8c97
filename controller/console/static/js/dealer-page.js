// The dealer's page: now, the table, what can be said, and one way to report everything else.

import { h, rebuild } from "./dom.js";
import { DealerPanel } from "./dealer.js";
import { EventPanel } from "./event.js";
import { Felt, showTouches } from "./felt.js";
import { Heard } from "./heard.js";
import { follow } from "./live.js";
import * as panels from "./panels.js";
import { demoLine, me, nameButton } from "./session.js";
import { showTheme, switchTheme } from "./theme.js";
import { Verdicts } from "./verdict.js";
import { getJson, language, loadWords, switchLanguage, word } from "./words.js";

const RULINGS = 3;
const part = (id) => document.getElementById(id);

showTheme();
const person = await me();
const [about, finding] = await Promise.all([getJson("/about.json"), getJson("/find.json")]);
await loadWords(about);
document.title = `${word("label.dealer_title")} · ${about.table}`;

// What is no matter of the hand: pages, language, day or night, who is logged in.
function menu() {
  const button = (label, press) => h("button", { type: "button", onclick: press }, label);
  const links = [nameButton(person), h("a", { href: `/?lang=${language}` }, word("label.table_page")), h("a", { href: `/floor?lang=${language}` }, word("label.floor_page")),
    person.role === "technician" ? h("a", { href: `/technician?lang=${language}` }, word("technician.title")) : null,
    person.role === "technician" ? h("a", { href: `/recall?lang=${language}` }, word("recall.title")) : null, button(word("label.other_language"), switchLanguage), button(word("label.other_theme"), switchTheme)];
  return h("details", { class: "menu" }, h("summary", { "aria-label": word("label.menu") }, "☰"), h("div", {}, ...links));
}

const heard = new Heard();
const nav = h("nav", {}, heard.element, demoLine(person), menu());

function showBar(state) {
  const key = JSON.stringify([state.table, state.hand, state.phase, state.small_blind, state.big_blind, state.ante]);
  rebuild(part("bar"), key, () => [
    h("div", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" })),
    h("div", { class: "table-name", title: state.rulebook_title }, state.table),
    h("div", { class: "figures" }, h("b", {}, word("label.blinds", { small: state.small_blind, big: state.big_blind })),
      state.ante ? h("span", {}, word("label.ante", { ante: state.ante })) : null,
      h("span", {}, word("label.hand", { hand: String(state.hand) })), h("span", { class: "phase" }, word(`phase.${state.phase}`))),
    nav,
  ]);
}

const roots = { now: part("now"), asks: part("asks"), say: part("say"), reach: part("reach") };
const verdicts = new Verdicts(part("verdict"));
const dealer = new DealerPanel(roots, about, verdicts, finding, (seat) => felt.choose(seat));
const felt = new Felt(part("felt"), about.seats, (seat) => dealer.touchSeat(seat), (place) => dealer.touchPlace(place));
part("title").textContent = word("label.dealer_title");
showTouches(part("touches"), (place) => dealer.touchPlace(place));
const event = new EventPanel();
const pause = new panels.Pause(part("paused"));
const countdown = new panels.Countdown();

function show(state) {
  document.body.dataset.revision = state.revision;
  showBar(state);
  felt.show(state);
  dealer.show(state);
  showNotes(state);
  heard.show(state);
  panels.showSide(part("side"), [panels.resultPanel(state), panels.rulingPanel(state, RULINGS), event.show(state)]);
  panels.showParts(part("parts"), state.parts);
}

// What stands beside the next step: time that runs, alarms (a fault stands above with its button), and orders that the step does not say already.
function showNotes(state) {
  const step = state.next_step?.key;
  const prompts = state.prompts.filter((prompt) => prompt.key !== step);
  const clock = countdown.show(state);
  const key = JSON.stringify([clock !== null, state.deck_missing, state.remedies.length, state.alarms, state.notices, prompts]);
  rebuild(part("notes"), key, () => [clock, panels.alarmPanel({ ...state, faults: [] }), panels.promptPanel({ prompts })].filter(Boolean));
}

follow("/live", show, (here) => pause.connected(here));
follow("/link", (link) => pause.link(link));
