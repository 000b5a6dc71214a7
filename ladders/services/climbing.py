"""Challenges on a ladder, and how their results change the order (E61 to E64, E66)."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed, is_restricted
from accounts.models import Block, Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.security.sessions import last_seen_times
from games import events
from games.models import Action, Vacation
from games.models.event_ref import EventRef
from games.services.beginning import NewGame, create_game
from games.services.idempotency import PlayerRequest
from ladders.errors import CannotChallengePlace, NotOnLadder
from ladders.models import Ladder, LadderGame, LadderMove, LadderPlace
from notifications.models import Notice
from rules import Color, Phase, Reason, Setup
from rules.outcome import DRAWS
from tournaments.announcing import CompetitionEvent, notify_about, send_competition_events
from tournaments.systems import ladder as systems
from tournaments.systems.ladder import (
    AbsenceConsequence,
    ChallengePairHistory,
    ChallengeRefusal,
    FinishedLadderGame,
    HoldReason,
    LadderGameEnd,
)

from .ladders import PlacesUnderLock, check_ladder_and_club_open, end_hold, lock_ladder, put_on_hold, remove_player

MONTH = timedelta(days=30)
CHECKED_EVERY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ChallengeOptions:
    """The data that decides which places one player (`challenger_place`) of a ladder can challenge: challenges in
    progress, earlier games, blocks and vacations."""

    challenger_place: LadderPlace
    now: datetime
    given: Counter[int]
    received: Counter[int]
    playing: frozenset[int]
    last: dict[int, datetime]
    blocked: frozenset[int]
    away: frozenset[int] = field(default=frozenset())

    def refusal(self, place_row: LadderPlace, named_place: int | None = None) -> ChallengeRefusal | None:
        """Return why this place cannot be challenged, None if it can. With `named_place`, the place at which the
        challenger saw the player, the challenge is also refused if the player has moved since."""
        last = self.last.get(place_row.pk)
        between = ChallengePairHistory(
            blocked=place_row.player_id in self.blocked,
            playing=place_row.pk in self.playing,
            days_since_last=None if last is None else (self.now - last).days,
            named_place=named_place,
        )
        return systems.challenge_refusal(
            self._as_system_place(self.challenger_place), self._as_system_place(place_row), between
        )

    def _as_system_place(self, place_row: LadderPlace) -> systems.LadderPlaceValue:
        assert place_row.place is not None
        return systems.LadderPlaceValue(
            place_row.pk, place_row.place, self.given[place_row.pk], self.received[place_row.pk],
            HoldReason(place_row.hold),
            place_row.player_id in self.away,
        )  # fmt: skip


def challenge_options_of(challenger_place: LadderPlace, now: datetime) -> ChallengeOptions:
    """Return the challenge options of the player at this place. Six queries for any number of players."""
    people = dict(
        LadderPlace.objects.filter(ladder=challenger_place.ladder_id).current().values_list("pk", "player_id")
    )
    away = Vacation.objects.filter(player__in=people.values(), begin__lte=now, end__gt=now)
    absent = frozenset(away.values_list("player_id", flat=True))
    running = LadderGame.objects.filter(ladder=challenger_place.ladder_id, booked_at=None).values_list(
        "challenger", "defender"
    )
    given: Counter[int] = Counter()
    received: Counter[int] = Counter()
    playing: set[int] = set()
    for challenger, defender in running:
        given[challenger] += people.get(defender) not in absent
        received[defender] += people.get(challenger) not in absent
        if challenger_place.pk in (challenger, defender):
            playing.add(defender if challenger == challenger_place.pk else challenger)
    blocks = Block.objects.filter(Q(player=challenger_place.player_id) | Q(blocked=challenger_place.player_id))
    blocked = {
        one if other == challenger_place.player_id else other for one, other in blocks.values_list("player", "blocked")
    }
    return ChallengeOptions(
        challenger_place, now, given, received, frozenset(playing), _last_game_times(challenger_place),
        frozenset(blocked), absent,
    )  # fmt: skip


def _last_game_times(challenger_place: LadderPlace) -> dict[int, datetime]:
    """Return when the challenger's last finished game with each opponent ended, by the id of the opponent's ladder
    place."""
    ended = LadderGame.objects.filter(
        Q(challenger=challenger_place) | Q(defender=challenger_place), booked_at__isnull=False
    )
    rows = ended.filter(game__finished_at__isnull=False).order_by("game__finished_at")
    found: dict[int, datetime] = {}
    for challenger, defender, at in rows.values_list("challenger", "defender", "game__finished_at"):
        assert at is not None
        found[defender if challenger == challenger_place.pk else challenger] = at
    return found


def challenge_player(request: PlayerRequest, ladder_id: int, defender: Player, place: int) -> LadderGame:
    """Challenge the player who was seen at this place. The game starts immediately (E61, E62).

    Raises NoSuchLadder, LadderClosed, ClubIsClosed, NotOnLadder, CannotChallengePlace, NotForGuests, NewGamesBlocked,
    Suspended.
    """
    player, now = request.player, request.now
    check_allowed(player, now, Restricted.BARRED)
    check_not_guest(player)
    with transaction.atomic():
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in={player.pk, defender.pk}).order_by("pk")
        people = {one.pk: one for one in rows}
        ladder = lock_ladder(ladder_id)
        check_ladder_and_club_open(ladder)
        place_rows = {
            place_row.player_id: place_row for place_row in ladder.ladder_places.current().filter(player__in=people)
        }
        if player.pk not in place_rows or defender.pk not in place_rows:
            raise NotOnLadder
        challenger_place, defender_place = place_rows[player.pk], place_rows[defender.pk]
        refusal = challenge_options_of(challenger_place, now).refusal(defender_place, place)
        if refusal is not None:
            raise CannotChallengePlace(why=refusal.value)
        return _start_ladder_game(ladder, (challenger_place, defender_place), people, now)


def _start_ladder_game(
    ladder: Ladder, pair: tuple[LadderPlace, LadderPlace], people: dict[int, Player], now: datetime
) -> LadderGame:
    challenger_place, defender_place = pair
    has_black = _challenger_has_black(ladder, challenger_place, defender_place)
    black, white = (one.player_id for one in (pair if has_black else pair[::-1]))
    setup = Setup(width=ladder.width, height=ladder.height, ruleset=ladder.ruleset, komi=ladder.agreed_komi)
    reason = ladder.unrated_reason
    if not reason and any(is_restricted(one, Restricted.UNRATED, now) for one in people.values()):
        reason = "restricted"
    game = create_game(NewGame(ladder, setup, (black, white), reason, event=EventRef("ladder", ladder.pk)), now)
    made = LadderGame.objects.create(
        ladder=ladder, challenger=challenger_place, defender=defender_place, game=game, at=now
    )
    Notice.objects.create(
        player=people[defender_place.player_id],
        by=people[challenger_place.player_id],
        kind="ladder_challenged",
        game=game,
        created_at=now,
    )
    events.send_game_started(game)
    about = {"ladder": ladder.pk, "act": "challenged"}
    pair_of = (challenger_place.player_id, defender_place.player_id)
    send_competition_events(
        CompetitionEvent.LADDER_CHALLENGED, pair_of, game=game, by=people[challenger_place.player_id], about=about
    )
    return made


def _challenger_has_black(ladder: Ladder, challenger_place: LadderPlace, defender_place: LadderPlace) -> bool:
    """Return whether the challenger has Black. The colour is drawn for the two players' first game, and then
    alternates."""
    one, two = sorted((challenger_place.pk, defender_place.pk))
    met = LadderGame.objects.filter(
        Q(challenger=challenger_place, defender=defender_place)
        | Q(challenger=defender_place, defender=challenger_place)
    ).count()
    drawn = hashlib.sha256(f"{ladder.pk}:{one}:{two}".encode()).digest()[0]
    return (challenger_place.pk == one) == ((met + drawn) % 2 == 0)


def unprocessed_games() -> QuerySet[LadderGame]:
    """Return ladder games that have ended and whose results have not been applied, in the order in which they ended
    (E66)."""
    rows = LadderGame.objects.filter(booked_at=None, game__phase=Phase.FINISHED.value)
    return rows.order_by("game__finished_at", "pk")


def apply_result(game_id: int, now: datetime) -> bool:
    """Change the places on the ladder after a game with this id has ended, under the ladder's lock (E63, E66). Return
    False if its result was already applied."""
    ladder_id = LadderGame.objects.values_list("ladder_id", flat=True).get(pk=game_id)
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        rows = LadderGame.objects.select_related("game", "challenger", "defender")
        played = rows.filter(pk=game_id, booked_at=None, game__phase=Phase.FINISHED.value).first()
        if played is None:
            return False
        ended = finished_game_of(played)
        winner = {played.challenger_id: played.challenger, played.defender_id: played.defender}[ended.winner]
        loser = played.defender if winner is played.challenger else played.challenger
        played.booked_at, played.end = now, ended.end.value
        played.winner = winner if ended.end in (LadderGameEnd.BOARD, LadderGameEnd.EARLY) else None
        played.save(update_fields=["booked_at", "end", "winner"])
        _update_win_streaks(played, ended)
        places = PlacesUnderLock(ladder, now)
        _change_order(places, played, ended)
        on_time = played.game.end_reason == Reason.TIME.value and played.winner is not None
        for place_row in (winner, loser):
            if place_row is loser or not on_time:
                _update_time_loss_streak(places, place_row, on_time=on_time)
        return True


def _update_win_streaks(played: LadderGame, ended: FinishedLadderGame) -> None:
    """Update both players' counts of consecutive wins after a game, and save them (E66). A draw or a loss resets the
    count. A game that does not count changes nothing."""
    if ended.end is LadderGameEnd.NOTHING:
        return
    for place_row in (played.challenger, played.defender):
        place_row.wins = place_row.wins + 1 if place_row == played.winner else 0
        place_row.most_wins = max(place_row.wins, place_row.most_wins)
        place_row.save(update_fields=["wins", "most_wins"])


def _change_order(places: PlacesUnderLock, played: LadderGame, ended: FinishedLadderGame) -> None:
    """Change the order of the ladder's places after a game, log the change of the player who moved, and notify both
    players. Do nothing if the order stays the same."""
    before = places.order
    after = systems.order_after_game(before, ended)
    if after == before:
        return
    lower = max((played.challenger, played.defender), key=lambda place_row: before.index(place_row.pk))
    upper = played.defender if lower is played.challenger else played.challenger
    beaten = ended.end is LadderGameEnd.EARLY and ended.winner == lower.pk
    mover = places.ladder_places[(upper if beaten else lower).pk]
    why = "drew" if ended.end is LadderGameEnd.DRAW else "won" if mover.pk == ended.winner else "lost"
    places.change_order(mover, why, lambda _: after, played.game_id)
    people = [played.challenger.player_id, played.defender.player_id]
    notify_about(places.ladder, people, "ladder_moved", places.now)


def finished_game_of(played: LadderGame) -> FinishedLadderGame:
    """Return a finished ladder game as winner, loser and kind of end, from which the new order is computed (E63)."""
    game, one, other = played.game, played.challenger, played.defender
    black = next(seat.player_id for seat in game.seat_list() if seat.color == Color.BLACK)
    by_color = {Color.BLACK: one if one.player_id == black else other}
    by_color[Color.WHITE] = other if by_color[Color.BLACK] is one else one
    if game.end_reason == Reason.CANCELLED.value and played.declined is not None:
        lost = Color(played.declined)
        return FinishedLadderGame(by_color[lost.opponent].pk, by_color[lost].pk, LadderGameEnd.EARLY)
    if game.winner is None:
        end = LadderGameEnd.DRAW if game.end_reason in DRAWS else LadderGameEnd.NOTHING
        return FinishedLadderGame(one.pk, other.pk, end)
    won = Color(game.winner)
    end = LadderGameEnd.BOARD
    if game.end_reason == Reason.FORFEIT.value:
        end = LadderGameEnd.EARLY
    elif game.end_reason == Reason.TIME.value:
        rows = Action.objects.filter(game=game, kind__in=("play", "pass"))
        moves = dict(rows.values_list("color").annotate(count=Count("pk")))
        end = systems.count_time_loss_as(moves.get(Color.BLACK, 0), moves.get(Color.WHITE, 0))
    return FinishedLadderGame(by_color[won].pk, by_color[won.opponent].pk, end)


def _update_time_loss_streak(places: PlacesUnderLock, place_row: LadderPlace, *, on_time: bool) -> None:
    """Update the player's count of consecutive losses on time after a game. The first puts the place on hold, and the
    second removes the player. Any other end of a game resets the count (E64)."""
    place_row.refresh_from_db()
    lapses = place_row.lapses + 1 if on_time else 0
    if lapses != place_row.lapses:
        place_row.lapses = lapses
        place_row.save(update_fields=["lapses"])
    if place_row.place is None:
        return
    follows = systems.absence_after_time_losses(lapses)
    if follows is AbsenceConsequence.WITHDRAWN:
        remove_player(place_row, places.ladder, places.now, "timed_out")
        notify_about(places.ladder, [place_row.player_id], "ladder_out", places.now)
    elif follows is AbsenceConsequence.HOLD and not place_row.hold:
        put_on_hold(place_row, HoldReason.TIMED_OUT, places.now)


def places_to_take_off_hold() -> QuerySet[LadderPlace]:
    """Return places that the server put on hold, and whose players have since moved in a ladder game (E64). A loss on
    time or a conditional move does not count as the player's move. The query uses an index of the places on hold."""
    moves = Action.objects.filter(
        game__ladder_game__ladder=OuterRef("ladder"),
        game__last_action_at__gt=OuterRef("held_at"),
        seat__player=OuterRef("player"),
        kind__in=("play", "pass"),
        received_at__gt=OuterRef("held_at"),
    ).exclude(effect__has_key="planned")
    held = LadderPlace.objects.filter(held_at__isnull=False, hold__in=(HoldReason.TIMED_OUT, HoldReason.UNSEEN))
    return held.filter(Exists(moves))


def end_hold_by_server(ladder_place_id: int, _now: datetime) -> bool:
    """End the server's hold of a place whose player has moved. Return False if the hold had ended already."""
    ladder_id = LadderPlace.objects.values_list("ladder_id", flat=True).get(pk=ladder_place_id)
    with transaction.atomic():
        lock_ladder(ladder_id)
        place_row = places_to_take_off_hold().filter(pk=ladder_place_id).first()
        if place_row is None:
            return False
        end_hold(place_row)
        return True


def ladders_with_absences_to_check(now: datetime) -> QuerySet[Ladder]:
    """Return open ladders whose absences have not been checked for a day."""
    due = Q(checked_at=None) | Q(checked_at__lte=now - CHECKED_EVERY)
    return Ladder.objects.filter(due, closed_at=None)


def update_absences(ladder_id: int, now: datetime) -> bool:
    """Check the absences of a ladder's players (E64). Return False if they were checked less than a day ago.

    Put absent players on hold or remove them, and end the holds of players who have come back. For each month of a
    pause that a player chose, deduct places.
    """
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        if ladder.checked_at is not None and ladder.checked_at > now - CHECKED_EVERY:
            return False
        ladder.checked_at = now
        ladder.save(update_fields=["checked_at"])
        place_rows = list(ladder.ladder_places.current())
        seen = last_seen_times([place_row.player_id for place_row in place_rows])
        resting = _vacation_ends(place_rows, now)
        for place_row in place_rows:
            place_row.ladder = ladder
            _update_absence(ladder, place_row, (seen.get(place_row.player_id), resting.get(place_row.player_id)), now)
        return True


def _vacation_ends(place_rows: Iterable[LadderPlace], now: datetime) -> dict[int, datetime]:
    """Return the end of each player's current or last vacation by player id, because vacation does not count as
    absence."""
    rows = Vacation.objects.filter(player__in=[place_row.player_id for place_row in place_rows], begin__lte=now)
    found: dict[int, datetime] = {}
    for player, end in rows.order_by("end").values_list("player_id", "end"):
        found[player] = min(end, now)
    return found


def _update_absence(
    ladder: Ladder, place_row: LadderPlace, seen: tuple[datetime | None, datetime | None], now: datetime
) -> None:
    known = max(at for at in (*seen, place_row.joined_at) if at is not None)
    if place_row.hold == HoldReason.UNSEEN and place_row.held_at is not None and known > place_row.held_at:
        end_hold(place_row)
    if place_row.hold == HoldReason.OWN and place_row.held_at is not None:
        months = (now - place_row.held_at) // MONTH
        if months > place_row.hold_months:
            costs = systems.HOLD_COSTS * (months - place_row.hold_months)
            PlacesUnderLock(ladder, now).change_order(
                place_row, "hold", lambda order: systems.move_down(order, place_row.pk, costs)
            )
            place_row.hold_months = months
            place_row.save(update_fields=["hold_months"])
    follows = systems.absence_after_days_unseen((now - known).days)
    if follows is AbsenceConsequence.WITHDRAWN:
        remove_player(place_row, ladder, now, "unseen")
        notify_about(ladder, [place_row.player_id], "ladder_out", now)
    elif follows is AbsenceConsequence.HOLD and not place_row.hold:
        put_on_hold(place_row, HoldReason.UNSEEN, now)


__all__ = [
    "ChallengeOptions",
    "LadderMove",
    "apply_result",
    "challenge_options_of",
    "challenge_player",
    "end_hold_by_server",
    "finished_game_of",
    "ladders_with_absences_to_check",
    "places_to_take_off_hold",
    "unprocessed_games",
    "update_absences",
]
