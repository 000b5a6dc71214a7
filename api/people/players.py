"""The list of players: by name, and by rank."""

from __future__ import annotations

from django.db.models import F, QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from accounts.names import LONGEST
from api.base import Api
from api.pages import PARAMETERS, QUERY, page_of
from api.people import outputs
from api.schemas import answers
from ratings.models import Category
from ratings.ranks import Rank

_RANK = {"type": "string", "pattern": r"^([1-9]|[12]\d|30)k$|^[1-9]d$"}


class PlayersView(Api):
    """Lists and searches the active players of this server."""

    scopes = {"GET": None}
    query = ("search", "min_rank", "max_rank", *QUERY)
    public = ("GET",)

    @extend_schema(
        operation_id="players",
        parameters=[
            OpenApiParameter(
                "search",
                {"type": "string", "minLength": 1, "maxLength": LONGEST},
                description="The beginning of the name, in upper or lower case.",
            ),
            OpenApiParameter("min_rank", _RANK, description="The weakest rank, such as `5k`."),
            OpenApiParameter("max_rank", _RANK, description="The strongest rank, such as `2d`."),
            *PARAMETERS,
        ],
        responses=answers(shapes.People),
    )
    def get(self, request: Request) -> Response:
        """List the active players. With `search`, list the players whose names begin with it, the newest first.
        Otherwise list the players who have a rank, the strongest first. If a rank changes between two pages, a player
        may be missing or listed twice."""
        rows = Player.objects.filter(is_active=True, deleted_at=None, is_guest=False).prefetch_related("ratings")
        text = request.query_params.get("search")
        weakest, strongest = _rank_from_query(request, "min_rank"), _rank_from_query(request, "max_rank")
        if text is None or weakest or strongest:
            rows = _between_ranks(rows, weakest, strongest)
        if text is None:
            return page_of(request, rows, outputs.person_json, key="rating_now")
        if not (1 <= len(text) <= LONGEST and text.isprintable()):
            raise serializers.ValidationError({"search": [f"Write 1 to {LONGEST} characters of a name."]})
        # No index: a name is looked for among all of them, which takes a twentieth of a second for 100,000.
        return page_of(request, rows.filter(username__istartswith=text), outputs.person_json)


def _rank_from_query(request: Request, name: str) -> Rank | None:
    text = request.query_params.get(name)
    found = None if text is None else Rank.parse(text)
    if text is not None and found is None:
        raise serializers.ValidationError({name: ["Write a rank from 30k to 9d, such as 5k."]})
    return found


def _between_ranks(rows: QuerySet[Player], weakest: Rank | None, strongest: Rank | None) -> QuerySet[Player]:
    """Return the players whose overall rating is between these ranks, including both. None means no limit."""
    bounds = {}
    if weakest is not None and weakest != Rank.parse("30k"):  # which also stands for all ratings below it
        bounds["ratings__rating__gte"] = weakest.least_rating
    above = None if strongest is None else Rank.parse(str(Rank(strongest.steps + 1)))
    if above is not None:
        bounds["ratings__rating__lt"] = above.least_rating
    rows = rows.filter(hides_rank=False)
    return rows.filter(ratings__category=Category.OVERALL, **bounds).annotate(rating_now=F("ratings__rating"))
