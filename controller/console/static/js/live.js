// Sockets to the console that come back by themselves, and what the page knows of who is there.

import { toLogin } from "./session.js";

const AGAIN_MS = 1000;
const NOT_LOGGED_IN = 4401; // the code with which the console closes a socket without a session

function open(path, taker) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  socket.addEventListener("open", () => taker.opened?.());
  socket.addEventListener("message", (event) => taker.message(JSON.parse(event.data)));
  socket.addEventListener("close", ({ code }) => {
    taker.closed?.();
    if (code === NOT_LOGGED_IN) return toLogin();
    setTimeout(() => taker.retry(), AGAIN_MS);
  });
  return socket;
}

export function follow(path, message, changed = () => {}) {
  const start = () => open(path, { message, opened: () => changed(true), closed: () => changed(false), retry: start });
  start();
}

// Entries in, verdicts out. `enter` answers with {accepted, reason, article}; never throws.
export class Entries {
  constructor(path, noConnection) {
    this.path = path;
    this.noConnection = noConnection;
    this.waiting = new Map();
    this.next = 1;
    this.connect();
  }

  connect() {
    this.socket = open(this.path, {
      message: (reply) => this.settle(reply),
      closed: () => this.settleAll(),
      retry: () => this.connect(),
    });
  }

  enter(told) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ accepted: false, reason: this.noConnection() });
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
    for (const done of this.waiting.values()) done({ accepted: false, reason: this.noConnection() });
    this.waiting.clear();
  }
}
