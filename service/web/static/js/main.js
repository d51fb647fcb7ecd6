/** The page starts here: what was stored, the words, the games, the three views. */

import { ApiError, getGames, useKey } from "./api.js";
import { h, render, svg } from "./dom.js";
import { currentLanguage, preferredLanguage, setLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { applyTheme, openSettings } from "./settings.js";
import { change, onChange, restore, state } from "./store.js";
import { button, iconButton, problemText, say } from "./ui.js";
import { drawEvening } from "./view-evening.js";
import { drawHand } from "./view-hand.js";
import { drawScore } from "./view-score.js";
import { loadDesigns } from "./work.js";

const VIEWS = { hand: { draw: drawHand, pic: "tiles" }, score: { draw: drawScore, pic: "sheet" }, evening: { draw: drawEvening, pic: "people" } };
const WIDE = window.matchMedia("(min-width: 60rem)");
const RETRY_MS = 4000;

async function start() {
  restore();
  applyTheme();
  useKey(state.apiKey);
  await setLanguage(state.lang || preferredLanguage());
  state.lang = currentLanguage();
  state.online = navigator.onLine;
  onChange(draw);
  onChange((names) => { if (names.includes("apiKey")) loadGames(); });
  window.addEventListener("online", () => { change({ online: true }); loadGames(); });
  window.addEventListener("offline", () => change({ online: false }));
  window.addEventListener("popstate", showAddress);
  WIDE.addEventListener("change", () => draw(["view"]));
  showAddress();
  draw(["lang"]);
  await loadGames();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {}); // only offline use is lost
}

/** The address names the view, so that going back works. */
function showAddress() {
  const named = location.hash.slice(1);
  change({ view: named in VIEWS ? named : "hand" });
}

async function loadGames() {
  try {
    const { games, faces } = await getGames();
    change({ games, faces, problem: state.stage === "empty" ? null : state.problem });
    await loadDesigns();
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    change({ problem });
    if (problem.code !== "unauthorised" && !state.games.length) setTimeout(loadGames, RETRY_MS);
  }
}

function draw(names) {
  const all = names.includes("lang");
  if (all) drawFrame();
  drawOffline();
  if (names.includes("view") || all) showView();
  const wide = WIDE.matches && state.view !== "evening";
  for (const [name, { draw: drawView }] of Object.entries(VIEWS)) {
    if (name === state.view || (wide && name !== "evening")) drawView();
  }
  drawStarting();
}

function drawFrame() {
  render(document.getElementById("top"),
    h("p", { class: "brand" }, mark(), h("span", {}, "Wahua"), h("small", { lang: "zh-Hant" }, "挖花")),
    iconButton("settings", t("settings.title"), { id: "settings", onclick: openSettings }));
  document.getElementById("skip").textContent = t("skip");
  document.getElementById("tabs").setAttribute("aria-label", t("tabs"));
}

function mark() {
  return svg("svg", { viewBox: "0 0 512 512", "aria-hidden": "true" },
    svg("rect", { width: 512, height: 512, fill: "#1f5a43" }),
    svg("g", { transform: "rotate(-9 256 256)" },
      svg("rect", { x: 142, y: 82, width: 228, height: 340, rx: 38, fill: "#fbf6ea" }),
      svg("circle", { cx: 256, cy: 166, r: 34, fill: "#b23a2e" }),
      [[214, 258], [256, 294], [298, 330]].map(([cx, cy]) => svg("circle", { cx, cy, r: 21, fill: "#23302a" }))));
}

function showView() {
  for (const name of Object.keys(VIEWS)) {
    const wide = WIDE.matches && state.view !== "evening" && name !== "evening";
    document.getElementById(`view-${name}`).classList.toggle("shown", name === state.view || wide);
  }
  document.querySelector(".views").classList.toggle("pair", WIDE.matches && state.view !== "evening");
  render(document.getElementById("tabs"), Object.entries(VIEWS).map(([name, { pic }]) => h("button", {
    type: "button", class: "tab", id: `tab-${name}`, "aria-current": name === state.view ? "page" : null, onclick: () => change({ view: name }),
  }, icon(pic), h("span", {}, t(`tab.${name}`)))));
  if (location.hash.slice(1) !== state.view && (location.hash || state.view !== "hand")) history.pushState(null, "", `#${state.view}`);
  if (shown !== state.view) window.scrollTo(0, 0);
  shown = state.view;
}

let shown = "";

function drawOffline() {
  const line = document.getElementById("offline");
  line.hidden = state.online;
  line.textContent = state.online ? "" : t("offline");
}

/** Until the games are known there is nothing to choose from: say why. */
function drawStarting() {
  if (state.games.length) return;
  const view = document.getElementById("view-hand");
  const { problem } = state;
  if (!problem) return;
  view.append(say("bad", h("p", {}, problemText(problem)),
    problem.code === "unauthorised" ? button(t("settings.title"), { id: "to-settings", onclick: openSettings }) : button(t("again"), { id: "load-again", onclick: loadGames })));
}

start();
