"""A variant in a body."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import api_types as shapes
from api.schemas import schema_of
from rules import Variant
from rules.errors import BadVariant

_PARTS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "colors": {"count": int, "komi": list},
    "goal": {"captures": list, "on_stop": str},
    "view": {"kind": str, "keep": int, "of": (str, type(None)), "tries": int},
}


@extend_schema_field(schema_of(shapes.Variant))
class VariantField(serializers.JSONField):
    """A variant: {"goal": {"captures": [3, 5]}}; parts that are left out are those of ordinary Go."""

    def to_internal_value(self, data: Any) -> Any:
        """The variant; raises ValidationError."""
        try:
            return Variant.from_json(_checked(data))
        except BadVariant as error:
            raise serializers.ValidationError(f"These values do not go together: {error.data['part']}.") from None
        except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError):
            raise serializers.ValidationError(_HOW_TO_WRITE_ONE) from None


def _checked(data: Any) -> dict[str, Any]:
    """What has the fields and types of a variant; raises ValueError or TypeError."""
    if not isinstance(data, dict) or set(data) - {*_PARTS, "seats", "clock", "passing"}:
        raise TypeError(data)
    for name, value in data.items():
        if name == "passing":
            _check(value, bool)
        elif name == "clock":
            _check(value, str)
        elif name == "seats":
            _check(value, list)
        else:
            _check(value, dict)
            for field, held in value.items():
                _check(held, _PARTS[name][field])
    counts = [*data.get("seats", []), *data.get("goal", {}).get("captures", [])]
    for one in counts:
        _check(one, int)
    for komi in data.get("colors", {}).get("komi", []):
        _check(komi, str)
    return data


def _check(value: Any, wanted: type | tuple[type, ...]) -> None:
    """Raise TypeError unless it is of this type; a truth value is no number."""
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise TypeError(value)


_HOW_TO_WRITE_ONE = (
    'Write an object such as {"goal": {"captures": [1, 1], "on_stop": "most"}} or {"passing": false}. Parts: colors, '
    "seats, clock, goal, view, passing."
)
