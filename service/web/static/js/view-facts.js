/** The form of what a photo cannot show: how it was won, seats, dice, house rules. */

import { h } from "./dom.js";
import { playerAt } from "./evening.js";
import { FACTS, WITH_RIICHI, withFact } from "./facts.js";
import { choiceName, optionAbout, t } from "./i18n.js";
import { die } from "./icons.js";
import { openFaces } from "./picker.js";
import { change, currentFacts, currentGame, state } from "./store.js";
import { miniRow } from "./tiles.js";
import { button, choice, field, iconButton, numberInput, tick } from "./ui.js";
import { scoreSoon } from "./work.js";

const SEATS = ["east", "south", "west", "north"];

/** Set a fact and score anew. */
export function setFact(name, value) {
  const facts = withFact(currentFacts(), state.game, name, value);
  change({ facts: { ...state.facts, [state.game]: facts } });
  scoreSoon();
}

/** The form of the game in force. */
export function factsForm() {
  const asked = FACTS[state.game];
  const facts = currentFacts();
  return h("div", { class: "card", id: "facts" }, h("h2", {}, t("facts.title")),
    asked.win && !facts.exhausted && winChoice(facts),
    asked.winds && [seats("seat", facts), seats("round", facts)],
    asked.discarder && facts.win === "discard" && seats("discarder", facts),
    asked.flowers && flowerFacts(facts),
    asked.others && otherTotals(asked, facts),
    more(asked, facts));
}

function winChoice(facts) {
  const values = ["self_draw", "discard"].map((value) => ({ value, label: t(`win.${value}`) }));
  return choice("win", t("facts.win"), [...values, unknown()], facts.win ?? "", (value) => setFact("win", value), "lined");
}

function unknown() {
  return { value: "", label: "?", name: t("unknown") };
}

function seats(name, facts) {
  const named = name !== "round" && state.evening.players.some(Boolean);
  const values = SEATS.filter((seat) => name !== "discarder" || seat !== facts.seat).map((seat) => {
    const player = state.evening.players[playerAt(state.evening, seat)];
    const who = named && player ? h("small", {}, player) : null;
    return { value: seat, label: h("span", {}, t(`seat.${seat}`), " ", who) };
  });
  return choice(name, t(`facts.${name}`), [...values, unknown()], facts[name] ?? "", (value) => setFact(name, value), "lined");
}

function flowerFacts(facts) {
  const numbers = ["1", "2", "3", "4"];
  const shown = (name) => numbers.map((value) => ({ value, label: t(`flowers.${name}.${value}`) }));
  const pick = (name) => (value) => setFact(name, value === "" ? null : Number(value));
  return [
    h("div", { class: "grid2" }, dice(0, facts), dice(1, facts)),
    facts.roll && button(t("facts.clear_dice"), { look: "plain", pic: "bin", id: "clear-dice", onclick: () => { half = [null, null]; setFact("roll", null); } }),
    choice("hand_number", t("facts.hand_number"), [...shown("hand_number"), unknown()], String(facts.hand_number ?? ""), pick("hand_number")),
    choice("seat_number", t("facts.seat_number"), [...shown("seat_number"), unknown()], String(facts.seat_number ?? ""), pick("seat_number")),
  ];
}

/** One die of the roll; the fact is complete with both. */
let half = [null, null];

function dice(which, facts) {
  const roll = facts.roll ?? half;
  const values = [1, 2, 3, 4, 5, 6].map((number) => ({ value: String(number), label: die(number), name: String(number) }));
  return choice(`die-${which}`, t(`facts.die_${which + 1}`), values, String(roll[which] ?? ""), (value) => {
    half = [...(currentFacts().roll ?? half)];
    half[which] = Number(value);
    if (half.every(Boolean)) setFact("roll", half);
  }, "dice");
}

/** Totals of the others that are not all told yet: Digging Flowers needs those of everybody. */
const drafts = {};

function otherTotals(asked, facts) {
  if (state.game === "dolls" && !facts.exhausted) return null;
  const totals = facts.other_totals ?? drafts[state.game] ?? [];
  const set = (index) => (value) => {
    const known = currentFacts().other_totals ?? drafts[state.game] ?? [];
    const next = [0, 1, 2].map((place) => (place === index ? value : known[place] ?? null));
    drafts[state.game] = next;
    const named = next.filter((one) => one !== null);
    const enough = state.game === "flowers" ? named.length === asked.others : named.length > 0;
    setFact("other_totals", enough ? named : null);
  };
  return h("fieldset", {}, h("legend", {}, t("facts.other_totals")), h("div", { class: "grid4" }, [0, 1, 2].map((index) =>
    field(`other-${index}`, t(`facts.other_${index + 1}`), numberInput(`other-${index}`, totals[index], set(index), { max: 1000000 })))));
}

/** Rare events, folded away until one is set. */
function more(asked, facts) {
  const events = [...asked.events, ...(facts.win === "self_draw" ? asked.drawn : []), ...(facts.win === "discard" ? asked.claimed : [])]
    .filter((name) => !WITH_RIICHI.includes(name) || facts.riichi || facts.original_call);
  const numbers = Object.entries(asked.numbers);
  if (!events.length && !numbers.length) return null;
  const inside = [
    h("div", { class: "grid2" }, events.map((name) => tick(`fact-${name}`, factName(name), facts[name] === true, (value) => setFact(name, value)))),
    numbers.length ? h("div", { class: "grid2" }, numbers.map(([name, max]) =>
      field(`fact-${name}`, t(`facts.${name}`), numberInput(`fact-${name}`, facts[name], (value) => setFact(name, value || null), { max })))) : null,
    asked.indicators ? [indicators("dora", facts), facts.riichi || facts.original_call ? indicators("ura_dora", facts) : null] : null,
  ];
  if (!asked.win) return inside;
  return h("details", { id: "more-facts" }, h("summary", {}, t("facts.more")), h("div", { class: "inside" }, inside));
}

function factName(name) {
  const own = `facts.${name}.${state.game}`;
  const text = t(own);
  return text === own ? t(`facts.${name}`) : text;
}

function indicators(name, facts) {
  const tiles = (facts[name] ?? "").match(/\d[mpsz]/g) ?? [];
  return h("div", { class: "field" }, h("span", { class: "label" }, t(`facts.${name}`)),
    h("div", { class: "row" }, tiles.length ? miniRow(h, tiles, "mahjong") : h("span", { class: "muted small" }, t("part.none")),
      tiles.length < 5 && iconButton("plus", t("facts.add", { name: t(`facts.${name}`) }), {
        id: `add-${name}`, onclick: () => openFaces(t(`facts.${name}`), (tile) => setFact(name, [...tiles, tile].join(""))),
      }),
      tiles.length > 0 && iconButton("bin", t("facts.clear", { name: t(`facts.${name}`) }), { id: `clear-${name}`, onclick: () => setFact(name, null) })));
}

/** The house rules of the game in force. */
export function rulesForm() {
  const game = currentGame();
  if (!game) return null;
  const chosen = state.options[state.game] ?? {};
  const set = (key, value) => {
    change({ options: { ...state.options, [state.game]: { ...chosen, [key]: value } } });
    scoreSoon();
  };
  const changed = game.options.filter((one) => one.key in chosen && chosen[one.key] !== one.default).length;
  const faan = game.options.filter((one) => one.key.startsWith("faan_"));
  const rules = game.options.filter((one) => !one.key.startsWith("faan_"));
  return h("details", { id: "rules" },
    h("summary", {}, t("rules.title"), changed ? h("span", { class: "muted small" }, t("rules.changed", { n: changed })) : null),
    h("div", { class: "inside" },
      h("p", { class: "muted small" }, t("rules.ruleset", { name: game.ruleset })),
      rules.map((one) => rule(one, chosen, set)),
      faan.length ? h("details", { id: "faan" }, h("summary", {}, t("rules.faan")), h("div", { class: "inside grid2" }, faan.map((one) => rule(one, chosen, set)))) : null,
      changed ? button(t("rules.reset"), { id: "reset-rules", onclick: () => { change({ options: { ...state.options, [state.game]: {} } }); scoreSoon(); } }) : null));
}

function rule(option, chosen, set) {
  const id = `rule-${option.key}`;
  const value = chosen[option.key] ?? option.default;
  const about = optionAbout(state.game, option);
  if (typeof option.default === "boolean" && !option.choices.length) {
    return tick(id, about, value, (next) => set(option.key, next));
  }
  if (option.bounds) {
    const [min, max] = option.bounds;
    return field(id, about, numberInput(id, value, (next) => set(option.key, next ?? option.default), { min, max }), t("rules.default", { value: option.default }));
  }
  const names = option.choices.map((one) => choiceName(state.game, option.key, one));
  const select = h("select", { id, onchange: (event) => set(option.key, option.choices[event.target.selectedIndex]) },
    option.choices.map((one, index) => h("option", { selected: one === value }, names[index])));
  if (option.choices.length < 2) return null;
  return field(id, about, select, t("rules.default", { value: choiceName(state.game, option.key, option.default) }));
}
