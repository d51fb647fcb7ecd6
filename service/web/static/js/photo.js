/** The photo in the browser: decoding it, measuring it, cutting single tiles out of it. */

import { MEASURED, measure } from "./checks.js";

/**
 * Decode a photo upright.
 *
 * @param {Blob} blob The photo.
 * @returns {Promise<ImageBitmap|null>} null where the browser does not know the format (HEIC).
 */
export async function decode(blob) {
  try {
    return await createImageBitmap(blob, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}

/** Measure a bitmap or a video frame; see {@link measure}. */
export function measurePicture(source, width, height) {
  const scale = Math.min(1, MEASURED / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return measure(context.getImageData(0, 0, canvas.width, canvas.height));
}

/**
 * Draw one tile upright: the affine map of three of its corners, exact enough for a small picture.
 *
 * @param {HTMLCanvasElement} canvas Where; its size is the size of the picture.
 * @param {ImageBitmap} bitmap The photo.
 * @param {number[][]} corners Clockwise from the face's own top left, in pixels of a photo...
 * @param {number} width ...of this width, which the bitmap may be larger or smaller than.
 */
export function drawTile(canvas, bitmap, corners, width) {
  const scale = bitmap.width / width;
  const [[ax, ay], [bx, by], , [dx, dy]] = corners.map(([x, y]) => [x * scale, y * scale]);
  const { width: w, height: h } = canvas;
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, w, h);
  const margin = 0.08;
  const inner = [w * (1 - 2 * margin), h * (1 - 2 * margin)];
  // the matrix takes canvas points to photo points; drawing needs its inverse
  const [p, q, r, s] = [(bx - ax) / inner[0], (by - ay) / inner[0], (dx - ax) / inner[1], (dy - ay) / inner[1]];
  const det = p * s - q * r;
  if (Math.abs(det) < 1e-9) return;
  context.setTransform(s / det, -q / det, -r / det, p / det, 0, 0);
  const [ox, oy] = [ax - p * w * margin - r * h * margin, ay - q * w * margin - s * h * margin];
  context.drawImage(bitmap, -ox, -oy);
  context.setTransform(1, 0, 0, 1, 0, 0);
}
