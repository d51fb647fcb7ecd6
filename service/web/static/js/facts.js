/** Which facts of a win each game asks for. */

const DRAWN = ["last_tile", "replacement"];

/** Facts that need a riichi or a double riichi. */
export const WITH_RIICHI = ["open_riichi", "ippatsu"];

/**
 * `win`, `winds`, `discarder`: whether these are asked. `drawn` and `claimed`: events of a self-draw
 * and of a discard. `events`: of both. `numbers`: counts, with their largest value.
 */
export const FACTS = {
  taiwanese: {
    win: true, winds: true, discarder: true, drawn: [...DRAWN, "heavenly"], claimed: ["rob_kong", "rob_flower"],
    events: [], numbers: { east_repeat: 1000 },
  },
  classical: {
    win: true, winds: true, discarder: true, drawn: [...DRAWN, "second_kong", "heavenly"],
    claimed: ["last_discard", "rob_kong", "earthly"], events: ["original_call"], numbers: { east_repeat: 1000 },
  },
  hongkong: {
    win: true, winds: true, discarder: true, drawn: [...DRAWN, "second_kong", "heavenly"],
    claimed: ["last_discard", "rob_kong", "earthly"], events: [], numbers: {},
  },
  mcr: {
    win: true, winds: true, discarder: true, drawn: DRAWN, claimed: ["last_discard", "rob_kong"],
    events: ["fourth_tile"], numbers: {},
  },
  riichi: {
    win: true, winds: true, discarder: true, drawn: [...DRAWN, "heavenly"],
    claimed: ["last_discard", "rob_kong", "earthly"], events: ["riichi", "original_call", ...WITH_RIICHI, "nagashi_mangan"],
    numbers: { east_repeat: 1000, honba: 1000, deposits: 1000 }, indicators: true,
  },
  flowers: {
    win: false, winds: false, discarder: false, drawn: [], claimed: [], events: ["other_completed", "exhausted"],
    numbers: {}, flowers: true, others: 3,
  },
  dolls: {
    win: true, winds: false, discarder: false, drawn: [], claimed: [], events: ["exhausted"], numbers: {}, others: 3,
  },
};

/**
 * Set a fact, and drop those that cannot be together with it.
 *
 * @param {object} facts The facts so far.
 * @param {string} game The game.
 * @param {string} name The fact.
 * @param {*} value Its value; null, false and "" take it away.
 */
export function withFact(facts, game, name, value) {
  const { [name]: _old, ...rest } = facts;
  const next = value === null || value === false || value === "" ? rest : { ...rest, [name]: value };
  const asked = FACTS[game];
  const drop = [];
  if (name === "win") {
    if (value !== "self_draw") drop.push(...asked.drawn);
    if (value !== "discard") drop.push(...asked.claimed, "discarder");
  }
  if (name === "seat" && value === next.discarder) drop.push("discarder");
  if (game === "riichi" && !next.riichi && !next.original_call) drop.push(...WITH_RIICHI, "ura_dora");
  if (game === "flowers" && name === "exhausted" && value) drop.push("other_completed");
  if (game === "flowers" && name === "other_completed" && value) drop.push("exhausted");
  if (game === "dolls" && next.exhausted) drop.push("win");
  if (game === "dolls" && !next.exhausted) drop.push("other_totals");
  return Object.fromEntries(Object.entries(next).filter(([key]) => !drop.includes(key)));
}
