/** What the page does: reading a photo, scoring a hand, sending a correction. */

import * as api from "./api.js";
import { pictureFaults } from "./checks.js";
import { bodyOf, correctionOf, differs, emptyHand, handOfRead, partsOf } from "./hand.js";
import { t } from "./i18n.js";
import { decode, measurePicture } from "./photo.js";
import { change, currentDesign, currentFacts, currentGame, currentOptions, state } from "./store.js";
import { announce, toast } from "./ui.js";

let reading = null;
let scoring = null;
let timer = 0;
let sent = "";

/** The games of a family, that of the user's choice first. */
export function gameOfFamily(family) {
  if (currentGame()?.family === family) return state.game;
  return state.games.find((game) => game.family === family)?.name ?? state.game;
}

/** Ask which designs are enrolled here; without an answer those that are known stay. */
export async function loadDesigns() {
  try {
    const { designs } = await api.getDesigns();
    change({ designs: designs.filter((one) => one.origin === "enrolled") });
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
  }
}

/** Take a photo: show it, measure it, have it read. */
export async function takePhoto(blob, name) {
  reading?.abort();
  reading = new AbortController();
  const { signal } = reading;
  forgetPhoto();
  const bitmap = await decode(blob);
  const photo = bitmap
    ? { bitmap, url: URL.createObjectURL(blob), width: bitmap.width, height: bitmap.height, blob, name }
    : { bitmap: null, url: null, width: 4, height: 3, blob, name };
  const faults = bitmap ? pictureFaults(measurePicture(bitmap, bitmap.width, bitmap.height)) : [];
  change({ photo: { ...photo, faults }, read: null, hand: null, stage: "reading", problem: null, held: null });
  clearSheet();
  announce(t("hand.reading"));
  try {
    await read(blob, name, signal);
  } catch (problem) {
    if (problem.code === "aborted") return;
    if (!(problem instanceof api.ApiError)) throw problem;
    change({ stage: "failed", problem });
    if (problem.code === "unknown-design") await loadDesigns(); // it was deleted meanwhile
  }
}

async function read(blob, name, signal) {
  const unseen = !state.photo.bitmap;
  const found = await api.readPhoto(blob, { keep: state.consent || unseen, name, design: currentDesign(), signal });
  if (unseen) await showStored(found);
  const game = gameOfFamily(found.family);
  if (game !== state.game) {
    toast(t("hand.other_game", { game: t(`game.${game}`) }));
  }
  change({ read: found, hand: handOfRead(found), stage: "ready", game });
  const doubts = state.hand.tiles.filter((tile) => tile.doubtful).length;
  announce(`${t("hand.count", { n: found.tiles.length })} ${doubts ? t("hand.doubts", { n: doubts }) : ""}`);
}

/** A browser that cannot show HEIC gets the server's JPEG, which is deleted again at once. */
async function showStored(found) {
  const blob = await api.storedPhoto(found.id);
  if (!state.consent) await api.forgetRead(found.id);
  const bitmap = await decode(blob);
  if (bitmap === null) return;
  const faults = pictureFaults(measurePicture(bitmap, bitmap.width, bitmap.height));
  change({ photo: { ...state.photo, bitmap, url: URL.createObjectURL(blob), width: found.width, height: found.height, faults } });
}

/** Have the same photo read once more. */
export function readAgain() {
  if (state.photo) takePhoto(state.photo.blob, state.photo.name);
}

/** Begin a hand without a photo. */
export function startByHand() {
  reading?.abort();
  forgetPhoto();
  const family = currentGame()?.family ?? "mahjong";
  change({ photo: null, read: null, hand: emptyHand(family), stage: "ready", problem: null, held: null });
  clearSheet();
}

/** Put everything of this hand away. */
export function startOver() {
  reading?.abort();
  forgetPhoto();
  change({ photo: null, read: null, hand: null, stage: "empty", problem: null, held: null });
  clearSheet();
}

function forgetPhoto() {
  if (state.photo?.url) URL.revokeObjectURL(state.photo.url);
  state.photo?.bitmap?.close();
}

function clearSheet() {
  scoring?.abort();
  clearTimeout(timer);
  change({ sheet: { stage: "none", data: null, waits: null, problem: null } });
}

/** Change the hand; a sheet that is shown is made anew. */
export function changeHand(hand) {
  change({ hand });
  scoreSoon();
}

/** Score again in a moment, when a sheet is shown: several changes make one request. */
export function scoreSoon() {
  if (state.sheet.stage === "none") return;
  if (!canScore()) {
    clearSheet();
    return;
  }
  change({ sheet: { ...state.sheet, stage: "busy" } });
  clearTimeout(timer);
  timer = setTimeout(scoreNow, 300);
}

/** Whether there is a hand that the game in force can score. */
export function canScore() {
  return Boolean(state.hand?.tiles.length) && currentGame()?.family === state.hand.family;
}

/** What is sent to be scored. */
export function scoreBody() {
  const winning = partsOf(state.hand).winning[0];
  return {
    game: state.game,
    hand: bodyOf(state.hand),
    ...(winning ? { winning_tile: winning.tile } : {}),
    context: currentFacts(),
    options: currentOptions(),
  };
}

/** Score the hand, and ask what would change the sheet. */
export async function scoreNow() {
  if (!canScore()) return;
  clearTimeout(timer);
  scoring?.abort();
  scoring = new AbortController();
  const { signal } = scoring;
  change({ sheet: { ...state.sheet, stage: "busy", problem: null } });
  const body = scoreBody();
  try {
    const data = await api.scoreHand(body, signal);
    change({ sheet: { stage: "ready", data, waits: null, problem: null } });
    announce(data.valid ? t("score.announce", { total: data.total }) : t("score.not_complete"));
    const waits = await api.waitsOf(body, signal);
    if (!signal.aborted) change({ sheet: { ...state.sheet, waits } });
  } catch (problem) {
    if (problem.code === "aborted") return;
    if (!(problem instanceof api.ApiError)) throw problem;
    if (state.sheet.stage === "ready") return; // the sheet stands; only the advice is missing
    change({ sheet: { stage: "failed", data: null, waits: null, problem } });
  }
}

/** Send the correction of a photo, if the user agreed and there is one. */
export async function sendCorrection() {
  const { read, hand, consent } = state;
  if (!consent || !read || !differs(hand, read)) return;
  const tiles = correctionOf(hand);
  const said = JSON.stringify([read.id, tiles]);
  if (said === sent) return;
  if (tiles === null) {
    toast(t("correction.unplaced"));
    return;
  }
  try {
    await api.sendCorrection({ read_id: read.id, family: hand.family, tiles });
    sent = said;
    toast(t("correction.sent"));
  } catch (problem) {
    if (!(problem instanceof api.ApiError)) throw problem;
    toast(t("correction.failed"));
  }
}
