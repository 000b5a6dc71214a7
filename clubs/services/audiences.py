"""The people with whom a player shares something: players by name, clubs of which the player is a member, everyone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils.text import Truncator

from accounts.core.children import may_write_to
from accounts.core.lookup import player_named
from accounts.models import Player
from accounts.privacy.blocking import blocked_between, blocked_either_way
from clubs.errors import CannotShare
from clubs.models import Club, Membership, SharedWith
from foundation import timesource
from games import events
from notifications.models import Notice

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

Rows = TypeVar("Rows", bound=QuerySet[Any])

MOST_SHARES = 20


@dataclass(frozen=True, slots=True)
class Audience:
    """The people who may see something: everyone, everyone with the link, or players by name and clubs by number."""

    everyone: bool = False
    players: tuple[str, ...] = ()
    clubs: tuple[int, ...] = ()
    link: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """The players and clubs of an audience."""

    people: list[Player]
    clubs: list[Club]


def named_in(owner: Player, audience: Audience) -> Named:
    """Return the players and clubs of this audience.

    Raises NoSuchPlayer, and CannotShare for the owner, a player with a block between them and the owner, a club of
    which the owner is not a member, a child whom the owner does not teach, and more than MOST_SHARES.
    """
    people, clubs = _people(owner, audience.players), _clubs(owner, audience.clubs)
    if len(people) + len(clubs) > MOST_SHARES:
        raise CannotShare
    return Named(people, clubs)


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the open clubs of which this player is a member, with which something can be shared."""
    mine = Membership.objects.members().filter(player=player)
    return Club.objects.open().filter(pk__in=mine.values("club")).order_by("name")


def is_shared_with(viewer: Player) -> Q:
    """Return the condition for shares with this player or one of their clubs."""
    clubs = Membership.objects.members().filter(player=viewer, club__closed_at=None).values("club")
    return Q(player=viewer) | Q(club__in=clubs)


def may_show(rows: Rows, viewer: Player | AnonymousUser) -> Rows:
    """Return the rows whose owners may show something to this person: owners who are not deleted, muted or suspended,
    with no block between them and the viewer."""
    now = timesource.now()
    rows = rows.filter(owner__deleted_at=None)
    rows = rows.exclude(owner__muted_until__gt=now).exclude(owner__suspended_until__gt=now)
    if not isinstance(viewer, Player):
        return rows
    blocked, blocking = blocked_either_way(viewer)
    return rows.exclude(owner__in=blocked).exclude(owner__in=blocking)


def replace_shares(old: QuerySet[Any], new: Callable[..., SharedWith], named: Named, notice: Notice) -> None:
    """Replace the stored shares of something by these people and clubs, and notify people with whom it was not shared
    before; needs a transaction. A player has at most one unread notice of this kind by the same person."""
    told = set(old.values_list("player", flat=True))
    told |= set(Notice.objects.unread().filter(kind="shared", by=notice.by).values_list("player", flat=True))
    old.delete()
    rows: list[dict[str, Any]] = [*({"player": one} for one in named.people), *({"club": one} for one in named.clubs)]
    old.model.objects.bulk_create(new(**row) for row in rows)
    about = {"by": notice.by, "path": notice.path, "title": Truncator(notice.title).chars(60)}
    fresh = [one.pk for one in named.people if one.pk not in told]
    Notice.objects.bulk_create(
        Notice(player_id=pk, kind="shared", created_at=notice.created_at, **about) for pk in fresh
    )
    events.player_changed(*fresh)


def audience_in(shares: QuerySet[Any], *, everyone: bool, link: bool = False) -> Audience:
    """Return the audience that is stored in these shares. One query."""
    rows: list[SharedWith] = list(shares.select_related("player").order_by("pk"))
    return Audience(
        everyone,
        tuple(row.player.username for row in rows if row.player is not None),
        tuple(row.club_id for row in rows if row.club_id is not None),
        link,
    )


def _clubs(player: Player, numbers: Iterable[int]) -> list[Club]:
    wanted = set(numbers)
    found = list(clubs_of(player).filter(pk__in=wanted)) if wanted else []
    if len(found) != len(wanted):
        raise CannotShare
    return found


def _people(player: Player, names: Iterable[str]) -> list[Player]:
    people = [player_named(name, player) for name in list(names)[: MOST_SHARES + 1]]
    found = {person.pk: person for person in people}
    if player.pk in found or (found and blocked_between(player.pk, *found)) or not may_write_to(player, people):
        raise CannotShare
    return list(found.values())
