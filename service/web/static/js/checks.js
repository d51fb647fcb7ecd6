/** Help before scoring: what is wrong with the photo or with the number of tiles, as keys of words. */

import { counted } from "./hand.js";

/** Longer side of the picture that is measured, in pixels. */
export const MEASURED = 480;
const DARK = 85;
const GLARE = 0.3;
const BLURRED = 12;
const EDGE = 0.004;

/**
 * Measure a picture.
 *
 * @param {{data: Uint8ClampedArray, width: number, height: number}} image RGBA pixels.
 * @returns {{light: number, glare: number, sharp: number}} `light`: the grey (0 to 255) that 97 % of
 *   the pixels do not exceed, for tiles are light whatever the table is; `glare`: share of pixels
 *   at the white end; `sharp`: see {@link sharpness}.
 */
export function measure({ data, width, height }) {
  const grey = new Float32Array(width * height);
  let white = 0;
  for (let i = 0; i < grey.length; i += 1) {
    grey[i] = 0.299 * data[4 * i] + 0.587 * data[4 * i + 1] + 0.114 * data[4 * i + 2];
    white += grey[i] > 250 ? 1 : 0;
  }
  const sorted = grey.slice().sort();
  return {
    light: sorted[Math.floor(0.97 * (sorted.length - 1))],
    glare: white / grey.length,
    sharp: sharpness(grey, width, height),
  };
}

/**
 * Root mean square of the Laplacian in the sharpest tenth of cells of 16 pixels: a smooth table
 * around the tiles does not lower it.
 */
function sharpness(grey, width, height) {
  const cell = 16;
  const cells = [];
  for (let top = 1; top + cell < height; top += cell) {
    for (let left = 1; left + cell < width; left += cell) {
      let sum = 0;
      for (let y = top; y < top + cell; y += 1) {
        for (let x = left; x < left + cell; x += 1) {
          const at = y * width + x;
          const edge = grey[at - 1] + grey[at + 1] + grey[at - width] + grey[at + width] - 4 * grey[at];
          sum += edge * edge;
        }
      }
      cells.push(sum / (cell * cell));
    }
  }
  cells.sort((one, other) => other - one);
  const best = cells.slice(0, Math.max(1, Math.round(cells.length / 10)));
  return Math.sqrt(best.reduce((total, one) => total + one, 0) / best.length);
}

/** What to say of a picture that was measured: keys of words, the worst first. */
export function pictureFaults({ light, glare, sharp }) {
  const faults = [];
  if (light < DARK) faults.push("check.dark");
  if (glare > GLARE) faults.push("check.glare");
  if (sharp < BLURRED) faults.push("check.blurred");
  return faults;
}

/** Number of tiles whose box touches the edge of the photo. */
export function cutOff(tiles, width, height) {
  const [dx, dy] = [width * EDGE, height * EDGE];
  return tiles.filter(({ corners }) => corners?.some(([x, y]) =>
    x <= dx || y <= dy || x >= width - dx || y >= height - dy)).length;
}

/**
 * How many tiles a complete hand of a game has, flowers apart and a mahjong kong as three.
 *
 * @returns {[number, number]} Fewest and most.
 */
export function wanted(game, options = {}) {
  if (game === "taiwanese") return [17, 17];
  if (game === "flowers") return options.triple_total === "exact_21" ? [21, 21] : [21, 31];
  if (game !== "dolls") return [14, 14];
  if (options.hand_size === "any") return [5, 72];
  const size = Number(options.hand_size ?? 19);
  return [size, size];
}

/**
 * What to say of the number of tiles.
 *
 * @returns {{key: string, n: number, want: number}|null}
 */
export function countFault(hand, game, options) {
  const n = counted(hand);
  const [least, most] = wanted(game, options);
  if (n < least) return { key: "check.few", n, want: least };
  if (n > most) return { key: "check.many", n, want: most };
  return null;
}
