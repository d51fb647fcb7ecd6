"""``POST /v1/score`` and ``POST /v1/photos/score``: a hand or a photo to its score sheet."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from scoring import Hand, find_game
from scoring.advice import advise
from service.answers import USUAL_GAMES, Answer, answer, hand_of
from service.http.intake import merge_params, receive_photo, validated
from service.http.openapi import photo_body, problems
from service.http.photos import read_photo, store_photo
from service.http.schemas.jobs import BatchParams
from service.http.schemas.photos import PhotoScoreParams
from service.http.schemas.score import PhotoScoreOut, RulesIn, ScoreIn, ScoreOut, WaitsOut
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute, parse_json
from service.output import photo_object, scored_object
from service.storage.reads import new_id

router = APIRouter(tags=["scoring"], route_class=StrictRoute)


@router.post(
    "/v1/score",
    response_model=ScoreOut,
    response_model_exclude_unset=True,
    summary="Score a hand",
    responses=problems(408, 413, 415),
)
async def score_hand(body: ScoreIn, state: StateOf) -> dict[str, Any]:
    """Score a hand in notation or by its parts.

    A hand that does not win is answered too, with `valid` false, the reasons, and the changes
    after which it would win.
    """
    scored = await run_in_threadpool(_score, body)
    return {**scored_object(scored), "versions": state.versions}


@router.post(
    "/v1/waits",
    response_model=WaitsOut,
    response_model_exclude_unset=True,
    summary="What a hand waits for",
    responses=problems(408, 413, 415),
)
async def waits(body: ScoreIn, state: StateOf) -> dict[str, Any]:
    """Tell the waits of a ready hand and what each would score, or how far it is from ready."""
    return {**await run_in_threadpool(_waits, body), "versions": state.versions}


@router.post(
    "/v1/photos/score",
    response_model=PhotoScoreOut,
    response_model_exclude_unset=True,
    summary="Score the hand on a photo",
    responses=problems(404, 408, 409, 413, 415),
    openapi_extra=photo_body(PhotoScoreParams),
)
async def score_photo(
    request: Request, state: StateOf, owner: OwnerOf, query: Annotated[PhotoScoreParams, Query()]
) -> dict[str, Any]:
    """Read a photo and score the hand that it shows, under facts that no photo shows."""
    async with receive_photo(request, state) as upload:
        params = merge_params(PhotoScoreParams, query, upload.fields)
        rules = rules_of(params)
        design = await run_in_threadpool(state.designs.find, owner, params.design)
        photo, result = await read_photo(state, upload.data, family_of(params), design)
    facts = rules.context.facts()
    hand = hand_of(result, facts.pop("winning_tile", None))
    scored = await run_in_threadpool(
        answer, params.game or USUAL_GAMES[result.family], hand, facts, rules.options, result.layout
    )
    shown = photo_object(new_id(), upload.name, result, kept=params.keep_photo)
    score = (rules.context.facts(), scored_object(scored))
    await store_photo(state, owner, photo, shown, score)
    return {**scored_object(scored, shown), "versions": state.versions}


def rules_of(params: PhotoScoreParams | BatchParams) -> RulesIn:
    """Read the JSON texts that stand beside a photo.

    Raises:
        BadJsonError: One of them is no JSON.
        InvalidRequestError: One of them does not fit its schema.
    """
    context, options = parse_json(params.context), parse_json(params.options)
    given = {"game": params.game or "taiwanese", "context": context, "options": options}
    return validated(RulesIn, given, "form")


def family_of(params: PhotoScoreParams | BatchParams) -> str | None:
    """Return what the tiles are said to be: by the client, or by the game."""
    if params.family is None and params.game is not None:
        return str(find_game(params.game).family)
    return params.family


def _score(body: ScoreIn) -> Answer:
    facts = body.context.facts()
    winning = body.winning_tile or facts.pop("winning_tile", None)
    return answer(body.game, _hand(body, winning), facts, body.options)


def _waits(body: ScoreIn) -> dict[str, Any]:
    facts = body.context.facts()
    hand = _hand(body, body.winning_tile or facts.pop("winning_tile", None))
    return {"hand": str(hand), **advise(body.game, hand, facts, body.options).as_dict()}


def _hand(body: ScoreIn, winning: str | None) -> Hand:
    family = find_game(body.game).family
    if isinstance(body.hand, str):
        return Hand.parse(body.hand, family, winning)
    parts = body.hand.model_dump(exclude_none=True)
    named = {} if winning is None else {"winning_tile": winning}
    return Hand.from_dict({**parts, **named}, family)
