// The page's words in the reader's language. English texts stand where they are used, and are the keys of the others.

const LANGUAGES = ["en", "fr"];
const ATTRIBUTES = ["aria-label", "alt", "placeholder"];

const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language.slice(0, 2);
export const language = LANGUAGES.includes(asked) ? asked : LANGUAGES[0];
const texts = language === "en" ? {} : await (await fetch(`/static/${language}.json`)).json();
const numbers = new Intl.NumberFormat(language);

export const amount = (value) => numbers.format(value);

export const word = (text, values = {}) => (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

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
  const next = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length];
  localStorage.setItem("lang", next);
  const address = new URL(location.href);
  address.searchParams.set("lang", next);
  location.href = address;
}
