// The page's words in the reader's language. English texts stand where they are used, and are the keys of the others.

export const about = await (await fetch("/about.json")).json();
const LANGUAGES = about.languages;
const ATTRIBUTES = ["aria-label", "alt", "placeholder"];

const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language.slice(0, 2);
export const language = LANGUAGES.includes(asked) ? asked : LANGUAGES[0];
export const otherLanguage = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length];
const texts = language === "en" ? {} : await (await fetch(`/static/${language}.json`)).json();
const numbers = new Intl.NumberFormat(language);

export const amount = (value) => numbers.format(value);

export const word = (text, values = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// A sentence of the simulator, with what it names.
export const sentence = ({ text, values }) => word(text, values.mistake ? { ...values, mistake: word(values.mistake) } : values);

// What an article says, which the simulator knows in English.
const laws = language === "en" ? {} : await (await fetch(`/articles.json?lang=${language}`)).json();
export const law = (id, english) => laws[id.split("#")[0]] ?? english;

// The texts that stand in the page itself.
export function translate(root) {
  document.documentElement.lang = language;
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const text = nodes.currentNode.data.trim();
    if (text) nodes.currentNode.data = nodes.currentNode.data.replace(text, word(text));
  }
  for (const name of ATTRIBUTES) for (const element of root.querySelectorAll(`[${name}]`)) element.setAttribute(name, word(element.getAttribute(name)));
}

export function switchLanguage() {
  localStorage.setItem("lang", otherLanguage);
  const address = new URL(location.href);
  address.searchParams.set("lang", otherLanguage);
  location.href = address;
}
