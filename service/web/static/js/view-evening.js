/** The third view: four players, their running totals, the hands of the evening. */

import { h, render } from "./dom.js";
import { csvOf, newEvening, passDeal, rename, roundOf, seatOf, setDealer, totalsOf, transfersOf } from "./evening.js";
import { numeral, signed, t } from "./i18n.js";
import { icon } from "./icons.js";
import { state } from "./store.js";
import { ask, button } from "./ui.js";
import { changeEvening, openSettle, playerName, undoEvening } from "./view-settle.js";

const PLAYERS = [0, 1, 2, 3];

/** Draw the view. */
export function drawEvening() {
  const { evening } = state;
  const totals = totalsOf(evening);
  render(document.getElementById("view-evening"),
    h("div", { class: "head" }, h("h1", { id: "title-evening" }, t("evening.title")),
      h("p", { class: "muted" }, t("evening.round", { round: t(`seat.${roundOf(evening)}`), n: evening.hands.length + 1 }))),
    h("div", { class: "players" }, PLAYERS.map((player) => playerCard(player, totals[player]))),
    h("div", { class: "row fill" },
      button(t("evening.add"), { pic: "plus", id: "add-hand", onclick: () => openSettle(null) }),
      button(t("evening.pass"), { pic: "pass", id: "pass-deal", onclick: () => changeEvening(passDeal(state.evening)) }),
      button(t("undo"), { pic: "undo", id: "undo", disabled: !state.past.length, onclick: undoEvening })),
    evening.hands.length ? [settlement(totals), history(evening)] : empty(),
    h("div", { class: "row fill" },
      button(t("evening.csv"), { pic: "down", id: "csv", disabled: !evening.hands.length, onclick: download }),
      button(t("evening.new"), {
        pic: "table", id: "new-evening", disabled: !evening.hands.length,
        onclick: () => ask(t("evening.new_sure"), t("evening.new"), () => changeEvening(newEvening(state.evening.players))),
      })));
}

function playerCard(player, total) {
  const { evening } = state;
  const deals = evening.dealer === player;
  const seat = t(`seat.${seatOf(evening, player)}`);
  return h("div", { class: `player ${deals ? "deals" : ""}` },
    h("p", { class: "seat" }, seat, deals ? h("b", { "aria-hidden": "true" }, t("evening.mark")) : null, deals ? h("span", {}, t("evening.deals")) : null),
    h("input", {
      type: "text", id: `name-${player}`, value: evening.players[player], maxlength: 40, autocomplete: "off",
      "aria-label": t("player.name", { n: player + 1 }), placeholder: t("player.number", { n: player + 1 }),
      onchange: (event) => changeEvening(rename(state.evening, player, event.target.value)),
    }),
    h("output", { id: `sum-${player}`, class: total > 0 ? "plus" : total < 0 ? "minus" : "", "aria-label": t("evening.sum_of", { name: playerName(player), sum: numeral(total) }) }, signed(total)),
    deals ? null : button(t("evening.deal"), { look: "plain", id: `deal-${player}`, "aria-label": t("evening.deal_of", { name: playerName(player) }), onclick: () => changeEvening(setDealer(state.evening, player)) }));
}

function empty() {
  return h("div", { class: "start" }, icon("people"), h("h2", {}, t("evening.empty")), h("p", {}, t("evening.empty_about")));
}

function settlement(totals) {
  const transfers = transfersOf(totals);
  return h("div", { class: "card" }, h("h2", {}, t("evening.settlement")),
    transfers.length ? h("ul", { class: "lines", id: "transfers" }, transfers.map(({ from, to, amount }) => h("li", {},
      h("span", {}, t("evening.pays", { from: playerName(from), to: playerName(to) })), h("strong", { class: "number" }, numeral(amount)))))
      : h("p", { class: "muted" }, t("evening.even")));
}

function history(evening) {
  return h("div", { class: "card scroll", tabindex: 0, role: "region", "aria-label": t("evening.hands") },
    h("table", { id: "hands" }, h("caption", {}, t("evening.hands")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("evening.number")), h("th", { scope: "col" }, t("evening.game")),
        PLAYERS.map((player) => h("th", { scope: "col", class: "number" }, playerName(player))))),
      h("tbody", {}, evening.hands.map((hand, index) => h("tr", {}, h("td", {}, index + 1),
        h("th", { scope: "row" }, hand.game ? `${t(`game.short.${hand.game}`)} · ${numeral(hand.total)}` : t("evening.typed")),
        hand.gains.map((gain) => h("td", { class: `number ${gain > 0 ? "plus" : gain < 0 ? "minus" : ""}` }, signed(gain))))))));
}

function download() {
  const text = csvOf(state.evening, {
    head: ["csv.number", "csv.time", "csv.game", "csv.hand", "csv.winner", "csv.points"].map((key) => t(key)),
    names: PLAYERS.map(playerName),
    gameName: (game) => (game ? t(`game.short.${game}`) : t("evening.typed")),
    total: t("csv.total"),
  });
  // the mark before the text tells spreadsheets that it is UTF-8
  const address = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
  const day = state.evening.hands[0].time.slice(0, 10);
  h("a", { href: address, download: `wahua-${day}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
