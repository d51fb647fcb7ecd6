/** The dialog that takes a hand into the evening: who won, and who pays what. */

import { h } from "./dom.js";
import { addHand, everybodyPays, gainsOf, playerAt, seatOf } from "./evening.js";
import { numeral, t } from "./i18n.js";
import { change, currentFacts, currentGame, state } from "./store.js";
import { announce, button, choice, field, numberInput, openDialog, toast } from "./ui.js";

const PLAYERS = [0, 1, 2, 3];
const MOST = 1000000;

/** Name of a player, or the seat of one without. */
export function playerName(player) {
  return state.evening.players[player] || t("player.number", { n: player + 1 });
}

/** The settled state of the evening is kept before each change, so that it can be taken back. */
export function changeEvening(evening) {
  change({ past: [...state.past, state.evening].slice(-50), evening });
}

/** Take the last change of the evening back. */
export function undoEvening() {
  const evening = state.past.at(-1);
  if (!evening) return;
  change({ evening, past: state.past.slice(0, -1) });
  announce(t("evening.undone"));
}

/**
 * Ask who gains what, and add it.
 *
 * @param {object|null} sheet A score sheet, or null for amounts that are typed in.
 */
export function openSettle(sheet) {
  const facts = sheet ? currentFacts() : {};
  let winner = sheet ? winnerOf(facts) : 0;
  let gains = sheet ? gainsOf(state.evening, sheet.payments, winner) : [0, 0, 0, 0];
  const dialog = openDialog(t(sheet ? "settle.title" : "settle.by_hand"), (close) => [
    choice("winner", t("settle.winner"), PLAYERS.map((player) => ({
      value: String(player), label: `${playerName(player)} · ${t(`seat.${seatOf(state.evening, player)}`)}`,
    })), String(winner), (value) => {
      winner = Number(value);
      if (sheet) gains = gainsOf(state.evening, sheet.payments, winner);
      dialog.refill();
    }),
    sheet && !Object.keys(sheet.payments).length && h("p", { class: "muted small" }, t("settle.no_payments")),
    h("div", { class: "grid4" }, PLAYERS.map((player) => field(`gain-${player}`, playerName(player),
      numberInput(`gain-${player}`, gains[player], (value) => {
        gains = gains.map((old, index) => (index === player ? value ?? 0 : old));
        dialog.refill();
      }, { min: -MOST, max: MOST })))),
    sheet && button(t("settle.everybody", { amount: numeral(sheet.total) }), {
      look: "plain", id: "everybody", onclick: () => { gains = everybodyPays(winner, sheet.total); dialog.refill(); },
    }),
    h("p", { role: "status", id: "sum" }, sumText(gains)),
    button(t("settle.save"), {
      look: "first wide", pic: "check", id: "settle-save", disabled: sum(gains) !== 0 || gains.every((gain) => gain === 0),
      onclick: () => { close(); save(sheet, winner, gains); },
    }),
  ]);
}

function winnerOf(facts) {
  if (facts.seat) return playerAt(state.evening, facts.seat);
  if (facts.seat_number) return (state.evening.dealer + facts.seat_number - 1) % 4;
  return state.evening.dealer;
}

function sum(gains) {
  return gains.reduce((total, gain) => total + gain, 0);
}

function sumText(gains) {
  return sum(gains) === 0 ? t("settle.even") : t("settle.uneven", { sum: numeral(sum(gains)) });
}

function save(sheet, winner, gains) {
  changeEvening(addHand(state.evening, {
    time: new Date().toISOString().slice(0, 19) + "Z",
    game: sheet ? state.game : "",
    hand: sheet?.hand ?? "",
    winner: sheet ? winner : null,
    total: sheet?.total ?? 0,
    gains,
    passes: Boolean(sheet) && currentGame()?.family === "mahjong",
  }));
  change({ view: "evening" });
  toast(t("settle.saved"), { label: t("undo"), act: undoEvening });
}
