"""Filters of offers by kind of game, with the names of variants in forms."""

from __future__ import annotations

from django.db.models import Q

from rules.variants import ViewKind
from rules.variants.presets import PLAYED
from rules.variants.variant import MOST_MEMBERS

ORDINARY = "ordinary"
KINDS = (ORDINARY, *PLAYED)
_PARTS = (
    ("multi_color", "colors"), ("capture", "goal"), ("blind", "view"), ("pair", "seats"), ("no_pass", "passing"),
    ("torus", "wraps"),
)  # fmt: skip
"""Names of variants in the order of checks: a stored variant with this part has this name, unless it has an earlier
part (`preset_of`)."""
_ONE_COLOR = Q(variant__view__kind=ViewKind.ONE_COLOR.value)
_SHARED = Q(*(Q(variant__seats=[players]) for players in range(3, MOST_MEMBERS + 1, 2)), _connector=Q.OR)
_BLIND = Q(variant__view__kind__in=[ViewKind.NONE.value, ViewKind.FADING.value])


def filter_of_kind(kind: str) -> Q:
    """Return the query filter for offers of this variant, one of KINDS."""
    found = Q()
    for name, part in _PARTS:
        has = Q(variant__has_key=part)
        if name == "blind" and kind in ("one_color", "blind"):
            return found & (_BLIND if kind == "blind" else _ONE_COLOR)
        if name == "pair" and kind in ("pair", "zen"):
            return found & has & (_SHARED if kind == "zen" else ~_SHARED)
        if name == kind:
            return found & has
        found &= ~has
    return found
