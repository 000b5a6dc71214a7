"""Advance tournaments: finish rounds, pair the next ones, and begin the review after the last round (E21, E57)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from games.services.idempotency import PlayerRequest
from tournaments.announcing import ActAuthor, director_ids, notify_players
from tournaments.errors import CannotBePaired, GameWithoutResult
from tournaments.models import (
    Entry,
    EntryState,
    LogLine,
    Pairing,
    Round,
    RoundStart,
    RoundState,
    SectionAssignment,
    Tournament,
    TournamentState,
)
from tournaments.models.play import PairingQuerySet
from tournaments.systems.types import KNOCKOUTS, SystemKind
from wording.words import localized_number

from .drafting import player_ids_in_states
from .proposing import find_next_round, pair_and_publish, without_awaited_games
from .rows import check_state, lock_for_director, lock_tournament
from .staging import begin_next_stage
from .waking import wake

REVIEW_LASTS = timedelta(days=7)
ROUND_PAUSE = timedelta(minutes=1)
"""The time between a round and the next, in which directors may still reverse a result (E21)."""


def has_result_just_set(now: datetime, tournament_column: str) -> Exists:
    """Return a query condition: whether a director set or reversed a result of the tournament within the last minute.
    `tournament_column` is the name of the outer query's column with the tournament's id."""
    return Exists(
        LogLine.objects.filter(tournament=OuterRef(tournament_column), act="result", at__gt=now - ROUND_PAUSE)
    )


def rounds_to_finish(now: datetime) -> QuerySet[Round]:
    """Return rounds in progress in which all games have a result. Without a review, the last round waits until its
    results can no longer be reversed (E21, E57)."""
    undecided = Pairing.objects.filter(round=OuterRef("pk")).undecided()
    playing = Round.objects.filter(state=RoundState.PLAYING, tournament__state=TournamentState.RUNNING)
    playing = playing.exclude(stage__kind__in=(*KNOCKOUTS, SystemKind.FREE))
    final = Q(has_result_just_set(now, "tournament_id"), tournament__without_review=True)
    return playing.exclude(Exists(undecided)).exclude(final)


def tournaments_to_pair(now: datetime) -> QuerySet[Tournament]:
    """Return tournaments whose next round can be paired automatically. The last round has been over for a minute and,
    if rounds start on dates, its time is up (E21). Games of players who have left do not count (E107). Sections that
    directors assign are left out (E31)."""
    rounds = Round.objects.filter(tournament=OuterRef("pk"))
    running = rounds.filter(state__in=(RoundState.PUBLISHED, RoundState.PLAYING)).exclude(
        waits_only_for_withdrawn_players(now)
    )
    left = rounds.filter(state__in=(RoundState.PLANNED, RoundState.PROPOSED))
    by_hand = left.filter(
        stage__drawing=SectionAssignment.HAND, stage__kind=SystemKind.SECTIONS, number=F("stage__first_round")
    )
    early = rounds.filter(tournament__following=RoundStart.DATE, published_at__isnull=False, ends_at__gt=now)
    just_over = rounds.filter(state=RoundState.DONE, done_at__gt=now - ROUND_PAUSE)
    follows = Tournament.objects.filter(Exists(left), state=TournamentState.RUNNING).exclude(following=RoundStart.HAND)
    waits = Exists(early) | Exists(just_over) | Exists(running) | Exists(by_hand)
    return follows.exclude(waits).exclude(stages__kind__in=KNOCKOUTS)


def waits_only_for_withdrawn_players(now: datetime) -> Q:
    """Return a query condition for rounds that have unfinished games, but only games in which a player has left the
    tournament. The last other game ended more than a minute ago (E107, E21)."""
    games = Pairing.objects.filter(round=OuterRef("pk"))
    just_ended = games.filter(game__finished_at__gt=now - ROUND_PAUSE)
    waits = without_awaited_games() & Q(Exists(games.undecided()))
    return waits & ~Q(Exists(just_ended)) & ~Q(has_result_just_set(now, "tournament_id"))


def finish_round(round_id: int, now: datetime) -> bool:
    """Finish the round if its games are over. After the last round, begin the review. Return whether the round was
    finished."""
    tournament_id = Round.objects.values_list("tournament_id", flat=True).get(pk=round_id)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        found = rounds_to_finish(now).filter(pk=round_id).first()
        if found is None or tournament.state != TournamentState.RUNNING:
            return False
        found.state, found.done_at = RoundState.DONE, now
        found.save(update_fields=["state", "done_at"])
        acting = ActAuthor.server(now)
        acting.log(tournament, "round_done", round=found.number)
        if not tournament.rounds.exclude(state=RoundState.DONE).exists() and not begin_next_stage(tournament, acting):
            begin_results_review(tournament, acting)
        transaction.on_commit(wake)
        return True


def begin_results_review(tournament: Tournament, acting: ActAuthor) -> None:
    """Begin the review after all games have ended, or make the results final at once if the tournament has no review
    (E57). Without a review, but with a game that continues because its result was reversed, the results become final
    when that game has ended. The caller must have locked the tournament's row."""
    if tournament.without_review and not pairings_without_result().filter(round__tournament=tournament).exists():
        tournament.ended_at = acting.now
        tournament.save(update_fields=["ended_at"])
        finalize_results(tournament, acting)
        return
    tournament.state, tournament.ended_at = TournamentState.REVIEW, acting.now
    tournament.save(update_fields=["state", "ended_at"])
    if tournament.without_review:
        return  # a game continues, and there is nothing to review after it
    acting.log(tournament, "review")
    if Tournament.objects.listed().filter(pk=tournament.pk).exists():  # a season goes under review as a whole
        notify_players(tournament, director_ids(tournament), "event_review", acting.now)


def pair_next_round(tournament: Tournament, now: datetime) -> bool:
    """Pair and publish the next round, or all rounds of a round robin with several games at a time (E20). If no one is
    left to pair, end the tournament after its last game. Return False if that game is still in progress. Raises
    PairingsChanged if the pairing's input changed during the computation."""
    acting = ActAuthor.server(now)
    if _is_round_in_progress(tournament) and not Entry.objects.filter(tournament=tournament).entered().exists():
        return False  # before the pairing is computed, as this happens at every look
    wanted = list(tournament.rounds.order_by("number")) if tournament.at_once else [find_next_round(tournament)]
    try:
        for round_ in wanted:
            if round_ is not None and round_.state in (RoundState.PLANNED, RoundState.PROPOSED):
                pair_and_publish(round_, acting)
    except CannotBePaired:
        return _end_unless_round_in_progress(tournament.pk, acting)
    return True


def _end_unless_round_in_progress(tournament_id: int, acting: ActAuthor) -> bool:
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if tournament.state != TournamentState.RUNNING or _is_round_in_progress(tournament):
            return False
        left = tournament.rounds.filter(state__in=(RoundState.PLANNED, RoundState.PROPOSED))
        Pairing.objects.filter(round__in=left).delete()
        left.delete()
        begin_results_review(tournament, acting)
        return True


def _is_round_in_progress(tournament: Tournament) -> bool:
    """Return whether a round has been published and is not over."""
    return tournament.rounds.filter(state__in=(RoundState.PUBLISHED, RoundState.PLAYING)).exists()


def tournaments_to_finalize(now: datetime) -> QuerySet[Tournament]:
    """Return tournaments whose results can be made final: all games are over, and the review began a week ago or is
    skipped (E57). Those in which a director just set a result are left out (E21), and so are groups of leagues, which
    are confirmed with their season."""
    open_games = pairings_without_result().filter(round__tournament=OuterRef("pk"))
    over = Q(ended_at__lte=now - REVIEW_LASTS) | Q(without_review=True)
    rows = Tournament.objects.filter(over, state=TournamentState.REVIEW, league_group=None)
    return rows.exclude(Exists(open_games)).exclude(has_result_just_set(now, "pk"))


def confirm_results(request: PlayerRequest, tournament_id: int) -> Tournament:
    """Make the results of a tournament in review final. Raises NotDirector, WrongState, GameWithoutResult."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.REVIEW)
        check_all_games_have_result(tournament)
        finalize_results(tournament, acting)
        return tournament


def check_all_games_have_result(*tournaments: Tournament) -> None:
    """Raise GameWithoutResult if a game of the tournaments is in progress again, because its result was reversed."""
    rows = pairings_without_result().filter(round__tournament__in=tournaments).select_related("round", "black__player")
    found = rows.select_related("white__player").order_by("round__number", "board").first()
    if found is None:
        return
    assert found.white is not None
    number, names = found.round.number, [f"\u2068{one.player.shown_name}\u2069" for one in (found.black, found.white)]
    text = gettext("Round %(round)s: the game %(black)s – %(white)s has no result yet. Wait for it, or set its result.")
    cause = text % {"round": localized_number(number), "black": names[0], "white": names[1]}
    raise GameWithoutResult(sentence=cause, game=found.game_id, round=number, board=found.board)


def pairings_without_result() -> PairingQuerySet:
    """Return the pairings whose games have started and have no result."""
    return Pairing.objects.filter(game__isnull=False).undecided()


def finalize_results_if_due(tournament_id: int, now: datetime) -> bool:
    """Make the results final if their review is over (E57). Return whether this was done."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if not tournaments_to_finalize(now).filter(pk=tournament_id).exists():
            return False
        finalize_results(tournament, ActAuthor.server(now))
        return True


def finalize_results(tournament: Tournament, acting: ActAuthor) -> None:
    """Make the results final and notify all players. The caller must have locked the tournament's row."""
    tournament.state, tournament.finished_at = TournamentState.FINISHED, acting.now
    tournament.save(update_fields=["state", "finished_at"])
    acting.log(tournament, "closed")
    notify_players(tournament, player_ids_in_states(tournament, EntryState.ENTERED), "event_finished", acting.now)
