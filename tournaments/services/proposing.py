"""The pairings of a round: proposed, changed by directors, published (E20, E85, E90).

A proposal is computed without holding a lock, and stored only if its input has not changed in the meantime.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import Block
from games.services.idempotency import PlayerRequest
from tournaments.announcing import ActAuthor
from tournaments.errors import CannotBePaired, PairingsChanged, WrongState
from tournaments.models import (
    Entry,
    EntryState,
    Forbidden,
    Pairing,
    Round,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.models.tournament_options import BY_SCORE
from tournaments.stage_data import (
    data_of_stage,
    families_by_entry,
    full_schedule,
    pairing_system,
    stage_data_from_rows,
    standings_input,
)
from tournaments.systems import types as systems
from tournaments.systems.pairing import pair_round_by_system, pairing_inputs_hash
from tournaments.systems.types import KNOCKOUTS, EventResult, SystemKind

from .freezing import frozen_entries
from .playing import publish_round
from .rows import check_state, lock_for_director, lock_tournament
from .waking import wake

AT_MOST_AT_ONCE = 200
"""The largest number of players for which a round is paired at once; above it, it is paired in the background
(E94)."""
OPEN = (RoundState.PLANNED, RoundState.PROPOSED)


@dataclass(frozen=True, slots=True)
class ComputedProposal:
    """The computed pairings of a round before they are stored, and a hash of the data from which they were computed."""

    proposal: systems.PairingProposal
    inputs: str


def find_next_round(tournament: Tournament) -> Round | None:
    """Return the round that may be paired now, None if there is none.

    This is the first unpublished round, if all rounds before it are over. A round also counts as over if its only
    unfinished games are those of withdrawn players (E107). Return None for a knockout, because its matches begin when
    both players are known (E21).
    """
    for found in tournament.rounds.select_related("stage").order_by("number"):
        if found.stage.kind in KNOCKOUTS:
            return None
        if found.state in OPEN:
            return found
        if found.state != RoundState.DONE and not Round.objects.filter(without_awaited_games(), pk=found.pk).exists():
            return None
    return None


def without_awaited_games() -> Q:
    """Return a query condition for rounds in progress without awaited games: in every unfinished game, a player has
    left the tournament (E107)."""
    undecided = Pairing.objects.filter(round=OuterRef("pk")).undecided()
    awaited = undecided.filter(black__state=EntryState.ENTERED, white__state=EntryState.ENTERED)
    return Q(state=RoundState.PLAYING, stage__kind__in=BY_SCORE) & ~Q(Exists(awaited))


def propose_next_round(request: PlayerRequest, tournament_id: int) -> Round:
    """Pair the next round for directors to review. Repeating this without changes gives the same proposal. Before the
    start, it is a preview of round 1, which is drawn again each time (E122).

    With many players, the round is paired in the background (`Round.wanted`). Raises NotDirector, WrongState,
    CannotBePaired, and PairingsChanged if the input has changed during the computation.
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        wanted = (
            find_next_round(tournament)
            if tournament.state == TournamentState.RUNNING
            else _redraw_seed_and_first_round(tournament)
        )
        if wanted is None:
            raise WrongState(state=tournament.state)
        is_large = Entry.objects.filter(tournament=tournament).entered().count() > AT_MOST_AT_ONCE
        if is_large:
            wanted.wanted = request.now
            wanted.save(update_fields=["wanted"])
            transaction.on_commit(wake)
            return wanted
    return propose_round(wanted, acting)


def _redraw_seed_and_first_round(tournament: Tournament) -> Round | None:
    """Draw a new random seed for the tournament, and return round 1, which is created if necessary. In systems that do
    not pair by score, draw nothing and return None."""
    stage = Stage.objects.get(tournament=tournament, number=1)
    if stage.kind not in BY_SCORE:
        return None
    tournament.seed = secrets.token_hex(8)
    tournament.save(update_fields=["seed"])
    return Round.objects.get_or_create(tournament=tournament, stage=stage, number=1)[0]


def propose_round(round_: Round, acting: ActAuthor) -> Round:
    """Pair this round and store the proposal, unless it is unchanged. Raises CannotBePaired, and PairingsChanged if the
    input has changed during the computation."""
    tournament = Tournament.objects.get(pk=round_.tournament_id)
    stage = Stage.objects.get(pk=round_.stage_id)
    made = pair_round(tournament, stage, round_.number)
    if not made.proposal.pairings:
        raise CannotBePaired
    with transaction.atomic():
        lock_tournament(tournament.pk)
        found = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        if found.state not in OPEN or pairing_inputs_id(tournament, stage, found.number) != made.inputs:
            raise PairingsChanged
        if found.inputs == made.inputs:
            if found.wanted is not None:
                found.wanted = None
                found.save(update_fields=["wanted"])
            return found
        store_proposal(found, made)
        acting.log(tournament, "proposed", round=found.number)
        return found


def store_proposal(round_: Round, proposal: ComputedProposal) -> None:
    """Replace the round's proposal. The caller must have locked the tournament's row."""
    Pairing.objects.filter(round=round_).delete()
    because = {one.entrants: _reasons_json(one) for one in proposal.proposal.explanations}
    Pairing.objects.bulk_create(
        Pairing(
            round=round_, board=board, black_id=one.black, white_id=one.white, handicap=one.handicap, komi=one.komi,
            result=_result_to_store(one), reasons=because.get(one.entrants, []), group=one.group,
        )
        for board, one in enumerate(proposal.proposal.pairings, start=1)
    )  # fmt: skip
    round_.state, round_.inputs, round_.wanted = RoundState.PROPOSED, proposal.inputs, None
    round_.proposal = proposal_id_of(round_)
    round_.save(update_fields=["state", "inputs", "wanted", "proposal"])


def _result_to_store(pairing: systems.PairingValue) -> str:
    return "" if pairing.result is EventResult.UNDECIDED else pairing.result.value


def _reasons_json(explanation: systems.PairingExplanation) -> list[dict[str, object]]:
    return [{"name": one.name, "weight": one.weight, "most": one.most} for one in explanation.reasons]


def proposal_id_of(round_: Round) -> str:
    """Return the identifier of a proposal: a hash of the round's pairings and of the input from which they were
    computed."""
    columns = ("board", "black_id", "white_id", "handicap", "komi", "result")
    rows = list(Pairing.objects.filter(round=round_).order_by("board").values_list(*columns))
    return hashlib.sha256(repr((round_.inputs, rows)).encode()).hexdigest()[:16]


def pair_round(tournament: Tournament, stage: Stage, number: int) -> ComputedProposal:
    """Pair a round from the stored data. Return the proposal without storing it."""
    system, field, order = pairing_inputs(tournament, stage, number)
    if system.kind is SystemKind.ROUND_ROBIN:
        proposal = _scheduled_round(tournament, stage, order)
    else:
        proposal = pair_round_by_system(system, field, order)
    return ComputedProposal(proposal, pairing_inputs_hash(system, field, order))


def pairing_inputs_id(tournament: Tournament, stage: Stage, number: int) -> str:
    """Return a hash of all data on which this round's pairing depends."""
    return pairing_inputs_hash(*pairing_inputs(tournament, stage, number))


PairingInputs = tuple[systems.StageSystem, systems.StageData, systems.PairingConstraints]
"""All input of a round's pairing."""


def pairing_inputs(tournament: Tournament, stage: Stage, number: int) -> PairingInputs:
    """Return the input of this round's pairing: system, stage data and constraints. Before the start, the stage data
    comes from current ranks, and from lots drawn by the seed."""
    order = systems.PairingConstraints(
        round=number,
        seed=tournament.seed,
        forbidden=frozenset(
            frozenset(pair) for pair in Forbidden.objects.filter(tournament=tournament).values_list("one", "other")
        ),
        blocked=blocked_pairs(tournament),
    )
    if tournament.state == TournamentState.OPEN:
        field = stage_data_from_rows(frozen_entries(tournament), (), (), families_by_entry(tournament))
        return pairing_system(tournament, stage), field, order
    return pairing_system(tournament, stage), data_of_stage(standings_input(tournament, number - 1), stage), order


def blocked_pairs(tournament: Tournament) -> frozenset[systems.Pair]:
    """Return the pairs of players of whom at least one has blocked the other (E85)."""
    entries = dict(Entry.objects.filter(tournament=tournament).entered().values_list("player_id", "pk"))
    rows = Block.objects.filter(Q(player__in=entries) & Q(blocked__in=entries)).values_list("player_id", "blocked_id")
    return frozenset(frozenset({entries[one], entries[other]}) for one, other in rows)


def _scheduled_round(
    tournament: Tournament, stage: Stage, order: systems.PairingConstraints
) -> systems.PairingProposal:
    """Return a round of a round robin or of sections, whose tables are fixed at the start. A player who has left loses
    by forfeit. A game between players who have blocked each other is void."""
    rows = Entry.objects.filter(tournament=tournament).ever_took_part().order_by("number")
    states = dict(rows.values_list("pk", "state"))
    gone = _EntriesWithoutGames(
        frozenset(pk for pk, state in states.items() if state != EntryState.ENTERED),
        frozenset(rows.filter(struck=True).values_list("pk", flat=True)),
        order.blocked,
    )
    pairings = [one for one in full_schedule(tournament, stage) if one.round == order.round]
    komi = int(tournament.agreed_komi * 2)
    return systems.PairingProposal(
        tuple(replace(one, komi=komi, result=_result_without_game(one, gone)) for one in pairings), inputs=""
    )


@dataclass(frozen=True, slots=True)
class _EntriesWithoutGames:
    """The ids of entries that have left (`out`), the ids of those whose games are void (`struck`), and the blocked
    pairs."""

    out: frozenset[int]
    struck: frozenset[int]
    blocked: frozenset[systems.Pair]


def _result_without_game(pairing: systems.PairingValue, absentees: _EntriesWithoutGames) -> EventResult:
    if pairing.entrants & absentees.struck:
        return EventResult.STRUCK
    if pairing.entrants in absentees.blocked:
        return EventResult.VOID
    out = absentees.out
    if pairing.black in out and pairing.white in out:
        return EventResult.BOTH_LOSE
    if pairing.black in out:
        return EventResult.WHITE_BY_DEFAULT
    return EventResult.BLACK_BY_DEFAULT if pairing.white in out else EventResult.UNDECIDED


def locked_proposal(tournament: Tournament, proposal: str) -> Round:
    """Return the proposed round, locked. Raises WrongState if there is none, and PairingsChanged if the round does not
    have the proposal that the director saw."""
    rows = tournament.rounds.filter(state=RoundState.PROPOSED).select_related("stage")
    found = rows.select_for_update(no_key=True, of=("self",)).first()
    if found is None:
        if tournament.rounds.filter(proposal=proposal).exclude(proposal="").exists():
            raise PairingsChanged(proposal="")
        raise WrongState(state=tournament.state)
    if found.proposal != proposal:
        raise PairingsChanged(proposal=found.proposal)
    return found


def is_proposal_current(tournament: Tournament, proposed: Round) -> bool:
    """Return whether players, ranks and terms have not changed since this proposal was computed."""
    return pairing_inputs_id(tournament, proposed.stage, proposed.number) == proposed.inputs


def locked_current_proposal(tournament: Tournament, proposal: str) -> Round:
    """Return the proposed round, locked. Raises the errors of `locked_proposal`, and PairingsChanged if the proposal's
    input has changed."""
    found = locked_proposal(tournament, proposal)
    if not is_proposal_current(tournament, found):
        raise PairingsChanged(proposal=found.proposal)
    return found


def publish_proposal(request: PlayerRequest, tournament_id: int, proposal: str) -> Round:
    """Publish the proposal that the director saw, so that its games start. Raises NotDirector, WrongState, and
    PairingsChanged if the pairings or their input have changed, or another director was faster (E90)."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.RUNNING)
        found = locked_current_proposal(tournament, proposal)
        publish_round(found, acting)
        return found


def pair_and_publish(round_: Round, acting: ActAuthor) -> None:
    """Pair and publish the next round automatically, in two transactions. Both may be repeated after a crash. Raises
    CannotBePaired, and PairingsChanged if the pairing's input has changed in the meantime."""
    made = propose_round(round_, acting)
    with transaction.atomic():
        tournament = lock_tournament(made.tournament_id)
        found = Round.objects.select_for_update(no_key=True).get(pk=made.pk)
        if tournament.state != TournamentState.RUNNING or found.state != RoundState.PROPOSED:
            return
        if not is_proposal_current(tournament, found):
            raise PairingsChanged
        publish_round(found, acting)
