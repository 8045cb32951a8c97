// The page of the table: everything to see, nothing to enter.

import { h, setText } from "./dom.js";
import { Felt } from "./felt.js";
import { follow } from "./live.js";
import { EventPanel } from "./event.js";
import * as panels from "./panels.js";
import { demoLine, me, nameButton } from "./session.js";
import { remedyPanel } from "./remedy.js";
import { enlargeSeat, showScreens } from "./screens.js";
import { getJson, language, loadWords, word } from "./words.js";

const RULINGS = 3;
const part = (id) => document.getElementById(id);

const person = await me();
const [about, contract] = await Promise.all([getJson("/about.json"), getJson("/display.json")]);
await loadWords(about);
document.title = `${about.table} · Sabot`;
setText(part("title"), about.table);
part("side").setAttribute("aria-label", word("label.side"));

// Without the bar and the panels, for a screen on the wall or a picture in a stream.
document.body.classList.toggle("embed", new URLSearchParams(location.search).has("embed"));

const strip = part("strip-open");
setText(strip, word("label.displays"));
strip.addEventListener("click", () => strip.setAttribute("aria-expanded", String(part("strip").classList.toggle("open"))));

const felt = new Felt(part("felt"), about.seats, (seat) => enlargeSeat(part("displays"), seat));
const countdown = new panels.Countdown();
const event = new EventPanel();
const pause = new panels.Pause(part("paused"));
const toDealer = h("span", { class: "links" }, demoLine(person), nameButton(person), h("a", { href: `/dealer?lang=${language}` }, word("label.dealer_page")));
part("side").append(h("section", {}, h("p", {}, word("label.connecting"))));

function show(state) {
  document.body.dataset.revision = state.revision;
  panels.showBar(part("bar"), state, toDealer);
  felt.show(state);
  panels.showSide(part("side"), [countdown.show(state), event.show(state), panels.alarmPanel(state), panels.askPanel(state), panels.nowPanel(state), remedyPanel(state), panels.resultPanel(state),
    panels.promptPanel(state), panels.rulingPanel(state, RULINGS), panels.closedPanel(state)]);
  showScreens(part("displays"), state.displays, contract);
  part("strip").hidden = state.displays.length === 0;
  panels.showParts(part("parts"), state.parts);
}

follow("/live", show, (here) => pause.connected(here));
follow("/link", (link) => pause.link(link));
