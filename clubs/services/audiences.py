"""The recipients of objects that a player shares: players by name, clubs of which the owner is a member, classes that
the owner teaches, or everyone.

A shared object is a row with `owner`, `is_public`, `hidden_at` and `shares` (clubs.models.SharedWith). If it can have a
link, it also has `has_link` and a secret `key`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.children import may_write_to_children_among
from accounts.core.guests import check_not_guest
from accounts.core.lookup import NoSuchPlayer, find_visible_player
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import blocked_id_queries, is_blocked_between
from accounts.security.staff_permissions import StaffPermission, may
from clubs.errors import RecipientsRefused
from clubs.models import Club, Membership, SharedWith
from clubs.signals import classes_joined_by, classes_taught_by
from foundation import timesource
from foundation.refusals import Refusal
from games import events
from games.errors import NotAModerator
from notifications.models import Notice
from wording.words import join_as_list

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser

Rows = TypeVar("Rows", bound=QuerySet[Any])

MOST_SHARES = 20


@dataclass(frozen=True, slots=True)
class Audience:
    """The people who may see a shared object: everyone, everyone with the link, players by name, and clubs and classes
    by id."""

    everyone: bool = False
    players: tuple[str, ...] = ()
    clubs: tuple[int, ...] = ()
    link: bool = False
    classes: tuple[int, ...] = ()


def clubs_of(player: Player) -> QuerySet[Club]:
    """Return the open clubs of which this player is a member, with which they can share objects."""
    mine = Membership.objects.members().filter(player=player)
    return Club.objects.open().filter(pk__in=mine.values("club")).order_by("name")


def others_rows_listed_for(rows: Rows, viewer: Viewer) -> Rows:
    """Return the rows of other owners that lists show to the viewer: public rows, and rows shared with the viewer, with
    a club of which they are a member, or with a class in which they are a pupil."""
    rows = _rows_that_may_be_shown(rows, viewer)
    if not isinstance(viewer, Player):
        return rows.filter(is_public=True)
    return rows.exclude(owner=viewer).filter(Q(is_public=True) | Exists(_shares_with_viewer(rows, viewer)))


def rows_listed_for(rows: Rows, viewer: Viewer) -> Rows:
    """Return the viewer's own rows, and the rows of other owners that lists show to the viewer."""
    if not isinstance(viewer, Player):
        return others_rows_listed_for(rows, viewer)
    return rows.filter(Q(owner=viewer) | Q(pk__in=others_rows_listed_for(rows, viewer).values("pk")))


def rows_shared_with_class(rows: Rows, class_id: int, viewer: Viewer) -> Rows:
    """Return the rows that are shared with this class and listed for the viewer (T16)."""
    return rows_listed_for(rows, viewer).filter(Exists(_shares_of(rows).filter(classroom=class_id)))


def rows_visible_with_key(rows: Rows, viewer: Viewer) -> Rows:
    """Return the rows that the viewer may see if they know the key: their own rows, and other owners' rows that are
    shared with them or have a link.

    This is one query, so that the response time does not reveal whether a row exists.
    """
    shared, visible = Q(is_public=True) | Q(has_link=True), _rows_that_may_be_shown(rows, viewer)
    if not isinstance(viewer, Player):
        return visible.filter(shared)
    visible = visible.filter(Q(shared | Q(Exists(_shares_with_viewer(rows, viewer)))))
    return rows.filter(Q(owner=viewer) | Q(pk__in=visible.values("pk")))


def check_may_share(player: Player, audience: Audience, now: datetime) -> None:
    """Raise Suspended or NotForGuests if the player may not share objects. Also raise Muted if a muted player would
    share with anyone. Making an object private is allowed."""
    check_allowed(player, now, *([RestrictionKind.MUTED] if audience != Audience() else []))
    check_not_guest(player)


def replace_shares(row: Any, audience: Audience, now: datetime) -> None:
    """Replace the recipients of a shared object, whose row must be locked, and notify players who were not recipients
    before. Sets `is_public` and `has_link` of the row without saving. A player has at most one unread notice of this
    kind from the same owner.

    Raises NoSuchPlayer with the unknown names, and RecipientsRefused for more than MOST_SHARES recipients, or if a
    recipient is not allowed. Not allowed are the owner, a player with a block between them and the owner, a club of
    which the owner is not a member, a class that the owner does not teach, and a child to whom the owner may not write.
    """
    people = _players_to_share_with(row.owner, audience.players)
    clubs = _own_rows_with_ids(clubs_of(row.owner), audience.clubs)
    classes = _own_rows_with_ids(classes_taught_by(row.owner), audience.classes)
    if len(people) + len(clubs) + len(classes) > MOST_SHARES:
        raise RecipientsRefused
    row.is_public, row.has_link = audience.everyone, audience.link
    shares = row.shares.all()
    known = set(shares.values_list("player", flat=True))
    known |= set(Notice.objects.unread().filter(kind="shared", by=row.owner).values_list("player", flat=True))
    shares.delete()
    named: list[dict[str, Any]] = [
        *({"player": one} for one in people),
        *({"club": one} for one in clubs),
        *({"classroom": one} for one in classes),
    ]
    shares.model.objects.bulk_create(shares.model(**one, **{row.shares.field.name: row}) for one in named)
    about = {"by": row.owner, "path": row.get_absolute_url(), "title": Truncator(str(row)).chars(60)}
    fresh = [one.pk for one in people if one.pk not in known]
    Notice.objects.bulk_create(Notice(player_id=pk, kind="shared", created_at=now, **about) for pk in fresh)
    events.signal_player_lists_changed(*fresh)


def hide_row(by: StaffContext, row: Any, action: str, unknown: type[Refusal]) -> None:
    """Hide a row from everyone except its owner, who can read the reason. Write this to the audit log as `action`.
    Raises NotAModerator, and `unknown` if the row is the moderator's own."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    if row.owner_id == by.staff.pk:
        raise unknown
    with transaction.atomic():
        row.hidden_at, row.hidden_reason = by.now, by.reason
        row.save(update_fields=["hidden_at", "hidden_reason"])
        record_staff_action(by, action, row.owner)


def audience_of(row: Any) -> Audience:
    """Return who may see this shared object. One query."""
    shares: list[SharedWith] = list(row.shares.select_related("player").order_by("pk"))
    return Audience(
        row.is_public,
        tuple(one.player.username for one in shares if one.player is not None),
        tuple(one.club_id for one in shares if one.club_id is not None),
        getattr(row, "has_link", False),
        tuple(one.classroom_id for one in shares if one.classroom_id is not None),
    )


def _rows_that_may_be_shown(rows: Rows, viewer: Viewer) -> Rows:
    """Return the rows that are not hidden and whose owners may show objects to the viewer. Owners who are deleted,
    muted or suspended may not, nor owners with a block between them and the viewer."""
    now = timesource.now()
    rows = rows.filter(hidden_at=None, owner__deleted_at=None)
    rows = rows.exclude(owner__muted_until__gt=now).exclude(owner__suspended_until__gt=now)
    if not isinstance(viewer, Player):
        return rows
    blocked, blocking = blocked_id_queries(viewer)
    return rows.exclude(owner__in=blocked).exclude(owner__in=blocking)


def _shares_with_viewer(rows: QuerySet[Any], viewer: Player) -> QuerySet[Any]:
    """Return the query of a row's shares with this player, with one of their clubs, or with a class in which they are a
    pupil. For use in a subquery of `rows`."""
    clubs = Membership.objects.members().filter(player=viewer, club__closed_at=None).values("club")
    classes = classes_joined_by(viewer).values("pk")
    return _shares_of(rows).filter(Q(player=viewer) | Q(club__in=clubs) | Q(classroom__in=classes))


def _shares_of(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the query of the shares of a row, for use in a subquery of `rows`."""
    shares = rows.model._meta.get_field("shares")
    of_row: QuerySet[Any] = shares.related_model.objects.filter(**{shares.field.name: OuterRef("pk")})
    return of_row


def _own_rows_with_ids(own_rows: QuerySet[Any], ids: Iterable[int]) -> list[Any]:
    """Return the player's own clubs or classes with these ids. Raises RecipientsRefused if one of them is not among
    `own_rows`."""
    wanted = set(ids)
    found = list(own_rows.filter(pk__in=wanted)) if wanted else []
    if len(found) != len(wanted):
        raise RecipientsRefused
    return found


def _players_to_share_with(player: Player, names: Iterable[str]) -> list[Player]:
    by_name = {name: find_visible_player(name, player) for name in list(names)[: MOST_SHARES + 1]}
    people = [person for person in by_name.values() if person is not None and person.is_active]
    unknown = [name for name, person in by_name.items() if person not in people]
    if unknown:
        cause = _("No such player: %(names)s. Check the spelling.")
        raise NoSuchPlayer(sentence=cause % {"names": join_as_list(unknown)}, names=unknown)
    found = {person.pk: person for person in people}
    if (
        player.pk in found
        or (found and is_blocked_between(player.pk, *found))
        or not may_write_to_children_among(player, people)
    ):
        raise RecipientsRefused
    return list(found.values())
