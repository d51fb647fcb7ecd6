/** Tiles: drawn as small pictures, and named in words. */

import { svg } from "./dom.js";
import { t } from "./i18n.js";

const NUMBERS = "一二三四五六七八九";
const WINDS = { 1: "東", 2: "南", 3: "西", 4: "北" };
const FLOWERS = { 1: "梅", 2: "蘭", 3: "菊", 4: "竹", 5: "春", 6: "夏", 7: "秋", 8: "冬" };
const CARDS = { fu: "福", ru: "如", dong: "東", hai: "海", shou: "壽", bi: "比", nan: "南", shan: "山" };
const INK = "var(--tile-ink)";
const RED = "var(--tile-red)";
const GREEN = "var(--tile-green)";
const BLUE = "var(--tile-blue)";

/** Where circles stand on a face of 60 × 76, and in which colour. */
const CIRCLES = {
  2: [[30, 22, GREEN], [30, 52, BLUE]],
  3: [[16, 17, BLUE], [30, 37, RED], [44, 57, GREEN]],
  4: [[18, 21, BLUE], [42, 21, GREEN], [18, 53, GREEN], [42, 53, BLUE]],
  5: [[16, 18, BLUE], [44, 18, GREEN], [30, 37, RED], [16, 56, GREEN], [44, 56, BLUE]],
  6: [[19, 17, GREEN], [41, 17, GREEN], [19, 39, RED], [41, 39, RED], [19, 58, RED], [41, 58, RED]],
  7: [[14, 13, GREEN], [29, 20, GREEN], [44, 27, GREEN], [19, 43, RED], [41, 43, RED], [19, 60, RED], [41, 60, RED]],
  8: [14, 29, 45, 60].flatMap((y) => [[19, y, BLUE], [41, y, BLUE]]),
  9: [[16, GREEN], [37, RED], [58, BLUE]].flatMap(([y, colour]) => [13, 30, 47].map((x) => [x, y, colour])),
};

/** Where bamboos stand: x, y of the middle, colour. */
const RODS = {
  2: [[30, 21, GREEN], [30, 53, GREEN]],
  3: [[30, 21, GREEN], [18, 53, GREEN], [42, 53, GREEN]],
  4: [[18, 21, GREEN], [42, 21, GREEN], [18, 53, GREEN], [42, 53, GREEN]],
  5: [[14, 21, GREEN], [46, 21, GREEN], [30, 37, RED], [14, 53, GREEN], [46, 53, GREEN]],
  6: [21, 53].flatMap((y) => [14, 30, 46].map((x) => [x, y, GREEN])),
  7: [[30, 14, RED], ...[37, 59].flatMap((y) => [14, 30, 46].map((x) => [x, y, GREEN]))],
  8: [21, 53].flatMap((y) => [11, 24, 36, 49].map((x) => [x, y, GREEN])),
  9: [15, 37, 59].flatMap((y) => [[14, y, GREEN], [30, y, RED], [46, y, GREEN]]),
};

/** Pips of a die of 1 to 6 on a field of 2 × 2 around the middle. */
const PIPS = {
  1: [[0, 0]],
  2: [[-0.6, -0.6], [0.6, 0.6]],
  3: [[-0.7, -0.7], [0, 0], [0.7, 0.7]],
  4: [[-0.6, -0.6], [0.6, -0.6], [-0.6, 0.6], [0.6, 0.6]],
  5: [[-0.7, -0.7], [0.7, -0.7], [0, 0], [-0.7, 0.7], [0.7, 0.7]],
  6: [-0.85, 0, 0.85].flatMap((y) => [[-0.6, y], [0.6, y]]),
};

/**
 * Draw a tile.
 *
 * @param {string} tile In notation.
 * @param {string} family Its family.
 * @returns {SVGElement} A picture for the eye only; its name stands elsewhere.
 */
export function drawing(tile, family) {
  const back = tile === "back";
  const side = family === "dolls" ? "#a4483b" : "var(--tile-back)";
  const fill = back ? side : "var(--tile)";
  const art = back ? [backArt()] : family === "flowers" && tile.includes("-") ? flowerTile(tile)
    : family === "dolls" ? dollCard(tile) : mahjongTile(tile);
  return svg("svg", { viewBox: "0 0 60 80", "aria-hidden": "true", class: "face" },
    svg("rect", { x: 1, y: 4, width: 58, height: 75, rx: 7, fill: side }),
    svg("rect", { x: 1, y: 1, width: 58, height: 74, rx: 7, fill, stroke: "var(--tile-edge)" }),
    art);
}

function backArt() {
  return svg("rect", { x: 9, y: 9, width: 42, height: 58, rx: 4, fill: "none", stroke: "var(--tile)", "stroke-width": 1.5, opacity: 0.7 });
}

function glyph(text, x, y, size, fill) {
  return svg("text", {
    x, y, fill, "font-size": size, "font-weight": 600, "text-anchor": "middle",
    "dominant-baseline": "central", "font-family": "var(--serif)",
  }, text);
}

function mahjongTile(tile) {
  const [, digit, suit] = /^(\d)([mpszf])$/.exec(tile) ?? [];
  const red = digit === "0";
  const rank = red ? 5 : Number(digit);
  const colour = (usual) => (red ? RED : usual);
  if (suit === "m") {
    return [glyph(NUMBERS[rank - 1], 30, 22, 28, colour(INK)), glyph("萬", 30, 53, 28, RED)];
  }
  if (suit === "p") return rank === 1 ? bigCircle() : CIRCLES[rank].map(([x, y, c]) => circle(x, y, colour(c), rank));
  if (suit === "s") return rank === 1 ? bird() : RODS[rank].map(([x, y, c]) => rod(x, y, colour(c), rank));
  if (suit === "z") return honour(rank);
  if (suit === "f") return blossom(rank);
  return [glyph(tile, 30, 38, 16, INK)];
}

function circle(x, y, colour, rank) {
  const r = rank <= 5 ? 10.5 : rank === 6 ? 9 : 7;
  return svg("g", { fill: "none", stroke: colour },
    svg("circle", { cx: x, cy: y, r, "stroke-width": r / 3.2 }),
    svg("circle", { cx: x, cy: y, r: r / 3.4, fill: colour, stroke: "none" }));
}

function bigCircle() {
  const petals = [0, 60, 120, 180, 240, 300].map((angle) => svg("ellipse", {
    cx: 30, cy: 29, rx: 3.2, ry: 6, fill: RED, transform: `rotate(${angle} 30 38)`,
  }));
  return [
    svg("circle", { cx: 30, cy: 38, r: 22, fill: "none", stroke: GREEN, "stroke-width": 4 }),
    svg("circle", { cx: 30, cy: 38, r: 16.5, fill: "none", stroke: BLUE, "stroke-width": 1.6 }),
    petals,
    svg("circle", { cx: 30, cy: 38, r: 3.4, fill: BLUE }),
  ];
}

function rod(x, y, colour, rank) {
  const h = rank >= 7 && rank !== 8 ? 18 : 25;
  return svg("g", { fill: colour },
    svg("rect", { x: x - 3.4, y: y - h / 2, width: 6.8, height: h / 2 - 1, rx: 2.6 }),
    svg("rect", { x: x - 3.4, y: y + 1, width: 6.8, height: h / 2 - 1, rx: 2.6 }));
}

function bird() {
  return [
    svg("path", { d: "M18 62 C20 44 24 36 34 33 C44 31 46 42 40 48 C34 54 26 54 18 62Z", fill: GREEN }),
    svg("path", { d: "M18 62 L10 70 M21 58 L13 72 M24 55 L19 72", stroke: GREEN, "stroke-width": 3, "stroke-linecap": "round" }),
    svg("circle", { cx: 39, cy: 26, r: 9, fill: RED }),
    svg("circle", { cx: 41, cy: 24, r: 2, fill: "var(--tile)" }),
    svg("path", { d: "M47 25 L55 28 L47 30Z", fill: INK }),
    svg("path", { d: "M36 17 C34 10 38 7 42 8 C41 12 42 15 40 18Z", fill: BLUE }),
    svg("path", { d: "M30 42 C34 38 39 39 40 42", stroke: "var(--tile)", "stroke-width": 2, fill: "none" }),
    svg("path", { d: "M33 52 L32 63 M38 50 L39 63 M28 64 H43", stroke: RED, "stroke-width": 2, fill: "none" }),
  ];
}

function honour(rank) {
  if (rank in WINDS) return [glyph(WINDS[rank], 30, 39, 40, INK)];
  if (rank === 6) return [glyph("發", 30, 39, 40, GREEN)];
  if (rank === 7) return [glyph("中", 30, 39, 42, RED)];
  return [
    svg("rect", { x: 10, y: 11, width: 40, height: 54, rx: 3, fill: "none", stroke: BLUE, "stroke-width": 4 }),
    svg("rect", { x: 16, y: 17, width: 28, height: 42, rx: 2, fill: "none", stroke: BLUE, "stroke-width": 1.4 }),
  ];
}

function blossom(rank) {
  const colour = rank <= 4 ? RED : BLUE;
  const petals = [0, 72, 144, 216, 288].map((angle) => svg("circle", {
    cx: 30, cy: 50, r: 5.2, fill: rank <= 4 ? "#d2776e" : "#6f9bc4", transform: `rotate(${angle} 30 57)`,
  }));
  return [
    glyph(FLOWERS[rank], 33, 26, 30, colour),
    glyph(String((rank - 1) % 4 + 1), 11, 13, 13, INK),
    petals,
    svg("circle", { cx: 30, cy: 57, r: 3, fill: "#e2b345" }),
  ];
}

function flowerTile(tile) {
  const [, high, low, kind] = /^(\d)-(\d)([fd]?)$/.exec(tile);
  const frames = { "": [], f: [5, 9], d: [5] }[kind].map((inset) => svg("rect", {
    x: inset, y: inset, width: 60 - 2 * inset, height: 76 - 2 * inset, rx: 4,
    fill: "none", stroke: GREEN, "stroke-width": 1.8,
  }));
  const columns = kind === "d" ? [19, 41] : [30];
  const size = kind === "d" ? [7, 10.5] : [10, 11];
  return [frames, columns.map((x) => [pips(Number(high), x, 23, size), pips(Number(low), x, 53, size)]),
    kind === "d" ? null : svg("path", { d: "M21 38 H39", stroke: "var(--tile-edge)", "stroke-width": 1.5 })];
}

function pips(number, x, y, [dx, dy]) {
  const colour = number === 1 || number === 4 ? RED : INK;
  const r = number === 1 ? 4.6 : dx < 9 ? 3 : 3.7;
  return PIPS[number].map(([px, py]) => svg("circle", { cx: x + px * dx, cy: y + py * dy, r, fill: colour }));
}

function dollCard(tile) {
  const stamped = tile.endsWith("*");
  const name = tile.replace("*", "");
  const frame = svg("rect", { x: 6, y: 6, width: 48, height: 64, rx: 4, fill: "none", stroke: "#c98f86", "stroke-width": 1.2 });
  const seal = stamped && svg("g", {},
    svg("circle", { cx: 44, cy: 60, r: 10, fill: RED }),
    svg("circle", { cx: 44, cy: 60, r: 7, fill: "none", stroke: "#fff", "stroke-width": 1.4 }),
    svg("path", { d: "M40 60 H48 M44 56 V64", stroke: "#fff", "stroke-width": 2 }));
  return [frame, name === "doll" ? doll() : glyph(CARDS[name] ?? name, 30, 36, 38, INK), seal];
}

function doll() {
  return [
    svg("path", { d: "M14 68 C15 52 22 46 30 46 C38 46 45 52 46 68Z", fill: RED }),
    svg("circle", { cx: 30, cy: 31, r: 14, fill: "#f3cfae" }),
    svg("path", { d: "M16 30 C16 16 24 13 30 13 C36 13 44 16 44 30 C38 25 34 22 30 20 C26 22 22 25 16 30Z", fill: INK }),
    svg("circle", { cx: 15, cy: 19, r: 5, fill: INK }), svg("circle", { cx: 45, cy: 19, r: 5, fill: INK }),
    svg("circle", { cx: 25, cy: 32, r: 1.8, fill: INK }), svg("circle", { cx: 35, cy: 32, r: 1.8, fill: INK }),
    svg("path", { d: "M26 38 Q30 41 34 38", stroke: RED, "stroke-width": 1.8, fill: "none" }),
    svg("path", { d: "M30 50 V66 M24 56 H36", stroke: "#e8c05a", "stroke-width": 2 }),
  ];
}

/** Name of a tile in words, in the language in use. */
export function tileName(tile, family) {
  if (tile === "back") return t("tile.back");
  const mahjong = /^(\d)([mpszf])$/.exec(tile);
  if (mahjong) {
    const [, digit, suit] = mahjong;
    if (suit === "z" || suit === "f") return t(`tile.${digit}${suit}`);
    const rank = digit === "0" ? 5 : Number(digit);
    const name = t(`suit.${suit}`, { rank, number: NUMBERS[rank - 1] });
    return digit === "0" ? t("tile.red", { name }) : name;
  }
  const flower = /^(\d-\d)([fd]?)$/.exec(tile);
  if (flower && family === "flowers") {
    return t("tile.flower", { pattern: t(`pattern.${flower[1]}`), face: flower[1], kind: t(`kind.${flower[2] || "w"}`) });
  }
  const name = t(`card.${tile.replace("*", "")}`);
  return tile.endsWith("*") ? t("tile.stamped", { name }) : name;
}

/** A row of small tiles for the eye, with their names for those who listen. */
export function miniRow(h, tiles, family) {
  return h("span", { class: "mini", role: "img", "aria-label": tiles.map((tile) => tileName(tile, family)).join(", ") },
    tiles.map((tile) => drawing(tile, family)));
}
