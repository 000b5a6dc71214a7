"""Create, join, leave and pause on ladders (E60, E64, E65). Places change only under the ladder's lock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs import access
from clubs.errors import LadderOfSizeExists, NotMember
from clubs.services.rights import check_may_make_events, is_member
from games import verbs
from games.models import Game, Seat
from games.services.idempotency import PlayerRequest
from ladders.errors import AlreadyOnLadder, BadLadder, LadderClosed, NoSuchLadder, NotOnLadder
from ladders.models import Ladder, LadderMove, LadderOptions, LadderPlace
from ratings.ranks import Rank
from ratings.standing import find_overall_rating, load_ratings
from rules import Phase
from tournaments.announcing import CompetitionEvent, notify_about, send_competition_events
from tournaments.errors import BotNotAllowed, ClubIsClosed
from tournaments.models.terms import NamedEvent
from tournaments.services.event_plans import EventPlan
from tournaments.services.freezing import UNRATED
from tournaments.services.waking import wake
from tournaments.systems import ladder as systems
from tournaments.systems.ladder import HoldReason

Change = Callable[[systems.Order], systems.Order]
MOST_OF_ONE = 2
"""The largest number of ladders that one player may run."""
MOST_PLACES = 1000


class LadderPlan(EventPlan):
    """The requested terms and options of a new ladder, with the rules that they must satisfy."""

    model, kinds, refusal = Ladder, (NamedEvent, LadderOptions), BadLadder


def create_ladder(request: PlayerRequest, plan: LadderPlan) -> Ladder:
    """Create a ladder that anyone can join, or only members of its club. Raises BadLadder, BadTerms, NotForGuests,
    BotNotAllowed, NewGamesBlocked, Suspended."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    with transaction.atomic():
        if Ladder.objects.filter(owner=player, closed_at=None).count() >= MOST_OF_ONE:
            raise BadLadder(field="name")
        if plan.club is not None:
            _check_may_create_in_club(player, plan)
        return Ladder.objects.create(owner=player, created_at=request.now, **plan.columns)


def _check_may_create_in_club(player: Player, plan: LadderPlan) -> None:
    """Raise LadderOfSizeExists if the club already has a ladder of this board size (E78), and errors if the player may
    not create the club's events. Locks the club."""
    club = access.lock_open_club(plan.club or 0)
    check_may_make_events(player, club.pk)
    size = {"width": plan.terms.width, "height": plan.terms.height}
    if Ladder.objects.filter(club=club, closed_at=None, **size).exists():
        raise LadderOfSizeExists


def lock_ladder(ladder_id: int) -> Ladder:
    """Return the ladder, locked. Raises NoSuchLadder."""
    found = Ladder.objects.select_for_update(no_key=True, of=("self",)).filter(pk=ladder_id).first()
    if found is None:
        raise NoSuchLadder
    return found


def check_not_closed(ladder: Ladder) -> None:
    """Raise LadderClosed if the ladder is closed."""
    if ladder.closed_at is not None:
        raise LadderClosed


def check_ladder_and_club_open(ladder: Ladder) -> None:
    """Raise LadderClosed if the ladder is closed, and ClubIsClosed if its club is closed."""
    check_not_closed(ladder)
    if ladder.is_club_closed:
        raise ClubIsClosed


class PlacesUnderLock:
    """The current places of a ladder and their order. Callers that change the order must have locked the ladder's
    row."""

    def __init__(self, ladder: Ladder, now: datetime) -> None:
        self.ladder, self.now = ladder, now
        self.ladder_places = {
            place_row.pk: place_row for place_row in ladder.ladder_places.current().select_related("player")
        }
        self.order: systems.Order = tuple(self.ladder_places)

    def change_order(self, place_row: LadderPlace, why: str, change: Change, game: int | None = None) -> None:
        """Replace the order by the result of calling `change` with it, and store all changed places. Log only the
        change of the player at `place_row`, with the key `why` and the id of the game that caused the change."""
        before, after = self.order, change(self.order)
        self.order = after
        self.ladder_places.setdefault(place_row.pk, place_row)
        changed = systems.place_changes(before, after)
        for pk, _old, new in changed:
            one = self.ladder_places[pk]
            one.place = new
            one.best = one.best if new is None else min(new, one.best or new)
        LadderPlace.objects.bulk_update(
            [self.ladder_places[pk] for pk, _, _ in changed], ["place", "best"], batch_size=200
        )
        for pk, old, new in changed:
            if pk == place_row.pk:
                LadderMove.objects.create(
                    ladder=self.ladder,
                    ladder_place=place_row,
                    at=self.now,
                    why=why,
                    before=old,
                    after=new,
                    game_id=game,
                )
                about = {"ladder": self.ladder.pk, "act": why, "before": old, "after": new}
                people = {place_row.player_id, *Seat.objects.filter(game=game).values_list("player_id", flat=True)}
                send_competition_events(CompetitionEvent.LADDER_MOVED, people, by=place_row.player, about=about)


def find_ladder_place(ladder: Ladder, player: Player) -> LadderPlace | None:
    """Return the player's row on the ladder, also after the player has left. None if they never joined."""
    return ladder.ladder_places.filter(player=player).first()


def join_ladder(request: PlayerRequest, ladder_id: int) -> LadderPlace:
    """Join in the last place, or below the last player of the same rank (E60). Returning players start in the last
    place (E65).

    Raises NoSuchLadder, LadderClosed, ClubIsClosed, AlreadyOnLadder, NotMember, BotNotAllowed, NotForGuests,
    NewGamesBlocked, Suspended, and BadLadder if the ladder is full.
    """
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        check_ladder_and_club_open(ladder)
        if ladder.club_id is not None and not is_member(player, ladder.club_id):
            raise NotMember
        place_row = find_ladder_place(ladder, player)
        if place_row is not None and (place_row.place is not None or place_row.leaving):
            raise AlreadyOnLadder
        places = PlacesUnderLock(ladder, request.now)
        if len(places.order) >= MOST_PLACES:
            raise BadLadder(field="name")
        again = place_row is not None
        place_row = place_row or LadderPlace(ladder=ladder, player=player)
        place_row.rank, place_row.joined_at, place_row.hold, place_row.held_at, place_row.lapses = (
            _rank_steps(player),
            request.now,
            "",
            None,
            0,
        )
        place_row.save()
        ranks = {pk: one.rank for pk, one in places.ladder_places.items()} | {place_row.pk: place_row.rank}
        by_rank = ranks.__getitem__ if ladder.by_rank and not again else None
        places.change_order(place_row, "joined", lambda order: systems.add_player(order, place_row.pk, by_rank))
        return place_row


def _rank_steps(player: Player) -> int:
    load_ratings(player)
    found = find_overall_rating(player)
    return Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def leave_ladder(request: PlayerRequest, ladder_id: int) -> LadderPlace:
    """Leave the ladder. The place is removed, and the player's games in progress are resigned (E65). Raises
    NoSuchLadder, NotOnLadder."""
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        place_row = _own_place(ladder, request)
        remove_player(place_row, ladder, request.now, "left")
        return place_row


def _own_place(ladder: Ladder, request: PlayerRequest) -> LadderPlace:
    place_row = find_ladder_place(ladder, request.player)
    if place_row is None or place_row.place is None:
        raise NotOnLadder
    return place_row


def remove_player(place_row: LadderPlace, ladder: Ladder, now: datetime, why: str) -> None:
    """Remove a player from the ladder. A background task resigns the player's games in progress, and games that end
    later change no places. The caller must have locked the ladder's row."""
    _remove_place(place_row, ladder, now, why)
    place_row.leaving = True
    place_row.save(update_fields=["leaving"])
    transaction.on_commit(wake)


def _remove_place(place_row: LadderPlace, ladder: Ladder, now: datetime, why: str) -> None:
    PlacesUnderLock(ladder, now).change_order(place_row, why, lambda order: systems.remove_player(order, place_row.pk))
    place_row.place, place_row.hold, place_row.held_at = None, "", None
    place_row.save(update_fields=["place", "hold", "held_at"])


def pause_place(request: PlayerRequest, ladder_id: int) -> LadderPlace:
    """Put the player's own place on hold, so that they can neither challenge nor be challenged. Each month costs five
    places (E64). Raises NoSuchLadder, NotOnLadder."""
    with transaction.atomic():
        place_row = _own_place(lock_ladder(ladder_id), request)
        if not place_row.hold:
            put_on_hold(place_row, HoldReason.OWN, request.now)
        return place_row


def put_on_hold(place_row: LadderPlace, hold: HoldReason, now: datetime) -> None:
    """Put the place on hold for this reason, so that its player can neither challenge nor be challenged."""
    place_row.hold, place_row.held_at, place_row.hold_months = hold.value, now, 0
    place_row.save(update_fields=["hold", "held_at", "hold_months"])
    if hold is not HoldReason.OWN:
        notify_about(place_row.ladder, [place_row.player_id], "ladder_hold", now)


def end_pause(request: PlayerRequest, ladder_id: int) -> LadderPlace:
    """End the pause, or another hold, of the player's own place. Raises NoSuchLadder, NotOnLadder."""
    with transaction.atomic():
        place_row = _own_place(lock_ladder(ladder_id), request)
        end_hold(place_row)
        return place_row


def end_hold(place_row: LadderPlace) -> None:
    """End the hold of a place, so that challenges are possible again."""
    place_row.hold, place_row.held_at, place_row.hold_months = "", None, 0
    place_row.save(update_fields=["hold", "held_at", "hold_months"])


def places_with_games_to_resign() -> QuerySet[LadderPlace]:
    """Return the places of players who have left and whose games in progress are still to be resigned."""
    return LadderPlace.objects.filter(leaving=True)


def resign_ladder_games(ladder_place_id: int, now: datetime) -> bool:
    """Resign the ladder games in progress of a player who has left, each in its own transaction. Return True."""
    place_row = LadderPlace.objects.select_related("player").get(pk=ladder_place_id)
    games = Game.objects.filter(ladder_game__ladder=place_row.ladder_id).running_of(place_row.player)
    for game in list(games.exclude(phase=Phase.FINISHED.value).order_by("pk")):
        verbs.perform(verbs.ActionRequest(game.pk, place_row.player, game.number, None, now), verbs.Resign())
    LadderPlace.objects.filter(pk=ladder_place_id).update(leaving=False)
    return True


def remove_deleted_from_ladders(player: Player, now: datetime, **_: object) -> None:
    """Remove the player from all ladders, in the transaction that deletes the account and ends its games (E93)."""
    for place_row in list(LadderPlace.objects.filter(player=player, place__isnull=False).order_by("ladder_id")):
        ladder = lock_ladder(place_row.ladder_id)
        place_row.refresh_from_db()
        if place_row.place is not None:
            remove_player(place_row, ladder, now, "left")


def remove_suspended_from_ladders(player: Player, now: datetime) -> None:
    """Remove a suspended player from all ladders. What happens to games in progress is decided with the suspension
    (E93). Each ladder has its own transaction, and repeating this changes nothing."""
    for ladder_id in list(LadderPlace.objects.filter(player=player).current().values_list("ladder_id", flat=True)):
        with transaction.atomic():
            ladder = lock_ladder(ladder_id)
            place_row = find_ladder_place(ladder, player)
            if place_row is not None and place_row.place is not None:
                _remove_place(place_row, ladder, now, "suspended")  # the player is notified of the decision itself


__all__ = [
    "LadderPlan",
    "PlacesUnderLock",
    "check_ladder_and_club_open",
    "check_not_closed",
    "create_ladder",
    "end_hold",
    "end_pause",
    "find_ladder_place",
    "join_ladder",
    "leave_ladder",
    "lock_ladder",
    "pause_place",
    "places_with_games_to_resign",
    "put_on_hold",
    "remove_deleted_from_ladders",
    "remove_player",
    "remove_suspended_from_ladders",
    "resign_ladder_games",
]


def open_ladders(most: int, **_: object) -> list[Ladder]:
    """Return the latest open ladders that do not belong to a club, at most `most` of them."""
    return list(Ladder.objects.filter(closed_at=None, club=None).order_by("-pk")[:most])
