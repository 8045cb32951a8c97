// Guided tests: the table leads from step to step, the page says its orders and passes on the answers.

import { h, rebuild } from "./dom.js";
import { send } from "./session.js";
import { language, say, word } from "./words.js";

const ENDS = ["antenna", "display", "line"]; // what commissioning looks for, in place of a part's name
const called = (part) => ENDS.includes(part) ? word(`naming.${part}`) : part;

export const fact = (one) => word(`fact.${one.kind}`, one); // what is expected, was seen or refused, as on the sheet
const RESULTS = { pass: "guided.pass", fail: "guided.fail", skip: "guided.skip_result" };
const ENTRIES = ["technician", "licence", "reason", "asset"];

export const button = (text, press, kind = "", name = "") => h("button", { type: "button", class: `key ${kind}`.trim(), "data-word": name || null, onclick: press }, text);

// What the last step has shown.
export const result = (last) => h("p", { class: `result ${last.result}`, "data-result": last.result },
  h("b", {}, word(RESULTS[last.result])), ` ${called(last.part)} · ${last.thing}: ${fact(last.seen)}`);

// The order of a walk, with what the step before has shown and the buttons to answer it.
export const order = (walk, answers) => [
  walk.last ? result(walk.last) : null,
  h("p", { class: "hint" }, walk.step ? `${word("guided.step", { n: walk.step.number, of: walk.step.steps })} · ${called(walk.step.part)} · ${walk.step.thing}` : word("guided.begins")),
  walk.step?.failed ? h("p", { class: "result fail", role: "alert" }, h("b", {}, word("guided.fail")), " ", fact(walk.step.failed)) : null,
  h("p", walk.step?.failed ? { class: "hint" } : { class: "order", "data-order": walk.order.key }, word(`order.${walk.order.key}`, { n: walk.order.number })),
  walk.step ? h("p", { class: "hint" }, word("guided.expected"), " ", fact(walk.step.expected)) : null,
  h("div", { class: "answers" }, ...answers(walk)),
];

// Says an act to the bridge. Returns why it was refused, empty if it was not.
export async function tell(act) {
  const answer = await send("/test.json", act);
  return answer.ok ? "" : say(answer.refused);
}

// A panel that leads a test. `news` is called after an answer was given, `person` is who is logged in.
export function guidedTests(host, person, news) {
  let refused = "";

  async function act(said) {
    refused = await tell(said);
    await news();
  }

  const answers = (test) => {
    const one = (name, kind = "") => button(word(`guided.${name}`), () => act({ do: "answer", turn: test.turn, word: name }), kind, name);
    const accept = () => button(word("guided.accept"), () => act({ do: "answer", turn: test.turn, word: "done" }), "", "done");
    if (!test.step) return [one("leave", "quiet")];
    const first = test.step.failed ? [one("again", "main"), accept()] : test.step.asks ? [one("yes", "main"), one("no", "main")] : [one("done", "main")];
    return [...first, test.step.failed ? null : one("again", "quiet"), one("skip", "quiet"), one("leave", "quiet")];
  };

  function chosenPart(parts) {
    const names = ["", ...parts.map((one) => one.part)];
    const select = h("select", { id: "test-part" }, ...names.map((name) => h("option", { value: name }, name || word("guided.every_part"))));
    return [h("label", { for: "test-part" }, word("guided.part")), select];
  }

  function form(test, parts, free) {
    const inputs = ENTRIES.map((name) => h("input", { id: `test-${name}`, required: true, maxlength: 100, autocomplete: "off", value: name === "technician" ? person.name : "" }));
    const rows = ENTRIES.map((name, at) => [h("label", { for: `test-${name}` }, word(`guided.${name}`)), inputs[at]]);
    const begin = async (event) => {
      event.preventDefault();
      const signer = Object.fromEntries(ENTRIES.map((name, at) => [name, inputs[at].value]));
      await act({ do: "begin", signer, part: host.querySelector("#test-part").value });
    };
    const goOn = () => act({ do: "begin", part: host.querySelector("#test-part").value });
    return [
      h("div", { class: "test-form" }, ...chosenPart(parts)),
      test.signer ? h("p", { class: "left" }, word("guided.kept", { name: test.signer.technician, done: test.done, of: test.done + test.left })) : null,
      test.signer ? h("button", { type: "button", class: "key main", disabled: !free, "data-word": "go_on", onclick: goOn }, word("guided.go_on")) : null,
      h("form", { class: "test-form", onsubmit: begin }, ...rows.flat(), h("button", { type: "submit", class: "key", disabled: !free, "data-word": "begin" }, word(test.signer ? "guided.begin_new" : "guided.begin"))),
    ];
  }

  // Shows how the test stands. A form that is being filled in is not touched: it changes only with the test.
  return function show(test, status) {
    const free = !status.test && !status.in_hand;
    const { elsewhere } = status;
    const parts = status.parts.map((one) => one.part);
    const key = JSON.stringify([test, test.order ? null : [free, parts, elsewhere], refused]);
    const focused = document.activeElement?.dataset?.word;
    const typed = new Map([...host.querySelectorAll("input, select")].map((one) => [one.id, one.value]));
    rebuild(host, key, () => {
      const why = refused || (test.why ? `${fact(test.why)}.` : "");
      const told = why ? h("p", { class: "why", role: "alert" }, why) : null;
      return [told, elsewhere ? h("p", { class: "hint" }, word("guided.elsewhere")) : null, ...(test.order ? order(test, answers) : [test.last ? result(test.last) : null, ...form(test, status.parts, free)])].filter(Boolean);
    });
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
    if (focused && !host.contains(document.activeElement)) host.querySelector(`[data-word="${focused}"], [data-word="done"]`)?.focus({ preventScroll: true });
  };
}

// --- the pass sheet

function save(name, text, kind) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

function print(details) {
  details.open = true;
  document.body.classList.add("printing");
  window.print();
  document.body.classList.remove("printing");
}

export function passSheet(sheet) {
  if (!sheet) return h("p", {}, word("technician.no_sheet"));
  const details = h("details", { class: "pass-sheet" }, h("summary", {}, word("technician.sheet", { name: sheet.name })), h("pre", { class: "sheet-text", tabindex: 0 }, sheet.text[language]));
  const files = [button(word("guided.print"), () => print(details), "quiet", "print"), button(word("guided.save_text"), () => save(`${sheet.name}.txt`, sheet.text[language], "text/plain"), "quiet", "save")];
  if (sheet.data) files.push(button(word("guided.save_data"), () => save(`${sheet.name}.json`, sheet.data, "application/json"), "quiet", "save-data"));
  return h("div", { class: "filed" }, details, h("div", { class: "answers" }, ...files));
}
