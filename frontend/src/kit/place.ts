/** Where a sheet about something goes: beside it, inside the window, and never upon it. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}
export interface Placed {
  left: number;
  top: number;
  height: number; // at most
}

const MARGIN = 8;
const GAP = 10;

export function placeBeside(thing: Box, sheet: Size, page: Size): Placed {
  const tall = Math.min(sheet.height, page.height - 2 * MARGIN);
  const after = page.width - MARGIN - (thing.left + thing.width + GAP);
  const before = thing.left - GAP - MARGIN;
  if (Math.max(after, before) >= sheet.width) {
    const left = after >= sheet.width ? thing.left + thing.width + GAP : thing.left - GAP - sheet.width;
    return { left, top: within(thing.top + thing.height / 2 - tall / 2, tall, page.height), height: tall };
  }
  const above = thing.top - GAP - MARGIN;
  const below = page.height - MARGIN - (thing.top + thing.height + GAP);
  const height = Math.min(sheet.height, Math.max(above, below));
  const top = above >= height ? thing.top - GAP - height : thing.top + thing.height + GAP;
  return {
    left: within(thing.left + thing.width / 2 - sheet.width / 2, sheet.width, page.width),
    top,
    height,
  };
}

/** In the middle, where nothing on the page stands for what is looked at. */
export function placeInTheMiddle(sheet: Size, page: Size): Placed {
  const height = Math.min(sheet.height, page.height - 2 * MARGIN);
  return { left: (page.width - sheet.width) / 2, top: (page.height - height) / 2, height };
}

function within(start: number, length: number, whole: number): number {
  return Math.max(MARGIN, Math.min(start, whole - MARGIN - length));
}
