/**
 * What moves on the table is seen to move. Whatever may move carries `data-flight`, a name that stays its own; where a
 * name changes on the way (a card of the pyramid becomes one of the hand) the game tells the route. Pictures fly above
 * the table: nothing waits for them.
 */

import { tick } from "svelte";
import { settings } from "$lib/settings.svelte";
import { ghostOf, scaleOf } from "./ghost";

export interface Route {
  from: string; // the name of something that was there before
  to: string; // the name of what it is now, or a home (`data-home`) that it vanishes into
}

type Seen = Map<string, { thing: Element; box: DOMRect; scale: DOMMatrix | null }>;

const FAR = 6; // pixels; less is no flight
const MOST = 24; // at once
const LONGEST = 400; // milliseconds

export function flightTime(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : Math.min(settings.moving, LONGEST);
}

/** Call once in a board. `routes` is given the view before and the view now. */
export function flying<V>(
  layer: () => Element | undefined,
  view: () => V,
  routes: (before: V, now: V) => Route[] = () => [],
): void {
  let before: V | undefined;
  let was: Seen = new Map();

  $effect.pre(() => {
    const now = view();
    const root = layer();
    was = new Map();
    if (before !== undefined && before !== now && root && flightTime())
      for (const thing of root.querySelectorAll("[data-flight]"))
        was.set(nameOf(thing), { thing, box: thing.getBoundingClientRect(), scale: scaleOf(thing) });
  });
  $effect(() => {
    const now = view();
    const told = before === undefined || before === now ? [] : routes(before, now);
    before = now;
    const root = layer();
    const left = was;
    if (root && left.size) void tick().then(() => fly(root, left, told));
  });
}

function nameOf(thing: Element): string {
  return thing.getAttribute("data-flight") ?? "";
}

function fly(root: Element, was: Seen, routes: Route[]): void {
  const time = flightTime();
  const to = new Map(routes.map((route) => [route.to, route.from]));
  let flights = 0;
  for (const thing of root.querySelectorAll("[data-flight]")) {
    const from = was.get(nameOf(thing)) ?? was.get(to.get(nameOf(thing)) ?? "");
    const box = thing.getBoundingClientRect();
    if (!from || !isFar(from.box, box) || ++flights > MOST) continue;
    const ghost = ghostOf(thing, box, root);
    send(ghost, from.box, box, time);
    thing.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
  }
  for (const route of routes) {
    const gone = was.get(route.from);
    const home = document.querySelector(`[data-home="${route.to}"]`);
    if (!gone || !home || gone.thing.isConnected || ++flights > MOST) continue;
    const box = home.getBoundingClientRect();
    const size = Math.min(1, box.height / gone.box.height);
    const end = new DOMRect(
      box.left + box.width / 2 - (gone.box.width * size) / 2,
      box.top,
      gone.box.width * size,
      gone.box.height * size,
    );
    send(ghostOf(gone.thing, gone.box, root, gone.scale), gone.box, end, time, gone.box);
  }
}

function isFar(a: DOMRect, b: DOMRect): boolean {
  return Math.hypot(a.left - b.left, a.top - b.top) > FAR;
}

/** Move a ghost that was laid at `base` from one place to another, and take it away. */
function send(ghost: HTMLElement, from: DOMRect, to: DOMRect, duration: number, base: DOMRect = to): void {
  const at = (box: DOMRect) =>
    `translate(${box.left - base.left}px, ${box.top - base.top}px) scale(${box.width / base.width}, ${box.height / base.height})`;
  const flight = ghost.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration,
    easing: "cubic-bezier(.3, .1, .2, 1)",
    fill: "both",
  });
  const end = () => ghost.remove();
  flight.onfinish = end;
  flight.oncancel = end;
}
