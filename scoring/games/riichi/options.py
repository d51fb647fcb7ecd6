"""The options of riichi: the optional rules that the library knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.options import Option

KAZOE = {"yakuman": 0, "sanbaiman": 1, "none": 2}
"""The library's numbers for the limit of counted yakuman."""

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "red_fives": Option(True, about="a red five of each suit counts as a dora"),
        "open_tanyao": Option(True, about="all simples counts in open hands too"),
        "double_yakuman": Option(True, about="some yakuman count twice"),
        "kazoe": Option(
            "yakuman", tuple(KAZOE), about="thirteen counted han: a yakuman, a sanbaiman, no limit"
        ),
        "kiriage": Option(False, about="4 han 30 fu and 3 han 60 fu are a mangan"),
        "open_pinfu_fu": Option(True, about="two fu for an open hand without any other fu"),
        "pinfu_tsumo_fu": Option(False, about="the fu for a self-draw go with pinfu too"),
        "renhou_yakuman": Option(False, about="renhou is a yakuman instead of five han"),
        "daisharin": Option(False, about="pairs of 2 to 8 of circles are a yakuman"),
        "daisharin_other_suits": Option(False, about="and so they are in the other suits"),
        "daichisei": Option(False, about="seven pairs of honours are a yakuman"),
        "sashikomi": Option(False, about="a discard into an open riichi is a yakuman"),
        "paarenchan": Option(False, about="the dealer's eighth win in a row is a yakuman"),
        "yakuman_limit": Option(True, about="at most six yakuman count together"),
    }
)
