/** Line pictures for buttons; for the eye only. */

import { svg } from "./dom.js";

const PATHS = {
  camera: "M4 8h3l2-3h6l2 3h3v11H4z M12 10a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z",
  picture: "M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4 M15.5 9.5h.01",
  tiles: "M5 4h6v9H5z M13 11h6v9h-6z M7 7h2 M15 14h2 M15 17h2",
  sheet: "M6 3h9l3 3v15H6z M9 10h6 M9 14h6 M9 18h3",
  table: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16z M12 8v8 M8 12h8",
  settings: "M4 7h10 M18 7h2 M4 17h2 M10 17h10 M14 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0 M6 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  turn: "M19 12a7 7 0 1 1-2.5-5.4 M19 3v5h-5",
  bin: "M5 7h14 M9 7V4h6v3 M7 7l1 13h8l1-13 M10 11v5 M14 11v5",
  plus: "M12 5v14 M5 12h14",
  close: "M6 6l12 12 M18 6L6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  warn: "M12 4L2.8 20h18.4z M12 10v4.5 M12 17.3v.2",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17z M12 11v5.5 M12 7.6v.2",
  undo: "M9 7L4 12l5 5 M4 12h10a6 6 0 0 1 6 6",
  down: "M12 4v11 M7 11l5 5 5-5 M5 20h14",
  pass: "M5 12h13 M13 6l6 6-6 6",
  people: "M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z M3 20c0-4 3-6 6-6s6 2 6 6 M16 6a3 3 0 0 1 0 6 M17 14.5c2.5.6 4 2.6 4 5.5",
};

/** An icon by its name. */
export function icon(name) {
  return svg("svg", {
    viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 1.8,
    "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true",
  }, svg("path", { d: PATHS[name] }));
}

const PIPS = {
  1: [[12, 12]], 2: [[8, 8], [16, 16]], 3: [[7.5, 7.5], [12, 12], [16.5, 16.5]],
  4: [[8, 8], [16, 8], [8, 16], [16, 16]], 5: [[7.5, 7.5], [16.5, 7.5], [12, 12], [7.5, 16.5], [16.5, 16.5]],
  6: [[8, 7], [16, 7], [8, 12], [16, 12], [8, 17], [16, 17]],
};

/** A die that shows a number. */
export function die(number) {
  const colour = number === 1 || number === 4 ? "var(--tile-red)" : "var(--tile-ink)";
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("rect", { x: 2, y: 2, width: 20, height: 20, rx: 5, fill: "var(--tile)", stroke: "var(--tile-edge)" }),
    PIPS[number].map(([cx, cy]) => svg("circle", { cx, cy, r: number === 1 ? 3 : 1.9, fill: colour })));
}
