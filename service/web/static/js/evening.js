/**
 * An evening of four players: hands, settlement, deal. Every function returns a new evening.
 *
 * `players` sit in turn order; `dealer` is the index of East (in Digging Flowers of Heaven).
 */

const SEATS = ["east", "south", "west", "north"];
const PATTERN_SEATS = ["heaven", "earth", "people", "harmony"];
const RELATIVE = ["player", "next", "opposite", "previous"];
const PLAYERS = 4;

/** An evening that has not begun. */
export function newEvening(players = ["", "", "", ""]) {
  return { players, dealer: 0, first: 0, round: 0, repeat: 0, hands: [] };
}

/** The wind or place of a player. */
export function seatOf(evening, player) {
  return SEATS[(player - evening.dealer + PLAYERS) % PLAYERS];
}

/** The player at a seat. */
export function playerAt(evening, seat) {
  return (evening.dealer + SEATS.indexOf(seat)) % PLAYERS;
}

/** The wind of the round. */
export function roundOf(evening) {
  return SEATS[evening.round % PLAYERS];
}

/**
 * What each player gains, from the payments of a score sheet.
 *
 * @param {object} evening The evening.
 * @param {object} payments Amounts by seat, by pattern seat, or by place from the winner on.
 * @param {number} winner Index of the player whose hand it is.
 * @returns {number[]} Four amounts; zeros where the sheet names none.
 */
export function gainsOf(evening, payments, winner) {
  const gains = [0, 0, 0, 0];
  for (const [seat, amount] of Object.entries(payments)) {
    const name = seat === "long_three" ? "harmony" : seat;
    const absolute = Math.max(SEATS.indexOf(name), PATTERN_SEATS.indexOf(name));
    const player = absolute >= 0 ? evening.dealer + absolute : winner + RELATIVE.indexOf(name);
    gains[player % PLAYERS] += amount;
  }
  return gains;
}

/** Everybody else pays the winner an amount. */
export function everybodyPays(winner, amount) {
  return [0, 1, 2, 3].map((player) => (player === winner ? 3 * amount : -amount));
}

/**
 * Add a hand and pass the deal as mahjong does: East stays when East wins.
 *
 * @param {object} evening The evening.
 * @param {{time: string, game: string, hand: string, winner: number|null, total: number,
 *   gains: number[], passes: boolean}} entry `passes`: whether the deal moves by this rule.
 */
export function addHand(evening, { passes, ...entry }) {
  const hands = [...evening.hands, entry];
  if (!passes) return { ...evening, hands };
  if (entry.winner === evening.dealer) return { ...evening, hands, repeat: evening.repeat + 1 };
  return passDeal({ ...evening, hands });
}

/** The next player deals; when it is the first dealer's turn again, the next round begins. */
export function passDeal(evening) {
  const dealer = (evening.dealer + 1) % PLAYERS;
  const round = evening.round + (dealer === evening.first ? 1 : 0);
  return { ...evening, dealer, round, repeat: 0 };
}

/** Let a player deal from now on, as at the start of an evening. */
export function setDealer(evening, dealer) {
  const first = evening.hands.length ? evening.first : dealer;
  return { ...evening, dealer, first, repeat: 0 };
}

/** Name a player. */
export function rename(evening, player, name) {
  const players = evening.players.map((old, index) => (index === player ? name.trim().slice(0, 40) : old));
  return { ...evening, players };
}

/** What each player has gained. */
export function totalsOf(evening) {
  return evening.hands.reduce((sums, hand) => sums.map((sum, index) => sum + hand.gains[index]), [0, 0, 0, 0]);
}

/**
 * Who pays whom at the end, with as few payments as matching largest to largest gives.
 *
 * @param {number[]} totals What each player gained; their sum is 0.
 * @returns {{from: number, to: number, amount: number}[]}
 */
export function transfersOf(totals) {
  const left = totals.map((total, player) => ({ player, total }));
  const transfers = [];
  for (;;) {
    left.sort((one, other) => other.total - one.total || one.player - other.player);
    const [most, least] = [left[0], left[left.length - 1]];
    const amount = Math.min(most.total, -least.total);
    if (amount <= 0) return transfers;
    transfers.push({ from: least.player, to: most.player, amount });
    most.total -= amount;
    least.total += amount;
  }
}

/**
 * The evening as CSV (RFC 4180): one row a hand, a last row with the totals.
 *
 * @param {object} evening The evening.
 * @param {{head: string[], names: string[], gameName: Function, total: string}} words
 */
export function csvOf(evening, { head, names, gameName, total }) {
  const rows = [[...head, ...names]];
  evening.hands.forEach((hand, index) => {
    const winner = hand.winner === null ? "" : names[hand.winner];
    rows.push([index + 1, hand.time, gameName(hand.game), hand.hand, winner, hand.total, ...hand.gains]);
  });
  rows.push([total, "", "", "", "", "", ...totalsOf(evening)]);
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** A cell; texts that a spreadsheet would take for a formula get an apostrophe before them. */
function cell(value) {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
