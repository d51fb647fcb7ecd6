/** The state of the page, what of it outlives a reload, and who is told of changes. */

import { newEvening } from "./evening.js";

const PLACE = "wahua.v1";
const KEPT = ["lang", "theme", "consent", "apiKey", "game", "options", "facts", "evening", "past"];
/** Kept until the tab is closed: the next evening may be played with other tiles. */
const KEPT_IN_TAB = ["design"];
const PLACES = [[localStorage, KEPT], [sessionStorage, KEPT_IN_TAB]];

export const state = {
  view: "hand",
  lang: "",
  theme: "auto",
  consent: false,
  apiKey: "",
  online: true,
  games: [],
  faces: {},
  designs: [],
  design: {},
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
  for (const [storage, kept] of PLACES) if (names.some((name) => kept.includes(name))) save(storage, kept);
  for (const listener of listeners) listener(names);
}

/** Take up what was stored on this device. */
export function restore() {
  for (const [storage, kept] of PLACES) {
    try {
      const found = JSON.parse(storage.getItem(PLACE) ?? "{}");
      for (const name of kept) if (name in found) state[name] = found[name];
    } catch {
      storage.removeItem(PLACE); // written by something else: nothing of it can be used
    }
  }
}

function save(storage, names) {
  const kept = Object.fromEntries(names.map((name) => [name, state[name]]));
  try {
    storage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // a private window or a full disk: the page works on, it only forgets
  }
}

/** Forget everything that is stored on this device. */
export function forgetEverything() {
  for (const [storage] of PLACES) storage.removeItem(PLACE);
}

/** Names of the enrolled designs whose newest version shows tiles of the game in force. */
export function currentDesigns() {
  const family = currentGame()?.family;
  const newest = new Map();
  for (const one of state.designs) {
    if (one.version > (newest.get(one.name)?.version ?? 0)) newest.set(one.name, one);
  }
  return [...newest.values()].filter((one) => one.family === family).map((one) => one.name);
}

/** The design that was chosen for the game in force; empty for the usual sets. */
export function currentDesign() {
  const chosen = state.design[currentGame()?.family] ?? "";
  return currentDesigns().includes(chosen) ? chosen : "";
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
