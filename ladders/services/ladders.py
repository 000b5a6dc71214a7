"""Ladders: made, joined, left, paused (E60, E64, E65). Every change of places is made under the lock of the ladder."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.core.guests import check_kept
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
from ladders.models import Ladder, LadderMove, LadderOptions, Rung
from ratings.ranks import Rank
from ratings.standing import know_ranks, overall_of
from rules import Phase
from tournaments.announcing import CompetitionEvent, tell_of, tell_programs
from tournaments.errors import BotNotAllowed, ClubIsClosed
from tournaments.models.terms import Described
from tournaments.services.event_plans import EventPlan
from tournaments.services.freezing import UNRATED
from tournaments.services.waking import wake
from tournaments.systems import ladder as systems
from tournaments.systems.ladder import Hold

Change = Callable[[systems.Order], systems.Order]
MOST_OF_ONE = 2
"""The number of ladders that one player may run."""
MOST_PLACES = 1000


class LadderPlan(EventPlan):
    """The plan of a ladder."""

    model, kinds, refusal = Ladder, (Described, LadderOptions), BadLadder


def create(request: PlayerRequest, plan: LadderPlan) -> Ladder:
    """Make a ladder, which anybody may join. Raises BadLadder, BadTerms, NotForGuests, BotNotAllowed, NewGamesBlocked,
    Suspended."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_kept(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    with transaction.atomic():
        if Ladder.objects.filter(owner=player, closed_at=None).count() >= MOST_OF_ONE:
            raise BadLadder(field="name")
        if plan.club is not None:
            _check_club(player, plan)
        return Ladder.objects.create(owner=player, created_at=request.now, **plan.columns)


def _check_club(player: Player, plan: LadderPlan) -> None:
    """Raise an error if the club already has a ladder of this board size (E78). Locks the club."""
    club = access.locked_club(plan.club or 0)
    check_may_make_events(player, club.pk)
    size = {"width": plan.terms.width, "height": plan.terms.height}
    if Ladder.objects.filter(club=club, closed_at=None, **size).exists():
        raise LadderOfSizeExists


def locked_ladder(ladder_id: int) -> Ladder:
    """Lock a ladder; raises NoSuchLadder."""
    found = Ladder.objects.select_for_update(no_key=True, of=("self",)).filter(pk=ladder_id).first()
    if found is None:
        raise NoSuchLadder
    return found


def check_not_closed(ladder: Ladder) -> None:
    """Raise LadderClosed for one that is closed."""
    if ladder.closed_at is not None:
        raise LadderClosed


def check_open(ladder: Ladder) -> None:
    """Raise LadderClosed for one that is closed, ClubIsClosed while its club is."""
    check_not_closed(ladder)
    if ladder.is_asleep:
        raise ClubIsClosed


class Places:
    """The places of a ladder while they are changed, under its lock."""

    def __init__(self, ladder: Ladder, now: datetime) -> None:
        self.ladder, self.now = ladder, now
        self.rungs = {rung.pk: rung for rung in ladder.rungs.standing().select_related("player")}
        self.order: systems.Order = tuple(self.rungs)

    def change(self, rung: Rung, why: str, change: Change, game: int | None = None) -> None:
        """Change the order, store the places that changed, and write a line for this one if theirs did or they came
        or went."""
        before, after = self.order, change(self.order)
        self.order = after
        self.rungs.setdefault(rung.pk, rung)
        changed = systems.changes(before, after)
        for pk, _old, new in changed:
            one = self.rungs[pk]
            one.place = new
            one.best = one.best if new is None else min(new, one.best or new)
        Rung.objects.bulk_update([self.rungs[pk] for pk, _, _ in changed], ["place", "best"], batch_size=200)
        for pk, old, new in changed:
            if pk == rung.pk:
                LadderMove.objects.create(
                    ladder=self.ladder, rung=rung, at=self.now, why=why, before=old, after=new, game_id=game
                )
                about = {"ladder": self.ladder.pk, "act": why, "before": old, "after": new}
                people = {rung.player_id, *Seat.objects.filter(game=game).values_list("player_id", flat=True)}
                tell_programs(CompetitionEvent.LADDER_MOVED, people, by=rung.player, about=about)


def rung_of(ladder: Ladder, player: Player) -> Rung | None:
    """Return the place of a player, also after leaving."""
    return ladder.rungs.filter(player=player).first()


def join(request: PlayerRequest, ladder_id: int) -> Rung:
    """Join in the last place, or below the last player of equal rank (E60); returning players start in the last place
    (E65).

    Raises NoSuchLadder, LadderClosed, ClubIsClosed, AlreadyOnLadder, NotMember, BotNotAllowed, NotForGuests,
    NewGamesBlocked, Suspended, and BadLadder if it is full.
    """
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_kept(player)
    if player.is_bot:
        raise BotNotAllowed
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        check_open(ladder)
        if ladder.club_id is not None and not is_member(player, ladder.club_id):
            raise NotMember
        rung = rung_of(ladder, player)
        if rung is not None and (rung.place is not None or rung.leaving):
            raise AlreadyOnLadder
        places = Places(ladder, request.now)
        if len(places.order) >= MOST_PLACES:
            raise BadLadder(field="name")
        again = rung is not None
        rung = rung or Rung(ladder=ladder, player=player)
        rung.rank, rung.joined_at, rung.hold, rung.held_at, rung.lapses = _rank_of(player), request.now, "", None, 0
        rung.save()
        ranks = {pk: one.rank for pk, one in places.rungs.items()} | {rung.pk: rung.rank}
        by_rank = ranks.__getitem__ if ladder.by_rank and not again else None
        places.change(rung, "joined", lambda order: systems.joined(order, rung.pk, by_rank))
        return rung


def _rank_of(player: Player) -> int:
    know_ranks(player)
    found = overall_of(player)
    return Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def leave(request: PlayerRequest, ladder_id: int) -> Rung:
    """Leave: no more challenges, games in progress are resigned, then the place is removed (E65). Raises NoSuchLadder,
    NotOnLadder."""
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        rung = _mine(ladder, request)
        out(rung, ladder, request.now, "left")
        return rung


def _mine(ladder: Ladder, request: PlayerRequest) -> Rung:
    rung = rung_of(ladder, request.player)
    if rung is None or rung.place is None:
        raise NotOnLadder
    return rung


def out(rung: Rung, ladder: Ladder, now: datetime, why: str) -> None:
    """Take a player off the ladder; the sweeper resigns their games in progress, and a game that ends later moves no
    one. The ladder must be locked."""
    _take_off(rung, ladder, now, why)
    rung.leaving = True
    rung.save(update_fields=["leaving"])
    transaction.on_commit(wake)


def _take_off(rung: Rung, ladder: Ladder, now: datetime, why: str) -> None:
    Places(ladder, now).change(rung, why, lambda order: systems.left(order, rung.pk))
    rung.place, rung.hold, rung.held_at = None, "", None
    rung.save(update_fields=["place", "hold", "held_at"])


def pause(request: PlayerRequest, ladder_id: int) -> Rung:
    """Put one's own place on hold: no challenges either way; each month costs five places (E64). Raises NoSuchLadder,
    NotOnLadder."""
    with transaction.atomic():
        rung = _mine(locked_ladder(ladder_id), request)
        if not rung.hold:
            put_on_hold(rung, Hold.OWN, request.now)
        return rung


def put_on_hold(rung: Rung, hold: Hold, now: datetime) -> None:
    """Put the place on hold: no challenges either way from now on."""
    rung.hold, rung.held_at, rung.hold_months = hold.value, now, 0
    rung.save(update_fields=["hold", "held_at", "hold_months"])
    if hold is not Hold.OWN:
        tell_of(rung.ladder, [rung.player_id], "ladder_hold", now)


def come_back(request: PlayerRequest, ladder_id: int) -> Rung:
    """ "I am back": ends a hold. Raises NoSuchLadder, NotOnLadder."""
    with transaction.atomic():
        rung = _mine(locked_ladder(ladder_id), request)
        end_hold(rung)
        return rung


def end_hold(rung: Rung) -> None:
    """End the hold: challenges are possible again."""
    rung.hold, rung.held_at, rung.hold_months = "", None, 0
    rung.save(update_fields=["hold", "held_at", "hold_months"])


def leaving() -> QuerySet[Rung]:
    """Return the places of players who are leaving."""
    return Rung.objects.filter(leaving=True)


def resign_ladder_games(rung_id: int, now: datetime) -> bool:
    """Resign the running games of one who has left, each in a transaction of its own."""
    rung = Rung.objects.select_related("player").get(pk=rung_id)
    games = Game.objects.filter(ladder_game__ladder=rung.ladder_id).running_of(rung.player)
    for game in list(games.exclude(phase=Phase.FINISHED.value).order_by("pk")):
        verbs.perform(verbs.ActionRequest(game.pk, rung.player, game.number, None, now), verbs.Resign())
    Rung.objects.filter(pk=rung_id).update(leaving=False)
    return True


def end_rungs(player: Player, now: datetime, **_: object) -> None:
    """Off all ladders: in the transaction that deletes the account, which ends the games itself (E93)."""
    for rung in list(Rung.objects.filter(player=player, place__isnull=False).order_by("ladder_id")):
        ladder = locked_ladder(rung.ladder_id)
        rung.refresh_from_db()
        if rung.place is not None:
            out(rung, ladder, now, "left")


def suspend_rungs(player: Player, now: datetime) -> None:
    """Off all ladders, because the account is suspended; the running games end as is decided there (E93). Each ladder
    in a transaction of its own, and the same when it is repeated."""
    for ladder_id in list(Rung.objects.filter(player=player).standing().values_list("ladder_id", flat=True)):
        with transaction.atomic():
            ladder = locked_ladder(ladder_id)
            rung = rung_of(ladder, player)
            if rung is not None and rung.place is not None:
                _take_off(rung, ladder, now, "suspended")  # the player hears of the decision itself


__all__ = [
    "LadderPlan",
    "Places",
    "check_not_closed",
    "check_open",
    "come_back",
    "create",
    "end_hold",
    "end_rungs",
    "join",
    "leave",
    "leaving",
    "locked_ladder",
    "out",
    "pause",
    "put_on_hold",
    "resign_ladder_games",
    "rung_of",
    "suspend_rungs",
]


def open_ladders(most: int, **_: object) -> list[Ladder]:
    """Return the latest ladders that anyone can join."""
    return list(Ladder.objects.filter(closed_at=None, club=None).order_by("-pk")[:most])
