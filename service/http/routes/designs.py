"""``GET /v1/designs``: the tile designs that are known here."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from sqlalchemy import select

from scoring import Family
from service.http.openapi import problems
from service.http.schemas.stored import DesignsOut
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.storage.tables import Design

router = APIRouter(tags=["catalogue"], route_class=StrictRoute)


@router.get("/v1/designs", response_model=DesignsOut, summary="Tile designs", responses=problems())
def designs(state: StateOf, owner: OwnerOf) -> dict[str, Any]:
    """List the designs that ship, and those that were enrolled here."""
    with state.storage.reading() as session:
        mine = select(Design).where(Design.owner == owner).order_by(Design.created, Design.id)
        enrolled = [
            {"name": row.name, "family": row.family, "origin": "enrolled", "created": row.created}
            for row in session.scalars(mine)
        ]
    shipped = [
        {"name": name, "family": str(Family.MAHJONG), "origin": "shipped", "created": None}
        for name in _shipped()
    ]
    return {"designs": [*shipped, *enrolled], "versions": state.versions}


@cache
def _shipped() -> tuple[str, ...]:
    from datasets.designs import named_mahjong_designs  # noqa: PLC0415 - loads what draws tiles

    return tuple(named_mahjong_designs())
