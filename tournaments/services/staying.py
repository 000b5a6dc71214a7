"""Confirm an entry before the start or after a loss on time, and skip rounds (E13, E26, E51, E52).

Nothing in this module runs while a game is locked. The end of a game only marks the pairing, and a background task
applies the consequences.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Action
from games.services.idempotency import PlayerRequest
from rules import Color, Reason
from tournaments.announcing import ActAuthor, notify_players
from tournaments.errors import BadActInput, NotEntered, RulesChanged
from tournaments.models import (
    IN_PLAY,
    AfterTimeout,
    AuthorRole,
    Entry,
    EntryState,
    Pairing,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.models.play import PairingQuerySet
from tournaments.models.tournament_options import BY_SCORE
from tournaments.stage_data import full_schedule, pairing_results_of, published_round_ids
from tournaments.systems.round_robin import are_games_of_leaver_void
from tournaments.systems.types import EventResult, SystemKind

from .entering import begun_round_numbers, entries_of_unseen_players
from .leaving import forfeit_undecided_pairings, void_games, withdraw_player_by_rules
from .rows import check_state, current_stage, entries_taking_part, find_entry, lock_tournament, lock_visible_tournament
from .waking import wake

ASKED_BEFORE = timedelta(days=3)
ANSWER_IN = timedelta(hours=72)
MOST_LAPSES, LAPSES_WITHIN = 3, timedelta(hours=72)


def confirm_entry(request: PlayerRequest, tournament_id: int, revision: int | None = None) -> Entry:
    """Confirm that the player still takes part, and agrees to changed rules. `revision` identifies the rules that the
    player saw (E11). Raises NoSuchTournament, NotEntered, RulesChanged."""
    with transaction.atomic():
        tournament = lock_visible_tournament(request.player, tournament_id)
        entry = _entry_of_requester(tournament, request, *IN_PLAY)
        if entry.answer_by is not None:
            act = "confirmed"
            if entry.revision < tournament.revision:
                if revision != tournament.revision:
                    raise RulesChanged(revision=tournament.revision)
                act, entry.revision = "agreed", revision
            _clear_confirmation_request(entry)
            ActAuthor(request.player, AuthorRole.PLAYER, request.now).log(tournament, act, about=request.player)
            transaction.on_commit(wake)
        return entry


def _entry_of_requester(tournament: Tournament, request: PlayerRequest, *states: EntryState) -> Entry:
    entry = find_entry(tournament, request.player.pk)
    if entry is None or entry.state not in states:
        raise NotEntered
    return entry


def _clear_confirmation_request(entry: Entry) -> None:
    entry.asked_at = entry.answer_by = None
    entry.save(update_fields=["asked_at", "answer_by", "revision"])


def set_skipped_rounds(request: PlayerRequest, tournament_id: int, rounds: Iterable[int]) -> Entry:
    """Set the future rounds that the player skips, replacing earlier choices (E26). Proposals
    for these rounds that include the player become out of date. Raises NoSuchTournament, NotEntered, WrongState and
    BadActInput."""
    wanted = set(rounds)
    with transaction.atomic():
        tournament = lock_visible_tournament(request.player, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        entry, stage = _entry_of_requester(tournament, request, EntryState.ENTERED), current_stage(tournament)
        begun = begun_round_numbers(tournament)
        if stage.kind not in BY_SCORE or not wanted <= set(range(len(begun) + 1, stage.rounds + 1)):
            raise BadActInput(field="rounds")
        kept = [number for number in entry.skips if number in begun]
        after = sorted({*kept, *wanted})
        if after != entry.skips:
            entry.skips = after
            entry.save(update_fields=["skips"])
            numbers = ", ".join(map(str, sorted(wanted)))
            ActAuthor(request.player, AuthorRole.PLAYER, request.now).log(
                tournament, "skips", about=request.player, after=numbers
            )
            transaction.on_commit(wake)
        return entry


def tournaments_to_ask_for_confirmation(now: datetime) -> QuerySet[Tournament]:
    """Return tournaments that start on a date within three days and whose entrants have not been asked to confirm."""
    rows = Tournament.objects.filter(state=TournamentState.OPEN, starting=StartCondition.DATE, asked_at__isnull=True)
    return rows.filter(starts_at__lte=now + ASKED_BEFORE)


def ask_for_confirmation(tournament_id: int, now: datetime) -> bool:
    """Ask entrants who have been absent for two weeks to confirm; without an answer by the start, their places go to
    the waiting list (E13). Notify the other entrants that the tournament starts soon (E98). Return False if this was
    done before."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if tournament.state != TournamentState.OPEN or tournament.asked_at is not None or tournament.starts_at is None:
            return False
        tournament.asked_at = now
        tournament.save(update_fields=["asked_at"])
        if now < tournament.starts_at:
            entries = list(entries_taking_part(tournament).select_related("player"))
            unseen = entries_of_unseen_players([one for one in entries if one.answer_by is None], now)
            _request_confirmations(tournament, unseen, ActAuthor.server(now), tournament.starts_at)
            asked = {one.player_id for one in entries if one in unseen or one.answer_by is not None}
            notify_players(tournament, {one.player_id for one in entries} - asked, "event_soon", now)
        return True


def _request_confirmations(tournament: Tournament, entries: list[Entry], acting: ActAuthor, until: datetime) -> None:
    for entry in entries:
        entry.asked_at, entry.answer_by = acting.now, until
        acting.log(tournament, "asked", about=entry.player)
    Entry.objects.bulk_update(entries, ["asked_at", "answer_by"], batch_size=200)
    notify_players(tournament, [entry.player_id for entry in entries], "event_still_in", acting.now)


def entries_past_answer_deadline(now: datetime) -> QuerySet[Entry]:
    """Return entries whose deadline has passed without an answer to a request to confirm, or to agree to changed
    rules."""
    return Entry.objects.filter(answer_by__lte=now).order_by("answer_by")


def withdraw_unconfirmed(entry_id: int, now: datetime) -> bool:
    """Withdraw a player who did not confirm in time, or did not agree to changed rules (E11). After the start, any
    action in one of the tournament's games counts as confirmation (E51). Return whether the time to answer was over."""
    tournament_id = Entry.objects.values_list("tournament_id", flat=True).get(pk=entry_id)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        entry = Entry.objects.select_related("player").get(pk=entry_id)
        if entry.answer_by is None or entry.answer_by > now:
            return False
        is_asked_to_agree = entry.state in IN_PLAY and entry.revision < tournament.revision
        may_lapse = entry.state == EntryState.ENTERED or is_asked_to_agree
        if (
            not may_lapse
            or tournament.state not in (TournamentState.OPEN, TournamentState.RUNNING)
            or _has_acted_since_asked(entry)
        ):
            _clear_confirmation_request(entry)
        else:
            withdraw_player_by_rules(tournament, entry, ActAuthor.server(now), "silent")
        return True


def _has_acted_since_asked(entry: Entry) -> bool:
    """Return whether the player has acted in a game of the tournament since they were asked to confirm."""
    games = _pairings_of_entry(entry).filter(game__isnull=False).values("game")
    return Action.objects.filter(game__in=games, seat__player=entry.player_id, received_at__gt=entry.asked_at).exists()


def _pairings_of_entry(entry: Entry) -> PairingQuerySet:
    return Pairing.objects.filter(Q(black=entry) | Q(white=entry))


def unprocessed_timeouts() -> QuerySet[Pairing]:
    """Return pairings whose game was lost on time and whose consequences have not been applied."""
    return Pairing.objects.filter(lapsed=True)


def apply_time_loss(pairing_id: int, now: datetime) -> bool:
    """Apply once what the tournament's rules say about a loss on time: nothing, a question whether the player still
    takes part, or withdrawal, after which the player's unfinished games are forfeited or void (E51, E52). Return False
    if this was done before."""
    tournament_id = Pairing.objects.values_list("round__tournament_id", flat=True).get(pk=pairing_id)
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        rows = Pairing.objects.select_related("game", "black__player", "white__player")
        pairing = rows.filter(pk=pairing_id, lapsed=True).first()
        if pairing is None:
            return False
        Pairing.objects.filter(pk=pairing_id).update(lapsed=False)
        loser = _loser_on_time(pairing)
        if loser is not None and loser.state == EntryState.ENTERED and tournament.state == TournamentState.RUNNING:
            _apply_time_loss_rule(tournament, (loser, pairing), ActAuthor.server(now))
        return True


def _loser_on_time(pairing: Pairing) -> Entry | None:
    game = pairing.game
    if game is None or game.end_reason != Reason.TIME.value or game.winner is None:
        return None
    return pairing.white if game.winner == Color.BLACK else pairing.black


def _apply_time_loss_rule(tournament: Tournament, loser_and_pairing: tuple[Entry, Pairing], acting: ActAuthor) -> None:
    loser, pairing = loser_and_pairing
    ended = pairing.game.finished_at if pairing.game is not None else None
    if tournament.after_timeout == AfterTimeout.IGNORE:
        return
    if (
        tournament.after_timeout == AfterTimeout.OUT
        or _count_recent_time_losses(loser, ended or acting.now) >= MOST_LAPSES
    ):
        withdraw_player_by_rules(tournament, loser, acting, "timed_out")
        forfeit_undecided_pairings(loser)
        _void_games_if_few_played(tournament, loser, acting)
    elif loser.answer_by is None:
        _request_confirmations(tournament, [loser], acting, acting.now + ANSWER_IN)


def _count_recent_time_losses(entry: Entry, at: datetime) -> int:
    """Return the number of the tournament's games that the player lost on time in the 72 hours up to `at`."""
    lately = Q(game__finished_at__gt=at - LAPSES_WITHIN, game__finished_at__lte=at)
    rows = Pairing.objects.filter(lately, game__end_reason=Reason.TIME.value)
    lost = Q(black=entry, game__winner=Color.WHITE) | Q(white=entry, game__winner=Color.BLACK)
    return rows.filter(lost).count()


def _void_games_if_few_played(tournament: Tournament, entry: Entry, acting: ActAuthor) -> None:
    """Make all games of a player in a round robin void, if fewer than half of them ended on the board and the
    tournament has this option (E52)."""

    stage = current_stage(tournament)
    if not tournament.strike_out or stage.kind not in (SystemKind.ROUND_ROBIN, SystemKind.SECTIONS):
        return
    begun = begun_round_numbers(tournament)
    to_come = [one for one in full_schedule(tournament, stage) if one.round not in begun]
    timed = Pairing.objects.filter(round__tournament=tournament, game__end_reason=Reason.TIME.value)
    off_board = set(timed.values_list("pk", flat=True))
    rows = [
        replace(one.value, result=EventResult.UNDECIDED) if one.pairing in off_board else one.value
        for one in pairing_results_of(published_round_ids(tournament, stage=stage))
    ]
    if are_games_of_leaver_void([*rows, *to_come], entry.pk):
        void_games(tournament, entry, acting)


__all__ = [
    "apply_time_loss",
    "ask_for_confirmation",
    "confirm_entry",
    "entries_past_answer_deadline",
    "set_skipped_rounds",
    "tournaments_to_ask_for_confirmation",
    "unprocessed_timeouts",
    "withdraw_unconfirmed",
]
