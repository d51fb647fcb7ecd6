"""The complete hands of the mahjong games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from scoring.advice.adviser import MAX_CHANGES, Fix
from scoring.advice.model import Change, Distance, Useful
from scoring.advice.search import Edit, Holding, Missing, edits, is_complete, missing
from scoring.advice.shapes import KnittedStraight, SetsAndPair, Shape
from scoring.hand import Hand, Meld, MeldKind
from scoring.mahjong.kinds import COPIES, KINDS, count_kinds


class MahjongAdviser:
    """Complete hands of one mahjong game: sets and a pair, and forms without melds."""

    def __init__(
        self,
        sets: int,
        specials: Sequence[Shape] = (),
        *,
        chows: int | None = None,
        knitted: bool = False,
    ) -> None:
        """Describe the game.

        Args:
            sets: Sets of a complete hand, melds included.
            specials: Forms that a hand without melds may have instead.
            chows: Most chows of a hand, where that is limited.
            knitted: Whether the game knows the knitted straight.
        """
        self.sets = sets
        self.specials = tuple(specials)
        self.chows = chows
        self.knitted = knitted

    def shapes(self, hand: Hand) -> tuple[Shape, ...]:
        """Return the forms that the hand may take beside its melds."""
        melds = len(hand.melds)
        if melds > self.sets:
            return ()
        shapes: list[Shape] = []
        chows = sum(meld.kind is MeldKind.CHOW for meld in hand.melds)
        if self.chows is None or chows <= self.chows:
            left = None if self.chows is None else self.chows - chows
            shapes.append(SetsAndPair(self.sets, melds, left))
        if self.knitted and melds <= 1:
            shapes += [KnittedStraight(suits, melds) for suits in permutations(range(3))]
        return (*shapes, *self.specials) if melds == 0 else tuple(shapes)

    def problems(self, hand: Hand) -> list[str]:
        """Say why no distance can be told; an empty list means that it can."""
        backs = sum(tile.is_back for tile in hand.tiles)
        reasons = [f"{backs} face-down (unknown) tile{'s'[: backs > 1]}: name every tile"] * (
            backs > 0
        )
        reasons += [f"the meld {meld} is none" for meld in hand.melds if meld.kind is None]
        if not reasons and self.surplus(hand) not in (0, 1):
            waiting = 3 * (self.sets - len(hand.melds)) + 1
            reasons.append(
                f"{waiting} concealed tiles expected beside {len(hand.melds)} melds, or "
                f"{waiting + 1} after drawing, got {len(hand.concealed)}"
            )
        return reasons

    def surplus(self, hand: Hand) -> int:
        """Tiles beyond those of a hand that waits: 0 before, 1 after drawing."""
        return len(hand.concealed) - 3 * (self.sets - len(hand.melds)) - 1

    def distance(self, hand: Hand, least: int = 0, most: int | None = None) -> Distance | None:
        """How far the hand is from a complete one; None when it can reach none within ``most``."""
        holding = _holding(hand)
        nearest: list[tuple[Shape, Missing]] = []
        for shape in self.shapes(hand):
            lack = missing(shape, holding, least, most)
            if lack is None:
                continue
            if not nearest or lack.tiles < nearest[0][1].tiles:
                nearest, most = [(shape, lack)], lack.tiles
            else:  # never farther: that was not looked for
                nearest.append((shape, lack))
        if not nearest:
            return None
        kinds = sorted(frozenset[int]().union(*(lack.kinds for _, lack in nearest)))
        useful = tuple(
            Useful(KINDS[kind], holding.room[kind] - holding.held[kind]) for kind in kinds
        )
        form = " or ".join(dict.fromkeys(shape.name for shape, _ in nearest))
        return Distance(nearest[0][1].tiles, form, useful)

    def is_complete(self, hand: Hand) -> bool:
        """Whether the hand is a complete one."""
        if any(meld.kind is None for meld in hand.melds) or any(t.is_back for t in hand.tiles):
            return False
        holding = _holding(hand)
        return any(is_complete(shape, holding) for shape in self.shapes(hand))

    def fixes(self, hand: Hand) -> Iterator[Fix]:
        """Yield changes of at most ``MAX_CHANGES`` tiles that complete the hand.

        Melds that are none are mended first; what remains of the changes goes to the concealed
        tiles. Face-down tiles may be any tile.
        """
        broken = [place for place, meld in enumerate(hand.melds) if meld.kind is None]
        if len(broken) > MAX_CHANGES:
            return
        choices = [list(_mended(hand, place)) for place in broken]
        for chosen in product(*choices):
            melds = list(hand.melds)
            for place, (meld, _) in zip(broken, chosen, strict=True):
                melds[place] = meld
            melded = tuple(change for _, change in chosen)
            mended = replace(hand, melds=tuple(melds))
            for fix in self._concealed_fixes(mended, MAX_CHANGES - len(melded)):
                yield replace(fix, melded=melded)

    def _concealed_fixes(self, hand: Hand, most: int) -> Iterator[Fix]:
        backs = tuple(tile for tile in hand.concealed if tile.is_back)
        holding = _holding(hand)
        done: set[Edit] = set()
        for shape in self.shapes(hand):
            for edit in edits(shape, holding, most):
                remove = tuple(KINDS[kind] for kind, by in edit for _ in range(-by))
                add = tuple(KINDS[kind] for kind, by in edit for _ in range(by))
                fix = Fix(remove=backs + remove, add=add)
                if edit not in done and fix.size <= most:
                    done.add(edit)
                    yield fix


def _holding(hand: Hand) -> Holding:
    """Count the known concealed tiles, and what the melds leave of each kind."""
    melded = count_kinds(tile for meld in hand.melds for tile in meld.tiles if not tile.is_back)
    return Holding(
        held=count_kinds(tile for tile in hand.concealed if not tile.is_back),
        room=tuple(max(0, COPIES - count) for count in melded),
    )


def _mended(hand: Hand, place: int) -> Iterator[tuple[Meld, Change]]:
    """Yield the legal melds that differ from an illegal one in one tile."""
    broken = hand.melds[place]
    first = len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds[:place])
    seen = set()
    for index, was in enumerate(broken.tiles):
        for now in KINDS:
            tiles = (*broken.tiles[:index], now, *broken.tiles[index + 1 :])
            meld = Meld(tiles, broken.concealed)
            key = tuple(sorted(tile.plain_face for tile in tiles))
            if key not in seen and meld.kind is not None:
                seen.add(key)
                yield meld, Change(was, now, first + index)
