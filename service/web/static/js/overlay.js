/** The photo with a box around every tile. */

import { h, svg } from "./dom.js";
import { centre, inside } from "./hand.js";
import { t } from "./i18n.js";

/**
 * The photo and its boxes.
 *
 * @param {{photo: object, read: object|null, hand: object|null, held: number|null}} state
 * @param {{pick: (id: number) => void, add: (point: number[]) => void}} acts Called for a tile, and
 *   for a point of the photo where there is none.
 */
export function photoWithBoxes({ photo, read, hand, held }, { pick, add }) {
  const width = read?.width ?? photo.width;
  const height = read?.height ?? photo.height;
  const placed = (hand?.tiles ?? []).filter((tile) => tile.corners);
  const picture = svg("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", id: "photo",
    "aria-label": t("hand.photo_label", { n: placed.length }),
  },
  photo.url && svg("image", { href: photo.url, width, height, preserveAspectRatio: "none" }),
  placed.map((tile) => box(tile, tile.id === held)),
  placed.filter((tile) => tile.doubtful).map((tile) => mark(tile.corners)));
  picture.addEventListener("click", (event) => {
    if (!hand) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const found = tileAt(placed, [point.x, point.y]);
    if (found) pick(found.id);
    else add([point.x, point.y]);
  });
  return h("figure", { class: "frame" }, picture);
}

function box({ corners, doubtful }, held) {
  const points = corners.map((corner) => corner.join(",")).join(" ");
  return [
    svg("polygon", { points, class: "quad-under" }),
    svg("polygon", { points, class: `quad ${held ? "held" : doubtful ? "doubt" : "sure"}` }),
  ];
}

/** The sign of doubt above a tile, so that colour is not the only one. */
function mark(corners) {
  const [x] = centre(corners);
  const top = Math.min(...corners.map((corner) => corner[1]));
  const r = sideOf(corners) * 0.34;
  return svg("g", { class: "mark" },
    svg("circle", { cx: x, cy: top - r * 0.2, r, "stroke-width": r / 8 }),
    svg("text", { transform: `translate(${x} ${top - r * 0.2}) scale(${r * 1.5})` }, "?"));
}

function sideOf([[ax, ay], [bx, by]]) {
  return Math.hypot(bx - ax, by - ay);
}

/** The tile at a point; one just beside a tile means that tile, for fingers are wide. */
function tileAt(placed, point) {
  const hit = placed.find((tile) => inside(tile.corners, point));
  if (hit) return hit;
  const near = placed.map((tile) => {
    const [x, y] = centre(tile.corners);
    return { tile, far: Math.hypot(x - point[0], y - point[1]) / sideOf(tile.corners) };
  }).sort((one, other) => one.far - other.far)[0];
  return near && near.far < 0.9 ? near.tile : null;
}
