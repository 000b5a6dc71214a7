"""Request fields for points of a board and for conditional moves."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Text
from rules.plan import MOST_NODES

MOST_POINTS = 625


class PointsField(serializers.ListField):
    """A field for a list of points as vertices, such as "K11"."""

    child = Text(max_length=3)
    max_length = MOST_POINTS


BRANCHES = {
    "type": "array",
    "maxItems": MOST_NODES,
    "items": {"type": "array", "minItems": 2, "maxItems": 4, "items": {}},
}


@extend_schema_field(BRANCHES)
class BranchesField(serializers.Field):  # type: ignore[type-arg]
    """A field for the branches of a plan of conditional moves, as JSON. `rules.plan` parses the value later, because
    that requires the board."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the data unchanged."""
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the stored value unchanged."""
        return value
