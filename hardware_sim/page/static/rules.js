// The scenario that is played at the table, and the list of all of them by article.

const BEING_MADE = 202;
const AGAIN_MS = 500;
const MOST_ROWS = 200; // more than a person reads; the search says how many there are
const STAGES = {
  setting_up: "Wait some seconds: the table is being set up.",
  refused: "Choose another one: no reader senses what this one needs.",
  failed: "Choose another one: there is no such table.",
};
const ANOTHER = "Wait some seconds: another table is being set up.";

import { language, law, sentence, word } from "./words.js";

export function rules({ at, h, rebuild, order, say }) {
  let before = null; // what was shown last
  let all = null; // the list, once it has been asked for

  // --- the scenario at the table --------------------------------------------------------------------------------

  function show(scenario) {
    const key = JSON.stringify(scenario);
    if (before === key) return;
    before = key;
    at("rule").hidden = at("written").hidden = scenario === null;
    at("robots").hidden = scenario !== null;
    document.body.classList.toggle("scene", scenario !== null);
    at("rule").dataset.stage = scenario === null ? "" : scenario.stage;
    if (scenario === null) return;
    at("rule-name").replaceChildren(written(scenario.name));
    at("rule-place").textContent = word("{source}, under {book}", { source: `${scenario.source}:${scenario.line}`, book: scenario.book });
    at("rule-stage").textContent = stage(scenario);
    at("rule-stage").dataset.stage = fails(scenario) ? "fails" : scenario.stage;
    at("go-on").disabled = scenario.stage !== "waiting";
    at("next-rule").disabled = !scenario.next;
    at("next-rule").title = scenario.next;
    rebuild(at("rule-checked"), scenario.checked, () => titled(word("Expected"), scenario.checked.map(check)));
    rebuild(at("rule-answers"), scenario.answers, () => titled(word("The table answered"), scenario.answers.map(answer)));
    rebuild(at("rule-trouble"), scenario.trouble, () => titled(word(scenario.stage === "refused" ? "Why" : "Not as expected"), scenario.trouble.map((text) => h("p", { class: "miss" }, written(text)))));
    rebuild(at("rule-shows"), [scenario.shows, scenario.notes], () => [...scenario.shows.map(article), ...scenario.notes.map((text) => h("p", {}, written(text)))]);
    rebuild(at("rule-script"), [scenario.source, scenario.script, scenario.at, scenario.stage], () => scenario.script.map((line) => scriptLine(line, scenario)));
    bring(at("rule-script"), scenario);
  }

  const fails = (scenario) => scenario.checked.some((one) => one.miss) || (scenario.stage === "ended" && scenario.verdict !== "passed");

  function stage(scenario) {
    if (scenario.stage === "ended") return word(scenario.verdict === "passed" ? "The end. All was as expected." : "The end. Not all was as expected.");
    if (scenario.stage === "playing") return word("Line {n} is played.", { n: scenario.at });
    if (scenario.stage !== "waiting") return word(STAGES[scenario.stage]);
    return word(fails(scenario) ? "Go on when you have read it: line {n} does not hold." : "Go on when you have read it: line {n} holds.", { n: scenario.at });
  }

  const titled = (title, children) => (children.length ? [h("h2", {}, title), ...children] : []);

  const check = (one) => h("p", { class: one.miss ? "miss" : "holds" }, h("b", {}, one.miss ? "✗ " : "✓ "), written(one.miss || one.text), h("span", { class: "hidden" }, " ", word(one.miss ? "does not hold" : "holds")));

  const article = (one) => h("p", {}, h("b", {}, one.article), one.sentence === one.article ? "" : ` ${law(one.article, one.sentence)}`);

  const answer = (one) => h("div", { class: "answer" }, h("p", {}, h("small", {}, word(one.kind)), " ", one.text[language]), ...one.cites.map(article));

  // What a writer of scenarios has written, and how it failed: in the language of scenarios, which is English.
  const written = (text) => h("span", { lang: "en" }, text);

  function scriptLine(line, scenario) {
    const now = line.number === scenario.at && scenario.stage !== "ended";
    const item = h("li", { value: line.number, class: `${line.expects ? "expects" : "act"}${now ? " now" : ""}` }, line.text);
    if (now) item.setAttribute("aria-current", "step");
    return item;
  }

  function bring(list, scenario) {
    const now = list.querySelector(".now");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
    else if (scenario.stage === "setting_up") list.scrollTop = 0;
  }

  // --- the list -------------------------------------------------------------------------------------------------

  async function open() {
    if (!at("library").open || all) return;
    at("found").textContent = word("Wait some seconds: the scenarios are being read.");
    const answer = await fetch("/scenarios.json").catch(() => null);
    if (answer === null || answer.status === BEING_MADE) setTimeout(open, AGAIN_MS);
    else if (answer.ok) {
      all = prepared(await answer.json());
      list();
    } else at("found").textContent = `${sentence(await answer.json())} ${word("Close the list and open it again.")}`;
  }

  // Each article with its scenarios, and of each scenario the words by which it is found.
  function prepared({ articles, scenarios }) {
    const sentences = new Map(articles.map((one) => [one.id, `${one.sentence} ${law(one.id, "")}`]));
    for (const one of scenarios) {
      const cited = one.articles.map((id) => `${id} ${sentences.get(id)}`);
      one.words = [one.name, one.source, ...one.books, ...cited].join(" ").toLowerCase();
    }
    const of = (id) => scenarios.filter((one) => (id ? one.articles.includes(id) : !one.articles.length));
    return { scenarios, articles: articles.map((one) => ({ id: one.id, text: law(one.id, one.sentence), scenarios: of(one.id) })) };
  }

  function list() {
    if (!all) return;
    const words = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) {
      at("found").textContent = word("{scenarios} scenarios, {articles} articles", { scenarios: all.scenarios.length, articles: all.articles.length });
      at("listed").replaceChildren(...all.articles.map(group));
      return;
    }
    const found = all.scenarios.filter((one) => words.every((word) => one.words.includes(word)));
    const more = found.length > MOST_ROWS ? word(", the first {n} are shown", { n: MOST_ROWS }) : "";
    at("found").textContent = word("{n} scenarios found", { n: found.length }) + more;
    at("listed").replaceChildren(...found.slice(0, MOST_ROWS).map(row));
  }

  function group({ id, text, scenarios }) {
    const details = h("details", {}, h("summary", {}, h("b", {}, id || word("No article")), ` ${text} `, h("small", {}, `(${scenarios.length})`)));
    details.addEventListener("toggle", () => details.open && details.children.length === 1 && details.append(...scenarios.map(row)), { once: true });
    return details;
  }

  function row(one) {
    const play = (book) => {
      order({ do: "play_scenario", source: one.source, line: one.line, book });
      at("gone").textContent = word(ANOTHER);
      say(word(ANOTHER));
      window.scrollTo(0, 0);
    };
    const books = one.books.map((book) => h("button", { type: "button", "aria-label": word("Play under {book}: {name}", { book, name: one.name }), onclick: () => play(book) }, `▶ ${book}`));
    return h("div", { class: "row" }, h("span", {}, written(one.name), " ", h("small", {}, `${one.source}:${one.line}`)), h("span", { class: "do" }, ...books));
  }

  at("library").addEventListener("toggle", open);
  at("find").addEventListener("input", list);
  at("go-on").addEventListener("click", () => order({ do: "go_on" }));
  at("again").addEventListener("click", () => order({ do: "again" }));
  at("next-rule").addEventListener("click", () => order({ do: "next_scenario" }));
  at("to-robots").addEventListener("click", () => {
    order({ do: "leave_scenario" });
    at("gone").textContent = word(ANOTHER);
  });
  return { show };
}
