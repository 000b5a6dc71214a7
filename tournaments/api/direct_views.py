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
from tournaments.services.changing import ProposalEdit


class PairingChangeCostsView(TournamentApi):
    """Reads how a change of the proposed pairings would affect the pairing criteria: swapping two players, or pairing
    them with each other. Stores nothing."""

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
        """Return how a change of the proposed pairings would affect each pairing criterion: its value before and after.
        `act` names the change: `swap` swaps the two players, and `fix` pairs them with each other. Nothing is
        stored."""
        asked = {name: request.query_params.get(name, "") for name in self.query}
        people = acts.ActInput(player=asked["player"], other=asked["other"])
        wanted = ProposalEdit(people.named_player().pk, people.named_player("other").pk, asked["proposal"])
        return Response(
            outputs.criterion_changes_json(
                costing.compare_proposal_costs(self.player, tournament_id, asked["act"], wanted)
            )
        )


class DirectTournamentView(TournamentApi):
    """Opens, starts and closes a tournament, and performs the other actions of its directors."""

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
        """Direct a tournament, and return it. `act` names the action. The other fields that each action takes are
        listed here. If one of them is missing or not valid, the answer is `bad_act` with the name of the `field`.

        - `open`: open entry, so that everyone can see the tournament.
        - `start` with an optional `proposal`: start the tournament. With the `proposal`, round 1 is published as
          previewed. If the preview is out of date, the tournament does not start, and the answer is `conflict`.
        - `close`: make the results final, when they are under review.
        - `cancel` with a `reason`: cancel the tournament. Games in progress continue.
        - `copy`: create a draft with the same terms. The answer is the draft.
        - `once`: end the series, so that the tournament is not repeated.
        - `notice` with a `text` and an optional `player`: send a notice to all entrants, or to this player only. Ten a
          day are possible to each, then the answer is `too_many_notices`.
        - `invite` with a `player` and an optional `rank`: invite the player.
        - `approve` or `decline` with a `player`: answer the player's application.
        - `remove` with a `player` and a `reason`: remove the player.
        - `replace` with a `player`, a `reason` and an optional `other`: give the player's seat to `other` from the
          waiting list. The default is the player who has waited longest.
        - `director` or `no_director` with a `player`: make the player a director, or end this.
        - `propose`: pair the next round for directors to check. Before the start of a Swiss, a McMahon or groups, draw
          a preview of round 1.
        - `swap` with a `player`, an `other` and the `proposal`: swap the two players in the proposed pairings.
        - `fix` with a `player`, an `other` and the `proposal`: pair the two players in the proposal, the first as
          Black.
        - `publish` with the `proposal`: publish the proposed pairings.
        - `forbid` with a `player`, an `other` and a `reason`: avoid pairing the two players.
        - `allow` with a `player` and an `other`: undo `forbid`.
        - `exchange` with a `player` and an `other`: swap the sections of the two players.
        - `seed` with `seeds`, `instead_of` and a `reason`: seed these players, before the start of a knockout or of
          sections. `instead_of` are the seeds that you saw, if any. All other players follow by rank or by lot. An
          empty list removes all seeds.
        - `bars` with a `bar`, a `floor` and a `reason`: set the bar and the floor of a McMahon, until its first round
          is published.
        - `result` with a `round`, a `board`, a `result` and a `reason`: set the result of a game.
        - `adjust` with a `player`, `halves` and a `reason`: give or deduct half points.
        - `rank` with a `player`, a `rank`, an optional `correction` and a `reason`: set the player's rank, and in a
          McMahon the extra points at the start.
        - `labels` with a `player`, and a `family`, a `club_group` or both: set the labels by which the pairing keeps
          players apart. An empty label is removed, and one that is left out stays.
        - `time` with a `player`, `days` and a `reason`: add time to the player's clocks, even if it is not the player's
          turn.
        - `extend` with a `round` and `days`: extend a round in progress.

        If another director was faster, the answer is `conflict` with the current `proposal`, or `seeding_changed` with
        the current `seeds`.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._perform_director_act(tournament_id, form))

    def _perform_director_act(self, tournament_id: int, form: Any) -> Response:
        made = acts.perform_act(self.player_request, tournament_id, form.act_named(), form.act_input())
        number = made.pk if isinstance(made, Tournament) else tournament_id
        return Response(self.tournament_json(access.tournament_for(self.request.user, number)))
