"""Replace a player by a player on the waiting list, and add time to clocks (E53, E55).

Games are locked before the tournament, as they are when an account is deleted (docs/locking.md).
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Game
from games.services import event_games
from games.services.idempotency import PlayerRequest
from games.time_errors import NoClockToAdjust
from games.verbs.rulings import can_add_time
from rules import Color
from tournaments.announcing import ActAuthor, notify_players
from tournaments.errors import BadActInput, OwnGameAffected, PairingsChanged, PlayerNotEntered, TooLateToReplace
from tournaments.models import Entry, EntryState, Pairing, Round, RoundState, Tournament, TournamentState
from tournaments.models.log import reason_text
from tournaments.models.play import PairingQuerySet
from tournaments.stage_data import load_knockout
from tournaments.systems.types import KNOCKOUTS

from .freezing import FROZEN, set_frozen_fields
from .leaving import IN, forfeit_result
from .rows import check_not_own_game, check_state, cleaned_reason, current_stage, find_entry, lock_for_director
from .waking import wake

MOST_DAYS = 14
"""The largest number of days that a director can add at a time. The verb `grant_time`, with which a player gives the
opponent time, has the same limit."""


def replace_player(
    request: PlayerRequest, tournament_id: int, pair: tuple[Player, Player | None], reason: str
) -> Entry:
    """Give the seat of the first player to the second, who is on the waiting list. None means the player who has waited
    longest.

    The first player's games become void and start again with new clocks. This is possible until a game has two turns by
    each side, or the round is over. Raises NotDirector, WrongState, NotEntered, OwnGameAffected, BadActInput,
    ReasonNeeded, TooLateToReplace, PairingsChanged.
    """
    out, wanted = pair
    games = set(_pairings_of_player(tournament_id, out).exclude(game=None).values_list("game_id", flat=True))
    with transaction.atomic():
        found = event_games.lock_event_games(games)
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.RUNNING)
        reason = cleaned_reason(reason)
        entry, replacement = _numbered_entry(tournament, out), _waiting_entry(tournament, wanted)
        check_not_own_game(request.player, (out.pk, replacement.player_id))
        rows = list(_pairings_of_player(tournament_id, out).select_related("round", "black", "white"))
        if {row.game_id for row in rows if row.game_id is not None} != games:
            raise PairingsChanged
        for row in rows:
            begun = row.game_id is not None and event_games.each_side_has_played_twice(found[row.game_id])
            if begun:
                raise TooLateToReplace
            if row.white_id is not None and row.round.state == RoundState.DONE:
                raise TooLateToReplace(
                    sentence=_("It is too late to replace this player, because one of their rounds is over.")
                )
        _transfer_seat(tournament, entry, replacement, acting)
        for row in rows:
            _replace_in_pairing(row, entry, replacement)
        playing = {row.round_id for row in rows if row.round.state == RoundState.PLAYING}
        Round.objects.filter(pk__in=playing).update(state=RoundState.PUBLISHED)
        for game in found.values():
            event_games.end_without_result(game, reason_text(reason), request.now)
        acting.log(tournament, "replaced", about=out, other=replacement.player, reason=reason)
        notify_players(tournament, [out.pk], "event_act", request.now)
        notify_players(tournament, [replacement.player_id], "event_place", request.now)
        transaction.on_commit(wake)
        return replacement


def _pairings_of_player(tournament_id: int, player: Player) -> PairingQuerySet:
    rows = Pairing.objects.filter(Q(black__player=player) | Q(white__player=player), round__tournament=tournament_id)
    return rows.published()


def _numbered_entry(tournament: Tournament, player: Player) -> Entry:
    entry = find_entry(tournament, player.pk)
    if entry is None or entry.number is None:
        raise PlayerNotEntered
    return entry


def _waiting_entry(tournament: Tournament, player: Player | None) -> Entry:
    """Return this player's entry on the waiting list, or the entry that has waited longest if `player` is None."""
    rows = tournament.entries.filter(state=EntryState.WAITING, player__deleted_at=None).select_related("player")
    if player is not None:
        rows = rows.filter(player=player)
    entry = rows.prefetch_related("player__ratings").order_by("at", "pk").first()
    if entry is None:
        raise BadActInput(
            field="other", sentence=_("This player is not on the waiting list. Choose a player from the list.")
        )
    return entry


def _transfer_seat(tournament: Tournament, entry: Entry, replacement: Entry, acting: ActAuthor) -> None:
    """Give the replaced player's number, and their place in the sections or the bracket, to the new player's entry."""
    stage, number = current_stage(tournament), entry.number
    assert number is not None
    if stage.kind in KNOCKOUTS and not stage.groups:
        stage.groups = [list(load_knockout(tournament, stage).seeds)]
    stage.groups = [[replacement.pk if pk == entry.pk else pk for pk in ids] for ids in stage.groups]
    stage.save(update_fields=["groups"])
    entry.number, entry.answer_by, entry.asked_at, entry.at = None, None, None, acting.now
    if entry.state in IN:
        entry.state = EntryState.REMOVED
    entry.save(update_fields=["number", "state", "answer_by", "asked_at", "at"])
    set_frozen_fields([(replacement, number)])
    replacement.state, replacement.at, replacement.skips, replacement.last_round = (
        EntryState.ENTERED,
        acting.now,
        [],
        None,
    )
    replacement.save(update_fields=[*FROZEN, "state", "at", "skips", "last_round"])


def _replace_in_pairing(pairing: Pairing, entry: Entry, replacement: Entry) -> None:
    """Put the new player's entry in the place of `entry` in this pairing, and clear the old game and result. If a
    player of the pairing has left, the new result is a forfeit."""
    if pairing.black_id == entry.pk:
        pairing.black = replacement
    else:
        pairing.white = replacement
    pairing.game, pairing.result, pairing.lapsed = None, "", False
    gone = {one.pk for one in (pairing.black, pairing.white) if one is not None and one.state != EntryState.ENTERED}
    if gone:
        pairing.result = forfeit_result(pairing, gone).value
    pairing.save(update_fields=["black", "white", "game", "result", "lapsed"])


def add_days_to_clocks(request: PlayerRequest, tournament_id: int, player: Player, addition: tuple[int, str]) -> int:
    """Add days to a player's clock in all unfinished games of the tournament, with a reason. Return the number of
    games.

    With days per move, the time is added to the next turn if it is not the player's turn now (E103). Raises
    NotDirector, WrongState, NotEntered, OwnGameAffected, BadActInput, ReasonNeeded, and NoClockToAdjust if no game has
    a clock.
    """
    days, reason = addition
    running = set(
        _pairings_of_player(tournament_id, player).undecided().exclude(game=None).values_list("game_id", flat=True)
    )
    with transaction.atomic():
        found = event_games.lock_event_games(running)
        tournament, acting = lock_for_director(request, tournament_id)
        check_state(tournament, TournamentState.RUNNING)
        _numbered_entry(tournament, player)
        check_not_own_game(request.player, (player.pk,))
        if not 1 <= days <= MOST_DAYS:
            raise BadActInput(field="days")
        reason = cleaned_reason(reason)
        others = [game for game in found.values() if game.seat_of(request.player) is None]
        given = [game for game in others if can_add_time(game, _color_of_player(game, player))]
        for game in given:
            event_games.add_days_to_clock(game, _color_of_player(game, player), days, request.now)
        if not given:
            raise OwnGameAffected if found and not others else NoClockToAdjust
        acting.log(tournament, "time", about=player, after=f"+{days}", reason=reason)
        people = {seat.player_id for game in given for seat in game.seat_list()}
        notify_players(tournament, people, "event_act", request.now)
        return len(given)


def _color_of_player(game: Game, player: Player) -> Color:
    seat = game.seat_of(player)
    assert seat is not None
    return Color(seat.color)


__all__ = ["add_days_to_clocks", "replace_player"]
