// The technician's page: what is wrong and its cure first, then the live map, then each part.

import { course, percent } from "./course.js";
import { h, rebuild, setText } from "./dom.js";
import { guidedTests, passSheet } from "./guided.js";
import { namingPanel } from "./naming.js";
import { demoLine, me, nameButton, send, toLogin } from "./session.js";
import { age, faultName, tableMap } from "./tablemap.js";
import { getJson, knows, language, loadWords, say, switchLanguage, word } from "./words.js";

const EVERY_MS = 2000; // as often as the bridge tells it
const SHEET_EVERY = 15; // turns
const STEP_MS = 500; // while a test is led: a technician waits for the next order
const OLD_MS = 6000; // three words of the bridge are missing
const part = (id) => document.getElementById(id);

const person = await me();
const about = await getJson("/door.json");
await loadWords(about);
document.title = `${word("technician.title")} · ${about.table}`;
const link = (path, text) => h("a", { href: `${path}?lang=${language}` }, word(text));
part("bar").replaceChildren(h("div", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" }), "SABOT"), h("div", { class: "table-name" }, about.table),
  h("nav", {}, demoLine(person), nameButton(person), link("/dealer", "label.dealer_page"), link("/recall", "recall.title"),
    h("button", { type: "button", onclick: switchLanguage }, word("label.other_language"))));

// A phone shows the parts over many screens: the way to what lies below them.
part("jump").setAttribute("aria-label", word("technician.title"));
part("jump").replaceChildren(...[["parts", "technician.parts"], ["tests", "technician.tests"], ["naming", "naming.title"]].map(([id, text]) => h("a", { href: `#${id}` }, word(text))));

const titled = (text, ...children) => [h("h2", {}, word(text)), ...children];

// --- what is wrong

const english = (text) => h("span", { lang: "en" }, text); // of a bridge that knows more faults

// Places as people say them: seat:9 is seat 9, shoe:beam1 is shoe beam 1.
const spoken = (name) => name.replace(/\b(seat|board|stack|bet|button|post|occupied|shoe):(beam|back|lid|)(\d*)/g, (_, ...found) => found.slice(0, 3).filter(Boolean).join(" "));

// A sentence of a verdict, with the names of the case. A fault without words is said as the bridge does.
function sentence(one, key, otherwise) {
  if (!knows(key)) return english(otherwise);
  return h("span", {}, word(key).replace(/\{(part|place|other|port|value)\}/g, (_, name) => spoken(one[name])));
}

// What speaks for a verdict: the key of its sentence, and the facts in it.
const seen = ({ key, facts }) => h("li", {}, word(`seen.${key}`, Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, typeof fact === "string" ? spoken(fact) : fact]))));

function verdict(one) {
  const cures = one.cures.map((cure, at) => h("li", {}, h("b", {}, word(at ? "technician.or_else" : "technician.cure")), " ", sentence(one, `cure.${one.fault}_${at}`, cure)));
  const lines = one.evidence.map(seen);
  return h("article", { class: "verdict", "data-verdict": one.fault },
    h("h3", {}, `⚠ ${faultName(one.fault)} · ${[spoken(one.place), one.part].filter(Boolean).join(" · ")}`),
    h("p", { class: "cause" }, sentence(one, `verdict.${one.fault}`, one.cause)),
    h("p", { class: "sure" }, word("technician.sure", { percent: one.sure, age: age(one.since * 1000) })),
    h("ul", { class: "cures" }, ...cures), h("p", { class: "sure" }, word(`technician.cured_${one.cured}`)), h("p", { class: "sure" }, word("technician.seen")), h("ul", { class: "evidence" }, ...lines));
}

function showVerdicts(found) {
  const key = JSON.stringify(found.map((one) => [one.part, one.place, one.fault, one.sure, one.evidence]));
  rebuild(part("verdicts"), key, () => titled("technician.verdicts", ...(found.length ? found.map(verdict) : [h("p", { class: "fine" }, `✓ ${word("technician.no_verdict")}`)])));
}

// --- parts

const COUNTS = ["requests", "answers", "damaged", "unanswered", "stray_bytes"];

function counts(one) {
  const rows = COUNTS.map((name) => h("tr", {}, h("th", { scope: "row" }, word(`technician.${name}`)), h("td", {}, String(one.lately[name])), h("td", {}, String(one.total[name]))));
  const heads = [h("td", {}), h("th", { scope: "col" }, word("technician.lately")), h("th", { scope: "col" }, word("technician.total"))];
  return h("table", { class: "counts" }, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows));
}

const COLOURS = { ready: "", degraded: " amber", lost: " red", quarantined: " red", absent: " red" };

function partCard(one) {
  const failed = one.lately.damaged + one.lately.unanswered;
  const errors = one.lately.requests ? word("technician.errors", { rate: percent((1000 * failed) / one.lately.requests) }) : "";
  const trip = one.round_trip_ms === null ? "" : word("technician.trip", { ms: one.round_trip_ms.toLocaleString(language) });
  const serial = one.failed.length > 0;
  return h("article", { class: "part-card", "data-part": one.part },
    h("h3", {}, h("span", { class: `part${COLOURS[one.state] ?? " amber"}` }, h("b", {}, one.part)), h("span", { class: "state" }, word(`part.${one.state}`))),
    h("p", {}, [one.kind, one.port].filter(Boolean).join(" · ")), one.identity ? h("p", { class: "identity" }, one.identity) : null,
    h("p", {}, [trip, errors].filter(Boolean).join(" · ")),
    serial ? course(one.failed) : null, serial ? h("details", {}, h("summary", {}, word("technician.counters")), counts(one)) : null);
}

// What is open stays open when the figures change.
function showParts(status) {
  const open = new Set([...part("parts").querySelectorAll("details[open]")].map((element) => element.closest("[data-part]").dataset.part));
  const focused = document.activeElement?.closest?.("[data-part]")?.dataset.part;
  const ill = (one) => Number(one.state !== "ready");
  const cards = [...status.parts].sort((one, other) => ill(other) - ill(one)).map(partCard); // what needs a hand comes first
  for (const card of cards.filter((one) => open.has(one.dataset.part))) card.querySelector("details").open = true;
  part("parts").replaceChildren(...titled("technician.parts", h("p", { class: "hint" }, word("technician.release", { release: status.release })), h("div", { class: "part-cards" }, ...cards)));
  if (focused) part("parts").querySelector(`[data-part="${CSS.escape(focused)}"] summary`)?.focus({ preventScroll: true });
}

// --- guided tests

const part_of_tests = (name) => part("tests").querySelector(`[data-of-tests="${name}"]`);
part("tests").replaceChildren(...titled("technician.tests", h("p", { "data-tests": "" }), h("div", { id: "guided", "aria-live": "polite" }), h("div", { "data-of-tests": "sheet" }),
  h("p", { class: "hint" }, word("technician.tests_hint")), h("pre", { class: "command", tabindex: 0 }, "sabot diag test --config table.toml")));
const showGuided = guidedTests(part("guided"), person, () => look(SHEET_EVERY));
part("naming").replaceChildren(...titled("naming.title", h("p", { class: "hint" }, word("naming.hint")), h("div", { id: "names", "aria-live": "polite" })));
const showNaming = namingPanel(part("names"), () => look(SHEET_EVERY));

// A walk that is under way needs its orders before all else.
function showWalks(status) {
  part("technician").classList.toggle("led", Boolean(walks.test.order));
  part("technician").classList.toggle("named", Boolean(walks.naming.order));
  showGuided(walks.test, { ...status, elsewhere: status.test && !led() });
  showNaming(walks.naming, status);
}

const led = () => Boolean(walks?.test.order || walks?.naming.order);

function showTests(status, sheet) {
  const now = status.test ? "technician.test_now" : status.in_hand ? "technician.test_refused" : "technician.test_free";
  setText(part("tests").querySelector("[data-tests]"), word(now));
  rebuild(part_of_tests("sheet"), JSON.stringify(sheet), () => [passSheet(sheet)]);
  if (walks) showWalks(status);
}

// --- the word of the bridge

function showBanners(texts) {
  rebuild(part("banners"), JSON.stringify(texts), () => texts.map((text) => h("p", {}, text)));
}

function show({ status, age_ms }) {
  document.body.dataset.age = age_ms;
  const silent = status && age_ms > OLD_MS ? word("technician.silent", { age: age(age_ms) }) : "";
  const none = status ? "" : word("technician.nothing");
  showBanners([silent, none, status?.test ? word("technician.test_now") : ""].filter(Boolean));
  part("technician").classList.toggle("stale", Boolean(silent));
  if (!status) return;
  showVerdicts(status.verdicts);
  part("map").replaceChildren(...titled("technician.map", tableMap(status.spots), h("p", { class: "hint" }, word("technician.legend"))));
  showParts(status);
  showTests(status, sheet);
}

let sheet = null;
let walks = null;
let status = null;

async function lookAtTest() {
  const found = await send("/test.json", null, "GET");
  const before = led();
  if (found.ok) walks = found;
  if (status && walks) showWalks(status);
  return before && !led();
}

async function look(turn) {
  const wantsSheet = turn % SHEET_EVERY === 0 || await lookAtTest();
  const found = await send(`/technician.json${wantsSheet ? "?sheet=1" : ""}`, null, "GET");
  if (found.refused?.key === "refused.session") return toLogin();
  if (wantsSheet && found.ok) sheet = found.sheet;
  if (!found.ok) return showBanners([say(found.refused)]);
  if (!walks) await lookAtTest();
  status = found.status;
  show(found);
}

for (let turn = 0; ; turn += 1) {
  if (!document.hidden) await (led() && turn % 4 ? lookAtTest() : look(turn));
  await new Promise((done) => setTimeout(done, led() ? STEP_MS : EVERY_MS));
}
