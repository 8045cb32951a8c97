// The table from above: what lies where, and what the table asks the dealer to do.

import { carrying } from "./carry.js";
import { about, amount, language, word } from "./words.js";

const { spots } = about; // each place by its name: its kind, whose it is, what goes there

// In percent of the felt, from its left upper corner. `wide`: a screen. `tall`: a telephone.
const SEATS = {
  wide: [[24, 85], [9, 69], [6, 44], [14, 21], [36, 9], [64, 9], [86, 21], [94, 44], [91, 69], [76, 85]],
  tall: [[12, 78], [12, 63], [12, 48], [12, 33], [19, 7], [81, 7], [88, 33], [88, 48], [88, 63], [88, 78]],
};
const BETS = {
  wide: [[29, 66], [20, 57], [18, 43], [25, 31], [39, 26], [61, 26], [75, 31], [82, 43], [80, 57], [71, 66]],
  tall: [[31, 78], [31, 63], [31, 48], [31, 33], [40.5, 7], [59.5, 7], [69, 33], [69, 48], [69, 63], [69, 78]],
};
const BOARD = { wide: [36.4, 6.8, 42], tall: [20, 15, 20] };
const MIDDLE = {
  wide: { spare: [50, 27], shoe: [39, 89], muck: [39, 69], off: [61, 72], dealer: [50, 88], pot: [50, 58], tray: [61, 88], drop: [50, 73] },
  tall: { spare: [49, 93], shoe: [25, 93], muck: [50, 56], off: [50, 68], dealer: [50, 80], pot: [50, 32], tray: [68, 93], drop: [50, 44] },
};
const DOOR = { wide: [93, 92], tall: [88, 93] };
const NAMES = { muck: "Muck", off: "Burns, ground", dealer: "Your hand", pot: "Pot", tray: "Tray", drop: "Drop", spare: "Other cards" };
const NUMBERED = { seat: "Seat {number}", bet: "Bet {number}", stack: "Stack {number}", board: "Board {number}" };
const TALL_PX = 640; // as in simulator.css
const TURNS = ["card", "shoe"]; // what can be turned over: the next card of the shoe is boxed then
const BUTTONS = { collect: "collect", sweep: "sweep", shuffle: "shuffle", done: "done", answer: "answer" }; // those that the table may wait for
const SAID = 4; // more alarms than these would hide what to do now

export function above({ at, h, card, rebuild, order }) {
  let table = null;
  const hand = carrying({ felt: at("felt"), put, changed: () => show(table), goalOf });

  const shape = () => (window.innerWidth > TALL_PX ? "wide" : "tall");
  const isYours = () => table.by_hand || table.school?.lesson === "pupil";

  function show(next) {
    table = next;
    const form = shape();
    if (!hand.held) keepingFocus(at("felt"), () => rebuild(at("felt"), [next, form, hand.picked], () => [...shoe(form), ...door(form), ...boards(form), ...middle(form), ...next.seats.flatMap((seat) => ofSeat(form, seat))]));
    rebuild(at("says"), next.says[language], () => said(next.says[language]).map((text) => h("p", {}, text)));
    at("by-hand").setAttribute("aria-pressed", String(next.by_hand));
    at("by-hand").textContent = word(next.by_hand ? "Let the robot deal" : "Deal yourself");
    at("by-hand").disabled = next.mistakes.length === 0;
    at("by-word").hidden = !isYours();
    at("finish").hidden = !next.by_hand || next.school !== null;
    at("turn").hidden = !hand.picked || !TURNS.includes(hand.picked.kind);
    for (const [due, id] of Object.entries(BUTTONS)) at(id).classList.toggle("due", isYours() && next.due?.button === due);
    at("answer").hidden = !(isYours() && next.due?.button === "answer");
    at("hint").textContent = hint();
    rebuild(at("mistakes"), next.mistakes, () => next.mistakes.map((name) => h("option", { value: name }, word(name))));
    at("wish").disabled = at("now-and-then").disabled = next.mistakes.length === 0 || next.by_hand;
    at("wished").textContent = next.wished ? word("The next hand: {mistake}.", { mistake: word(next.wished) }) : "";
    at("now-and-then").checked = next.now_and_then;
  }

  // What to do now stands last, so the first ones are left out.
  const said = (texts) => (texts.length <= SAID ? texts : [word("{n} more on the dealer's page", { n: texts.length - SAID + 1 }), ...texts.slice(1 - SAID)]);

  // The felt is drawn anew whenever something moves. What had the keyboard has it again afterwards, or what lies there now.
  function keepingFocus(element, draw) {
    const had = element.contains(document.activeElement) ? document.activeElement : null;
    const [focused, place] = [had?.dataset.focus, had?.closest("[data-place]")?.dataset.place];
    draw();
    if (!focused || element.contains(document.activeElement)) return;
    const next = [`[data-focus="${focused}"]`, `[data-place="${place}"] button`, "[data-thing=shoe]"].map((one) => element.querySelector(one));
    next.find((one) => one && (one.tabIndex >= 0))?.focus({ preventScroll: true });
  }

  function goalOf({ origin }) {
    return isYours() && table.due?.origins.includes(origin) ? table.due.goal : "";
  }

  const isDealt = () => Object.entries(table.places).some(([place, there]) => spots[place].kind === "seat" && there.cards.length);

  function hint() {
    const { due } = table;
    if (!isYours()) return word("Watch: the robot deals. You may still move things.");
    if (hand.picked) return word(goalOf(hand.picked) ? "Tap the place where it goes. By keyboard: a seat's digit, or Enter again for the green place." : "Tap the place where it goes, or press a seat's digit.");
    if (!due) return word(table.by_hand && !table.school && isDealt() ? "Press “Finish this hand” to deal at once, or wait." : "Wait: the players act, or the robot shuffles.");
    if (due.button === "answer") return word("Answer the question on the dealer's page.");
    if (due.button === "collect") return word("Press “Take in all cards”.");
    if (due.button === "shuffle") return word("Press “Shuffle the deck”.");
    if (due.button === "sweep") return word("Press “Sweep the bets”, or drag them into the pot.");
    const isTold = due.button === "done"; // no sensor sees that it is made
    if (!due.goal && !due.origins.length) return word("Press “Say it is done”.");
    if (due.origins[0] === "shoe" && spots[due.goal]?.kind === "seat") return word("Drag a card from the shoe to {place}. Or to a wrong seat: what does the table say?", { place: labelOf(due.goal) });
    const way = due.goal ? word("Drag it from the amber place to the green one: {place}.", { place: labelOf(due.goal) }) : word("Do that at the place in amber.");
    return isTold ? `${way} ${word("Then press “Say it is done”.")}` : way;
  }

  // --- places ---------------------------------------------------------------------------------------------------

  const there = (place) => table.places[place] ?? { cards: [], chips: 0 };

  function labelOf(place) {
    const { kind, number } = spots[place];
    if (number) return word(NUMBERED[kind], { number });
    return place === "shoe" ? word("Shoe, {n} cards", { n: table.stub }) : word(NAMES[place] ?? "the deck");
  }

  function spot(place, [left, top], ...inside) {
    const { picked } = hand;
    const label = labelOf(place);
    const marks = isYours() && table.due ? [table.due.origins.includes(place) && "from", table.due.goal === place && "to"].filter(Boolean) : [];
    const element = h("div", { class: ["spot", picked ? "target" : "", ...marks].join(" ").trim(), "data-place": place, "data-focus": place, role: "group", "aria-label": label }, h("small", {}, label), ...inside);
    if (picked) {
      element.tabIndex = 0;
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", word("Lay it at {place}", { place: label }));
    }
    Object.assign(element.style, { left: `${left}%`, top: `${top}%` });
    hand.layable(element, place);
    return element;
  }

  function cardsOf(place) {
    const { cards } = there(place);
    const antenna = spots[place].reads === "cards" ? table.antennas[place] : null;
    return h("div", { class: "cards" }, ...cards.map((face, nth) => thing({ kind: "card", origin: place, nth }, word("{what} at {place}", { what: face || word("card face down"), place: labelOf(place) }), card(face))), readBy(antenna, antenna?.cards, cards.length));
  }

  // What an antenna reads right now, while that layer is on. Amber: not what lies there.
  function readBy(antenna, read, lies) {
    if (!antenna) return "";
    const state = antenna.failed ? "failed" : read !== lies ? "off" : lies ? "right" : "none";
    return h("span", { class: `read ${state}` }, h("span", { "aria-hidden": "true" }, "\u25c9 "), h("span", { class: "hidden" }, word("reads"), " "), antenna.failed ? word("jammed") : h("span", { class: read || lies ? "" : "hidden" }, amount(read)));
  }

  function moneyOf(place) {
    const { chips } = there(place);
    const antenna = spots[place].reads === "chips" ? table.antennas[place] : null;
    const money = moneyAt(place, chips);
    return antenna ? h("div", { class: "stack" }, money, readBy(antenna, antenna.chips, chips)) : money;
  }

  function moneyAt(place, chips) {
    return chips ? thing({ kind: "chips", origin: place }, word("{amount} in chips at {place}", { amount: amount(chips), place: labelOf(place) }), h("span", { class: "money" }, amount(chips))) : "";
  }

  const shoe = (form) => [spot("shoe", MIDDLE[form].shoe, h("div", { class: "cards" }, table.stub ? thing({ kind: "shoe", origin: "shoe" }, word("the next card of the shoe"), card("")) : "", readBy(table.antennas.shoe, table.antennas.shoe?.cards, table.antennas.shoe?.cards)), cardsOf("deck"), hatch("lid", "Lid closed", "Lid open"))];

  // The shoe's lid and the service door, with the switches that see them.
  function hatch(which, closed, open) {
    if (table[which] === null) return "";
    const button = h("button", { type: "button", class: table[which] ? "hatch" : "hatch open", "data-focus": which, "data-hatch": which }, word(table[which] ? closed : open));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      order({ do: which, closed: !table[which] });
    });
    return button;
  }

  function door(form) {
    if (table.door === null) return [];
    const element = h("div", { class: "spot aside" }, hatch("door", "Door closed", "Door open"));
    const [left, top] = DOOR[form];
    Object.assign(element.style, { left: `${left}%`, top: `${top}%` });
    return [element];
  }

  function boards(form) {
    const [left, step, top] = BOARD[form];
    return [1, 2, 3, 4, 5].map((number) => spot(`board:${number}`, [left + step * (number - 1), top], cardsOf(`board:${number}`)));
  }

  const middle = (form) => Object.keys(NAMES).map((place) => spot(place, MIDDLE[form][place], cardsOf(place), moneyOf(place)));

  function ofSeat(form, seat) {
    const button = table.button === seat ? thing({ kind: "button", origin: `seat:${seat}` }, word("the dealer button"), h("span", { class: "dot" }, "D")) : "";
    const cap = moneyOf(`seat:${seat}`);
    if (cap) cap.classList.add("cap");
    return [
      spot(`seat:${seat}`, SEATS[form][seat - 1], cardsOf(`seat:${seat}`), cap, moneyOf(`stack:${seat}`), button),
      spot(`bet:${seat}`, BETS[form][seat - 1], moneyOf(`bet:${seat}`)),
    ];
  }

  function thing(what, label, inside) {
    const name = what.nth ? `${what.kind}@${what.origin}/${what.nth}` : `${what.kind}@${what.origin}`;
    const button = h("button", { type: "button", "aria-label": label, "data-thing": what.kind, "data-focus": name }, inside);
    hand.liftable(button, what);
    return button;
  }

  // --- laying ---------------------------------------------------------------------------------------------------

  // `onCard`: chips go onto the cards that lie there, as a player protects them.
  function put(what, place, onCard) {
    const { cards_to, chips_to, seat } = spots[place];
    if (what.kind === "chips") carry(what.origin, onCard ? place : chips_to);
    else if (place === what.origin) return;
    else if (what.kind === "button") seat && order({ do: "put_button", seat });
    else if (cards_to && what.kind === "card") order({ do: "lay", origin: what.origin, nth: what.nth, place: cards_to });
    else if (cards_to) order({ do: "draw", place: cards_to });
  }

  function carry(origin, place) {
    if (!place || place === origin || !spots[place].chips_to) return;
    const { kind } = spots[origin];
    if (kind === "seat" || (kind === "bet" && place === "pot")) order({ do: "carry", origin, place });
    else ask(origin, place);
  }

  // How much of the chips goes there. What the table asks for stands there already.
  function ask(origin, place) {
    const all = there(origin).chips;
    const isDue = table.due?.amount && table.due.origins.includes(origin) && spots[table.due.goal]?.chips_to === place;
    at("carry-what").textContent = word("How much of {amount}?", { amount: amount(all) });
    Object.assign(at("carry-amount"), { max: all, value: isDue ? table.due.amount : all });
    at("carry").onclose = () => {
      const wanted = Number(at("carry-amount").value);
      if (at("carry").returnValue === "yes") order(wanted === all ? { do: "carry", origin, place } : { do: "carry", origin, place, amount: wanted });
    };
    at("carry").returnValue = "";
    at("carry").showModal();
    at("carry-amount").select();
  }

  at("carry-not").addEventListener("click", () => at("carry").close());
  at("by-hand").addEventListener("click", () => {
    if (!table.by_hand && shape() === "tall") at("above").scrollIntoView(); // the shoe is at the lower end of a telephone
    order({ do: "deal_by_hand", on: !table.by_hand });
  });
  at("finish").addEventListener("click", () => order({ do: "finish" }));
  at("collect").addEventListener("click", () => order({ do: "collect" }));
  at("sweep").addEventListener("click", () => order({ do: "sweep" }));
  at("shuffle").addEventListener("click", () => order({ do: "shuffle" }));
  at("done").addEventListener("click", () => order({ do: "done" }));
  at("antennas").addEventListener("change", (event) => order({ do: "antennas", on: event.target.checked }));
  at("turn").addEventListener("click", () => {
    const { origin, nth } = hand.picked;
    hand.drop();
    order({ do: "turn", origin, nth: nth ?? 0 });
  });
  at("wish").addEventListener("click", () => order({ do: "mistake", name: at("mistakes").value }));
  at("now-and-then").addEventListener("change", (event) => order({ do: "now_and_then", on: event.target.checked }));
  window.addEventListener("resize", () => table && show(table));
  // A new connection knows nothing of what this browser looks at.
  const opened = () => at("antennas").checked && order({ do: "antennas", on: true });
  return { show, opened };
}
