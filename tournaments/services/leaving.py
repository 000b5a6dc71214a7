"""Leave a tournament: by withdrawing, by a director's decision, or by deleting the account (E50, E93)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from accounts.models import Player
from games import verbs
from games.models import Game
from games.services.idempotency import PlayerRequest
from tournaments.announcing import ActAuthor, notify_players
from tournaments.errors import NotEntered, PlayerNotEntered
from tournaments.models import AuthorRole, Entry, EntryState, Pairing, RoundState, Tournament, TournamentState
from tournaments.models.play import PairingQuerySet
from tournaments.signals import entries_end
from tournaments.systems.types import EventResult

from .entering import fill_free_places
from .rows import (
    check_not_own_game,
    check_state,
    cleaned_reason,
    current_stage,
    find_entry,
    lock_for_director,
    lock_tournament,
    lock_visible_tournament,
)
from .waking import wake

IN = (EntryState.ENTERED, EntryState.WAITING, EntryState.APPLIED, EntryState.INVITED)


@dataclass(frozen=True, slots=True)
class _Departure:
    """How a player leaves: the new state of the entry, the action's name in the log, and the reason."""

    state: EntryState
    act: str
    reason: str = ""


def withdraw_from_tournament(request: PlayerRequest, tournament_id: int, *, now: bool = False) -> Entry:
    """Withdraw the player from the tournament. Before the start, the place becomes free. After the start, the player
    gets no new games, and games in progress continue. With `now`, these games are resigned (E50). Raises
    NoSuchTournament, NotEntered, WrongState."""
    with transaction.atomic():
        tournament = lock_visible_tournament(request.player, tournament_id)
        check_state(tournament, TournamentState.OPEN, TournamentState.RUNNING)
        entry = find_entry(tournament, request.player.pk)
        if entry is None or entry.state not in (*IN, EntryState.WITHDRAWN):
            raise NotEntered
        if entry.state in IN:
            acting = ActAuthor(request.player, AuthorRole.PLAYER, request.now)
            _leave_tournament(tournament, entry, acting, _Departure(EntryState.WITHDRAWN, "withdrew"))
        if now and entry.number is not None:
            entry.leaving = True
            entry.save(update_fields=["leaving"])
            transaction.on_commit(wake)
        return entry


def remove_player(request: PlayerRequest, tournament_id: int, player: Player, reason: str) -> Entry:
    """Remove a player. In the tournament, unfinished games count as lost by forfeit, but the games themselves continue
    (E4, E55). Raises NotDirector, WrongState, NotEntered, OwnGameAffected, ReasonNeeded."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(
            tournament, TournamentState.OPEN, TournamentState.RUNNING, TournamentState.REVIEW, TournamentState.FINISHED
        )
        entry = find_entry(tournament, player.pk)
        check_not_own_game(request.player, (player.pk,))
        if entry is None or entry.state not in (*IN, EntryState.WITHDRAWN):
            raise PlayerNotEntered
        _leave_tournament(tournament, entry, acting, _Departure(EntryState.REMOVED, "removed", cleaned_reason(reason)))
        _set_forfeits(_pairings_of_entry(entry).undecided(), {entry.pk})
        notify_players(tournament, [player.pk], "event_act", request.now)
        return entry


def withdraw_player_by_rules(tournament: Tournament, entry: Entry, acting: ActAuthor, act: str) -> None:
    """Withdraw a player because the tournament's rules require it, and notify them. Games in progress continue, but the
    player gets no new ones (E13, E51). The caller must have locked the tournament's row."""
    _leave_tournament(tournament, entry, acting, _Departure(EntryState.WITHDRAWN, act))
    notify_players(tournament, [entry.player_id], "event_dropped", acting.now)


def forfeit_undecided_pairings(entry: Entry) -> None:
    """Count the unfinished games of a player who has left as lost by forfeit. The games themselves continue (E52)."""
    _set_forfeits(_pairings_of_entry(entry).undecided(), {entry.pk})


def void_games(tournament: Tournament, entry: Entry, acting: ActAuthor) -> None:
    """Void the games of the current stage of a player who left a round robin or sections, and log this (E52)."""
    games = _pairings_of_entry(entry).filter(round__stage=current_stage(tournament))
    games.exclude(round__state=RoundState.PROPOSED).update(result=EventResult.STRUCK.value)
    entry.struck = True
    entry.save(update_fields=["struck"])
    acting.log(tournament, "struck", about=entry.player)


def _leave_tournament(tournament: Tournament, entry: Entry, acting: ActAuthor, departure: _Departure) -> None:
    entry.state, entry.at, entry.asked_at, entry.answer_by = departure.state, acting.now, None, None
    if entry.number is not None:
        begun = tournament.rounds.exclude(state__in=(RoundState.PLANNED, RoundState.PROPOSED))
        entry.last_round = begun.aggregate(last=Max("number"))["last"] or 0
    entry.save(update_fields=["state", "at", "last_round", "asked_at", "answer_by"])
    acting.log(tournament, departure.act, about=entry.player, reason=departure.reason)
    if tournament.state == TournamentState.OPEN:
        fill_free_places(tournament, acting.now)
        return
    _set_forfeits(
        _pairings_of_entry(entry).exclude(round__state=RoundState.PROPOSED).without_started_game(), {entry.pk}
    )
    transaction.on_commit(wake)


def _pairings_of_entry(entry: Entry) -> PairingQuerySet:
    return Pairing.objects.filter(Q(black=entry) | Q(white=entry))


def _set_forfeits(pairings: QuerySet[Pairing], departed: Collection[int]) -> None:
    """Set the results of these pairings to forfeits by the entries with ids in `departed`."""
    for pairing in pairings.order_by("pk"):
        pairing.result = forfeit_result(pairing, departed)
        pairing.save(update_fields=["result"])


def forfeit_result(pairing: Pairing, departed: Collection[int]) -> EventResult:
    """Return the result of a pairing that is forfeited because players have left. `departed` has the entry ids of
    players who left; at least one of them is in the pairing."""
    if pairing.black_id in departed and pairing.white_id in departed:
        return EventResult.BOTH_LOSE
    return EventResult.WHITE_BY_DEFAULT if pairing.black_id in departed else EventResult.BLACK_BY_DEFAULT


def withdraw_deleted_from_tournaments(player: Player, now: datetime, **_: object) -> None:
    """Withdraw the player from all tournaments, erase their private entry data, and cancel their drafts. Called in the
    transaction that deletes the account and ends its games (F38, E93)."""
    entries_end.send(None, player=player, now=now)
    states = (TournamentState.OPEN, TournamentState.RUNNING)
    rows = Entry.objects.filter(player=player, state__in=IN, tournament__state__in=states)
    for number in list(rows.order_by("tournament_id").values_list("tournament_id", flat=True)):
        tournament = lock_tournament(number)
        entry = find_entry(tournament, player.pk)
        if entry is not None and entry.state in IN and tournament.state in states:
            _leave_tournament(
                tournament,
                entry,
                ActAuthor(player, AuthorRole.PLAYER, now),
                _Departure(EntryState.WITHDRAWN, "withdrew"),
            )
    Entry.objects.filter(player=player).exclude(proof="").update(proof="")
    Entry.objects.filter(player=player).exclude(family="").update(family="")
    Entry.objects.filter(player=player, shares_name=True).update(shares_name=False)
    Tournament.objects.filter(owner=player, state=TournamentState.DRAFT).update(
        state=TournamentState.CANCELLED, ended_at=now
    )


def withdraw_suspended_from_tournaments(player: Player, now: datetime) -> None:
    """Withdraw a suspended player from all tournaments. Games that have not started are lost by forfeit. What happens
    to games in progress is decided with the suspension (E93). Each tournament has its own transaction, and repeating
    this changes nothing."""
    states = (TournamentState.OPEN, TournamentState.RUNNING)
    rows = Entry.objects.filter(player=player, state__in=IN, tournament__state__in=states)
    for number in list(rows.order_by("tournament_id").values_list("tournament_id", flat=True)):
        with transaction.atomic():
            tournament = lock_tournament(number)
            entry = find_entry(tournament, player.pk)
            if entry is not None and entry.state in IN and tournament.state in states:
                # the player is notified of the decision itself
                _leave_tournament(
                    tournament, entry, ActAuthor.server(now), _Departure(EntryState.WITHDRAWN, "suspended")
                )


def resign_games_in_progress(entry: Entry, now: datetime) -> int:
    """Resign the games in progress of a player who withdrew with resignation, each in its own transaction. Return their
    number. After a crash, a repeated call continues with the remaining games."""
    running = Game.objects.filter(pairing__round__tournament=entry.tournament_id).running_of(entry.player)
    games = list(running.order_by("pk"))
    for game in games:
        request = verbs.ActionRequest(game.pk, entry.player, game.number, None, now)
        verbs.perform(request, verbs.Resign())
    Entry.objects.filter(pk=entry.pk).update(leaving=False)
    return len(games)
