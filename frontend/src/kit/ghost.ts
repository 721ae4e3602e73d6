/** A picture of something on the table that can move freely above it. */

const SVG = "http://www.w3.org/2000/svg";

/** Lay a picture of `thing` above the page, where the thing is or was; the caller moves and removes it. */
export function ghostOf(thing: Element, box: DOMRect, layer: Element, scale = scaleOf(thing)): HTMLElement {
  const ghost = document.createElement("div");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    zIndex: "35",
    pointerEvents: "none",
    transformOrigin: "0 0",
    filter: "drop-shadow(0 4px 6px #0005)",
  });
  ghost.append(
    thing instanceof SVGGraphicsElement && !(thing instanceof SVGSVGElement)
      ? drawn(thing, box, scale)
      : copied(thing),
  );
  layer.append(ghost);
  return ghost;
}

/** How a part of a drawing lies on the screen; to be asked while it is still on the page. */
export function scaleOf(thing: Element): DOMMatrix | null {
  return thing instanceof SVGGraphicsElement ? thing.getScreenCTM() : null;
}

function copied(thing: Element): Element {
  const copy = bare(thing.cloneNode(true) as Element);
  Object.assign((copy as HTMLElement).style, { width: "100%", height: "100%", margin: "0" });
  return copy;
}

/** A part of a drawing needs a drawing of its own, with the same scale. */
function drawn(thing: SVGGraphicsElement, box: DOMRect, scale: DOMMatrix | null): Element {
  const picture = document.createElementNS(SVG, "svg");
  const scaled = document.createElementNS(SVG, "g");
  const { a, d, e, f } = scale ?? { a: 1, d: 1, e: box.left, f: box.top };
  scaled.setAttribute("transform", `matrix(${a} 0 0 ${d} ${e - box.left} ${f - box.top})`);
  const copy = bare(thing.cloneNode(true) as Element);
  copy.removeAttribute("transform");
  scaled.append(copy);
  picture.append(scaled);
  picture.setAttribute("width", String(box.width));
  picture.setAttribute("height", String(box.height));
  picture.style.overflow = "visible";
  return picture;
}

/** Nothing in a picture can be chosen, read, reached or found. */
function bare(copy: Element): Element {
  for (const one of [copy, ...copy.querySelectorAll("*")])
    for (const name of [
      "data-can",
      "data-about",
      "data-flight",
      "data-drop",
      "data-home",
      "id",
      "role",
      "tabindex",
      "aria-label",
    ])
      one.removeAttribute(name);
  copy.setAttribute("inert", "");
  return copy;
}
