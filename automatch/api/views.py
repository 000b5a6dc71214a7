"""The operations about searches."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY
from api.once import run_once
from api.pages import PARAMETERS, QUERY, MergedRows, page_of
from api.schemas import answers
from automatch import access
from automatch.api import inputs, outputs
from automatch.api.examples import SEARCHES
from automatch.models import Match, Search
from automatch.services import making
from automatch.services.making import SearchPreferences, WidenablePreference
from automatch.shown import WaitingReasons, waiting_reasons_of
from foundation.keyset import Key, MergedStreams, Stream, rows_in_key_order
from games.api.base import PlayerServiceApi


class SearchApi(PlayerServiceApi):
    """Base of the views that read or change searches for opponents."""


class SearchesView(SearchApi):
    """Lists your searches for opponents; starts one."""

    scopes = {"GET": "challenge:read", "POST": "challenge:write"}
    query = QUERY
    makes_offers = True
    body = inputs.SearchSerializer

    @extend_schema(operation_id="searches", parameters=PARAMETERS, responses=answers(shapes.Searches))
    def get(self, request: Request) -> Response:
        """List your searches and standing offers, the newest first, including finished ones."""
        return page_of(request, Search.objects.filter(player=self.player), outputs.search_json)

    @extend_schema(
        operation_id="search_create",
        request=inputs.SearchSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Search, 201, refuses=(409,)),
        examples=SEARCHES,
    )
    def post(self, request: Request) -> Response:
        """Search for opponents for 30 days, or with `standing` until you cancel it. A game starts as soon as another
        player's search matches, and you get the event `match_found` with `game` and `player`. You can have five open
        searches; for a sixth the answer is `too_many_searches`. The same preferences again return the same search.
        """
        preferences = self.read_body(request).preferences()
        return run_once(self, lambda: self._create(preferences))

    def _create(self, preferences: SearchPreferences) -> Response:
        return Response(
            outputs.search_json(making.create_search(self.player_request, preferences)), status.HTTP_201_CREATED
        )


class SearchView(SearchApi):
    """Reads one of your searches; cancels it."""

    scopes = {"GET": "challenge:read", "DELETE": "challenge:write"}

    @extend_schema(operation_id="search", responses=answers(shapes.SearchNow))
    def get(self, request: Request, search_id: int) -> Response:
        """Return one of your searches, and why it has not found anyone yet."""
        found = access.own_search(self.player, search_id)
        whys = waiting_reasons_of([found], self.player, self.now)
        return Response(outputs.search_now_json(found, whys.get(found.pk, WaitingReasons())))

    @extend_schema(operation_id="search_cancel", parameters=[MAYBE_KEY], responses=answers(None, 204, refuses=(409,)))
    def delete(self, request: Request, search_id: int) -> Response:
        """Cancel a search. Games that it has found continue. Refusal: `search_over`."""
        return run_once(self, lambda: self._cancel(search_id))

    def _cancel(self, search_id: int) -> Response:
        making.cancel_search(self.player_request, search_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WidenSearchView(SearchApi):
    """Widens the preferences of a search, so that more players match it."""

    scopes = {"POST": "challenge:write"}
    body = inputs.WidenSerializer

    @extend_schema(
        operation_id="search_widen",
        request=inputs.WidenSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Search, refuses=(409,)),
    )
    def post(self, request: Request, search_id: int) -> Response:
        """Widen a search in one of the ways in its `can_widen`. Refusal: `search_over`."""
        what = WidenablePreference(self.read_body(request).validated_data["what"])
        return run_once(
            self, lambda: Response(outputs.search_json(making.widen_search(self.player_request, search_id, what)))
        )


class MatchesView(SearchApi):
    """Lists the opponents that a search has found."""

    scopes = {"GET": "challenge:read"}
    query = QUERY

    @extend_schema(operation_id="search_matches", parameters=PARAMETERS, responses=answers(shapes.Matches))
    def get(self, request: Request, search_id: int) -> Response:
        """List the players that a search has found and why, the latest first."""
        found = access.own_search(self.player, search_id)
        pieces = Match.objects.all().disjoint_querysets_of(found.pk)

        def read(keys: list[Key]) -> list[Match]:
            return rows_in_key_order(keys, Match.objects.filter(pk__in=[number for _at, number in keys]).with_people())

        rows = MergedRows(MergedStreams([Stream(piece) for piece in pieces]), read)
        return page_of(request, rows, lambda row: outputs.match_json(row, self.player))
