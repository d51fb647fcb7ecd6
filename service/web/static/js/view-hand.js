/** The first view: a photo, its tiles, and the hand that they make. */

import { openCamera, hasCamera } from "./camera.js";
import { countFault, cutOff } from "./checks.js";
import { h, render, svg } from "./dom.js";
import { partsOf, setConcealed } from "./hand.js";
import { t } from "./i18n.js";
import { photoWithBoxes } from "./overlay.js";
import { openAdd, openTile } from "./picker.js";
import { change, currentDesign, currentDesigns, currentGame, currentOptions, state } from "./store.js";
import { drawing, tileName } from "./tiles.js";
import { button, field, iconButton, problemText, say, tick, toast } from "./ui.js";
import { changeHand, readAgain, scoreNow, scoreSoon, sendCorrection, startByHand, startOver, takePhoto } from "./work.js";

/** Draw the view. */
export function drawHand() {
  const view = document.getElementById("view-hand");
  render(view,
    h("div", { class: "head" }, h("h1", { id: "title-hand" }, t("hand.title")),
      state.stage !== "empty" && button(t("hand.new"), { look: "plain", pic: "camera", id: "new-hand", onclick: startOver })),
    gamePicker(),
    designPicker(),
    state.stage === "empty" ? start() : null,
    state.photo && h("div", {}, frame()),
    state.stage === "failed" ? failure() : null,
    h("div", { class: "says" }, helps()),
    state.stage === "ready" ? [parts(), actions()] : null,
    fileInputs());
}

function gamePicker() {
  return h("div", { class: "field" }, h("label", { for: "game" }, t("game.label")),
    h("select", { id: "game", onchange: (event) => pickGame(event.target.value) },
      state.games.map((game) => h("option", { value: game.name, selected: game.name === state.game }, t(`game.${game.name}`)))));
}

function pickGame(game) {
  const family = state.games.find((one) => one.name === game).family;
  change({ game });
  if (state.stage === "ready" && !state.hand.tiles.length && state.hand.family !== family) startByHand();
  scoreSoon();
}

/** Which tiles the photo shows; not asked where no design is enrolled for the game. */
function designPicker() {
  const names = currentDesigns();
  if (!names.length) return null;
  const options = [["", t("design.usual")], ...names.map((name) => [name, name])];
  return field("design", t("design.label"), h("select", { id: "design", onchange: (event) => pickDesign(event.target.value) },
    options.map(([value, label]) => h("option", { value, selected: value === currentDesign() }, label))), t("design.about"));
}

/** A photo that is read already stays as it is, with its corrections, unless it is asked for. */
function pickDesign(name) {
  change({ design: { ...state.design, [currentGame().family]: name } });
  if (state.photo) toast(t("design.changed"), { label: t("design.read_again"), act: readAgain });
}

function start() {
  return [
    h("div", { class: "start" }, fan(), h("h2", {}, t("start.title")), h("p", {}, t("start.text")),
      h("div", { class: "row fill" },
        button(t("start.camera"), { look: "first", pic: "camera", id: "take", onclick: () => (hasCamera() ? openCamera(takePhoto) : pickFile("file-camera")) }),
        button(t("start.file"), { pic: "picture", id: "choose", onclick: () => pickFile("file-photo") })),
      button(t("start.by_hand"), { look: "plain", pic: "tiles", id: "by-hand", onclick: startByHand })),
    h("ul", { class: "tips", "aria-label": t("start.tips") }, ["start.tip1", "start.tip2", "start.tip3"].map((key) => h("li", {}, t(key)))),
  ];
}

/** Three tiles fanned out: one of each family. */
function fan() {
  const samples = [["7z", "mahjong", -14, 40], ["3-4f", "flowers", 0, 66], ["fu", "dolls", 14, 92]];
  return svg("svg", { viewBox: "0 0 192 128", class: "fan", "aria-hidden": "true" }, samples.map(([tile, family, angle, x]) => {
    const face = drawing(tile, family);
    for (const [name, value] of Object.entries({ x: -30, y: -40, width: 60, height: 80 })) face.setAttribute(name, value);
    return svg("g", { transform: `translate(${x + 30} 64) rotate(${angle})` }, face);
  }));
}

function fileInputs() {
  const taken = (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) takePhoto(file, file.name);
  };
  const props = { type: "file", accept: "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif", hidden: true, tabindex: -1, onchange: taken };
  return [h("input", { ...props, id: "file-photo" }), h("input", { ...props, id: "file-camera", capture: "environment" })];
}

function pickFile(id) {
  document.getElementById(id).click();
}

function frame() {
  const picture = photoWithBoxes(state, { pick: openTile, add: openAdd });
  if (state.stage !== "reading") return picture;
  picture.append(h("div", { class: "reading" }, h("div", { class: "spin", "aria-hidden": "true" }), h("p", {}, t("hand.reading")),
    button(t("cancel"), { onclick: startOver, id: "cancel-read" })));
  return picture;
}

function failure() {
  return say("bad", h("strong", {}, t("hand.failed")), h("p", {}, problemText(state.problem)),
    h("div", { class: "row" }, button(t("again"), { id: "again", onclick: readAgain }), button(t("start.by_hand"), { onclick: startByHand })));
}

/** What may be wrong, said before scoring. */
function helps() {
  const { stage, photo, read, hand } = state;
  const found = [];
  if (stage === "reading" || stage === "empty") return photo?.faults.map((key) => say("warn", h("p", {}, t(key)))) ?? [];
  if (photo) found.push(...photo.faults.map((key) => say("warn", h("p", {}, t(key)))));
  if (stage !== "ready") return found;
  if (photo && !photo.bitmap) found.push(say("", h("p", {}, t("check.unseen"))));
  const cut = read ? cutOff(hand.tiles, read.width, read.height) : 0;
  if (cut) found.push(say("warn", h("p", {}, t("check.cut", { n: cut }))));
  if (!hand.tiles.length) return found;
  if (currentGame()?.family !== hand.family) {
    found.push(say("bad", h("p", {}, t("check.family", { family: t(`family.${hand.family}`), game: t(`game.${state.game}`) }))));
    return found;
  }
  const count = countFault(hand, state.game, currentOptions());
  if (count) found.push(say("warn", h("p", {}, t(count.key, { n: count.n, want: count.want }))));
  const doubts = hand.tiles.filter((tile) => tile.doubtful);
  if (doubts.length) {
    found.push(say("warn", h("p", {}, t("hand.doubts", { n: doubts.length })),
      button(t("hand.look"), { id: "first-doubt", onclick: () => openTile(doubts[0].id) })));
  }
  if (!count && !doubts.length) found.push(say("good", h("p", {}, t("check.good"))));
  return found;
}

function parts() {
  const { hand } = state;
  const { hand: held, winning, melds, bonus } = partsOf(hand);
  return h("div", { class: "card" },
    h("div", { class: "head" }, h("h2", {}, t("hand.tiles", { n: hand.tiles.length })),
      iconButton("plus", t("tile.add_title"), { id: "add-tile", onclick: () => openAdd() })),
    h("p", { class: "muted small" }, t(state.read ? "hand.hint" : "hand.hint_by_hand")),
    h("div", { class: "rows" },
      part("part.hand", held),
      part("part.winning", winning, "hand.no_winning"),
      h("div", { class: "part" }, heading("part.melds", melds.length),
        melds.length ? h("div", { class: "melds" }, melds.map(meldBox)) : h("p", { class: "empty" }, t("part.none"))),
      hand.family === "dolls" ? null : part("part.bonus", bonus)));
}

function heading(key, n) {
  return h("h3", {}, t(key), h("span", { class: "count" }, n));
}

function part(key, tiles, none = "part.none") {
  return h("div", { class: "part" }, heading(key, tiles.length),
    tiles.length ? h("div", { class: "tiles" }, tiles.map(tileButton)) : h("p", { class: "empty" }, t(none)));
}

function tileButton(tile) {
  const name = tileName(tile.tile, state.hand.family);
  return h("button", {
    type: "button", id: `tile-${tile.id}`, class: `tile ${tile.doubtful ? "doubt" : ""}`, title: name,
    "aria-label": tile.doubtful ? t("tile.doubtful", { name }) : name, "aria-haspopup": "dialog",
    onclick: () => openTile(tile.id),
  }, drawing(tile.tile, state.hand.family));
}

function meldBox(meld, index) {
  return h("div", { class: "meld", role: "group", "aria-label": t("part.meld_number", { n: index + 1 }) },
    h("div", { class: "tiles" }, meld.tiles.map(tileButton)),
    state.hand.family === "mahjong" && meld.tiles.length === 4 &&
      tick(`kong-${meld.number}`, t("part.concealed_kong"), meld.concealed, (value) => changeHand(setConcealed(state.hand, meld.number, value))));
}

function actions() {
  return h("div", { class: "sticky" }, button(t("hand.score"), {
    look: "first wide", pic: "sheet", id: "score", disabled: !state.hand.tiles.length || currentGame()?.family !== state.hand.family,
    onclick: () => {
      change({ view: "score" });
      scoreNow();
      sendCorrection();
    },
  }));
}
