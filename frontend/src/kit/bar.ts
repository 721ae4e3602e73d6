/** Sticks something to the upper edge of the turn bar, however high that is. */

import type { Attachment } from "svelte/attachments";

export const aboveBar: Attachment<HTMLElement> = (thing) => {
  const bar = document.querySelector(".bar");
  if (!bar) return undefined;
  const watcher = new ResizeObserver(() =>
    thing.style.setProperty("--bar", `${bar.getBoundingClientRect().height}px`),
  );
  watcher.observe(bar);
  return () => watcher.disconnect();
};
