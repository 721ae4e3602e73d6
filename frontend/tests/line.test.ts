import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line, type LineState } from "../src/lib/line";
import type { ToClient } from "$types/protocol";

class Socket {
  static all: Socket[] = [];
  sent: string[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.onclose();
  }
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let states: LineState[] = [];
let heard: ToClient[] = [];

function open(): Line {
  const events = {
    hello: () => ({ type: "hello" as const }),
    message: (message: ToClient) => heard.push(message),
    state: (state: LineState) => states.push(state),
  };
  return new Line("ws://here", events, () => new Socket() as unknown as WebSocket);
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  states = [];
  heard = [];
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function enter(socket: Socket): void {
  socket.onopen();
  socket.hear({ type: "welcome" });
}

test("the first word is hello", () => {
  open();
  Socket.all[0]!.onopen();
  expect(Socket.all[0]!.sent).toEqual(['{"type":"hello"}']);
});

test("a command that was not acknowledged is sent again with its id, and only until it is", () => {
  const line = open();
  enter(Socket.all[0]!);
  line.send({ type: "play", id: "a", moves: [1] });
  Socket.all[0]!.close();
  vi.advanceTimersByTime(500);
  enter(Socket.all[1]!);
  expect(Socket.all[1]!.sent.at(-1)).toContain('"id":"a"');
  Socket.all[1]!.hear({ type: "ack", id: "a", version: 1 });
  Socket.all[1]!.close();
  vi.advanceTimersByTime(6000);
  enter(Socket.all[2]!);
  expect(Socket.all[2]!.sent).toEqual(['{"type":"hello"}']);
});

test("what is said while the line is broken waits", () => {
  const line = open();
  line.send({ type: "say", id: "b", text: "hi" });
  expect(Socket.all[0]!.sent).toEqual([]);
  enter(Socket.all[0]!);
  expect(Socket.all[0]!.sent).toHaveLength(2);
});

test("a sketch is not repeated by the line: the table asks again itself", () => {
  const line = open();
  line.send({ type: "sketch", id: "c", moves: [1] });
  enter(Socket.all[0]!);
  expect(Socket.all[0]!.sent).toEqual(['{"type":"hello"}']);
});

test("a line that has gone quiet is given up and opened again", () => {
  open();
  enter(Socket.all[0]!);
  vi.advanceTimersByTime(30_000);
  expect(states).toContain("broken");
  expect(Socket.all.length).toBeGreaterThan(1);
});

test("a line that was closed stays closed", () => {
  const line = open();
  enter(Socket.all[0]!);
  line.close();
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});
