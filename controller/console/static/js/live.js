// Sockets to the console that come back by themselves, and what the page knows of who is there.

import { toLogin } from "./session.js";

const AGAIN_MS = 1000;
const GAP_MS = 50; // twenty pictures a second: nobody sees more, and between them a busy table leaves time for a tap
const NOT_LOGGED_IN = 4401; // the code with which the console closes a socket without a session

function open(path, taker) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  socket.addEventListener("open", () => taker.opened?.());
  socket.addEventListener("message", (event) => taker.message(event.data));
  socket.addEventListener("close", ({ code }) => {
    taker.closed?.();
    if (code === NOT_LOGGED_IN) return toLogin();
    setTimeout(() => taker.retry(), AGAIN_MS);
  });
  return socket;
}

// Takes the newest of several messages, and rests after each.
function newest(take) {
  let [latest, taken, waits] = ["", -Infinity, false];
  const now = () => {
    [taken, waits] = [performance.now(), false];
    take(JSON.parse(latest));
  };
  return (text) => {
    latest = text;
    if (waits) return;
    waits = true;
    const rest = taken + GAP_MS - performance.now();
    if (rest > 0) setTimeout(now, rest);
    else now();
  };
}

// `message` gets the newest message of the socket, not each of them.
export function follow(path, message, changed = () => {}) {
  const start = () => open(path, { message: newest(message), opened: () => changed(true), closed: () => changed(false), retry: start });
  start();
}

const notConnected = () => ({ accepted: false, refused: { key: "entry.no_connection" } });

// Entries in, verdicts out. `enter` answers with {accepted, refused, article}; never throws.
export class Entries {
  constructor(path) {
    this.path = path;
    this.waiting = new Map();
    this.next = 1;
    this.connect();
  }

  connect() {
    this.socket = open(this.path, {
      message: (reply) => this.settle(JSON.parse(reply)),
      closed: () => this.settleAll(),
      retry: () => this.connect(),
    });
  }

  enter(told) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve(notConnected());
    const id = this.next++;
    this.socket.send(JSON.stringify({ id, told }));
    return new Promise((done) => this.waiting.set(id, done));
  }

  settle(reply) {
    // An entry that could not even be read has no number: entries are answered in order, so it is the oldest.
    const id = reply.id ?? this.waiting.keys().next().value;
    this.waiting.get(id)?.(reply);
    this.waiting.delete(id);
  }

  settleAll() {
    for (const done of this.waiting.values()) done(notConnected());
    this.waiting.clear();
  }
}
