"""The pairings of a round: proposed, changed by directors, published (E20, E85, E90).

A proposal is computed outside every lock, from the data that was read, and stored only if the data is still the same.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q

from accounts.models import Block
from games.services.idempotency import PlayerRequest
from tournaments.announcing import Acting
from tournaments.errors import BadAct, CannotBePaired, Conflict, WrongState
from tournaments.field import families_of, field_from, field_of, part_of, schedule_of, system_of
from tournaments.models import Entry, EntryState, Forbidden, Pairing, Round, RoundState, Stage, State, Tournament
from tournaments.models.tournament_options import BY_SCORE
from tournaments.systems import types as systems
from tournaments.systems.candidates import round_of
from tournaments.systems.handicaps import seated
from tournaments.systems.pairing import inputs_hash, pair
from tournaments.systems.types import KNOCKOUTS, EventResult, Kind

from .freezing import frozen_entries
from .playing import publish_now
from .rows import check_not_own, check_state, locked, locked_for_director
from .waking import wake

AT_MOST_AT_ONCE = 200
"""The largest number of players for which a round is paired at once; above it, it is paired in the background
(E94)."""
OPEN = (RoundState.PLANNED, RoundState.PROPOSED)


@dataclass(frozen=True, slots=True)
class Made:
    """A proposal, and the identifier of its input."""

    proposal: systems.Proposal
    inputs: str


def next_round(tournament: Tournament) -> Round | None:
    """Return the round that may be paired now, None if there is none: the first unpublished one, if all before it are
    over or lack only games of withdrawn players (E107). A knockout has none, because its matches begin when both
    players are known (E21)."""
    for found in tournament.rounds.select_related("stage").order_by("number"):
        if found.stage.kind in KNOCKOUTS:
            return None
        if found.state in OPEN:
            return found
        if found.state != RoundState.DONE and not _waits_for_withdrawn(found):
            return None
    return None


def _waits_for_withdrawn(round_: Round) -> bool:
    """Return whether every unfinished game of a round in progress has a player who has left the tournament."""
    if round_.state != RoundState.PLAYING or round_.stage.kind not in BY_SCORE:
        return False
    undecided = Pairing.objects.filter(round=round_).undecided()
    staying = EntryState.ENTERED
    return not undecided.filter(black__state=staying, white__state=staying).exists()


def propose(request: PlayerRequest, tournament_id: int) -> Round:
    """Pair the next round for directors to review; repeating this without changes gives the same proposal. Before the
    start it is a preview of round 1, which is drawn again each time (E122).

    With many players, pairing is done in the background (`Round.wanted`). Raises NotDirector, WrongState,
    CannotBePaired.
    """
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        check_state(tournament, State.OPEN, State.RUNNING)
        wanted = next_round(tournament) if tournament.state == State.RUNNING else _drawn(tournament)
        if wanted is None:
            raise WrongState(state=tournament.state)
        is_large = Entry.objects.filter(tournament=tournament).entered().count() > AT_MOST_AT_ONCE
        if is_large:
            wanted.wanted = request.now
            wanted.save(update_fields=["wanted"])
            transaction.on_commit(wake)
            return wanted
    return make(wanted, acting)


def _drawn(tournament: Tournament) -> Round | None:
    """Draw a seed and return round 1, to be previewed; None in systems that do not pair by score."""
    stage = Stage.objects.get(tournament=tournament, number=1)
    if stage.kind not in BY_SCORE:
        return None
    tournament.seed = secrets.token_hex(8)
    tournament.save(update_fields=["seed"])
    return Round.objects.get_or_create(tournament=tournament, stage=stage, number=1)[0]


def make(round_: Round, acting: Acting) -> Round:
    """Pair this round and store the proposal, unless it is unchanged. Raises CannotBePaired, and Conflict if its input
    has changed in the meantime."""
    tournament = Tournament.objects.get(pk=round_.tournament_id)
    stage = Stage.objects.get(pk=round_.stage_id)
    made = pair_round(tournament, stage, round_.number)
    if not made.proposal.pairings:
        raise CannotBePaired
    with transaction.atomic():
        locked(tournament.pk)
        found = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        if found.state not in OPEN or inputs_of(tournament, stage, found.number) != made.inputs:
            raise Conflict
        if found.state == RoundState.PROPOSED and found.inputs == made.inputs:
            if found.wanted is not None:
                found.wanted = None
                found.save(update_fields=["wanted"])
            return found
        store(found, made)
        acting.log(tournament, "proposed", round=found.number)
        return found


def store(found: Round, made: Made) -> None:
    """Replace the round's proposal. The tournament must be locked."""
    Pairing.objects.filter(round=found).delete()
    because = {one.entrants: _reasons(one) for one in made.proposal.explanations}
    Pairing.objects.bulk_create(
        Pairing(
            round=found, board=board, black_id=one.black, white_id=one.white, handicap=one.handicap, komi=one.komi,
            result=_default(one), reasons=because.get(one.entrants, []), group=one.group,
        )
        for board, one in enumerate(made.proposal.pairings, start=1)
    )  # fmt: skip
    found.state, found.inputs, found.wanted = RoundState.PROPOSED, made.inputs, None
    found.proposal = name_of(found)
    found.save(update_fields=["state", "inputs", "wanted", "proposal"])


def _default(one: systems.Pairing) -> str:
    return "" if one.result is EventResult.UNDECIDED else one.result.value


def _reasons(explanation: systems.Explanation) -> list[dict[str, object]]:
    return [{"name": one.name, "weight": one.weight, "most": one.most} for one in explanation.reasons]


def name_of(round_: Round) -> str:
    """Return the identifier of the round's pairings and of their input."""
    columns = ("board", "black_id", "white_id", "handicap", "komi", "result")
    rows = list(Pairing.objects.filter(round=round_).order_by("board").values_list(*columns))
    return hashlib.sha256(repr((round_.inputs, rows)).encode()).hexdigest()[:16]


def pair_round(tournament: Tournament, stage: Stage, number: int) -> Made:
    """Pair a round from the stored data without storing the proposal."""
    system, field, order = asked_of(tournament, stage, number)
    if system.kind is Kind.ROUND_ROBIN:
        proposal = _of_schedule(tournament, stage, order)
    else:
        proposal = pair(system, field, order)
    return Made(proposal, inputs_hash(system, field, order))


def inputs_of(tournament: Tournament, stage: Stage, number: int) -> str:
    """Return the identifier of all input of this round's pairing."""
    return inputs_hash(*asked_of(tournament, stage, number))


Asked = tuple[systems.System, systems.Field, systems.PairingOrder]
"""All input of a round's pairing."""


def asked_of(tournament: Tournament, stage: Stage, number: int) -> Asked:
    """Return all input of this round's pairing; before the start from ranks and lots as of now."""
    order = systems.PairingOrder(
        round=number,
        seed=tournament.seed,
        forbidden=frozenset(
            frozenset(pair) for pair in Forbidden.objects.filter(tournament=tournament).values_list("one", "other")
        ),
        blocked=blocked_pairs(tournament),
    )
    if tournament.state == State.OPEN:
        field = field_from(frozen_entries(tournament), (), (), families_of(tournament))
        return system_of(tournament, stage), field, order
    return system_of(tournament, stage), part_of(field_of(tournament, number - 1), stage), order


def blocked_pairs(tournament: Tournament) -> frozenset[systems.Pair]:
    """Return the pairs of players of whom at least one has blocked the other (E85)."""
    entries = dict(Entry.objects.filter(tournament=tournament).entered().values_list("player_id", "pk"))
    rows = Block.objects.filter(Q(player__in=entries) & Q(blocked__in=entries)).values_list("player_id", "blocked_id")
    return frozenset(frozenset({entries[one], entries[other]}) for one, other in rows)


def _of_schedule(tournament: Tournament, stage: Stage, order: systems.PairingOrder) -> systems.Proposal:
    """Return a round of a round robin or of sections, whose table is fixed at the start. A player who has left loses
    by forfeit; a game of two players who have blocked each other is void."""
    rows = Entry.objects.filter(tournament=tournament).starters().order_by("number")
    states = dict(rows.values_list("pk", "state"))
    gone = _Gone(
        frozenset(pk for pk, state in states.items() if state != EntryState.ENTERED),
        frozenset(rows.filter(struck=True).values_list("pk", flat=True)),
        order.blocked,
    )
    pairings = [one for one in schedule_of(tournament, stage) if one.round == order.round]
    komi = int(tournament.agreed_komi * 2)
    return systems.Proposal(
        tuple(replace(one, komi=komi, result=_default_of(one, gone)) for one in pairings), inputs=""
    )


@dataclass(frozen=True, slots=True)
class _Gone:
    """Players who have left, players whose games are void, and blocked pairs."""

    out: frozenset[int]
    struck: frozenset[int]
    blocked: frozenset[systems.Pair]


def _default_of(one: systems.Pairing, gone: _Gone) -> EventResult:
    if one.entrants & gone.struck:
        return EventResult.STRUCK
    if one.entrants in gone.blocked:
        return EventResult.VOID
    out = gone.out
    if one.black in out and one.white in out:
        return EventResult.BOTH_LOSE
    if one.black in out:
        return EventResult.WHITE_BY_DEFAULT
    return EventResult.BLACK_BY_DEFAULT if one.white in out else EventResult.UNDECIDED


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap of two players in a proposal. `proposal` identifies the proposal that the director saw."""

    one: int
    other: int
    proposal: str


Change = Callable[[Tournament, Stage, list[Pairing], Swap], list[Pairing]]
"""A change of pairings by a director, without saving; it returns the changed ones."""


def swap(request: PlayerRequest, tournament_id: int, wanted: Swap) -> Round:
    """Swap two players in a proposal, in groups with all of their games. In sections use `staging.exchange` instead;
    the table of a round robin is fixed. Raises NotDirector, WrongState, Conflict, BadAct, OwnGame."""
    return change_by_hand(request, tournament_id, wanted, ("swapped", swapped))


def change_by_hand(request: PlayerRequest, tournament_id: int, wanted: Swap, act: tuple[str, Change]) -> Round:
    """Change a proposal and log that; `act` is the act in the log, and the change. Raises NotDirector, WrongState,
    Conflict, BadAct, OwnGame, and what the change does."""
    logged, change = act
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        found = proposed_as(tournament, wanted.proposal)
        pairings = seats_of(found)
        texts = {one.pk: pairing_text(one) for one in pairings}
        changed = change(tournament, found.stage, pairings, wanted)
        before, after = ", ".join(texts[one.pk] for one in changed), ", ".join(map(pairing_text, changed))
        check_not_own(request.player, seated_in(changed))
        check_blocked(blocked_pairs(tournament), changed)
        save_by_hand(tournament, found, changed)
        found.proposal = name_of(found)
        found.save(update_fields=["proposal"])
        acting.log(tournament, logged, round=found.number, before=before, after=after)
        return found


def seats_of(round_: Round) -> list[Pairing]:
    """Return the pairings of a round with their players."""
    return list(Pairing.objects.filter(round=round_).select_related("black__player", "white__player").order_by("board"))


def swapped(tournament: Tournament, stage: Stage, pairings: list[Pairing], wanted: Swap) -> list[Pairing]:
    """Swap two players in these pairings without saving; return the changed ones. Raises WrongState, BadAct."""
    if stage.kind not in BY_SCORE:
        raise WrongState(state=tournament.state)
    entries = {entry.player_id: entry for one in pairings for entry in (one.black, one.white) if entry is not None}
    if wanted.one == wanted.other or not {wanted.one, wanted.other} <= set(entries):
        raise BadAct(field="player")
    turned: dict[Entry | None, Entry] = {
        entries[wanted.one]: entries[wanted.other],
        entries[wanted.other]: entries[wanted.one],
    }
    changed = [one for one in pairings if turned.keys() & {one.black, one.white}]
    for one in changed:
        one.black, one.white = turned.get(one.black, one.black), turned.get(one.white, one.white)
    return changed


def seated_in(pairings: list[Pairing]) -> list[int | None]:
    """Return the player ids of these pairings."""
    return [entry.player_id for one in pairings for entry in (one.black, one.white) if entry is not None]


def check_blocked(blocked: Collection[systems.Pair], pairings: list[Pairing]) -> None:
    """Raise BadAct if a pairing has two players who have blocked each other (E85)."""
    if any(frozenset((one.black_id, one.white_id)) in blocked for one in pairings if one.white_id is not None):
        raise BadAct(field="other")


def save_by_hand(tournament: Tournament, round_: Round, pairings: list[Pairing]) -> None:
    """Store these pairings as made by a director, with handicaps, for which the weaker player gets Black (E35). They
    are stored at the same time, because the database allows no two pairings of the same players."""
    Pairing.objects.filter(pk__in=[one.pk for one in pairings]).update(white=None)
    rows = {one.pk: one for one in pairings}.values()
    asked = asked_of(tournament, round_.stage, round_.number)
    give_handicaps(asked, [one for one in rows if one.white is not None])
    for one in rows:
        one.reasons = [{"name": "director", "weight": 1, "most": 1}]
        one.save(update_fields=["black", "white", "reasons", "handicap", "komi"])


def give_handicaps(asked: Asked, pairings: list[Pairing]) -> None:
    """Set handicap and komi of these pairings, and give the weaker player Black, without saving (E35)."""
    system, field, order = asked
    ids = [entry.pk for one in pairings for entry in (one.black, one.white) if entry is not None]
    candidates = round_of(system, field, order.round, ids).candidates if system.handicaps else {}
    for one in pairings:
        one.handicap, one.komi = 0, system.komi
        if one.white is None or not candidates:
            continue
        row = seated(system, order.seed, candidates[one.black_id], candidates[one.white_id or 0])
        if row.handicap:
            if row.black == one.white_id:
                one.black, one.white = one.white, one.black
            one.handicap, one.komi = row.handicap, row.komi


def pairing_text(pairing: Pairing) -> str:
    """Return the names of the two players as text for the log."""
    white = "-" if pairing.white is None else pairing.white.player.username
    return f"{pairing.black.player.username} - {white}"


def proposed_as(tournament: Tournament, proposal: str) -> Round:
    """Return the proposed round, locked. Raises WrongState without one, and Conflict if it is not the proposal that
    the director saw."""
    rows = tournament.rounds.filter(state=RoundState.PROPOSED).select_related("stage")
    found = rows.select_for_update(no_key=True, of=("self",)).first()
    if found is None:
        if tournament.rounds.filter(proposal=proposal).exclude(proposal="").exists():
            raise Conflict(proposal="")
        raise WrongState(state=tournament.state)
    if found.proposal != proposal:
        raise Conflict(proposal=found.proposal)
    return found


def is_current(tournament: Tournament, proposed: Round) -> bool:
    """Return whether players, ranks and terms are still those that this proposal was made from."""
    return inputs_of(tournament, proposed.stage, proposed.number) == proposed.inputs


def current_as(tournament: Tournament, proposal: str) -> Round:
    """Return the proposed round, locked. Raises what `proposed_as` does, and Conflict if it is not current."""
    found = proposed_as(tournament, proposal)
    if not is_current(tournament, found):
        raise Conflict(proposal=found.proposal)
    return found


def publish(request: PlayerRequest, tournament_id: int, proposal: str) -> Round:
    """Publish the proposal that the director saw; its games start. Raises NotDirector, WrongState, and Conflict if the
    pairings or their input have changed, or another director was faster (E90)."""
    with transaction.atomic():
        tournament, acting = locked_for_director(request, tournament_id)
        check_state(tournament, State.RUNNING)
        found = current_as(tournament, proposal)
        publish_now(found, acting)
        return found


def pair_and_publish(round_: Round, acting: Acting) -> None:
    """Pair and publish the next round automatically, in two transactions that may be repeated."""
    made = make(round_, acting)
    with transaction.atomic():
        tournament = locked(made.tournament_id)
        found = Round.objects.select_for_update(no_key=True).get(pk=made.pk)
        if tournament.state != State.RUNNING or found.state != RoundState.PROPOSED:
            return
        if not is_current(tournament, found):
            raise Conflict
        publish_now(found, acting)


__all__ = [
    "Change",
    "Swap",
    "change_by_hand",
    "current_as",
    "is_current",
    "make",
    "next_round",
    "pair_and_publish",
    "propose",
    "proposed_as",
    "publish",
    "save_by_hand",
    "swap",
]
