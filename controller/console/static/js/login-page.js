// Log-in, and the set-up of the first account at a table that has none.

import { h } from "./dom.js";
import { send, whoAmI } from "./session.js";
import { getJson, language, loadWords, say, switchLanguage, word } from "./words.js";

const part = (id) => document.getElementById(id);

const about = await getJson("/door.json");
await loadWords(about);
document.title = `${word("people.log_in")} · ${about.table}`;
part("bar").replaceChildren(h("div", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" }), "SABOT"), h("div", { class: "table-name" }, about.table),
  h("nav", {}, h("button", { type: "button", onclick: switchLanguage }, word("label.other_language"))));

const field = (name, attributes) => h("label", {}, h("span", {}, word(`people.${name}`)), h("input", { name, required: true, maxlength: 200, ...attributes }));
const nameField = () => field("name", { type: "text", maxlength: 40, autocomplete: "username", autocapitalize: "words" });
const secretField = (name = "secret") => field(name, { type: "password", autocomplete: name === "secret" ? "current-password" : "new-password" });

// Back to the page that asked, if it is one for this role: a dealer who takes a tablet over from the floor gets the dealer's.
function leave(person) {
  const next = new URLSearchParams(location.search).get("next");
  const pages = Object.keys(about.pages).filter((page) => about.pages[page].includes(person.role));
  location.assign(`${pages.includes(next) ? next : pages[0] ?? "/"}?lang=${language}`);
}

// A form whose answer is said below it.
function form(title, hint, fields, button, ask) {
  const said = h("p", { class: "said", role: "alert" });
  const submit = h("button", { type: "submit", class: "main" }, word(button));
  const element = h("form", { class: "panel", novalidate: true }, h("h1", {}, word(title)), hint ? h("p", { class: "hint" }, word(hint)) : null, ...fields, submit, said);
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(element));
    const missing = fields.find((label) => !label.querySelector("input").value);
    if (missing) return missing.querySelector("input").focus();
    submit.disabled = true;
    const answer = await ask(given);
    submit.disabled = false;
    if (answer.ok) return leave(answer);
    said.textContent = say(answer.refused);
    const secret = element.querySelector("[name=secret]");
    secret.value = "";
    secret.focus();
  });
  return element;
}

const logIn = () => form("people.log_in", null, [nameField(), secretField()], "people.log_in",
  (given) => send("/session", { do: "log_in", name: given.name, secret: given.secret }));

const setUp = () => form("people.set_up", "people.set_up_hint", [field("code", { type: "text", inputmode: "numeric", autocomplete: "off" }), nameField(), secretField(), secretField("again")],
  "people.set_up", (given) => (given.secret === given.again ? send("/session", { do: "set_up", code: given.code, name: given.name, secret: given.secret })
    : { ok: false, refused: { key: "people.not_the_same" } }));

// At a simulated table: one tap.
function demo() {
  const said = h("p", { class: "said", role: "alert" });
  const enter = async (name) => {
    const answer = await send("/session", { do: "log_in", name, secret: about.demo.pin });
    if (answer.ok) leave(answer);
    else said.textContent = say(answer.refused);
  };
  return h("section", { class: "panel" }, h("h1", {}, word("people.demo_title")), h("p", { class: "hint" }, word("people.demo")),
    h("div", { class: "grid" }, ...about.demo.names.map(([role, name]) => h("button", { type: "button", class: "main", "data-demo": role, onclick: () => enter(name) }, word(`role.${role}`)))), said);
}

const person = await whoAmI();
if (person.role) leave(person);
else {
  part("people").replaceChildren(...(about.demo ? [demo()] : [person.vacant ? setUp() : logIn()]));
  part("people").querySelector("input, button").focus();
}
