"""The people with whom a player shares something: players by name, clubs of which the player is a member, everyone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.core.lookup import player_named
from accounts.models import Player
from accounts.privacy.blocking import blocked_between
from clubs.errors import CannotShare
from clubs.models import Club, Membership

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
    which the owner is not a member, and more than MOST_SHARES.
    """
    people, clubs = _people(owner, audience.players), _clubs(owner, audience.clubs)
    if len(people) + len(clubs) > MOST_SHARES:
        raise CannotShare
    return Named(people, clubs)


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the open clubs of which this player is a member, with which something can be shared."""
    mine = Membership.objects.members().filter(player=player)
    return Club.objects.open().filter(pk__in=mine.values("club")).order_by("name")


def _clubs(player: Player, numbers: Iterable[int]) -> list[Club]:
    wanted = set(numbers)
    found = list(clubs_of(player).filter(pk__in=wanted)) if wanted else []
    if len(found) != len(wanted):
        raise CannotShare
    return found


def _people(player: Player, names: Iterable[str]) -> list[Player]:
    found = {person.pk: person for person in map(player_named, list(names)[: MOST_SHARES + 1])}
    if player.pk in found or (found and blocked_between(player.pk, *found)):
        raise CannotShare
    return list(found.values())
