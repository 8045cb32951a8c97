// The words of the page in its language, and how sums are written in it.

const RETRY_MS = 1000;
let catalogue = {};
let languages = [];
let numbers = new Intl.NumberFormat("en");
export let language = "en";

function wanted(tableLanguage) {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? tableLanguage;
  return languages.includes(asked) ? asked : languages[0];
}

// `about`: what the console says of the table: its language, and all there are.
export async function loadWords(about) {
  ({ languages } = about);
  language = wanted(about.language);
  catalogue = await getJson(`/words.json?lang=${language}`);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

// The console may be starting again: ask until it answers.
export async function getJson(path) {
  for (;;) {
    try {
      const answer = await fetch(path);
      if (answer.ok) return await answer.json();
    } catch { /* not reachable yet */ }
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

export function switchLanguage() {
  const next = languages[(languages.indexOf(language) + 1) % languages.length];
  localStorage.setItem("lang", next);
  const address = new URL(location.href);
  address.searchParams.set("lang", next);
  location.href = address;
}

export const amount = (value) => numbers.format(value);

export const knows = (key) => key in catalogue;

// Whether a text says this parameter itself.
export const names = (key, parameter) => catalogue[key]?.includes(`{${parameter}}`) ?? false;

// A key that nobody has words for is still said, as well as it can be.
const plain = (key) => key.split(".").at(-1).replaceAll("_", " ");

export function word(key, parameters = {}) {
  const text = catalogue[key];
  const spoken = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, speak(name, value)]));
  if (text === undefined) return [plain(key), ...Object.values(spoken)].join(" ");
  if ("place" in parameters) spoken.into = place(String(parameters.place), "into");
  return text.replace(/\{(\w+)\}/g, (whole, name) => spoken[name] ?? whole);
}

// As controller/pages/catalogue.py says them: sums are grouped, other numbers are not; some values are keys themselves.
const AMOUNTS = new Set(["amount", "small", "big", "ante", "total", "value"]);
const SECTIONS = { role: "role", least: "role", category: "category", act: "act", option: "option", matter: "matter", fault: "fault", field: "field" };

function speak(name, value) {
  if (typeof value === "number") return AMOUNTS.has(name) ? amount(value) : String(value);
  if (name === "place") return place(value);
  if (name === "places") return value.map((one) => place(one)).join(", ");
  if (name === "which") return cards(value);
  if (name === "shares") return value.map(({ seat, amount: sum }) => `${place(`seat:${seat}`)} ${amount(sum)}`).join(", ");
  if (name === "decision") return decision(...value.split(" "));
  return catalogue[`${SECTIONS[name]}.${value}`] ?? value;
}

// An act, with its sum if there is one.
const decision = (act, total) => [catalogue[`act.${act}`] ?? act, ...(total ? [amount(Number(total))] : [])].join(" ");

// Cards in a sentence: by name where everybody has seen them, else by place and order, or by how many they are.
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

function cards({ names, called, seat, nth, count }) {
  if (names.length) return cardNames(names);
  if (called === "unseen") return count === 1 ? catalogue["which.one"] : catalogue["which.many"].replace("{n}", count);
  return catalogue[`which.${called}`].replace("{nth}", nth === null ? "" : ordinal(nth)).replace("{seat}", seat ?? "");
}

// Cards that everybody has seen: "7♥ K♣".
export function cardNames(names) {
  const rank = names[0][0];
  const form = names.length > 1 ? "many" : `card.${rank}` in catalogue ? rank : "one";
  return catalogue[`card.${form}`].replace("{card}", names.map((card) => card[0].replace("T", "10") + SUITS[card[1]]).join(" "));
}

const ordinal = (number) => catalogue[`ordinal.${number}`] ?? catalogue["ordinal.n"].replace("{n}", number);

export const placeName = (text) => place(text);

const place = (text, section = "place") => catalogue[`${section}.${text}`] ?? text;

// What the first of these articles says, in the page's language where it is known.
export const law = (cites, text) => catalogue[`article.${cites[0]?.article}`] ?? text;

// The numbers of these articles.
export const articleNames = (cites) => cites.map((cite) => cite.article).join(", ");

// A Text of the public state.
export const say = (text) => (text ? word(text.key, text.params) : "");

export const time = (date) => date.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
