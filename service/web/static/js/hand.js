/**
 * A hand on the table: tiles with their places in the hand and on the photo.
 *
 * Every function returns a new hand and leaves the old one alone.
 *
 * A tile is `{id, tile, was, alternatives, confidence, corners, row, group, part, meld, doubtful}`:
 * `tile` in notation, `was` as the reader named it (null for added tiles), `corners` four [x, y] in
 * pixels of the upright photo clockwise from the face's own top left (null without a place on it),
 * `part` one of {@link PARTS}, `meld` the meld's number for melds.
 */

export const PARTS = ["hand", "winning", "meld", "bonus"];
const BACK = "back";

/** A hand without tiles. */
export function emptyHand(family) {
  return { family, tiles: [], concealed: {}, next: 1, edited: false };
}

/** The hand of a read photo. */
export function handOfRead(read) {
  let hand = emptyHand(read.family);
  const tiles = read.tiles.map((tile, index) => ({
    id: index + 1,
    tile: tile.tile,
    was: tile.tile,
    alternatives: tile.alternatives,
    confidence: tile.confidence,
    corners: tile.corners,
    row: tile.row,
    group: tile.group,
    part: partOfRole(tile.role),
    meld: null,
    doubtful: tile.doubtful,
  }));
  hand = { ...hand, tiles, next: tiles.length + 1 };
  return withMelds(hand, read.hand?.melds ?? [], read.tiles);
}

function partOfRole(role) {
  if (role === "meld" || role === "concealed_kong") return "meld";
  if (role === "bonus" || role === "winning") return role;
  return "hand";
}

/** Divide the tiles that lie as melds into the melds that the server named. */
function withMelds(hand, melds, read) {
  const concealed = {};
  const meldOf = new Map();
  melds.forEach((meld, number) => {
    const wanted = meld.concealed ? "concealed_kong" : "meld";
    const free = hand.tiles.filter((tile, index) =>
      tile.part === "meld" && !meldOf.has(tile.id) && read[index].role === wanted);
    const found = sameTiles(free, meld) ?? free.slice(0, meld.tiles.length);
    for (const tile of found) meldOf.set(tile.id, number + 1);
    concealed[number + 1] = meld.concealed;
  });
  const tiles = hand.tiles.map((tile) => tile.part !== "meld" ? tile
    : meldOf.has(tile.id) ? { ...tile, meld: meldOf.get(tile.id) } : { ...tile, part: "hand" });
  return { ...hand, tiles, concealed };
}

/** The first neighbours that are the tiles of a meld, face-down ones standing for any. */
function sameTiles(free, meld) {
  const wanted = [...meld.tiles].sort().join();
  for (let start = 0; start + meld.tiles.length <= free.length; start += 1) {
    const run = free.slice(start, start + meld.tiles.length);
    const faces = run.map((tile) => (tile.tile === BACK ? meld.tiles[0] : tile.tile));
    if (faces.sort().join() === wanted) return run;
  }
  return null;
}

/** Whether a tile is laid aside: a flower or season, with flower tiles also the white dragon. */
export function isBonus(tile, family) {
  return /^[1-8]f$/.test(tile) || (family === "flowers" && tile === "5z");
}

/** Give a tile another face; a person has looked at it now. */
export function setFace(hand, id, face) {
  return changed(hand, id, (tile) => {
    let { part, meld } = tile;
    if (isBonus(face, hand.family)) [part, meld] = ["bonus", null];
    else if (part === "bonus") part = "hand";
    return { ...tile, tile: face, part, meld, doubtful: false };
  });
}

/** Say that a tile was read rightly. */
export function confirm(hand, id) {
  return changed(hand, id, (tile) => ({ ...tile, doubtful: false }));
}

/**
 * Move a tile to a part of the hand.
 *
 * @param {object} hand The hand.
 * @param {number} id The tile.
 * @param {string} part One of {@link PARTS}.
 * @param {number|null} [meld] Number of the meld; null makes a new one.
 */
export function move(hand, id, part, meld = null) {
  const number = part === "meld" ? (meld ?? newMeld(hand)) : null;
  const tiles = hand.tiles.map((tile) => {
    if (tile.id === id) return { ...tile, part, meld: number };
    return part === "winning" && tile.part === "winning" ? { ...tile, part: "hand" } : tile;
  });
  const concealed = number === null || number in hand.concealed ? hand.concealed
    : { ...hand.concealed, [number]: false };
  return { ...hand, tiles, concealed, edited: true };
}

function newMeld(hand) {
  return Math.max(0, ...Object.keys(hand.concealed).map(Number)) + 1;
}

/** Say whether a meld is a concealed kong. */
export function setConcealed(hand, meld, concealed) {
  return { ...hand, concealed: { ...hand.concealed, [meld]: concealed }, edited: true };
}

/** Take a tile away. */
export function remove(hand, id) {
  return { ...hand, tiles: hand.tiles.filter((tile) => tile.id !== id), edited: true };
}

/**
 * Add a tile.
 *
 * @param {object} hand The hand.
 * @param {string} face Its face in notation.
 * @param {{corners: number[][]|null, part: string}} place Where it lies.
 */
export function add(hand, face, { corners = null, part = "hand" } = {}) {
  const near = corners && nearest(hand, centre(corners));
  const tile = {
    id: hand.next,
    tile: face,
    was: null,
    alternatives: [],
    confidence: 1,
    corners,
    row: near?.row ?? 0,
    group: near?.group ?? 0,
    part: isBonus(face, hand.family) ? "bonus" : part,
    meld: null,
    doubtful: false,
  };
  const place = near ? hand.tiles.indexOf(near) + (centre(corners)[0] > centre(near.corners)[0]) : hand.tiles.length;
  const tiles = [...hand.tiles.slice(0, place), tile, ...hand.tiles.slice(place)];
  return { ...hand, tiles, next: hand.next + 1, edited: true };
}

/** Turn a tile by a quarter clockwise: its own top left is the next corner of the photo. */
export function turn(hand, id) {
  return changed(hand, id, (tile) => tile.corners === null ? tile
    : { ...tile, corners: [...tile.corners.slice(1), tile.corners[0]] });
}

function changed(hand, id, how) {
  return { ...hand, tiles: hand.tiles.map((tile) => (tile.id === id ? how(tile) : tile)), edited: true };
}

/** Centre of a quadrilateral. */
export function centre(corners) {
  const sum = corners.reduce(([x, y], [a, b]) => [x + a, y + b], [0, 0]);
  return [sum[0] / corners.length, sum[1] / corners.length];
}

/** The tile whose centre is nearest to a point of the photo; undefined without tiles. */
export function nearest(hand, [x, y]) {
  const far = (tile) => {
    const [a, b] = centre(tile.corners);
    return (a - x) ** 2 + (b - y) ** 2;
  };
  return hand.tiles.filter((tile) => tile.corners).sort((one, other) => far(one) - far(other))[0];
}

/** Whether a point of the photo lies inside a quadrilateral whose corners go round. */
export function inside(corners, [x, y]) {
  const sides = corners.map(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length];
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

/** Corners for a tile added at a point: the form of the nearest tile, moved there. */
export function cornersAt(hand, point, [width, height]) {
  const near = nearest(hand, point);
  const form = near ? near.corners : upright(Math.min(width, height) / 12);
  const [x, y] = centre(form);
  return form.map(([a, b]) => [
    clamp(a - x + point[0], width), clamp(b - y + point[1], height),
  ]);
}

function upright(half) {
  return [[-half, -1.33 * half], [half, -1.33 * half], [half, 1.33 * half], [-half, 1.33 * half]];
}

function clamp(value, most) {
  return Math.round(Math.min(Math.max(value, 0), most) * 100) / 100;
}

/** The tiles of the hand by their parts, melds in their order and without empty ones. */
export function partsOf(hand) {
  const of = (part) => hand.tiles.filter((tile) => tile.part === part);
  const melds = Object.keys(hand.concealed).map((number) => ({
    number: Number(number),
    concealed: hand.concealed[number],
    tiles: hand.tiles.filter((tile) => tile.part === "meld" && tile.meld === Number(number)),
  }));
  return {
    hand: of("hand"),
    winning: of("winning"),
    melds: melds.filter((meld) => meld.tiles.length),
    bonus: of("bonus"),
  };
}

/** The tiles in the order in which the server counts them: concealed, melds, flowers. */
export function inOrder(hand) {
  const parts = partsOf(hand);
  return [...parts.hand, ...parts.winning, ...parts.melds.flatMap((meld) => meld.tiles), ...parts.bonus];
}

/** The hand as the server takes it; backs of a concealed kong stand for its face. */
export function bodyOf(hand) {
  const parts = partsOf(hand);
  return {
    family: hand.family,
    concealed: [...parts.hand, ...parts.winning].map((tile) => tile.tile),
    melds: parts.melds.map((meld) => ({ tiles: facesOf(meld), concealed: meld.concealed })),
    bonus: parts.bonus.map((tile) => tile.tile),
  };
}

function facesOf(meld) {
  const faces = meld.tiles.map((tile) => tile.tile);
  const shown = faces.find((face) => face !== BACK);
  return faces.map((face) => (face === BACK && meld.concealed && shown ? shown : face));
}

/**
 * Tiles that count towards a complete hand: flowers do not, and a mahjong kong counts as three.
 */
export function counted(hand) {
  const parts = partsOf(hand);
  const kongs = hand.family === "mahjong" ? parts.melds.filter((meld) => meld.tiles.length === 4).length : 0;
  return hand.tiles.length - parts.bonus.length - kongs;
}

/** The tiles for a correction; null when one of them has no place on the photo. */
export function correctionOf(hand) {
  if (hand.tiles.some((tile) => tile.corners === null)) return null;
  return hand.tiles.map(({ tile, corners, row, group }) => ({ tile, corners, row, group }));
}

/** Whether a person has changed what the reader said of the photo. */
export function differs(hand, read) {
  return hand.tiles.length !== read.tiles.length ||
    hand.tiles.some((tile) => tile.was !== tile.tile);
}
