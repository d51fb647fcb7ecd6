/** The dialog of one tile: which face it has, where it belongs, turn and delete. */

import { h } from "./dom.js";
import { add, confirm, cornersAt, isBonus, move, partsOf, remove, setFace, turn } from "./hand.js";
import { t } from "./i18n.js";
import { drawTile } from "./photo.js";
import { change, state } from "./store.js";
import { drawing, tileName } from "./tiles.js";
import { announce, button, choice, openDialog } from "./ui.js";
import { changeHand } from "./work.js";

const NEW_MELD = "new";

/** Open the dialog of a tile. */
export function openTile(id) {
  change({ held: id });
  const find = () => state.hand?.tiles.find((tile) => tile.id === id);
  const dialog = openDialog(t("tile.title"), (close) => (find() ? inside(find(), close, () => dialog.refill()) : []), {
    closed: () => change({ held: null }),
  });
}

/** Open the picker for a tile that is missing; `point` is its place on the photo, if it has one. */
export function openAdd(point = null) {
  openDialog(t("tile.add_title"), (close) => [
    point === null && state.read && h("p", { class: "muted small" }, t("tile.add_unplaced")),
    ...faces(null, (face) => {
      const { read, hand } = state;
      const corners = point && cornersAt(hand, point, [read.width, read.height]);
      close();
      changeHand(add(hand, face, { corners }));
      announce(t("tile.added", { name: tileName(face, hand.family) }));
    }),
  ]);
}

/** Open the picker for a tile of another kind, such as an indicator. */
export function openFaces(title, take) {
  openDialog(title, (close) => faces(null, (face) => { close(); take(face); }));
}

function inside(tile, close, refill) {
  const { family } = state.hand;
  const choose = (face) => {
    close();
    changeHand(setFace(state.hand, tile.id, face));
    announce(t("tile.is_now", { name: tileName(face, family) }));
  };
  return [
    seen(tile, family),
    tile.doubtful && button(t("tile.right", { name: tileName(tile.tile, family) }), {
      look: "first wide", pic: "check", id: "tile-right",
      onclick: () => { close(); changeHand(confirm(state.hand, tile.id)); },
    }),
    alternatives(tile, family, choose),
    place(tile, refill),
    h("div", { class: "row fill" },
      tile.corners && button(t("tile.turn"), { pic: "turn", id: "tile-turn", onclick: () => { changeHand(turn(state.hand, tile.id)); refill(); } }),
      button(t("tile.delete"), {
        pic: "bin", look: "danger", id: "tile-delete",
        onclick: () => { close(); changeHand(remove(state.hand, tile.id)); announce(t("tile.deleted")); },
      })),
    ...faces(tile.tile, choose),
  ];
}

/** What the photo shows, beside what it was read as. */
function seen(tile, family) {
  const canvas = h("canvas", { width: 176, height: 232, role: "img", "aria-label": t("tile.cutout") });
  const shown = state.photo?.bitmap && tile.corners;
  if (shown) drawTile(canvas, state.photo.bitmap, tile.corners, state.read.width);
  const picture = drawing(tile.tile, family);
  picture.classList.add("now");
  return h("div", { class: "seen" }, shown && canvas, picture,
    h("div", {}, h("strong", {}, tileName(tile.tile, family)),
      tile.was !== null && h("span", { class: "muted small" }, tile.was === tile.tile
        ? t("tile.sure", { percent: Math.round(tile.confidence * 100) })
        : t("tile.read_as", { name: tileName(tile.was, family) })),
      tile.was === null && h("span", { class: "muted small" }, t("tile.by_hand"))));
}

function alternatives(tile, family, choose) {
  if (tile.alternatives.length < 2) return null;
  return h("div", { class: "group" }, h("h3", {}, t("tile.alternatives")),
    h("div", { class: "odds" }, tile.alternatives.slice(0, 5).map(([face, odds]) => h("button", {
      type: "button", class: "odd", "aria-pressed": String(face === tile.tile),
      "aria-label": t("tile.odds", { name: tileName(face, family), percent: percent(odds) }),
      onclick: () => choose(face),
    }, drawing(face, family), h("span", {}, `${percent(odds)} %`)))));
}

function percent(odds) {
  return odds >= 0.01 ? Math.round(odds * 100) : "<1";
}

function place(tile, refill) {
  if (isBonus(tile.tile, state.hand.family)) return null;
  const melds = partsOf(state.hand).melds;
  const values = [
    { value: "hand", label: t("part.hand") },
    { value: "winning", label: t("part.winning") },
    ...melds.map((meld, index) => ({ value: `meld-${meld.number}`, label: t("part.meld_number", { n: index + 1 }) })),
    { value: NEW_MELD, label: t("part.new_meld") },
  ];
  const chosen = tile.part === "meld" ? `meld-${tile.meld}` : tile.part;
  return choice("place", t("tile.place"), values, chosen, (value) => {
    const meld = value.startsWith("meld-") ? Number(value.slice(5)) : null;
    changeHand(move(state.hand, tile.id, meld || value === NEW_MELD ? "meld" : value, meld));
    refill();
  });
}

/** Every face of the family, in groups. */
function faces(chosen, choose) {
  const { family } = state.hand ?? { family: "mahjong" };
  const known = (state.faces[family] ?? []).map((face) => face.tile);
  return groupsOf(family, known).map(({ key, tiles, look }) => h("div", { class: "group" },
    h("h3", {}, t(key)),
    h("div", { class: `faces ${look}` }, tiles.map((face) => h("button", {
      type: "button", class: "tile", "aria-label": tileName(face, family), title: tileName(face, family),
      "aria-pressed": chosen === null ? null : String(face === chosen), onclick: () => choose(face),
    }, drawing(face, family))))));
}

function groupsOf(family, known) {
  const of = (pattern) => known.filter((tile) => pattern.test(tile));
  const groups = {
    mahjong: [
      { key: "faces.m", tiles: of(/^\dm$/), look: "nine" },
      { key: "faces.p", tiles: of(/^\dp$/), look: "nine" },
      { key: "faces.s", tiles: of(/^\ds$/), look: "nine" },
      { key: "faces.z", tiles: of(/^\dz$/), look: "nine" },
      { key: "faces.f", tiles: of(/^\df$/), look: "nine" },
      { key: "faces.back", tiles: of(/^back$/), look: "" },
    ],
    flowers: [
      { key: "kinds.w", tiles: of(/^\d-\d$/), look: "three" },
      { key: "kinds.f", tiles: of(/^\d-\df$/), look: "three" },
      { key: "kinds.d", tiles: of(/^\d-\dd$/), look: "three" },
      { key: "faces.bonus", tiles: of(/^(\df|5z)$/), look: "three" },
      { key: "faces.back", tiles: of(/^back$/), look: "" },
    ],
    dolls: [
      { key: "cards.plain", tiles: of(/^[a-z]+$/).filter((tile) => tile !== "back"), look: "" },
      { key: "cards.stamped", tiles: of(/\*$/), look: "" },
      { key: "faces.back", tiles: of(/^back$/), look: "" },
    ],
  };
  return groups[family].filter((group) => group.tiles.length);
}
