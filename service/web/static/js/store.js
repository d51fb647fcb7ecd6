/** The state of the page, what of it outlives a reload, and who is told of changes. */

import { newEvening } from "./evening.js";

const PLACE = "wahua.v1";
const KEPT = ["lang", "theme", "consent", "apiKey", "game", "options", "facts", "evening", "past"];

export const state = {
  view: "hand",
  lang: "",
  theme: "auto",
  consent: false,
  apiKey: "",
  online: true,
  games: [],
  faces: {},
  game: "taiwanese",
  options: {},
  facts: {},
  photo: null,
  read: null,
  hand: null,
  stage: "empty",
  problem: null,
  held: null,
  sheet: { stage: "none", data: null, waits: null, problem: null },
  evening: newEvening(),
  past: [],
};

const listeners = new Set();

/** Call a function after every change, with the names of what changed. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Change the state and tell everybody. */
export function change(patch) {
  Object.assign(state, patch);
  const names = Object.keys(patch);
  if (names.some((name) => KEPT.includes(name))) save();
  for (const listener of listeners) listener(names);
}

/** Take up what was stored on this device. */
export function restore() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    for (const name of KEPT) if (name in found) state[name] = found[name];
  } catch {
    localStorage.removeItem(PLACE); // written by something else: nothing of it can be used
  }
}

function save() {
  const kept = Object.fromEntries(KEPT.map((name) => [name, state[name]]));
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // a private window or a full disk: the page works on, it only forgets
  }
}

/** Forget everything that is stored on this device. */
export function forgetEverything() {
  localStorage.removeItem(PLACE);
}

/** The game in force, as the server describes it. */
export function currentGame() {
  return state.games.find((game) => game.name === state.game) ?? null;
}

/** The house rules of the game in force that differ from their defaults. */
export function currentOptions() {
  const known = new Map((currentGame()?.options ?? []).map((one) => [one.key, one.default]));
  const chosen = Object.entries(state.options[state.game] ?? {});
  return Object.fromEntries(chosen.filter(([key, value]) => known.has(key) && known.get(key) !== value));
}

/** The facts of the win that were named for the game in force. */
export function currentFacts() {
  return state.facts[state.game] ?? {};
}
