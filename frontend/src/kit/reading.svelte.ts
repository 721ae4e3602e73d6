/**
 * Reading a card or a piece. Whatever can be read carries `data-about`; resting the mouse on it, holding a finger on
 * it, Space while it has the focus (Shift and the arrows go from one to the next), or a tap while `reading.mode` is
 * on open its sheet (`ReadingSheet`).
 */

import { moveFocus } from "$lib/arrows";

export type How = "hover" | "press" | "key" | "tap";

interface Looked {
  what: string;
  how: How;
  at: Element | undefined;
  focused: Element | null; // where the keyboard was
}

const REST = 200; // milliseconds that a mouse rests
const HOLD = 450; // and a finger holds
const SHAKE = 10; // pixels that it may move meanwhile

class Reading {
  now = $state.raw<Looked>();
  mode = $state(false); // a tap reads and does nothing else
  names = $state.raw<ReadonlyMap<string, string>>(new Map()); // in sentences, and what they are about
}

export const reading = new Reading();

/** Open the sheet about something; the log may call this too. */
export function readAbout(what: string, at?: Element, how: How = "tap"): void {
  reading.now = { what, how, at, focused: document.activeElement };
}

export function stopReading(): void {
  const was = reading.now;
  reading.now = undefined;
  if (was?.how === "key" && was.focused?.isConnected) (was.focused as HTMLElement).focus();
}

/** Follow mouse, fingers and keys on the whole page; `inSheet` says what lies in the sheet. Ends with the signal. */
export function listen(inSheet: (target: EventTarget | null) => boolean, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hovered: Element | null = null;
  let from = { x: 0, y: 0 };
  let swallow = false; // the click that ends a long press, or closes the sheet

  const on = <K extends keyof WindowEventMap>(type: K, heard: (event: WindowEventMap[K]) => void) =>
    addEventListener(type, heard, { capture: true, signal, passive: false });
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };

  on("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const thing = readable(event.target);
    if (thing === hovered) return;
    hovered = null;
    clearTimeout(timer);
    if (reading.now?.how === "hover") reading.now = undefined;
  });
  on("pointerdown", (event) => {
    clearTimeout(timer);
    swallow = false;
    if (reading.now && reading.now.how !== "hover" && !inSheet(event.target)) {
      swallow = true;
      stopReading();
      return;
    }
    if (reading.now?.how === "hover") reading.now = undefined;
    const thing = readable(event.target);
    if (!thing || event.pointerType !== "touch") return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      swallow = true;
      readAbout(about(thing), thing, "press");
    }, HOLD);
  });
  on("pointermove", (event) => {
    if (event.pointerType === "touch") {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SHAKE) clearTimeout(timer);
      return;
    }
    // only a mouse that is moved: what comes to lie under one that rests is not asked for
    const thing = readable(event.target);
    if (!thing || thing === hovered || reading.now || event.buttons) return;
    hovered = thing;
    clearTimeout(timer);
    timer = setTimeout(() => thing.isConnected && readAbout(about(thing), thing, "hover"), REST);
  });
  on("pointerup", (event) => {
    if (event.pointerType === "touch") clearTimeout(timer);
  });
  on("pointercancel", () => clearTimeout(timer));
  on("contextmenu", (event) => {
    if (readable(event.target) && event.pointerType !== "mouse") stop(event);
  });
  on("click", (event) => {
    if (swallow) {
      swallow = false;
      stop(event);
      return;
    }
    const thing = readable(event.target);
    if (!reading.mode || !thing) return;
    stop(event);
    readAbout(about(thing), thing, "tap");
  });
  on("keydown", (event) => {
    const space = event.key === " ";
    if (reading.now && (event.key === "Escape" || (space && inSheet(event.target)))) {
      stop(event);
      stopReading();
      return;
    }
    if (
      event.shiftKey &&
      !inSheet(event.target) &&
      !isWriting(event.target) &&
      moveFocus(event.key, "[data-about]")
    ) {
      stop(event);
      return;
    }
    const thing = space ? readable(event.target) : null;
    if (!thing) return;
    stop(event);
    readAbout(about(thing), thing, "key");
  });
  on("keyup", (event) => {
    if (event.key === " " && readable(event.target)) event.preventDefault();
  });
  on("scroll", (event) => {
    if (reading.now?.how === "hover" && !inSheet(event.target)) reading.now = undefined;
  });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    reading.now = undefined;
    reading.mode = false;
    reading.names = new Map();
  });
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

function readable(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("[data-about]") : null;
}

function about(thing: Element): string {
  return thing.getAttribute("data-about") ?? "";
}
