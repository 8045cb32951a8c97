// A table in trouble is heard: a sound and the title of the page, beside the question or fault that stands on it. The sound
// is made here and not loaded. It can be muted, and the button says so while the browser does not allow it yet.

import { h, rebuild } from "./dom.js";
import { word } from "./words.js";

const AGAIN_MS = 30_000; // as long as somebody needs to come to the table. Then it is heard once more
const TONE_S = 0.18;
const LOUD = 0.2; // of full scale: to be heard beside a table, not across the room
const MUTED = "off";

// What is heard, the gravest first: tones in Hz.
const TONES = { fault: [440, 330, 440, 330], asked: [660, 880], part: [550, 440] };
const OUT = ["lost", "quarantined"];

// {name of what is wrong: its kind}
function troubles({ faults, asks, parts }) {
  const found = new Map(faults.map(({ key, params }) => [`${key} ${params.since}`, "fault"]));
  for (const ask of asks) if (ask.role !== "dealer") found.set(`ask ${ask.id}`, "asked");
  for (const part of parts) if (OUT.includes(part.state)) found.set(`part ${part.part}`, "part");
  return found;
}

const gravest = (kinds) => Object.keys(TONES).find((kind) => kinds.includes(kind));

export class Heard {
  constructor() {
    this.title = document.title; // while all is well
    this.known = new Map();
    this.unheard = false; // something is wrong that the browser did not let be heard
    this.context = new AudioContext();
    this.context.addEventListener("statechange", () => this.allowed());
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => this.context.resume());
    const pressed = () => (this.allows = this.element.dataset.sound === "blocked"); // before the press itself allows it
    this.element = h("button", { type: "button", class: "sound", id: "sound", onpointerdown: pressed, onkeydown: pressed, onclick: () => this.toggle() });
    this.showButton();
    setInterval(() => this.ring([...this.known.values()]), AGAIN_MS);
  }

  get muted() {
    return localStorage.getItem("sound") === MUTED;
  }

  show(state) {
    const found = troubles(state);
    const fresh = [...found].filter(([name]) => !this.known.has(name)).map(([, kind]) => kind);
    this.known = found;
    this.unheard = this.unheard && found.size > 0;
    const worst = gravest([...found.values()]);
    document.title = worst ? `⚠ ${word(`trouble.${worst}`)} · ${this.title}` : this.title;
    this.ring(fresh);
  }

  ring(kinds) {
    const kind = gravest(kinds);
    if (!kind || this.muted) return;
    this.unheard = this.context.state !== "running";
    if (!this.unheard) TONES[kind].forEach((hertz, nth) => this.tone(hertz, nth * TONE_S));
  }

  // One tone, faded in and out so that it does not click.
  tone(hertz, after) {
    const begin = this.context.currentTime + after;
    const volume = new GainNode(this.context, { gain: 0 });
    volume.gain.setTargetAtTime(LOUD, begin, TONE_S / 20);
    volume.gain.setTargetAtTime(0, begin + TONE_S / 2, TONE_S / 10);
    const tone = new OscillatorNode(this.context, { frequency: hertz });
    tone.connect(volume).connect(this.context.destination);
    tone.start(begin);
    tone.stop(begin + TONE_S);
  }

  // The first touch of the page allows it. What stands then is heard now.
  allowed() {
    this.showButton();
    if (this.context.state === "running" && this.unheard) this.ring([...this.known.values()]);
  }

  toggle() {
    if (this.allows) return;
    localStorage.setItem("sound", this.muted ? "on" : MUTED);
    this.showButton();
  }

  showButton() {
    const state = this.muted ? "off" : this.context.state === "running" ? "on" : "blocked";
    this.element.dataset.sound = state;
    for (const name of ["aria-label", "title"]) this.element.setAttribute(name, word(`sound.${state}`));
    rebuild(this.element, state, () => [h("span", { "aria-hidden": "true" }, "♪"), state === "blocked" ? h("small", {}, word("sound.blocked")) : null].filter(Boolean));
  }
}
