"""``GET /v1/games`` and ``GET /v1/models``: what this service knows."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter

from models.registry import active_folder, model_card, shipped_models
from scoring import GAMES, Family, Tile, TileSet
from scoring.games import Game
from scoring.options import Option
from scoring.tiles import BACK
from service.http.openapi import problems
from service.http.schemas.games import GamesOut
from service.http.schemas.models import ModelsOut
from service.http.state import StateOf
from service.http.strict import StrictRoute
from service.output import model_object

router = APIRouter(tags=["catalogue"], route_class=StrictRoute)


@router.get("/v1/games", response_model=GamesOut, summary="Games and tiles", responses=problems())
def games(state: StateOf) -> dict[str, Any]:
    """List the games with their house rules, and the tiles that a picker offers."""
    return {**_games(), "versions": state.versions}


@router.get("/v1/models", response_model=ModelsOut, summary="Models", responses=problems())
def models(state: StateOf) -> dict[str, Any]:
    """List the models that read photos, whether they are intact, and their cards."""
    return {"models": _models(), "versions": state.versions}


@cache
def _games() -> dict[str, Any]:
    return {
        "games": [_game(name, game) for name, game in GAMES.items()],
        "faces": {str(family): _faces(family) for family in Family},
    }


@cache
def _models() -> list[dict[str, Any]]:
    """Check the files once: hashing them at each request would cost more than reading a photo."""
    folder = active_folder()
    entries = shipped_models(folder).values()
    return [{**model_object(entry, folder), "card": model_card(entry.name)} for entry in entries]


def _game(name: str, game: Game) -> dict[str, Any]:
    return {
        "name": name,
        "title": game.title,
        "family": str(game.family),
        "ruleset": game.ruleset,
        "options": [_option(key, option) for key, option in game.options.items()],
    }


def _option(key: str, option: Option) -> dict[str, Any]:
    number = not option.choices and not isinstance(option.default, bool)
    return {
        "key": key,
        "default": option.default,
        "choices": list(option.choices),
        "bounds": option.bounds if number else None,
        "about": option.about,
    }


def _faces(family: Family) -> list[dict[str, Any]]:
    sets = {
        Family.MAHJONG: TileSet.mahjong,
        Family.FLOWERS: TileSet.flowers,
        Family.DOLLS: lambda: TileSet.dolls(stamped_dolls=1),  # some sets have one
    }
    found = sorted(tile for tile in sets[family]().counts if tile.face != BACK)
    faces = [_face(tile, sets[family]().limit(tile)) for tile in found]
    if family is Family.MAHJONG:
        faces += [_face(Tile.parse(text), 1) for text in ("0m", "0p", "0s")]
    return [*faces, _face(Tile.parse(BACK, family), sum(sets[family]().counts.values()))]


def _face(tile: Tile, copies: int) -> dict[str, Any]:
    return {"tile": str(tile), "text": tile.unicode, "copies": copies}
