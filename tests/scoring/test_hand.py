import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import WahuaError
from scoring.hand import Hand, HandError, Meld, MeldKind, format_tiles
from scoring.tiles import DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family, Tile, UnknownTileError

EXAMPLE = "345p678s22266z [123p] (1111z) | 1f 5f"


def texts(tiles: tuple[Tile, ...]) -> str:
    return " ".join(map(str, tiles))


def test_the_example_of_the_reference() -> None:
    hand = Hand.parse(EXAMPLE)
    assert texts(hand.concealed) == "3p 4p 5p 6s 7s 8s 2z 2z 2z 6z 6z"
    assert [(texts(meld.tiles), meld.concealed) for meld in hand.melds] == [
        ("1p 2p 3p", False),
        ("1z 1z 1z 1z", True),
    ]
    assert texts(hand.bonus) == "1f 5f"
    assert str(hand) == EXAMPLE
    assert len(hand.tiles) == 20
    assert str(hand.last_tile) == "6z"


@pytest.mark.parametrize(
    "text",
    [
        "345p 678s 222z66z [123p] (1111z) | 1f 5f",
        "  345p678s22266z[123p](1111z)|1f5f ",
        "[123p] (1111z) 345p678s22266z | 15f",
        "345p678s22266z1f [123p] (1111z) 5f",
        "1f 5f [ 123p ] ( 1111z ) 345p678s22266z",
        "345P678S22266Z [123P] (1111Z) | 1F 5F",
        "345p,678s,22266z [123p] (1111z) | 1f,5f",
        "345p678s22266z [123p1f] (1111z) | 5f",
        "345p678s22266z | 1f 5f [123p] (1111z)",
        "345p678s22266z [123p] (1111z) [1f5f]",
    ],
)
def test_order_blanks_and_case_are_forgiven(text: str) -> None:
    assert Hand.parse(text) == Hand.parse(EXAMPLE)


def test_red_fives_and_backs() -> None:
    hand = Hand.parse("340p550m back back1z")
    assert texts(hand.concealed) == "3p 4p 0p 5m 5m 0m back back 1z"
    assert str(hand) == "340p550mbackback1z"
    assert Hand.parse(str(hand)) == hand


@pytest.mark.parametrize(
    ("text", "family", "printed"),
    [
        ("6-6f 6-6d  1-3 1-3f | 1f", Family.FLOWERS, "6-6f 6-6d 1-3 1-3f | 1f"),
        ("1f 6-6f 5z [4-5 4-5f]", Family.FLOWERS, "6-6f [4-5 4-5f] | 1f 5z"),
        ("fu fu fu* [doll doll]", Family.DOLLS, "fu fu fu* [doll doll]"),
    ],
)
def test_other_families(text: str, family: Family, printed: str) -> None:
    assert str(Hand.parse(text, family)) == printed


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", HandError, "no tiles"),
        (" | ", HandError, "no tiles"),
        ("123x", UnknownTileError, "'123x' at character 1"),
        ("123m 45", UnknownTileError, "'45' at character 6 lacks its suit letter"),
        ("123m99z", UnknownTileError, "at character 5: '9z'"),
        ("123m1-3f", UnknownTileError, "'1-3f' at character 5"),
        ("[123m", HandError, "'[' at character 1 is never closed"),
        ("123m]", HandError, "']' at character 5"),
        ("[123m)", HandError, "')' at character 6"),
        ("[12[3m]", UnknownTileError, "'12' at character 2"),
        ("[1m [2m]]", HandError, "'[' at character 5 stands inside another meld"),
        ("1m []", HandError, "the meld at character 4 is empty"),
        ("[1m | 2m]", HandError, "'|' at character 5 stands inside a meld"),
        ("1m | 2m", HandError, "2m at character 6 stands after '|'"),
        ("1m" * 600, HandError, "600 tiles"),
        ("1" * 3000 + "m", HandError, "3001 characters"),
    ],
)
def test_errors_name_the_piece_and_its_place(
    text: str, error: type[WahuaError], words: str
) -> None:
    with pytest.raises(error) as caught:
        Hand.parse(text)
    assert words in caught.value.detail
    assert set(caught.value.as_dict()) == {"type", "title", "detail"}


@pytest.mark.parametrize(
    "text", ["1m" * 10_000, "1" * 10_000 + "m", "back " * 10_000, "[" * 99_999]
)
def test_oversized_input_is_rejected_quickly(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(HandError):
        Hand.parse(text)
    assert time.perf_counter() - start < 0.01


@pytest.mark.parametrize(
    ("text", "family", "kind"),
    [
        ("[123p]", Family.MAHJONG, MeldKind.CHOW),
        ("[312p]", Family.MAHJONG, MeldKind.CHOW),
        ("[340s]", Family.MAHJONG, MeldKind.CHOW),
        ("[222z]", Family.MAHJONG, MeldKind.PUNG),
        ("[550m]", Family.MAHJONG, MeldKind.PUNG),
        ("[2222z]", Family.MAHJONG, MeldKind.KONG),
        ("(2222z)", Family.MAHJONG, MeldKind.CONCEALED_KONG),
        ("(222z)", Family.MAHJONG, None),
        ("(123m)", Family.MAHJONG, None),
        ("[22z]", Family.MAHJONG, None),
        ("[123z]", Family.MAHJONG, None),
        ("[12m3p]", Family.MAHJONG, None),
        ("[124m]", Family.MAHJONG, None),
        ("[1234m]", Family.MAHJONG, None),
        ("(1zbackback1z)", Family.MAHJONG, None),
        ("[3-4 3-4f]", Family.FLOWERS, MeldKind.PAIR),
        ("[3-4f 3-4f 3-4d]", Family.FLOWERS, MeldKind.TRIPLE),
        ("[3-4 3-5]", Family.FLOWERS, None),
        ("[fu fu*]", Family.DOLLS, MeldKind.PAIR),
        ("[fu fu fu fu*]", Family.DOLLS, MeldKind.SET),
        ("[fu ru dong]", Family.DOLLS, None),
    ],
)
def test_what_melds_form(text: str, family: Family, kind: MeldKind | None) -> None:
    assert Hand.parse(text, family).melds[0].kind is kind


def test_a_meld_is_counted_when_it_is_laid() -> None:
    two, red, five, other = (Tile.parse(text) for text in ("2m", "0m", "5m", "1f"))
    assert Meld((two, two, two)).code == 3 * two.code
    assert Meld((five, red, five)).code == 2 * five.code + red.code
    assert red.code > five.code
    assert Meld(()).code == 0
    assert Meld((other,) * 31).code == 31 * other.code
    # One digit of a packed count holds no more than 31 tiles.
    assert Meld((other,) * 32).code == 0
    assert Meld((two,) * 3) == Meld((two,) * 3)
    assert str(Meld((two,) * 3, concealed=True)) == "(222m)"


@pytest.mark.parametrize(
    ("text", "concealed", "bonus"),
    [
        ("123m0p", "1m 2m 3m 0p", ""),
        ("1f23m | 5f", "2m 3m", "1f 5f"),
        ("back 2m", "back 2m", ""),
        ("1f", "", "1f"),
    ],
)
def test_a_hand_counts_its_concealed_tiles(text: str, concealed: str, bonus: str) -> None:
    hand = Hand.parse(text)
    assert (texts(hand.concealed), texts(hand.bonus)) == (concealed, bonus)
    assert hand.code == sum(tile.code for tile in hand.concealed)


@pytest.mark.parametrize("count", [31, 32, 64])
def test_bonus_tiles_are_laid_aside_however_many_there_are(count: int) -> None:
    flower, two = Tile.parse("1f"), Tile.parse("2m")
    hand = Hand((flower,) * count + (two,))
    assert (hand.concealed, hand.bonus) == ((two,), (flower,) * count)
    assert hand.code == two.code
    assert Hand((two,) * count).code == (count * two.code if count == 31 else 0)


def test_the_winning_tile_can_be_named() -> None:
    assert Hand.parse("123m", winning_tile="2m").last_tile == Tile.parse("2m")
    assert Hand.parse("123m", winning_tile=Tile.parse("1m")).last_tile == Tile.parse("1m")
    assert Hand.parse("[123m]").last_tile is None
    with pytest.raises(UnknownTileError):
        Hand.parse("123m", winning_tile="0z")


def test_bonus_tiles_among_the_concealed_ones_are_laid_aside() -> None:
    one, flower = Tile.parse("1m"), Tile.parse("1f")
    assert Hand((one, flower, one)) == Hand((one, one), bonus=(flower,))


def mahjong_tiles() -> st.SearchStrategy[Tile]:
    red = [Tile(Family.MAHJONG, face, red=True) for face in ("5m", "5p", "5s")]
    back = Tile(Family.MAHJONG, "back")
    return st.sampled_from([*MAHJONG_FACES[:34], *red, back])


def flower_tiles() -> st.SearchStrategy[Tile]:
    return st.builds(
        lambda face, letter: Tile.parse(face + letter, Family.FLOWERS),
        st.sampled_from(PATTERNS),
        st.sampled_from(["", "f", "d"]),
    )


def doll_cards() -> st.SearchStrategy[Tile]:
    return st.builds(
        lambda face, stamp: Tile(Family.DOLLS, face, stamped=stamp),
        st.sampled_from(DOLL_SUBJECTS),
        st.booleans(),
    )


@st.composite
def hands(draw: st.DrawFn) -> tuple[Hand, Family]:
    family = draw(st.sampled_from(list(Family)))
    tiles = {
        Family.MAHJONG: mahjong_tiles(),
        Family.FLOWERS: flower_tiles(),
        Family.DOLLS: doll_cards(),
    }[family]
    concealed = draw(st.lists(tiles, min_size=1, max_size=31))
    melds = draw(
        st.lists(st.builds(Meld, st.lists(tiles, min_size=1, max_size=5).map(tuple), st.booleans()))
    )
    flowers = [] if family is Family.DOLLS else [Tile(family, f"{n}f") for n in range(1, 9)]
    bonus = draw(st.lists(st.sampled_from(flowers), unique=True)) if flowers else []
    return Hand(tuple(concealed), tuple(melds), tuple(bonus)), family


@given(hands())
def test_every_hand_is_read_back_from_its_text(case: tuple[Hand, Family]) -> None:
    hand, family = case
    if len(hand.tiles) <= 200:
        assert Hand.parse(str(hand), family) == hand


@given(st.text(alphabet="0123456789mpszf[]()| -dbackfu*é٣", max_size=60), st.sampled_from(Family))
def test_any_text_gives_a_hand_or_a_clear_error(text: str, family: Family) -> None:
    try:
        hand = Hand.parse(text, family)
    except (HandError, UnknownTileError):
        return
    assert Hand.parse(str(hand), family) == hand


def test_format_keeps_the_order() -> None:
    assert format_tiles([Tile.parse(t) for t in ("1m", "2m", "1p", "3m")]) == "12m1p3m"
    assert format_tiles([]) == ""
