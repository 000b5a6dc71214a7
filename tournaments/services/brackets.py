"""Advance knockouts: a match begins when both players are known, and its next game when the previous one has ended
(E21, E38, E39). After a director's result, the bracket waits for a minute, in which the result can be reversed.

Everything is derived from the pairings while the tournament is locked, so nothing is done twice after a crash.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.models import Block
from tournaments.announcing import ActAuthor, director_ids, notify_players
from tournaments.models import EntryState, Pairing, Round, RoundState, Stage, Tournament, TournamentState
from tournaments.stage_data import load_knockout, pairing_results_of
from tournaments.systems import knockout as systems
from tournaments.systems.types import KNOCKOUTS, EventResult, PairingValue

from .advancing import begin_results_review, has_result_just_set
from .rows import current_stage, lock_tournament
from .waking import wake


def knockouts_to_advance(now: datetime) -> QuerySet[Tournament]:
    """Return running knockouts without games yet, or with games that ended since the last run. A knockout is left out
    if a director set a result within the last minute (E21)."""
    games = Pairing.objects.filter(round__tournament=OuterRef("pk"), round__stage__kind__in=KNOCKOUTS)
    new = games.filter(counted=False).decided()
    rows = Tournament.objects.filter(state=TournamentState.RUNNING, stages__kind__in=KNOCKOUTS)
    return rows.filter(Exists(new) | ~Exists(games)).exclude(has_result_just_set(now, "pk"))


def advance_knockout(tournament_id: int, now: datetime) -> bool:
    """Pair the games that can begin, end the rounds that are over, and begin the review after the last match. Return
    whether the tournament is a knockout in progress."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        stage = current_stage(tournament)
        if tournament.state != TournamentState.RUNNING or stage.kind not in KNOCKOUTS:
            return False
        acting, knockout = ActAuthor.server(now), load_knockout(tournament, stage)
        before = stage.first_round - 1
        rounds = {one.number - before: one for one in tournament.rounds.filter(stage=stage).order_by("number")}
        _mark_ended_games_counted(rounds.values())
        making = _PairingStore(stage, rounds, _blocked_pairs(tournament), _withdrawn_entries(tournament))
        rows = _pairings_of(rounds.values())
        while new := systems.next_pairings(knockout, rows):
            making.store(new, knockout)
            rows = _pairings_of(rounds.values())
        matches = systems.current_matches(knockout, rows)
        _notify_of_changed_matches(tournament, stage, matches, acting)
        for number, round_ in rounds.items():
            _update_round_state(round_, [one for one in matches if one.plan.round == number], acting)
        if all(match.over for match in matches):
            begin_results_review(tournament, acting)
        transaction.on_commit(wake)
        return True


def _mark_ended_games_counted(rounds: Iterable[Round]) -> None:
    """Mark games that have ended as counted, before their results are read. Games that end later are left for the next
    run."""
    ended = Pairing.objects.filter(round__in=list(rounds), counted=False).decided()
    Pairing.objects.filter(pk__in=list(ended.values_list("pk", flat=True))).update(counted=True)


def _pairings_of(rounds: Iterable[Round]) -> tuple[PairingValue, ...]:
    """Return the pairings of these rounds with their results."""
    return tuple(one.value for one in pairing_results_of(round_.pk for round_ in rounds))


def _withdrawn_entries(tournament: Tournament) -> frozenset[int]:
    rows = tournament.entries.ever_took_part().exclude(state=EntryState.ENTERED)
    return frozenset(rows.values_list("pk", flat=True))


def _blocked_pairs(tournament: Tournament) -> frozenset[frozenset[int]]:
    entries = dict(tournament.entries.ever_took_part().values_list("player_id", "pk"))
    rows = Block.objects.filter(player__in=entries, blocked__in=entries).values_list("player_id", "blocked_id")
    return frozenset(frozenset({entries[one], entries[other]}) for one, other in rows)


@dataclass(frozen=True, slots=True)
class _PairingStore:
    """Stores new pairings of a bracket, with a forfeit where one is due. `gone` are the ids of entries that left the
    tournament, and `blocked` the pairs of entries whose players have blocked each other."""

    stage: Stage
    rounds: dict[int, Round]
    blocked: frozenset[frozenset[int]]
    gone: frozenset[int]

    def store(self, new: Iterable[PairingValue], knockout: systems.Knockout) -> None:
        """Store the pairings. A player who has left the tournament loses by forfeit. If two players have blocked each
        other, the lower seed loses by forfeit."""
        last = dict(
            Pairing.objects.filter(round__stage=self.stage).values_list("board").annotate(last=Max("match_game"))
        )
        Pairing.objects.bulk_create(
            Pairing(
                round=self.rounds[one.round], board=one.board, match_game=last.get(one.board, 0) + 1, counted=False,
                black_id=one.black, white_id=one.white, komi=one.komi, result=self._forfeit_result(one, knockout),
            )
            for one in new
        )  # fmt: skip

    def _forfeit_result(self, pairing: PairingValue, knockout: systems.Knockout) -> str:
        assert pairing.white is not None
        out = pairing.entrants & self.gone
        if len(out) == 2:
            return EventResult.BOTH_LOSE.value
        if not out and pairing.entrants in self.blocked:
            out = pairing.entrants - {knockout.better_seed(pairing.black, pairing.white)}
        if not out:
            return ""
        return (EventResult.WHITE_BY_DEFAULT if pairing.black in out else EventResult.BLACK_BY_DEFAULT).value


def _update_round_state(round_: Round, matches: list[systems.KnockoutMatch], acting: ActAuthor) -> None:
    """Set the state of a knockout round from the states of its matches, and log the round's start and end. The matches
    of a round may begin at different times."""
    before, begun = round_.state, any(match.games or match.stray for match in matches)
    if all(match.over for match in matches):
        round_.state, round_.done_at = RoundState.DONE, acting.now
    elif round_.pairings.without_started_game().exists():
        round_.state = RoundState.PUBLISHED
    elif begun:
        round_.state = RoundState.PLAYING
    if before == round_.state:
        return
    if before == RoundState.PLANNED and begun:
        round_.published_at = acting.now
        if round_.tournament.round_days is not None:
            round_.ends_at = acting.now + timedelta(days=round_.tournament.round_days)
        acting.log(round_.tournament, "published", round=round_.number)
    if round_.state == RoundState.DONE and begun:
        acting.log(round_.tournament, "round_done", round=round_.number)
    round_.save(update_fields=["state", "done_at", "published_at", "ends_at"])


def _notify_of_changed_matches(
    tournament: Tournament, stage: Stage, matches: Iterable[systems.KnockoutMatch], acting: ActAuthor
) -> None:
    """Notify directors, once per match, of matches whose players have changed after a result was corrected (E92)."""
    known = set(tournament.log.filter(act="stray").values_list("board", flat=True))
    new = [match.plan for match in matches if match.stray and match.plan.number not in known]
    for plan in new:
        acting.log(tournament, "stray", round=plan.round + stage.first_round - 1, board=plan.number)
    if new:
        notify_players(tournament, director_ids(tournament), "event_stray", acting.now)


__all__ = ["advance_knockout", "knockouts_to_advance"]
