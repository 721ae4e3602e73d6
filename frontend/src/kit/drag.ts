/** Dragging as a bonus: pick something up and let it fall upon a `[data-drop]`; anywhere else nothing happens. */

import type { Attachment } from "svelte/attachments";
import { ghostOf } from "./ghost";

export interface Drag {
  begin?: () => void;
  image?: Element | null; // what is seen to move, if not the thing itself
  upright?: boolean; // it lies in a strip that a finger moves sideways: only up or down drags it
  drop: (where: string) => void;
}

const LEAST = 8; // pixels; less is a tap

/** `wanted` says what a drag would do now; undefined where nothing can be dragged. */
export function drag(wanted: () => Drag | undefined): Attachment<HTMLElement | SVGElement> {
  return (thing) => {
    const ending = new AbortController();
    const { signal } = ending;
    let drags: ((x: number, y: number) => boolean) | undefined;
    const down = (event: Event) => {
      const start = event as PointerEvent;
      const deed = start.button === 0 && start.isPrimary ? wanted() : undefined;
      drags = deed && follow(thing, start, deed);
    };
    // a finger that drags does not scroll the page
    const keep = (event: Event) => {
      const [finger] = (event as TouchEvent).touches;
      if (finger && event.cancelable && drags?.(finger.clientX, finger.clientY)) event.preventDefault();
    };
    thing.addEventListener("pointerdown", down, { signal });
    thing.addEventListener("touchmove", keep, { signal, passive: false });
    return () => ending.abort();
  };
}

/** Follow a pointer until it is let go; the answer says whether a movement to some place drags. */
function follow(
  thing: HTMLElement | SVGElement,
  start: PointerEvent,
  deed: Drag,
): (x: number, y: number) => boolean {
  const ending = new AbortController();
  const { signal } = ending;
  let ghost: HTMLElement | undefined;
  let over: Element | null = null;

  const mark = (next: Element | null) => {
    if (next === over) return;
    over?.classList.remove("dropping");
    next?.classList.add("dropping");
    over = next;
  };
  const end = () => {
    mark(null);
    ghost?.remove();
    ending.abort();
  };
  const on = (type: string, heard: (event: PointerEvent) => void) =>
    addEventListener(
      type,
      (event) => (event as PointerEvent).pointerId === start.pointerId && heard(event as PointerEvent),
      { signal },
    );

  const drags = (x: number, y: number) => {
    if (signal.aborted) return false;
    const aside =
      deed.upright &&
      start.pointerType === "touch" &&
      Math.abs(x - start.clientX) > Math.abs(y - start.clientY);
    return ghost !== undefined || !aside;
  };
  on("pointermove", (event) => {
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!ghost) {
      if (Math.hypot(dx, dy) < LEAST) return;
      if (!drags(event.clientX, event.clientY)) return end();
      deed.begin?.();
      const image = deed.image ?? thing;
      ghost = ghostOf(image, image.getBoundingClientRect(), thing.closest(".board") ?? document.body);
      ghost.style.opacity = ".85";
    }
    ghost.style.translate = `${dx}px ${dy}px`;
    mark(dropAt(event));
  });
  on("pointerup", (event) => {
    const dragged = ghost !== undefined;
    const where = dropAt(event)?.getAttribute("data-drop");
    end();
    if (!dragged) return;
    swallowClick();
    if (where) deed.drop(where);
  });
  on("pointercancel", end);
  return drags;
}

function dropAt(event: PointerEvent): Element | null {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;
}

/** The click that a browser makes of the end of a drag is none. */
function swallowClick(): void {
  const ending = new AbortController();
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true, signal: ending.signal });
  setTimeout(() => ending.abort());
}
