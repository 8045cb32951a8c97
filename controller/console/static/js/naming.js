// Commissioning: the table leads from place to place, and writes its table file once the technician confirms.

import { h, rebuild } from "./dom.js";
import { button, fact, order, result, tell } from "./guided.js";
import { word } from "./words.js";

// A panel that leads the naming. `news` is called after something was said.
export function namingPanel(host, news) {
  let refused = "";
  let sure = 0; // the turn at which the technician was asked whether to write

  async function act(said) {
    refused = await tell(said);
    sure = 0;
    await news();
  }

  const answers = (naming) => {
    const one = (label, name, kind = "") => button(word(label), () => act({ do: "name_answer", turn: naming.turn, word: name }), kind, name);
    const leave = one("guided.leave", "leave", "quiet");
    if (!naming.step) return [leave];
    const first = naming.step.failed ? one("guided.again", "again", "main") : one("guided.done", "done", "main");
    const again = naming.step.failed ? null : one("guided.again", "again", "quiet");
    return [first, again, one("guided.skip", "skip", "quiet"), one("naming.none", "no", "quiet"), leave];
  };

  function choice(naming, parts, free) {
    const names = [...naming.names.map((one) => one.name), ...parts];
    if (!names.length) return [];
    const select = h("select", { id: "name-again" }, ...names.map((name) => h("option", { value: name }, name)));
    const again = () => act({ do: "name", only: host.querySelector("#name-again").value });
    return [h("label", { for: "name-again" }, word("naming.again")), select,
      h("button", { type: "button", class: "key", disabled: !free, "data-word": "name_again", onclick: again }, word("naming.again_button"))];
  }

  function write(naming, shown) {
    if (naming.written) return [h("p", { class: "result pass", role: "status" }, `${fact(naming.written)}.`)];
    if (!naming.writable && !naming.thresholds) return [];
    const ask = () => { sure = naming.turn; shown(); };
    const put = (label, sensing, kind) => button(word(`naming.${label}`), () => act({ do: "name_write", turn: naming.turn, sensing }), kind, label);
    if (sure !== naming.turn) return [h("p", {}, word("naming.differs")), h("div", { class: "answers" }, button(word("naming.write"), ask, "", "write"))];
    return [h("p", { class: "why", role: "alert" }, word("naming.sure")), h("div", { class: "answers" },
      naming.writable ? put("write_now", false, "main") : null, naming.thresholds ? put("write_sensing", true, "") : null, button(word("naming.not_yet"), () => { sure = 0; shown(); }, "quiet", "not_yet"))];
  }

  function stands(naming, status, shown) {
    const free = !status.test && !status.in_hand;
    const begun = naming.names.length > 0;
    const begin = (label, said, kind) => h("button", { type: "button", class: `key ${kind}`, disabled: !free, "data-word": label, onclick: () => act(said) }, word(`naming.${label}`));
    return [
      naming.last ? result(naming.last) : null,
      begun ? h("p", { class: "left" }, word("naming.found", { done: naming.names.length, left: naming.left })) : h("p", {}, word("naming.nothing")),
      h("div", { class: "answers" }, naming.left || !begun ? begin(begun ? "go_on" : "begin", { do: "name" }, "main") : null, begun ? begin("anew", { do: "name", anew: true }, "quiet") : null),
      h("div", { class: "test-form" }, ...choice(naming, status.parts.map((one) => one.part), free)),
      naming.remarks.length ? h("ul", { class: "remarks" }, ...naming.remarks.map((one) => h("li", {}, `${fact(one)}.`))) : null,
      begun ? h("details", { class: "names" }, h("summary", {}, word("naming.names")), h("table", { class: "counts" },
        h("thead", {}, h("tr", {}, ...["place", "end", "reads", "others"].map((one) => h("th", { scope: "col" }, word(`naming.${one}`))))),
        h("tbody", {}, ...naming.names.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), h("td", {}, one.end), h("td", {}, one.reads), h("td", {}, one.others)))))) : null,
      ...write(naming, shown),
    ];
  }

  // Shows how the naming stands. What is chosen and what is open stays.
  return function show(naming, status) {
    const shown = () => show(naming, status);
    const key = JSON.stringify([naming, naming.order ? null : [status.test, status.in_hand, status.parts.map((one) => one.part)], refused, sure]);
    const focused = document.activeElement?.dataset?.word;
    const chosen = host.querySelector("#name-again")?.value;
    const open = host.querySelector("details")?.open;
    rebuild(host, key, () => {
      const why = refused || (naming.why ? `${fact(naming.why)}.` : "");
      return [why ? h("p", { class: "why", role: "alert" }, why) : null, ...(naming.order ? order(naming, answers) : stands(naming, status, shown))].filter(Boolean);
    });
    const select = host.querySelector("#name-again");
    if (select && [...select.options].some((one) => one.value === chosen)) select.value = chosen;
    if (open) host.querySelector("details")?.setAttribute("open", "");
    if (focused && !host.contains(document.activeElement)) host.querySelector(`[data-word="${focused}"], [data-word="done"], [data-word="write_now"]`)?.focus({ preventScroll: true });
  };
}
