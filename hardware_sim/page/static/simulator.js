// The simulator's page: the table from above, one seat as its player sees it, and the faults of the parts.

import { above } from "./above.js";
import { displays, pictureOf } from "./displays.js";
import { rules } from "./rules.js";
import { lessons } from "./school.js";
import { about, amount, language, otherLanguage, sentence, switchLanguage, translate, word } from "./words.js";

const AGAIN_MS = 1000;
const SAID_MS = 4000;
const SUITS = { s: "♠\uFE0E", h: "♥\uFE0E", d: "♦\uFE0E", c: "♣\uFE0E" };
const COLOURS = ["#e9e4d8", "#b3273a", "#1f7a4d", "#1d232b", "#5b3a8e", "#8f5e0d", "#1f5fa8", "#7a4a2b", "#0f7f86", "#8f2f6b"];
const KEYS = { fold: "Fold", check: "Check", call: "Call", raise: "Raise", minus: "Less", plus: "More", all_in: "All-in", time: "Time" };
const FAULTS = [["Mute", "mute"], ["Garble", "garble", "0.01"], ["Reboot", "reboot"], ["Heal", "heal"]];

const at = (id) => document.getElementById(id);
const sum = (chips) => Object.entries(chips).reduce((total, [value, count]) => total + value * count, 0);
const rising = (chips) => Object.keys(chips).map(Number).filter((value) => chips[value] > 0).sort((a, b) => a - b);

function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

let state = null;
let inHand = {}; // chips taken in hand: denomination → count
let socket = null;
let hiding = null;

translate(document.body);
at("language").addEventListener("click", switchLanguage);
at("language").lang = otherLanguage; // its name is in the other language
at("table-link").href = `http://${location.hostname}:${about.table_port}/?lang=${language}`;
at("answer").href = at("dealer-link").href = `http://${location.hostname}:${about.table_port}/dealer?lang=${language}`;

// --- the simulator ----------------------------------------------------------------------------------------------

function connect() {
  socket = new WebSocket(`ws://${location.host}/live`);
  socket.addEventListener("open", () => {
    at("gone").hidden = true;
    at("gone").textContent = word("The simulator does not answer.");
    over.opened();
  });
  socket.addEventListener("message", (event) => take(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    at("gone").hidden = false;
    setTimeout(connect, AGAIN_MS);
  });
}

const over = above({ at, h, card, rebuild, order: (what) => order(what) });
const rule = rules({ at, h, rebuild, order: (what) => order(what), say: (text) => say(text, true) });
const screens = displays({ at, h, rebuild });
const school = lessons({ at, h, rebuild, order: (what) => order(what) });
const order = (what) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(what));

function take(message) {
  if (message.state) {
    rule.show(message.scenario);
    show(message.state);
    over.show(message.table);
    school.show(message.table);
    screens.show(message.state.displays);
  }
  else say(sentence(message.said), message.ok);
}

function say(text, ok) {
  at("said").textContent = text;
  at("said").className = ok ? "said" : "said no";
  at("said").hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (at("said").hidden = true), SAID_MS);
}

// --- what is shown ----------------------------------------------------------------------------------------------

function show(next) {
  const before = state;
  state = next;
  if (before?.seat !== next.seat) inHand = {};
  for (const value of Object.keys(inHand)) inHand[value] = Math.min(inHand[value], next.stack[value] ?? 0);
  showGlance();
  showSeats();
  at("mine").hidden = at("screen").hidden = next.seat === null;
  if (next.seat !== null) showSeat();
  showParts();
  showPace();
}

function card(name, extra = "") {
  if (name === "joker") return h("span", { class: `card ${extra}`, "aria-label": word(name) }, h("span", {}, "★"));
  if (!/^[2-9TJQKA][cdhs]$/.test(name)) return h("span", { class: `card back ${extra}` });
  const red = "dh".includes(name[1]) ? "red" : "";
  return h("span", { class: `card ${red} ${extra}`, "aria-label": name }, h("span", {}, name[0] === "T" ? "10" : name[0]), h("span", {}, SUITS[name[1]]));
}

function rebuild(element, key, build) {
  const text = JSON.stringify(key);
  if (element.dataset.key === text) return;
  element.dataset.key = text;
  element.replaceChildren(...build());
}

function showGlance() {
  const { pot, phase, turn, seat, to_call, note } = state;
  rebuild(at("glance"), [pot, phase, turn, seat, to_call, note], () => [
    h("div", {}, h("small", {}, word("Pot"), " "), h("b", {}, amount(pot))),
    h("div", {}, h("small", {}, word("Phase"), " "), h("b", {}, phase ? word(phase) : "–")),
    h("div", { class: turn !== null && turn === seat ? "turn yours" : "turn" }, turn === null ? "" : turn === seat ? (to_call ? word("Your turn: {amount} to call", { amount: amount(to_call) }) : word("Your turn")) : word("Seat {number} to act", { number: turn })),
    h("div", { class: "note" }, sentence(note)),
  ]);
}

function showSeats() {
  at("choose").hidden = state.seat !== null;
  const scene = document.body.classList.contains("scene");
  const free = word(scene ? "You see its cards and its display. The scenario plays its chips." : "A simple player leaves the seat to you. You play on with their stack.");
  rebuild(at("choose"), [state.seat, state.free, scene], () => [h("h2", {}, word(scene ? "Look over a player's shoulder" : "Take a seat")),
    h("div", { class: "seats" }, ...state.free.map((seat) => h("button", { type: "button", "data-take": seat, onclick: () => order({ do: "take", seat }) }, word("Seat {number}", { number: seat })))),
    h("p", { class: "soft" }, state.free.length ? free : word("No seat is free just now."))]);
}

function showSeat() {
  rebuild(at("hole"), state.cards, () => state.cards.map((name) => card(name, name ? "lifted" : "")));
  at("hole-hint").textContent = word(state.cards.length ? "Press and hold to look" : "No cards");
  at("throw").disabled = state.cards.length === 0;
  showChips();
  const display = state.displays[state.seat];
  const source = display ? pictureOf(state.seat, display) : "";
  if (at("picture").getAttribute("src") === source) return;
  at("picture").setAttribute("src", source);
  showKeys(display?.page);
}

function chip(value, count, press) {
  const index = Math.round(Math.log10(value) * 2.4) % COLOURS.length;
  const element = h("button", { type: "button", class: "chip", "data-chip": value, "aria-label": word("{n} chips of {amount}", { n: count, amount: amount(value) }) }, short(value), h("i", {}, `×${count}`));
  element.style.setProperty("--c", COLOURS[index]);
  if (index === 0) element.style.setProperty("--t", "#17201d");
  if (index === 0) element.style.borderColor = "#7d2030d9";
  if (press) element.addEventListener("click", press);
  else element.disabled = true;
  if (!press) element.style.opacity = 1;
  if (press && inHand[value]) element.append(h("u", {}, String(inHand[value])));
  return element;
}

const short = (value) => (value >= 1e6 ? `${value / 1e6}M` : value >= 1e4 ? `${value / 1e3}k` : amount(value));

function showChips() {
  rebuild(at("stack"), [state.stack, inHand], () => rising(state.stack).map((value) => chip(value, state.stack[value] - (inHand[value] ?? 0), () => pick(value))));
  rebuild(at("bet"), [state.bet, state.hand], () => rising(state.bet).map((value) => chip(value, state.bet[value])));
  at("stack-total").textContent = amount(sum(state.stack));
  at("bet-total").textContent = sum(state.bet) ? amount(sum(state.bet)) : "";
  at("push").disabled = sum(inHand) === 0;
  at("push").textContent = sum(inHand) ? word("Push {amount}", { amount: amount(sum(inHand)) }) : word("Push");
  at("clear").disabled = sum(inHand) === 0;
  at("back").disabled = sum(state.bet) === 0;
  at("call").disabled = !(state.to_call > 0);
  at("call").textContent = state.to_call > 0 ? word("Call {amount}", { amount: amount(state.to_call) }) : word("Call");
  at("raise").disabled = state.min_raise === null;
  at("raise").textContent = state.min_raise === null ? word("Smallest raise") : word("Raise to {amount}", { amount: amount(state.min_raise) });
  at("all_in").disabled = sum(state.stack) === 0;
}

function showKeys(page) {
  for (const old of at("glass").querySelectorAll("button")) old.remove();
  const percent = (pixels, whole) => `${(pixels / whole) * 100}%`;
  for (const key of about.keys.filter((one) => one.page === page)) {
    const button = h("button", { type: "button", "data-key-name": key.name, "aria-label": word(KEYS[key.name]), onclick: () => order({ do: "press", key: key.name }) });
    Object.assign(button.style, { left: percent(key.x, about.width), top: percent(key.y, about.height),
      width: percent(key.width, about.width), height: percent(key.height, about.height) });
    at("glass").append(button);
  }
}

function showParts() {
  rebuild(at("parts"), state.parts, () => state.parts.map((part) => h("div", { class: part.plugged ? "part" : "part out", "data-part": part.name },
    h("span", {}, h("span", { class: "name" }, part.name), " ", h("small", {}, part.kind), " ", h("small", { class: "bad" }, part.faults.join(", "))),
    h("span", { class: "do" }, fault(part.plugged ? "Pull cable" : "Put back", part.plugged ? "unplug" : "plug", part.name),
      ...FAULTS.map(([label, verb, extra]) => fault(label, verb, part.name, extra))))));
}

const fault = (label, verb, part, extra) => h("button", { type: "button", "data-fault": verb, onclick: () => order({ do: "fault", command: [verb, part, extra].filter(Boolean).join(" ") }) }, word(label));

function showPace() {
  at("pause").textContent = word(state.paused ? "Go on" : "Pause");
  if (document.activeElement !== at("speed")) at("speed").value = state.speed;
  at("speed-text").textContent = `${state.speed.toFixed(1)} s`;
}

// --- what the person does ---------------------------------------------------------------------------------------

function pick(value) {
  if ((inHand[value] ?? 0) < state.stack[value]) inHand[value] = (inHand[value] ?? 0) + 1;
  showChips();
}

function push(chips) {
  const given = Object.fromEntries(Object.entries(chips).filter(([, count]) => count > 0));
  if (sum(given)) order({ do: "push", chips: given });
  inHand = {};
  showChips();
}

// Chips that make up a sum from the stack, largest first. If none do, the least that is more, and change comes back.
function makeUp(wanted) {
  const chips = {};
  let rest = wanted;
  for (const value of rising(state.stack).reverse()) {
    const count = Math.min(state.stack[value], Math.floor(rest / value));
    if (count) chips[value] = count;
    rest -= count * value;
  }
  if (rest > 0) {
    const bigger = rising(state.stack).find((value) => value >= rest && state.stack[value] > (chips[value] ?? 0));
    if (bigger) chips[bigger] = (chips[bigger] ?? 0) + 1;
  }
  return chips;
}

const look = (on) => order({ do: "peek", on });
// The finger stays on the cards' place while the cards under it are drawn again.
at("hole").addEventListener("pointerdown", (event) => {
  event.currentTarget.setPointerCapture(event.pointerId);
  look(true);
});
for (const name of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) at("hole").addEventListener(name, () => look(false));
at("hole").addEventListener("keydown", (event) => event.key === " " && !event.repeat && look(true));
at("hole").addEventListener("keyup", (event) => event.key === " " && look(false));
at("hole").addEventListener("contextmenu", (event) => event.preventDefault());
at("push").addEventListener("click", () => push(inHand));
at("clear").addEventListener("click", () => push({}));
at("call").addEventListener("click", () => push(makeUp(state.to_call)));
at("raise").addEventListener("click", () => push(makeUp(state.min_raise - sum(state.bet))));
at("all_in").addEventListener("click", () => push(state.stack));
at("back").addEventListener("click", () => order({ do: "take_back" }));
at("throw").addEventListener("click", () => order({ do: "throw_cards" }));
at("leave").addEventListener("click", () => order({ do: "leave" }));
at("pause").addEventListener("click", () => order({ do: "pause", on: !state.paused }));
at("speed").addEventListener("change", (event) => {
  order({ do: "speed", seconds: Number(event.target.value) });
  event.target.blur();
});
at("heal").addEventListener("click", () => order({ do: "fault", command: "heal all" }));
at("order").addEventListener("submit", (event) => {
  event.preventDefault();
  if (at("command").value.trim()) order({ do: "fault", command: at("command").value.trim() });
});

connect();
