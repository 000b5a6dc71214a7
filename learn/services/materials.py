"""Teaching materials made by players: who may see them, and how owners create, change, share and delete them (P1, P5,
P6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.core.audit import StaffContext
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from clubs.services import audiences
from clubs.services.audiences import Audience
from foundation.text import clean_text
from learn.errors import BadMaterial, NoSuchMaterial, TooManyMaterials
from learn.models import LONGEST_ABOUT, LONGEST_NAME, Material, MaterialShare
from ratings.ranks import RANKS

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

MOST_MATERIALS = 50


@dataclass(frozen=True, slots=True)
class MaterialDetails:
    """The details of a material: name, description, language, and a rank such as 15k ("" for none)."""

    name: str
    about: str = ""
    language: str = "en"
    level: str = ""

    def validated_values(self) -> dict[str, str]:
        """Return the column values to store. Raises BadMaterial."""
        name, about = " ".join(clean_text(self.name).split()), clean_text(self.about)
        fits = {
            "name": 1 <= len(name) <= LONGEST_NAME,
            "about": len(about) <= LONGEST_ABOUT,
            "language": self.language in dict(settings.LANGUAGES),
            "level": self.level in ("", *RANKS),
        }
        for wrong, is_fine in fits.items():
            if not is_fine:
                raise BadMaterial(field=wrong)
        return {"name": name, "about": about, "language": self.language, "level": self.level}


def materials_of_owner(player: Player, kind: str) -> QuerySet[Material]:
    """Return the player's own materials of this kind."""
    return Material.objects.filter(owner=player, kind=kind)


def others_materials_listed_for(viewer: Player | AnonymousUser, kind: str) -> QuerySet[Material]:
    """Return other owners' materials of this kind that are listed for the viewer."""
    return audiences.others_rows_listed_for(Material.objects.filter(kind=kind), viewer)


def materials_listed_for(viewer: Player | AnonymousUser, kind: str) -> QuerySet[Material]:
    """Return the viewer's own materials of this kind, and other owners' materials that are listed for the viewer."""
    return audiences.rows_listed_for(Material.objects.filter(kind=kind).select_related("owner"), viewer)


def visible_material(viewer: Player | AnonymousUser, key: str, kind: str = "") -> Material:
    """Return the material with this key if the viewer may see it: it is the viewer's own, is shared with them, or may
    be seen by everyone who knows the key. An empty `kind` means any kind. Raises NoSuchMaterial otherwise, also for
    staff."""
    of_kind = Material.objects.filter(kind=kind) if kind else Material.objects.all()
    row = audiences.rows_visible_with_key(of_kind, viewer).filter(key=key).select_related("owner").first()
    if row is None:
        raise NoSuchMaterial
    return row


def owned_material(player: Player, key: str, kind: str) -> Material:
    """Return the player's own material. Raises NoSuchMaterial."""
    row = materials_of_owner(player, kind).select_related("owner").filter(key=key).first()
    if row is None:
        raise NoSuchMaterial
    return row


def lock_own_material(player: Player, key: str, kind: str) -> Material:
    """Return the player's own material, locked. Needs a transaction. Raises NoSuchMaterial."""
    row = materials_of_owner(player, kind).filter(key=key).select_for_update(no_key=True).first()
    if row is None:
        raise NoSuchMaterial
    return row


def create_material(player: Player, kind: str, details: MaterialDetails, now: datetime) -> Material:
    """Create and return an empty material, which only its owner can see. Raises BadMaterial, TooManyMaterials,
    NotForGuests, Suspended."""
    check_may_create_materials(player, now)
    values = details.validated_values()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Material.objects.filter(owner=player).count() >= MOST_MATERIALS:
            raise TooManyMaterials
        return Material.objects.create(owner=player, kind=kind, made_at=now, **values)


@dataclass(frozen=True, slots=True)
class MaterialChange:
    """A change of a material. `texts` has new values by the field names of `MaterialDetails`. `order` has the numbers
    of the problems or pages that move to the front, in their new order; None keeps the order. `gone` has the numbers of
    the problems or pages to delete."""

    texts: Mapping[str, str] = field(default_factory=dict)
    order: Sequence[int] | None = None
    gone: Sequence[int] = ()


def update_material(player: Player, material: Material, wanted: MaterialChange, now: datetime) -> Material:
    """Change the details of the player's material and the order of its problems or pages, and delete some of them.
    Either all of this is stored or nothing. Return the changed row. Raises BadMaterial, NoSuchMaterial, NotForGuests,
    Suspended."""
    check_may_create_materials(player, now)
    with transaction.atomic():
        row = lock_own_material(player, material.key, material.kind)
        if wanted.texts:
            texts = {name: getattr(row, name) for name in MaterialDetails.__slots__} | dict(wanted.texts)
            values = MaterialDetails(**texts).validated_values()
            for name, value in values.items():
                setattr(row, name, value)
            row.save(update_fields=list(values))
        if wanted.order is not None:
            parts = _problems_or_pages_of(row)
            parts.model.objects.bulk_update(_reordered(parts, wanted.order), ["place"])
        _problems_or_pages_of(row).filter(number__in=wanted.gone).delete()
    return row


def delete_problems_or_pages(player: Player, material: Material, numbers: Sequence[int]) -> int:
    """Delete the problems or pages with these numbers from the player's material. Return how many were deleted. Raises
    NoSuchMaterial."""
    with transaction.atomic():
        return (
            _problems_or_pages_of(lock_own_material(player, material.key, material.kind))
            .filter(number__in=numbers)
            .delete()[0]
        )


def _problems_or_pages_of(material: Material) -> QuerySet[Any]:
    """Return the problems of a collection, or the pages of a lesson."""
    return material.problems.all() if material.kind == Material.Kind.PROBLEMS else material.pages.all()


def check_may_create_materials(player: Player, now: datetime) -> None:
    """Raise Suspended or NotForGuests if the player may not create materials."""
    check_allowed(player, now)
    check_not_guest(player)


def share_material(player: Player, material: Material, audience: Audience, now: datetime) -> Material:
    """Set who may see the player's material, replacing the earlier choice. Return the changed row. Raises
    NoSuchMaterial, NoSuchPlayer, RecipientsRefused, NotForGuests, Suspended, and Muted unless it becomes private."""
    audiences.check_may_share(player, audience, now)
    with transaction.atomic():
        row = lock_own_material(player, material.key, material.kind)
        audiences.replace_shares(row, audience, now)
        row.save(update_fields=["is_public", "has_link"])
    return row


def delete_material(player: Player, material: Material) -> None:
    """Delete the player's material with its problems or pages. Raises NoSuchMaterial."""
    with transaction.atomic():
        lock_own_material(player, material.key, material.kind).delete()


def hide_material(by: StaffContext, material: Material) -> None:
    """Hide a material, as a moderator, from everyone except its owner, who can read the reason. Raises NotAModerator,
    and NoSuchMaterial if the material is the moderator's own."""
    audiences.hide_row(by, material, "hide_material", NoSuchMaterial)


def take_next_numbers(material: Material, count: int) -> range:
    """Return this many unused numbers for new problems or pages, and store that they are taken. The material must be
    locked."""
    first = material.pages_made + 1
    material.pages_made += count
    material.save(update_fields=["pages_made"])
    return range(first, first + count)


def _reordered(rows: QuerySet[Any], numbers: Sequence[int]) -> list[Any]:
    """Return the problems or pages `rows` of a material in a new order: first those with the numbers `numbers`, then
    the others in their previous order. Sets their new `place` without saving. Raises NoSuchMaterial for an unknown
    number."""
    sorted_rows = list(rows.order_by("place", "number"))
    order = {number: at for at, number in enumerate(numbers)}
    if not order.keys() <= {row.number for row in sorted_rows}:
        raise NoSuchMaterial
    sorted_rows.sort(key=lambda row: order.get(row.number, len(order)))
    for place, row in enumerate(sorted_rows, 1):
        row.place = place
    return sorted_rows


def reordered_numbers(material: Material, wanted: Mapping[int, int]) -> list[int]:
    """Return the numbers of all problems or pages in a new order. Those in `wanted` (number to new place, counted from
    1) move there, and the others keep their order. If two get the same place, the earlier comes first."""
    numbers = list(_problems_or_pages_of(material).order_by("place", "number").values_list("number", flat=True))
    new = {number: wanted[number] for at, number in enumerate(numbers, 1) if wanted.get(number, at) != at}
    order = [number for number in numbers if number not in new]
    last = -1
    for number, place in sorted(new.items(), key=lambda item: item[1]):
        last = max(place - 1, last + 1)
        order.insert(last, number)
    return order


def delete_materials_of(player: Player, **_: object) -> None:
    """Delete the player's materials, and the shares that make others' materials visible to the player."""
    MaterialShare.objects.filter(player=player).delete()
    Material.objects.filter(owner=player).delete()
