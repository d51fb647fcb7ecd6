"""``POST /v1/score`` and ``POST /v1/photos/score``: a hand or a photo to its score sheet."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from scoring import Hand, find_game
from service.answers import Answer, answer, hand_of
from service.http.intake import merge_params, receive_photo, validated
from service.http.openapi import photo_body, problems
from service.http.photos import new_id, photo_object, read_photo
from service.http.schemas.photos import PhotoScoreParams
from service.http.schemas.score import PhotoScoreOut, RulesIn, ScoreIn, ScoreOut
from service.http.state import StateOf
from service.http.strict import StrictRoute, parse_json
from service.output import score_object

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
    return {**score_answer(scored), "versions": state.versions}


@router.post(
    "/v1/photos/score",
    response_model=PhotoScoreOut,
    response_model_exclude_unset=True,
    summary="Score the hand on a photo",
    responses=problems(408, 413, 415),
    openapi_extra=photo_body(PhotoScoreParams),
)
async def score_photo(
    request: Request, state: StateOf, query: Annotated[PhotoScoreParams, Query()]
) -> dict[str, Any]:
    """Read a photo and score the hand that it shows, under facts that no photo shows."""
    async with receive_photo(request, state) as upload:
        params = merge_params(PhotoScoreParams, query, upload.fields)
        rules = rules_of(params)
        _, result = await read_photo(state, upload.data)
    facts = rules.context.facts()
    hand = hand_of(result, facts.pop("winning_tile", None))
    scored = await run_in_threadpool(answer, rules.game, hand, facts, rules.options, result.layout)
    photo = photo_object(new_id(), upload.name, result, kept=params.keep_photo)
    return {**score_answer(scored, photo), "versions": state.versions}


def rules_of(params: PhotoScoreParams) -> RulesIn:
    """Read the JSON texts that stand beside a photo.

    Raises:
        BadJsonError: One of them is no JSON.
        InvalidRequestError: One of them does not fit its schema.
    """
    context, options = parse_json(params.context), parse_json(params.options)
    given = {"game": params.game, "context": context, "options": options}
    return validated(RulesIn, given, "form")


def score_answer(scored: Answer, photo: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the command line's object with the parts of the hand beside it."""
    found = score_object(scored.hand, scored.sheet, photo, scored.repairs)
    return {**found, "hand_parts": scored.hand.as_dict()}


def _score(body: ScoreIn) -> Answer:
    facts = body.context.facts()
    winning = body.winning_tile or facts.pop("winning_tile", None)
    return answer(body.game, _hand(body, winning), facts, body.options)


def _hand(body: ScoreIn, winning: str | None) -> Hand:
    family = find_game(body.game).family
    if isinstance(body.hand, str):
        return Hand.parse(body.hand, family, winning)
    parts = body.hand.model_dump(exclude_none=True)
    named = {} if winning is None else {"winning_tile": winning}
    return Hand.from_dict({**parts, **named}, family)
