"""The operations that compare ranks of rating systems."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import Api
from api.schemas import answers
from ratings.equivalents import SOURCES, TABLE, Range, System, equivalents
from ratings.ranks import Rank

SYSTEM = OpenApiParameter(
    "system", str, OpenApiParameter.PATH, enum=[system.value for system in System], description="The rating system."
)
RANK = OpenApiParameter(
    "rank", str, OpenApiParameter.PATH, pattern="^([1-9]|[12][0-9]|30)k$|^[1-9]d$", description="From `30k` to `9d`."
)


class RankTableView(Api):
    """What is known of ranks elsewhere."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="rank_table", responses=answers(shapes.RankTable))
    def get(self, request: Request) -> Response:
        """Which ranks of the EGF, the AGA, OGS, the Dragon Go Server and KGS published sources take for equal, row by
        row with the source. The sources are old in part and measure nothing."""
        table: shapes.RankTable = {
            "sources": [
                {"key": source.key, "title": source.title, "url": source.url, "year": source.year} for source in SOURCES
            ],
            "rows": [{"source": row.source.key, "ranks": _ranks(dict(row.ranks))} for row in TABLE],
        }
        return Response(table)


class RankView(Api):
    """One rank in other systems."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="rank_convert", parameters=[SYSTEM, RANK], responses=answers(shapes.RankConversion))
    def get(self, request: Request, system: str, rank: str) -> Response:
        """What a rank of a system (`egf`, `aga`, `ogs`, `dgs`, `kgs`), such as `7k`, is about in the others: from the
        weakest to the strongest that the sources of `rank_table` allow, null where none says it."""
        found = Rank.parse(rank)
        if found is None or system not in list(System):
            raise Http404
        answer: shapes.RankConversion = {
            "system": system,
            "rank": str(found),
            "ranks": _ranks(equivalents(System(system), found)),
        }
        return Response(answer)


def _ranks(known: dict[System, Range | None]) -> shapes.RankRanges:
    found = {system: None if (one := known.get(system)) is None else _range(one) for system in System}
    return {
        "egf": found[System.EGF],
        "aga": found[System.AGA],
        "ogs": found[System.OGS],
        "dgs": found[System.DGS],
        "kgs": found[System.KGS],
    }


def _range(one: Range) -> shapes.RankRange:
    return {"weakest": str(one.weakest), "strongest": str(one.strongest)}
