"""What the advisers of all games share: the search over the forms of a complete hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from scoring.advice.adviser import MAX_CHANGES, Fix
from scoring.advice.model import Change, Distance, Useful
from scoring.advice.search import Edit, Holding, Missing, edits, is_complete, missing
from scoring.advice.shapes import Shape
from scoring.hand import Hand, Meld
from scoring.tiles import Tile


class ShapeAdviser(ABC):
    """Complete hands of a game as shapes over its kinds of tiles."""

    @abstractmethod
    def shapes(self, hand: Hand) -> Sequence[Shape]:
        """Return the forms that the hand may take beside its melds."""

    @abstractmethod
    def holding(self, hand: Hand) -> Holding:
        """Count the known concealed tiles, and what the melds leave of each kind."""

    @abstractmethod
    def tiles_of(self, hand: Hand, kind: int) -> Sequence[Useful]:
        """Return the tiles of a kind that can still come, with their number."""

    @abstractmethod
    def face_of(self, kind: int) -> Tile:
        """Return a tile of the kind; others of the same kind have the same face."""

    @abstractmethod
    def is_meld(self, meld: Meld) -> bool:
        """Whether a meld is one of this game."""

    @abstractmethod
    def candidates(self, meld: Meld) -> Iterable[Tile]:
        """Return the tiles by which one tile of an illegal meld may be replaced."""

    @abstractmethod
    def surplus(self, hand: Hand) -> int:
        """Tiles beyond those of a hand that waits: 0 before, 1 after drawing."""

    @abstractmethod
    def expected(self, hand: Hand) -> int:
        """Concealed tiles of a hand that waits with these melds."""

    def problems(self, hand: Hand) -> list[str]:
        """Say why no distance can be told; an empty list means that it can."""
        backs = sum(tile.is_back for tile in hand.tiles)
        reasons = [f"{backs} face-down (unknown) tile{'s'[: backs > 1]}: name every tile"] * (
            backs > 0
        )
        reasons += [f"the meld {meld} is none" for meld in hand.melds if not self.is_meld(meld)]
        if not reasons and self.surplus(hand) not in (0, 1):
            waiting, melds = self.expected(hand), len(hand.melds)
            reasons.append(
                f"{waiting} concealed tiles expected beside {melds} meld{'s'[: melds != 1]}, or "
                f"{waiting + 1} after drawing, got {len(hand.concealed)}"
            )
        return reasons

    def distance(self, hand: Hand, least: int = 0, most: int | None = None) -> Distance | None:
        """How far the hand is from a complete one; None when it can reach none within ``most``."""
        holding = self.holding(hand)
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
        useful = tuple(one for kind in kinds for one in self.tiles_of(hand, kind))
        form = " or ".join(dict.fromkeys(shape.name for shape, _ in nearest))
        return Distance(nearest[0][1].tiles, form, useful)

    def is_complete(self, hand: Hand) -> bool:
        """Whether the hand is a complete one."""
        if any(tile.is_back for tile in hand.tiles) or not all(map(self.is_meld, hand.melds)):
            return False
        holding = self.holding(hand)
        return any(is_complete(shape, holding) for shape in self.shapes(hand))

    def fixes(self, hand: Hand) -> Iterator[Fix]:
        """Yield changes of at most ``MAX_CHANGES`` tiles that complete the hand.

        Melds that are none are mended first; what remains of the changes goes to the concealed
        tiles. Face-down tiles may be any tile.
        """
        broken = [place for place, meld in enumerate(hand.melds) if not self.is_meld(meld)]
        if len(broken) > MAX_CHANGES:
            return
        choices = [list(self._mended(hand, place)) for place in broken]
        for chosen in product(*choices):
            melds = list(hand.melds)
            for place, (meld, _) in zip(broken, chosen, strict=True):
                melds[place] = meld
            melded = tuple(change for _, change in chosen)
            mended = replace(hand, melds=tuple(melds))
            for fix in self._concealed_fixes(mended, MAX_CHANGES - len(melded)):
                yield replace(fix, melded=melded)

    def _mended(self, hand: Hand, place: int) -> Iterator[tuple[Meld, Change]]:
        """Yield the legal melds that differ from an illegal one in one tile."""
        broken = hand.melds[place]
        first = len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds[:place])
        seen = set()
        for index, was in enumerate(broken.tiles):
            for now in self.candidates(broken):
                tiles = (*broken.tiles[:index], now, *broken.tiles[index + 1 :])
                meld = Meld(tiles, broken.concealed)
                key = tuple(sorted(tile.plain_face for tile in tiles))
                if key not in seen and self.is_meld(meld):
                    seen.add(key)
                    yield meld, Change(was, now, first + index)

    def _concealed_fixes(self, hand: Hand, most: int) -> Iterator[Fix]:
        backs = tuple(tile for tile in hand.concealed if tile.is_back)
        holding = self.holding(hand)
        done: set[Edit] = set()
        for shape in self.shapes(hand):
            for edit in edits(shape, holding, most):
                if edit not in done:
                    done.add(edit)
                    remove, add = self._tiles(hand, edit)
                    fix = Fix(remove=backs + remove, add=add)
                    if fix.size <= most:
                        yield fix

    def _tiles(self, hand: Hand, edit: Edit) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """Return the tiles to remove and to add; of a kind of several tiles, one stands for all."""
        remove = tuple(self.face_of(kind) for kind, by in edit for _ in range(-by))
        add: list[Tile] = []
        for kind, by in edit:
            left = [one.tile for one in self.tiles_of(hand, kind) for _ in range(one.left)]
            add += left[: max(0, by)]
        return remove, tuple(add)
