"""Who pays whom: the discarder alone, or everybody for a self-drawn win."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.mahjong.context import Seat, Win

_NAMES = tuple(str(seat) for seat in Seat)
_WINNER: Mapping[Seat | None, str] = {None: "winner", **{seat: str(seat) for seat in Seat}}
_DISCARDER: Mapping[Seat | None, str] = {**_WINNER, None: "discarder"}
"""Names of those concerned in a win on a discard, where a seat may not be known."""
_NOTHING = dict.fromkeys(_NAMES, 0)


def settle(
    amount: int, win: Win | None, seat: Seat | None, discarder: Seat | None
) -> dict[str, int]:
    """Return the gain of every player concerned; the gains sum to zero.

    Players are named by their seats where those are known, otherwise ``winner``,
    ``discarder``, and for a self-draw ``next``, ``opposite`` and ``previous`` (in turn order
    from the winner).

    Args:
        amount: What each payer owes.
        win: None gives no payments, because it decides who pays.
        seat: The winner's.
        discarder: Seat of the player who gave the winning tile.
    """
    if win is None:
        return {}
    if win is Win.SELF_DRAW:
        if seat is None:
            others = dict.fromkeys(("next", "opposite", "previous"), -amount)
            return {"winner": 3 * amount, **others}
        return {name: 3 * amount if name == seat else -amount for name in _NAMES}
    if seat is None or discarder is None:
        return {_WINNER[seat]: amount, _DISCARDER[discarder]: -amount}
    return {**_NOTHING, str(seat): amount, str(discarder): -amount}


def settle_shares(
    share: int, discarder_share: int, win: Win | None, seat: Seat | None, discarder: Seat | None
) -> dict[str, int]:
    """Return the gain of every player where all three losers may pay, the discarder another sum.

    Players are named as in ``settle``; while a seat is not known, ``others`` are the two players
    who neither won nor discarded, together.

    Args:
        share: What each loser pays who did not discard; for a self-draw every loser.
        discarder_share: What the discarder pays.
        win: None gives no payments, because it decides who pays.
        seat: The winner's.
        discarder: Seat of the player who gave the winning tile.
    """
    if win is Win.SELF_DRAW or win is None or not share:
        return settle(share if win is Win.SELF_DRAW else discarder_share, win, seat, discarder)
    gain = discarder_share + 2 * share
    if seat is None or discarder is None:
        return {
            str(seat or "winner"): gain,
            str(discarder or "discarder"): -discarder_share,
            "others": -2 * share,
        }
    gains = {seat: gain, discarder: -discarder_share}
    return {str(other): gains.get(other, -share) for other in Seat}
