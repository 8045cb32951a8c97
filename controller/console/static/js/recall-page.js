// The last ten hands and the current one, step by step, as the journal has them. A latched fault does not hide it.

import { h } from "./dom.js";
import { me, nameButton } from "./session.js";
import { getJson, language, loadWords, say, word } from "./words.js";

const HANDS = 10; // before the current one
const part = (id) => document.getElementById(id);

const about = await getJson("/door.json");
await loadWords(about);
document.title = `${word("recall.title")} · ${about.table}`;
const person = await me();
part("bar").replaceChildren(h("div", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" }), "SABOT"), h("div", { class: "table-name" }, about.table),
  h("nav", {}, nameButton(person), h("a", { href: `/floor?lang=${language}` }, word("label.floor_page"))));

const said = h("p", { class: "said", role: "alert" });
const steps = h("ol", { class: "steps", id: "steps" });
const heading = h("h1", {});

async function show(back) {
  heading.textContent = `${word("recall.title")} · ${named(back)}`;
  const found = await fetch(`/recall.json?back=${back}`).then((answer) => answer.json()).catch(() => ({ refused: { key: "entry.no_connection" } }));
  const nothing = found.steps && !found.steps.length ? word("recall.empty") : "";
  said.textContent = say(found.refused) || nothing;
  steps.replaceChildren(...(found.steps ?? []).map((step) =>
    h("li", { value: step.record }, h("b", {}, headOf(step)), ...step.lines.map((line) => h("div", { class: "step-line" }, lineOf(line))))));
}

// When, from whom, what, and why it was refused.
function headOf({ time, source, kind, role, by, refused }) {
  const who = by ? `${word(`role.${role}`)} ${by}` : word(`from.${source}`);
  return [time, who, word(`record.${kind}`), refused ? `${word("entry.refused")}: ${refused}` : ""].filter(Boolean).join(" · ");
}

// Its name in words, and its values as they were recorded.
const lineOf = ({ name, values }) => `${word(`record.${name}`)}: ${values}`;

function named(back) {
  return back ? word("recall.before", { count: back }) : word("recall.current");
}

const choice = h("select", { id: "back", "aria-label": word("recall.hand") },
  ...Array.from({ length: HANDS + 1 }, (_, back) => h("option", { value: back }, named(back))));
choice.addEventListener("change", () => show(Number(choice.value)));
const again = h("button", { type: "button", onclick: () => show(Number(choice.value)) }, word("recall.again"));
part("recall").replaceChildren(h("section", { class: "panel wide" }, heading, choice, again, said, steps));
await show(0);
