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
    """Equivalents of ranks in other systems."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="rank_table", responses=answers(shapes.RankTable))
    def get(self, request: Request) -> Response:
        """List the ranks of EGF, AGA, OGS, Dragon Go Server and KGS that published sources consider equal, with the
        sources. Some sources are old, and none are measurements.
        """
        shown: shapes.RankTable = {
            "sources": [
                {"key": source.key, "title": source.title, "url": source.url, "year": source.year} for source in SOURCES
            ],
            "rows": [{"source": row.source.key, "ranks": _ranks(dict(row.ranks))} for row in TABLE],
        }
        return Response(shown)


class RankView(Api):
    """The equivalents of one rank."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="rank_convert", parameters=[SYSTEM, RANK], responses=answers(shapes.RankConversion))
    def get(self, request: Request, system: str, rank: str) -> Response:
        """Compare a rank of a system (`egf`, `aga`, `ogs`, `dgs`, `kgs`), such as `7k`, with the others. Each has its
        weakest and strongest equivalent in the sources of `rank_table`, or null if there is none.
        """
        found = Rank.parse(rank)
        if found is None or system not in list(System):
            raise Http404
        shown: shapes.RankConversion = {
            "system": system,
            "rank": str(found),
            "ranks": _ranks(equivalents(System(system), found)),
        }
        return Response(shown)


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
