/** The line to a table: one socket that comes back by itself and loses no command. */

import type { FromClient, Hello, ToClient } from "$types/protocol";

type Command = Extract<FromClient, { id: string }>;
/** What changes the table, and so must arrive exactly once: sent again after a break, with its id. */
const LASTING = new Set(["play", "undo", "restart", "hand", "rise", "remove", "mute", "say"]);
const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
const PING = 8000;
const PATIENCE = 6000;

export interface LineEvents {
  hello(): Hello;
  message(message: ToClient): void;
  state(state: LineState): void;
}
export type LineState = "connecting" | "open" | "broken" | "closed";

export class Line {
  #socket: WebSocket | undefined;
  #unanswered = new Map<string, Command>();
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #state: LineState = "connecting";
  #wake = () => this.#retry();
  #lost = () => this.#drop();

  constructor(
    private readonly url: string,
    private readonly events: LineEvents,
    private readonly open: (url: string) => WebSocket = (to) => new WebSocket(to),
  ) {
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#lost);
    this.#connect();
  }

  send(message: FromClient): void {
    if ("id" in message && LASTING.has(message.type)) this.#unanswered.set(message.id, message);
    if (this.#state === "open") this.#socket?.send(JSON.stringify(message));
  }

  close(): void {
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#lost);
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    this.#to("closed");
    this.#socket?.close();
  }

  /** Come in again with another hello. */
  again(): void {
    this.#wait = 0;
    this.#drop();
  }

  #to(state: LineState): void {
    this.#state = state;
    this.events.state(state);
  }

  #connect(): void {
    const socket = this.open(this.url);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.events.hello()));
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as ToClient);
    };
    socket.onclose = () => {
      if (socket === this.#socket && this.#state !== "closed") this.#broke();
    };
  }

  #hear(message: ToClient): void {
    this.#heard = Date.now();
    if (message.type === "welcome") this.#entered();
    if (message.type === "ack" || message.type === "refused") this.#unanswered.delete(message.id);
    if (message.type !== "pong") this.events.message(message);
  }

  #entered(): void {
    this.#wait = FIRST_WAIT;
    this.#to("open");
    for (const command of this.#unanswered.values()) this.#socket?.send(JSON.stringify(command));
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => {
      if (Date.now() - this.#heard > PING + PATIENCE) this.#drop();
      else this.#socket?.send('{"type":"ping"}');
    }, PING);
  }

  /** Give up a socket that may not know yet that it is dead. */
  #drop(): void {
    const dead = this.#socket;
    if (!dead || this.#state === "closed" || this.#state === "broken") return;
    this.#socket = undefined;
    dead.close();
    this.#broke();
  }

  #broke(): void {
    clearInterval(this.#pinger);
    clearTimeout(this.#timer);
    this.#to("broken");
    this.#timer = setTimeout(() => this.#retry(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, this.#wait * 2));
  }

  #retry(): void {
    if (this.#state !== "broken") return;
    clearTimeout(this.#timer);
    this.#to("connecting");
    this.#connect();
  }
}
