/** The second view: the score sheet with its reasons, payments, and what would change it. */

import { h, render } from "./dom.js";
import { playerAt } from "./evening.js";
import { inOrder, remove, setFace, add, confirm } from "./hand.js";
import { currentLanguage, itemName, knows, numeral, sentence, signed, t } from "./i18n.js";
import { change, state } from "./store.js";
import { miniRow } from "./tiles.js";
import { button, problemText, say } from "./ui.js";
import { openSettle } from "./view-settle.js";
import { factsForm, rulesForm, setFact } from "./view-facts.js";
import { canScore, changeHand, scoreNow } from "./work.js";

const FACT_NOTE = /^(win|seat|round|roll|seat_number|hand_number|other_totals|discarder)\b.* (is|are) unknown/;

const NO_PAYMENTS = { dolls: "score.no_payments_dolls", flowers: "score.no_payments_flowers" };

/** Draw the view. */
export function drawScore() {
  const view = document.getElementById("view-score");
  render(view,
    h("div", { class: "head" }, h("h1", { id: "title-score" }, t("score.title")), h("p", { class: "muted" }, t(`game.${state.game}`))),
    sheet(),
    factsForm(),
    rulesForm());
}

function sheet() {
  const { stage, data, problem } = state.sheet;
  if (!canScore()) {
    return say("", h("p", {}, t(state.hand?.tiles.length ? "score.other_family" : "score.no_hand")),
      button(t("score.to_hand"), { id: "to-hand", onclick: () => change({ view: "hand" }) }));
  }
  if (stage === "none") return button(t("hand.score"), { look: "first wide", pic: "sheet", id: "score-now", onclick: scoreNow });
  if (stage === "failed") {
    return say("bad", h("strong", {}, t("score.failed")), h("p", {}, problemText(problem)), button(t("again"), { id: "score-again", onclick: scoreNow }));
  }
  if (!data) return h("div", { class: "card busy" }, h("div", { class: "spin", "aria-hidden": "true" }), h("p", {}, t("score.busy")));
  return [data.valid ? won(data) : notWon(data), changes(data)];
}

function won(data) {
  const family = state.hand.family;
  const { total, range } = data;
  return h("div", { class: "card", id: "sheet" },
    h("p", { class: "total" }, h("strong", { id: "total" }, numeral(total)), h("span", {}, t(`unit.${state.game}`)),
      range[0] !== range[1] && h("span", {}, t("score.range", { least: numeral(range[0]), most: numeral(range[1]) }))),
    h("div", { class: "sets" }, data.groups.map((group) => h("div", { class: `set ${group.winning ? "won" : ""}` },
      miniRow(h, group.tiles, family), h("span", {}, groupName(group.kind), group.winning ? ` · ${t("score.winning")}` : "")))),
    items(data),
    payments(data),
    h("div", { class: "row fill" }, button(t("score.to_evening"), { look: "first", pic: "people", id: "to-evening", disabled: state.sheet.stage === "busy", onclick: () => openSettle(data) })),
    notes(data.notes.filter((note) => !FACT_NOTE.test(note))));
}

function items(data) {
  if (!data.items.length) return null;
  const family = state.hand.family;
  return h("table", {}, h("caption", {}, t("score.why")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("score.item")), h("th", { scope: "col", class: "number" }, t(`unit.${state.game}`)))),
    h("tbody", {}, data.items.map((item) => h("tr", {},
      h("th", { scope: "row" }, localised(itemName(data.game, item)), item.count > 1 ? ` ×${item.count}` : "", " ",
        item.source ? h("span", { class: "source" }, t("score.source", { source: item.source })) : null,
        item.tiles.length ? h("div", {}, miniRow(h, item.tiles.slice(0, 20), family)) : null),
      h("td", { class: "number" }, numeral(item.value)))),
    data.base ? h("tr", {}, h("th", { scope: "row" }, t("score.base")), h("td", { class: "number" }, numeral(data.base))) : null),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("score.total")), h("td", { class: "number" }, numeral(data.total)))));
}

/** Text of the server: marked as English where it is not in the user's language. */
function localised(text) {
  const foreign = currentLanguage() !== "en" && /[a-z]{4}/i.test(text) && !/[\u4e00-\u9fff]/.test(text);
  return h("span", { lang: foreign ? "en" : null }, text);
}

function payments(data) {
  const entries = Object.entries(data.payments);
  if (!entries.length) return h("p", { class: "muted small" }, t(NO_PAYMENTS[state.game] ?? "score.no_payments"));
  return h("table", { id: "payments" }, h("caption", {}, t("score.payments")),
    h("tbody", {}, entries.map(([seat, amount]) => h("tr", {}, h("th", { scope: "row" }, seatName(seat)),
      h("td", { class: `number ${amount > 0 ? "plus" : amount < 0 ? "minus" : ""}` }, signed(amount))))));
}

function seatName(seat) {
  const name = t(`seat.${seat}`);
  if (!["east", "south", "west", "north"].includes(seat)) return name;
  const player = state.evening.players[playerAt(state.evening, seat)];
  return player ? `${name} · ${player}` : name;
}

function notes(list) {
  if (!list.length) return null;
  return h("details", { id: "notes" }, h("summary", {}, t("score.notes", { n: list.length })),
    h("div", { class: "inside" }, h("ul", { class: "notes" }, list.map((note) => h("li", {}, localised(sentence(note)))))));
}

function notWon(data) {
  return h("div", { class: "card", id: "sheet" },
    h("h2", {}, t("score.not_complete")),
    data.reasons.map((reason) => say("bad", h("p", {}, localised(sentence(reason))))),
    data.repairs?.length ? [h("h3", {}, t("score.repairs")), h("p", { class: "muted small" }, t("score.repairs_about")),
      h("ul", { class: "lines" }, data.repairs.slice(0, 5).map(repairLine))] : null,
    notes(data.notes));
}

function repairLine(repair, index) {
  const family = state.hand.family;
  const words = repair.changes.map(({ was, now }) => h("span", { class: "row" },
    was ? miniRow(h, [was], family) : t("score.missing"), h("span", { "aria-hidden": "true" }, "→"),
    h("span", { class: "unseen" }, t("score.becomes")), now ? miniRow(h, [now], family) : t("score.too_many")));
  return h("li", {}, h("div", { class: "row" }, words, h("span", { class: "muted" }, `${numeral(repair.total)} ${t(`unit.${state.game}`)}`)),
    button(t("score.apply"), { id: `repair-${index}`, onclick: () => apply(repair) }));
}

/** Make the changes of a repair in the hand; places are those of the hand as it was sent. */
function apply(repair) {
  const order = inOrder(state.hand);
  let hand = state.hand;
  for (const { was, now, index } of repair.changes) {
    const at = order[index]?.tile === was ? order[index] : order.find((tile) => tile.tile === was);
    if (was === null) hand = add(hand, now);
    else if (!at) continue;
    else hand = now === null ? remove(hand, at.id) : confirm(setFace(hand, at.id, now), at.id);
  }
  changeHand(hand);
}

/** Name of a kind of group; those of rare hands have only the server's name. */
function groupName(kind) {
  return knows(`group.${kind}`) ? t(`group.${kind}`) : kind.replaceAll("_", " ");
}

/** What would change the sheet: facts not named yet, other winning tiles, what is missing. */
function changes(data) {
  const { waits } = state.sheet;
  const facts = data.notes.filter((note) => FACT_NOTE.test(note));
  const parts = [
    facts.length ? h("ul", { class: "lines", id: "unknown-facts" }, facts.map(factLine)) : null,
    waits?.waits.length ? waitTable(waits.waits) : null,
    !data.valid && waits ? distance(waits) : null,
    data.alternatives.length ? others(data) : null,
  ].filter(Boolean);
  if (!parts.length) return null;
  return h("div", { class: "card", id: "changes" }, h("h2", {}, t("changes.title")), parts);
}

/** A fact that is not known: each of its values with what it would score, to be tapped. */
function factLine(note) {
  const [, name] = FACT_NOTE.exec(note);
  const values = [...note.matchAll(/([\w-]+) scores (\d+)(?: to (\d+))?/g)];
  const title = h("strong", {}, t(`facts.${name}`));
  if (!values.length) return h("li", { class: "fact" }, h("div", {}, title, h("p", { class: "muted small" }, factSentence(note))));
  return h("li", { class: "fact" }, title, h("div", { class: "chips" }, values.map(([, value, least, most]) => h("button", {
    type: "button", class: "chip", id: `chip-${name}-${value}`, onclick: () => setFact(name, factValue(name, value)),
  }, h("span", {}, factLabel(name, value)), " ", h("b", {}, most ? `${numeral(Number(least))}–${numeral(Number(most))}` : numeral(Number(least)))))));
}

function factSentence(note) {
  const either = /either way (\d+(?: to \d+)?)/.exec(note);
  return either ? t("changes.either", { total: either[1].replace(" to ", "–") }) : localised(sentence(note));
}

/** Designated patterns are those of the four hands, or seats, in this order. */
const DESIGNATED = ["6-6", "1-1", "4-4"];

function factValue(name, value) {
  if (!/^\d-\d$/.test(value)) return value;
  const place = DESIGNATED.indexOf(value);
  return place < 0 ? 4 : place + 1;
}

function factLabel(name, value) {
  if (name === "win") return t(`win.${value}`);
  return /^\d-\d$/.test(value) ? `${t(`pattern.${value}`)} ${value}` : t(`seat.${value}`);
}

function waitTable(waits) {
  const family = state.hand.family;
  const cell = (outcome) => (outcome.valid ? numeral(outcome.total) : "–");
  return h("table", { id: "waits" }, h("caption", {}, t("changes.waits")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("changes.tile")), h("th", { scope: "col", class: "number" }, t("changes.left")),
      h("th", { scope: "col", class: "number" }, t("win.self_draw")), h("th", { scope: "col", class: "number" }, t("win.discard")))),
    h("tbody", {}, waits.slice(0, 14).map((wait) => h("tr", {}, h("th", { scope: "row" }, miniRow(h, [wait.tile], family)),
      h("td", { class: "number" }, numeral(wait.left)), h("td", { class: "number" }, cell(wait.self_draw)), h("td", { class: "number" }, cell(wait.discard))))));
}

function distance({ reasons, distance: far, discards }) {
  if (!far) return h("ul", { class: "notes" }, reasons.map((reason) => h("li", {}, localised(sentence(reason)))));
  const family = state.hand.family;
  const useful = far.useful.map((one) => one.tile).slice(0, 24);
  return h("div", { class: "says" }, h("p", {}, t("changes.distance", { n: far.missing })),
    useful.length ? h("p", {}, t("changes.useful"), " ", miniRow(h, useful, family)) : null,
    discards.length ? h("p", {}, t("changes.discards"), " ", miniRow(h, discards.slice(0, 6).map((one) => one.tile), family)) : null);
}

function others(data) {
  const family = state.hand.family;
  return h("details", { id: "other-readings" }, h("summary", {}, t("changes.other_readings", { n: data.alternatives.length })),
    h("div", { class: "inside" }, data.alternatives.slice(0, 4).map((other) => h("div", {},
      h("p", {}, h("strong", {}, `${numeral(other.total)} ${t(`unit.${state.game}`)}`)),
      h("div", { class: "sets" }, other.groups.map((group) => h("div", { class: "set" }, miniRow(h, group.tiles, family), groupName(group.kind))))))));
}

