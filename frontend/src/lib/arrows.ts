// Arrow keys on a board: from what has the focus to the nearest thing that way which can be chosen.

export interface Spot {
  x: number;
  y: number;
}

const WAYS: Record<string, Spot> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const ASIDE = 2; // a step to the side counts so much more than one ahead

/** The number of the spot to go to; -1 where there is none that way. */
export function nearest(from: Spot, spots: Spot[], key: string): number {
  const way = WAYS[key];
  if (!way) return -1;
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, n) => {
    const ahead = (spot.x - from.x) * way.x + (spot.y - from.y) * way.y;
    const aside = Math.abs((spot.x - from.x) * way.y) + Math.abs((spot.y - from.y) * way.x);
    if (ahead > 1 && ahead + ASIDE * aside < least) {
      least = ahead + ASIDE * aside;
      best = n;
    }
  });
  return best;
}

/** Move the focus; the first of these things gets it when none of them has it. True if it moved. */
export function moveFocus(key: string, among = "[data-can]"): boolean {
  if (!(key in WAYS)) return false;
  const things = [...document.querySelectorAll<HTMLElement>(among)].filter((one) => one.checkVisibility());
  const now = document.activeElement?.closest<HTMLElement>(among);
  const to = now ? things[nearest(middle(now), things.map(middle), key)] : things[0];
  if (to && to.tabIndex < 0 && !to.hasAttribute("tabindex")) to.tabIndex = -1; // reached by arrows alone
  to?.focus();
  return Boolean(to);
}

function middle(thing: Element): Spot {
  const box = thing.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
