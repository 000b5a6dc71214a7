"""The API operations about tournaments."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import Count, Q
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.security.api_auth import has_scope
from api.base import COUNT, MAYBE_KEY, choice_from_query, number_from_query
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import PlayerServiceApi
from tournaments import access, bracket_shown, tables
from tournaments.api import inputs, outputs
from tournaments.api.examples import TOURNAMENTS
from tournaments.models import Entry, EntryState, Tournament, TournamentState
from tournaments.services import consenting, drafting, entering, importing, leaving, revising, staying
from tournaments.systems.types import SystemKind

STATES = [state.value for state in TournamentState if state is not TournamentState.DRAFT]


class TournamentApi(PlayerServiceApi):
    """Base of the views that read or change one tournament."""

    public: ClassVar[tuple[str, ...]] = ("GET",)

    def find_tournament(self, request: Request, tournament_id: int) -> Tournament:
        """Return the tournament if the requester may see it. Raises NoSuchTournament."""
        return access.tournament_for(request.user, tournament_id)

    def tournament_json(self, tournament: Tournament) -> shapes.Tournament:
        """Return the JSON of the tournament, as the requester sees it."""
        return outputs.tournament_json(tournament, self.viewer, self.now)


class TournamentsView(TournamentApi):
    """Lists tournaments; creates a draft."""

    scopes = {"GET": None, "POST": "events:direct"}
    query = (*QUERY, "state")
    body = inputs.TournamentSerializer

    @extend_schema(
        operation_id="tournaments",
        parameters=[
            *PARAMETERS,
            OpenApiParameter(
                "state", {"type": "string", "enum": STATES}, description="Only tournaments in this state."
            ),
        ],
        responses=answers(shapes.Tournaments),
    )
    def get(self, request: Request) -> Response:
        """List tournaments, the newest first. Drafts are not listed."""
        state = choice_from_query(request, "state", STATES)
        rows = Tournament.objects.listed().filter(state=state) if state else Tournament.objects.listed()
        entered = Count("entries", filter=Q(entries__state=EntryState.ENTERED))
        return page_of(request, rows.annotate(entered=entered).prefetch_related("stages"), outputs.tournament_row_json)

    @extend_schema(
        operation_id="tournament_create",
        request=inputs.TournamentSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Tournament, 201, refuses=(404,)),
        examples=TOURNAMENTS,
    )
    def post(self, request: Request) -> Response:
        """Create a draft that only you can see. To open entry, perform the action `open` with `tournament_act`."""
        plan = self.read_body(request).plan()
        return run_once(self, lambda: self._create_draft(plan))

    def _create_draft(self, plan: drafting.TournamentPlan) -> Response:
        made = drafting.create_draft(self.player_request, plan)
        return Response(self.tournament_json(made), status.HTTP_201_CREATED)


class TournamentView(TournamentApi):
    """Reads one tournament; changes it before its start."""

    scopes = {"GET": None, "PUT": "events:direct"}
    body = inputs.TournamentSerializer

    @extend_schema(operation_id="tournament", responses=answers(shapes.Tournament))
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return a tournament with its terms, and whether you can enter."""
        return Response(self.tournament_json(self.find_tournament(request, tournament_id)))

    @extend_schema(
        operation_id="tournament_change",
        request=inputs.TournamentSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Tournament, refuses=(409,)),
        examples=TOURNAMENTS,
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """Change one of your tournaments before its start. Send all options, as when you create one. If players have
        entered, each is asked to agree to changed rules within 72 hours, or is withdrawn. Until all have answered, the
        action `start` is refused with `answers_awaited`. Name, description, club, places and the limits of entry can
        change without asking."""
        plan = self.read_body(request).plan(self.find_tournament(request, tournament_id))
        return run_once(self, lambda: self._revise(tournament_id, plan))

    def _revise(self, tournament_id: int, plan: drafting.TournamentPlan) -> Response:
        return Response(self.tournament_json(revising.revise_tournament(self.player_request, tournament_id, plan)))


class EntriesView(TournamentApi):
    """Lists the players of a tournament; enters you."""

    scopes = {"GET": None, "POST": "events:play"}
    query = QUERY
    body = inputs.EnterSerializer

    @extend_schema(
        operation_id="tournament_entries", parameters=PARAMETERS, responses=answers(shapes.TournamentEntries)
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the players who have entered or are on the waiting list, the latest first."""
        tournament = self.find_tournament(request, tournament_id)
        is_director = access.director_role(request.user, tournament) is not None  # directors see hidden ranks
        directs = is_director and has_scope(request.auth, "events:direct")
        states = (EntryState.ENTERED, EntryState.WAITING, EntryState.WITHDRAWN, EntryState.REMOVED)
        rows = Entry.objects.filter(tournament=tournament, state__in=states).select_related("player")
        with_ratings = rows.prefetch_related("player__ratings")
        return page_of(request, with_ratings, lambda one: outputs.entry_json(one, directs=directs))

    @extend_schema(
        operation_id="tournament_enter",
        request=inputs.EnterSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TournamentEntry, 201, refuses=(409,)),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Enter a tournament. Refusals: `event_full` (send `waiting` for the waiting list), `rank_too_low`,
        `rank_too_high`, `provisional`, `rank_needed`, `too_few_games`, `too_many_games`, `not_invited`,
        `entry_closed`, `already_entered`, `bot_not_allowed`, `proof_needed`, `no_federation_data`, and
        `event_terms_changed` if the `revision` is not the current one. Players without an established rank can state
        one in `rank`, with a link in `proof`. If the link is not valid, the answer is `bad_act` with the `field`.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._enter(tournament_id, form))

    def _enter(self, tournament_id: int, form: Any) -> Response:
        waiting, stated = form.validated_data["waiting"], form.entry_statement()
        made = entering.enter_tournament(self.player_request, tournament_id, waiting=waiting, stated=stated)
        return Response(outputs.entry_json(made), status.HTTP_201_CREATED)


class WithdrawView(TournamentApi):
    """Withdraws you from a tournament."""

    scopes = {"POST": "events:play"}
    public = ()
    body = inputs.WithdrawSerializer

    @extend_schema(
        operation_id="tournament_withdraw",
        request=inputs.WithdrawSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TournamentEntry, refuses=(409,)),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Withdraw from a tournament. Your games in progress continue, and you are not paired again. With `now`, your
        games in progress are resigned.
        """
        now = self.read_body(request).validated_data["now"]
        return run_once(
            self,
            lambda: Response(
                outputs.entry_json(leaving.withdraw_from_tournament(self.player_request, tournament_id, now=now))
            ),
        )


class ConfirmEntryView(TournamentApi):
    """Confirms that you still take part in a tournament, and chooses the rounds that you skip."""

    scopes = {"POST": "events:play"}
    public = ()
    body = inputs.StaySerializer

    @extend_schema(
        operation_id="tournament_stay",
        request=inputs.StaySerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TournamentEntry, refuses=(409,)),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Confirm that you still take part, when you were asked, and choose the rounds that you will skip. After the
        terms have changed, `confirm` agrees to the new terms: send the `revision` that you saw. If it is not the
        current one, the answer is `event_terms_changed` with the current `revision`.
        """
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._confirm_or_skip(tournament_id, data))

    def _confirm_or_skip(self, tournament_id: int, data: dict[str, Any]) -> Response:
        if data["confirm"] or "skips" not in data:
            made = staying.confirm_entry(self.player_request, tournament_id, data["revision"])
        if "skips" in data:
            made = staying.set_skipped_rounds(self.player_request, tournament_id, data["skips"])
        return Response(outputs.entry_json(made))


class FederationNameConsentView(TournamentApi):
    """Allows result files for federations to have your real name and numbers, or withdraws that."""

    scopes = {"PUT": "events:play"}
    public = ()
    body = inputs.ConsentSerializer

    @extend_schema(
        operation_id="tournament_consent",
        request=inputs.ConsentSerializer,
        responses=answers(shapes.Tournament, refuses=(409,)),
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """Allow result files for federations to have your real name and numbers, or withdraw that. Refusals:
        `not_entered`; `no_federation_data` if you have given no name; `name_in_file` if you withdraw after a file with
        your name has been made."""
        shares = self.read_body(request).validated_data["shares_name"]
        consenting.set_federation_name_consent(self.player_request, tournament_id, shares=shares)
        return Response(self.tournament_json(self.find_tournament(request, tournament_id)))


class KnockoutMatchesView(TournamentApi):
    """Lists the matches of a knockout."""

    scopes = {"GET": None}

    @extend_schema(operation_id="tournament_bracket", responses=answers(shapes.TournamentBracket))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the matches of a knockout, each after those that lead to it. Refusal: `no_such_bracket`, if the
        tournament is not a knockout or has not started.
        """
        found = self.find_tournament(request, tournament_id)
        return Response(outputs.bracket_json(bracket_shown.bracket_for(found)))


class PairingsView(TournamentApi):
    """Reads the pairings of a round; proposes pairings for the next one."""

    scopes = {"GET": None, "POST": "events:direct"}
    body = inputs.PairingsSerializer

    @extend_schema(operation_id="tournament_pairings", responses=answers(shapes.TournamentPairings))
    def get(self, request: Request, tournament_id: int, round_number: int) -> Response:
        """Return the pairings of a round. Proposed pairings are for directors only."""
        tournament = self.find_tournament(request, tournament_id)
        directs = access.director_role(request.user, tournament) is not None
        found = access.visible_round(tournament, round_number, directs=directs)
        return Response(outputs.pairings_json(found, tables.pairings_with_names_of(found), directs=directs))

    @extend_schema(
        operation_id="tournament_pair",
        request=inputs.PairingsSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TournamentPairings, refuses=(409,)),
    )
    def post(self, request: Request, tournament_id: int, round_number: int) -> Response:
        """Propose your own pairings for the next round of a Swiss or McMahon tournament. The action `publish` of
        `tournament_act` publishes them. Refusal: `bad_pairings` with the reason in `why`: a player is `unknown`, listed
        `twice` or `missing` (`name`), or a `pair` is not allowed."""
        seats = self.read_body(request).seats()
        return run_once(self, lambda: self._propose_pairings(tournament_id, round_number, seats))

    def _propose_pairings(self, tournament_id: int, round_number: int, seats: list[importing.NamedSeats]) -> Response:
        found = importing.propose_pairings(self.player_request, tournament_id, round_number, seats)
        return Response(outputs.pairings_json(found, tables.pairings_of_round(found), directs=True))


class StandingsView(TournamentApi):
    """Reads the standings of a tournament."""

    scopes = {"GET": None}
    query = ("round",)

    @extend_schema(
        operation_id="tournament_standings",
        parameters=[OpenApiParameter("round", COUNT, description="The round after which; the last one by default.")],
        responses=answers(shapes.TournamentStandings),
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Return the standings; empty before the start. Refusal: `no_such_round` for a round that is not published."""
        tournament, through = self.find_tournament(request, tournament_id), number_from_query(request, "round", None)
        if through:
            access.visible_round(tournament, through)
        return Response(outputs.standings_json(tables.standings_table_of(tournament, through)))


class SectionsView(TournamentApi):
    """Lists the sections of a stage with their tables."""

    scopes = {"GET": None}
    query = ("stage",)

    @extend_schema(
        operation_id="tournament_sections",
        parameters=[OpenApiParameter("stage", COUNT, description="The stage; the latest one by default.")],
        responses=answers(shapes.TournamentSections),
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the sections of a stage with their tables. The list is empty before the start, and if the stage has no
        sections.
        """
        tournament, number = self.find_tournament(request, tournament_id), number_from_query(request, "stage", None)
        stages = list(tournament.stages.order_by("number"))
        stage = next((one for one in stages if one.number == number), stages[-1])
        shown = tables.section_tables(tournament, stage) if stage.kind == SystemKind.SECTIONS else []
        return Response(outputs.sections_json(stage, shown))


class TournamentLogView(TournamentApi):
    """Lists everything that was done in a tournament."""

    scopes = {"GET": None}
    query = QUERY

    @extend_schema(operation_id="tournament_log", parameters=PARAMETERS, responses=answers(shapes.TournamentLog))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List everything that was done in a tournament, the latest first."""
        lines = access.visible_log_lines(request.user, self.find_tournament(request, tournament_id)).select_related(
            "by", "about", "other"
        )
        return page_of(request, lines, outputs.log_line_json)
