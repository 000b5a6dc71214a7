"""Children's accounts (T5). A teacher creates them, children sign in with a code, and they can only contact people of
their classes.

Children's accounts are also guests (accounts.core.guests). Everything that is refused to guests is therefore refused to
children, and lists without guests also have no children.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from accounts.models import Player
from foundation.hook import Hook

Contacts = Mapping[int, Collection[int]]


def _default_contacts_by_child(children: Collection[int]) -> Contacts:
    return {}


contacts_by_child: Hook[[Collection[int]], Contacts] = Hook(_default_contacts_by_child)
"""Returns, by child id, the ids of the players whom the child may meet. Without the app `classes`, children may meet no
one."""


def _default_may_know_child(viewer: Player, child: Player) -> bool:
    return False


may_know_child: Hook[[Player, Player], bool] = Hook(_default_may_know_child)
"""Returns whether the first player may know that the second player, a child, exists. Only the people whom the child may
meet may know, and moderators."""


def _default_no_pupils(teacher: Player) -> QuerySet[Player]:
    return Player.objects.none()


children_taught_by: Hook[[Player], QuerySet[Player]] = Hook(_default_no_pupils)
"""Returns the children in the classes that this player teaches."""
pupils_of_teacher: Hook[[Player], QuerySet[Player]] = Hook(_default_no_pupils)
"""Returns all pupils in the classes that this player teaches."""


def may_write_to_children_among(author: Player, readers: Iterable[Player]) -> bool:
    """Return whether the author may write to these readers: the author must be the teacher of every child among them
    (T5). Queries the database only if there are children."""
    children = {one.pk for one in readers if one.is_child} - {author.pk}
    return not children or children_taught_by(author).filter(pk__in=children).count() == len(children)


def is_taught_child(player: Player, teacher: Player) -> bool:
    """Return whether the player is a child whom this teacher teaches (T19). Queries the database only for children."""
    return player.is_child and may_write_to_children_among(teacher, [player])


def is_contact_forbidden(child_ids: Collection[int], player_id: int, other_ids: Collection[int]) -> bool:
    """Return whether the rules for children's accounts forbid contact between the player `player_id` and the players
    `other_ids`.

    `child_ids` are the ids of the children among all these players. The result is True if one of the others is a child
    who may not meet the player, or if the player is a child who may not meet all of the others.
    """
    if not child_ids:
        return False
    met = contacts_by_child(child_ids)
    if player_id in child_ids and not set(met.get(player_id, ())) | {player_id} >= set(other_ids):
        return True
    return any(player_id != child and player_id not in met.get(child, ()) for child in child_ids)


def unknown_children(players: Iterable[Player], viewer: Any) -> set[int]:
    """Return the ids of the children among these players whom the viewer may not meet (T5). Queries the database only
    if there are children."""
    children = {player.pk for player in players if player.is_child} - {viewer and viewer.pk}
    met = contacts_by_child(children) if children else {}
    return {child for child in children if viewer is None or viewer.pk not in met.get(child, ())}


def may_be_known_to(player: Player, viewer: Any) -> bool:
    """Return whether this viewer may know that the player exists. Queries the database only for children."""
    if not player.is_child:
        return True
    return isinstance(viewer, Player) and (viewer.pk == player.pk or may_know_child(viewer, player))
