"""The operations of tournament directors."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY
from api.once import run_once
from api.schemas import answers
from tournaments import access
from tournaments.api import inputs, outputs
from tournaments.api.views import TournamentApi
from tournaments.models import Tournament
from tournaments.services import acts, costing
from tournaments.services.changing import Swap


class CostsView(TournamentApi):
    """Reads how swapping or fixing players would change the proposed pairings; stores nothing."""

    scopes = {"GET": "events:direct"}
    public = ()
    query = ("act", "player", "other", "proposal")

    @extend_schema(
        operation_id="tournament_costs",
        parameters=[
            OpenApiParameter("act", str, enum=list(costing.CHANGES), description="The act."),
            OpenApiParameter("player", str, description="The name of a player."),
            OpenApiParameter("other", str, description="The name of another player."),
            OpenApiParameter("proposal", str, description="The proposal that you saw."),
        ],
        responses=answers(shapes.TournamentCosts, refuses=(409,)),
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return what the act `swap` or `fix` would change in the proposed round, in the criteria of the pairing.
        Nothing is stored.
        """
        asked = {name: request.query_params.get(name, "") for name in self.query}
        people = acts.ActInput(player=asked["player"], other=asked["other"])
        wanted = Swap(people.named_player().pk, people.named_player("other").pk, asked["proposal"])
        return Response(
            outputs.costs_json(costing.compare_proposal_costs(self.player, tournament_id, asked["act"], wanted))
        )


class TournamentActsView(TournamentApi):
    """Opens, starts and closes a tournament, and does the other acts of its directors."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = inputs.ActSerializer
    what_field = "act"

    @extend_schema(
        operation_id="tournament_act",
        request=inputs.ActSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Tournament, refuses=(409,)),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Direct a tournament. These acts take no field: `open`, `start`, `close`, `propose`; `copy`, which answers
        with the new draft; `once`, which ends the series. Before the start, `propose` draws a preview of round 1 for
        directors, in Swiss, McMahon and groups; `start` with its `proposal` publishes it, unless it is out of date.
        `notice` takes a `text`, and a `player` if it is for one; `cancel` a `reason`, `publish` the `proposal`. These
        take a `player`: `invite` with an optional `rank`, `approve`, `decline`, `director`, `no_director`; `remove`
        with a `reason`. These take a `player` and an `other`: `forbid` with a `reason` keeps them apart, and `allow`
        undoes that; `swap` with the `proposal`; `fix` with the `proposal` pairs them, the first as Black; `exchange`
        swaps their sections. `seed`, before the start of a knockout or of sections, takes `seeds`, `instead_of` and a
        `reason`. Players without a seed follow by rank or by lot; without `seeds` there are none. `instead_of` are the
        seeds that you saw, if any. `bars`, until the first round of a McMahon is published, takes a `bar`, a `floor`
        and a `reason`. `result` takes a `round`, a `board`, a `result` and a `reason`; `adjust` a `player`, `halves`
        and a `reason`; `rank` a `player`, a `rank`, an optional `correction` and a `reason`. `labels`
        takes a `player`, a `family` and a `club_group`, by which the pairing keeps players apart. `replace` takes a
        `player`, a `reason`, and an optional `other` from the waiting list; the default is the player who has waited
        longest. `time` takes a `player`, `days` and a `reason`, on turn or not; `extend` a `round` and `days`. If
        something is missing: `bad_act` with its `field`. If another director was faster: `conflict` with the
        `proposal`, or `seeding_changed` with the current `seeds`.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._act(tournament_id, form))

    def _act(self, tournament_id: int, form: Any) -> Response:
        made = acts.perform_act(self.player_request, tournament_id, form.act_named(), form.act_input())
        number = made.pk if isinstance(made, Tournament) else tournament_id
        return Response(self.tournament_json(access.tournament_for(self.request.user, number)))
