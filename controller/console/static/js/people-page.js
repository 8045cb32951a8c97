// The accounts of the table: the director adds, resets and removes people, and ends their sessions.

import { h } from "./dom.js";
import { me, nameButton, send } from "./session.js";
import { askLine, askOne } from "./sheets.js";
import { getJson, language, loadWords, say, word } from "./words.js";

const LONGEST_SECRET = 200;
const part = (id) => document.getElementById(id);

const about = await getJson("/door.json");
await loadWords(about);
document.title = `${word("people.title")} · ${about.table}`;
const person = await me();
part("bar").replaceChildren(h("div", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" }), "SABOT"), h("div", { class: "table-name" }, about.table),
  h("nav", {}, nameButton(person), h("a", { href: `/floor?lang=${language}` }, word("label.floor_page"))));

const said = h("p", { class: "said", role: "alert" });
const list = h("div", { class: "accounts" });

async function ask(body) {
  const answer = await send("/people.json", body);
  said.textContent = answer.ok ? "" : say(answer.refused);
  if (answer.ok) show(answer.people);
  return answer.ok;
}

async function reset(name) {
  const secret = await askLine(word("people.new_secret", { name }), "", LONGEST_SECRET, word("people.secret_hint"));
  if (secret !== null) await ask({ do: "people_reset", name, secret });
}

async function remove(name) {
  if (await askOne(word("people.remove_who", { name }), [[word("people.remove"), "yes"]])) await ask({ do: "people_remove", name });
}

function show(people) {
  list.replaceChildren(...people.map(({ name, role, sessions }) => {
    const button = (what, press) => h("button", { type: "button", class: "entry", "data-do": what, onclick: press }, word(`people.${what}`));
    return h("div", { class: "account", "data-name": name }, h("b", {}, name), h("span", {}, word(`role.${role}`)),
      h("span", { class: "sessions" }, sessions ? word("people.sessions", { count: sessions }) : ""),
      button("reset", () => reset(name)), button("end", () => ask({ do: "people_end", name })), button("remove", () => remove(name)));
  }));
}

const role = h("select", { name: "role" }, ...about.roles.map((name) => h("option", { value: name }, word(`role.${name}`))));
role.value = "dealer";
const add = h("form", { class: "panel", novalidate: true }, h("h1", {}, word("people.add")),
  h("label", {}, h("span", {}, word("people.name")), h("input", { name: "name", type: "text", maxlength: 40, autocomplete: "off" })),
  h("label", {}, h("span", {}, word("people.role")), role),
  h("label", {}, h("span", {}, word("people.secret")), h("input", { name: "secret", type: "password", maxlength: LONGEST_SECRET, autocomplete: "new-password" })),
  h("p", { class: "hint" }, word("people.secret_hint")), h("button", { type: "submit", class: "main" }, word("people.add")));
add.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(add));
  const missing = ["name", "secret"].find((name) => !given[name]);
  if (missing) add.querySelector(`[name=${missing}]`).focus();
  else if (await ask({ do: "people_add", ...given })) add.reset();
});

part("people").replaceChildren(h("section", { class: "panel wide" }, h("h1", {}, word("people.title")), list, said), add);
const first = await fetch("/people.json").then((answer) => answer.json());
if (first.people) show(first.people);
else said.textContent = say(first.refused);
