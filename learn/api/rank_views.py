"""The operations that compare ranks of rating systems."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import Api
from api.examples import examples
from api.fields import StrictSerializer, Text, conflict_error
from api.schemas import answers
from ratings import start
from ratings.equivalents import SOURCES, TABLE, RankRange, RankSystem, equivalent_ranks
from ratings.models import StartRating
from ratings.ranks import Rank

STARTING = examples(a_rank={"system": "kgs", "rank": "7k"})
SYSTEM = OpenApiParameter(
    "system", str, OpenApiParameter.PATH, enum=[system.value for system in RankSystem], description="The rating system."
)
RANK = OpenApiParameter(
    "rank", str, OpenApiParameter.PATH, pattern="^([1-9]|[12][0-9]|30)k$|^[1-9]d$", description="From `30k` to `9d`."
)


class RankTableView(Api):
    """Lists the ranks that are considered equal in several rank systems."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="rank_table", responses=answers(shapes.RankTable))
    def get(self, request: Request) -> Response:
        """List the ranks of EGF, AGA, OGS, Dragon Go Server, KGS and IGS that published sources consider equal,
        with the sources. Some sources are old, and none are measurements.
        """
        shown: shapes.RankTable = {
            "sources": [
                {"key": source.key, "title": source.title, "url": source.url, "year": source.year} for source in SOURCES
            ],
            "rows": [{"source": row.source.key, "ranks": _rank_ranges_json(dict(row.ranks))} for row in TABLE],
        }
        return Response(shown)


class RankComparisonView(Api):
    """Compares one rank with those of other rank systems."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="rank_convert", parameters=[SYSTEM, RANK], responses=answers(shapes.RankConversion))
    def get(self, request: Request, system: str, rank: str) -> Response:
        """Compare a rank of a system (`egf`, `aga`, `ogs`, `dgs`, `kgs`, `igs`), such as `7k`, with the other systems.
        For each of them, the answer has the weakest and the strongest equivalent rank in the sources of `rank_table`,
        or null if there is none."""
        found = Rank.parse(rank)
        if found is None or system not in list(RankSystem):
            raise Http404
        shown: shapes.RankConversion = {
            "system": system,
            "rank": str(found),
            "ranks": _rank_ranges_json(equivalent_ranks(RankSystem(system), found)),
        }
        return Response(shown)


class StartingRankSerializer(StrictSerializer):
    """A rank that you have elsewhere."""

    system = serializers.ChoiceField(choices=[one.value for one in RankSystem], help_text="The system of the rank.")
    rank = Text(max_length=3, help_text="The rank there, from `30k` to `9d`.")


class StartingRankView(Api):
    """Reads the rank that your rating started from; states or deletes it."""

    scopes = {"GET": "account:read", "PUT": "account:write", "DELETE": "account:write"}
    body = StartingRankSerializer

    @extend_schema(operation_id="starting_rank", responses=answers(shapes.StartingRank))
    def get(self, request: Request) -> Response:
        """Return the rank that your rating started from, and whether you can still change it. `system`, `rank` and
        `here` are null if you have stated none."""
        return Response(_starting_rank_json(self.player))

    @extend_schema(
        operation_id="starting_rank_state",
        request=StartingRankSerializer,
        responses=answers(shapes.StartingRank, refuses=(409,)),
        examples=STARTING,
    )
    def put(self, request: Request) -> Response:
        """State a rank that you have elsewhere, before your first rated game. Your rating starts from the middle of
        its equivalents here, at most 3d, and stays provisional. Refusals: `already_rated`, `no_equivalent`.
        """
        data = self.read_body(request).validated_data
        rank = Rank.parse(data["rank"])
        if rank is None:
            raise conflict_error("From 30k to 9d.", "rank")
        start.store_stated_rank(self.player, RankSystem(data["system"]), rank, self.now)
        return Response(_starting_rank_json(self.player))

    @extend_schema(operation_id="starting_rank_delete", responses=answers(None, 204, refuses=(409,)))
    def delete(self, request: Request) -> Response:
        """Delete the starting rank that you stated, before your first rated game. After that game the answer is
        `already_rated`."""
        start.withdraw_stated_rank(self.player)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _starting_rank_json(player: Player) -> shapes.StartingRank:
    row = StartRating.objects.filter(player=player).first()
    return {
        "system": None if row is None else row.system,
        "rank": None if row is None else str(Rank(row.rank)),
        "here": None if row is None else str(Rank.of_rating(row.rating)),
        "may_change": start.may_state_rank(player),
    }


def _rank_ranges_json(known: dict[RankSystem, RankRange | None]) -> shapes.RankRanges:
    found = {system: None if (one := known.get(system)) is None else _rank_range_json(one) for system in RankSystem}
    return {
        "egf": found[RankSystem.EGF],
        "aga": found[RankSystem.AGA],
        "ogs": found[RankSystem.OGS],
        "dgs": found[RankSystem.DGS],
        "kgs": found[RankSystem.KGS],
        "igs": found[RankSystem.IGS],
    }


def _rank_range_json(one: RankRange) -> shapes.RankRange:
    return {"weakest": str(one.weakest), "strongest": str(one.strongest)}
