"""The request field for a variant."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import api_types as shapes
from api.schemas import request_schema
from rules import Variant
from rules.errors import BadVariant
from rules.variants.variant import LONGEST_MEMORY, MOST_COLORS, MOST_MEMBERS, MOST_STONES

_PARTS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "colors": {"count": int, "komi": list},
    "goal": {"captures": list, "on_stop": str},
    "view": {"kind": str, "keep": int, "of": (str, type(None)), "tries": int},
}


@extend_schema_field(request_schema(shapes.Variant))
class VariantField(serializers.JSONField):
    """A variant: {"goal": {"captures": [3, 5]}}; parts that are left out are those of standard Go."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the Variant. Raises ValidationError."""
        try:
            variant = Variant.from_json(_validated_fields(data))
        except BadVariant as error:
            raise _validation_error(error.data["part"]) from None
        except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError):
            raise serializers.ValidationError(_HOW_TO_WRITE_ONE) from None
        if data.get("seats") == [1, 1]:  # no team (V30); games that began with it continue
            raise _validation_error("seats")
        return variant


def _validation_error(part: str) -> serializers.ValidationError:
    path, sentence = _MAY_BE[part]
    detail: Any = [serializers.ErrorDetail(sentence, BadVariant.code)]
    for name in reversed(path.split(".")):
        detail = {name: detail}
    return serializers.ValidationError(detail)


def _validated_fields(data: Any) -> dict[str, Any]:
    """Return the data if it has the fields and types of a variant. Raises ValueError and TypeError."""
    if not isinstance(data, dict) or set(data) - {*_PARTS, "seats", "clock", "passing", "wraps"}:
        raise TypeError(data)
    for name, value in data.items():
        if name in ("passing", "wraps"):
            _check_type(value, bool)
        elif name == "clock":
            _check_type(value, str)
        elif name == "seats":
            _check_type(value, list)
        else:
            _check_type(value, dict)
            for field, held in value.items():
                _check_type(held, _PARTS[name][field])
    counts = [*data.get("seats", []), *data.get("goal", {}).get("captures", [])]
    for one in counts:
        _check_type(one, int)
    for komi in data.get("colors", {}).get("komi", []):
        _check_type(komi, str)
    return data


def _check_type(value: Any, wanted: type | tuple[type, ...]) -> None:
    """Raise TypeError if the value is not of this type. A bool is not accepted as an int."""
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise TypeError(value)


_HOW_TO_WRITE_ONE = (
    'Write an object such as {"goal": {"captures": [1, 1], "on_stop": "most"}} or {"passing": false}. Parts: colors, '
    "seats, clock, goal, view, passing, wraps."
)
_MAY_BE = {
    "colors": ("colors.count", f"colors: count is a number from 2 to {MOST_COLORS}."),
    "komi": (
        "colors.komi",
        "colors: komi has a number for each colour where three or more play, as texts; it is left out for two.",
    ),
    "seats": (
        "seats",
        f"seats: two teams of 1 to {MOST_MEMBERS} members, three or more in all; or one number, 3, 5 or 7, of players "
        "who all play both colours in turn, without captures to win, hidden stones or forbidden passes. Only with two "
        "colours.",
    ),
    "clock": ("clock", 'clock: "member" is for teams; without seats it is left out.'),
    "goal": (
        "goal",
        f"goal: captures has a number from 1 to {MOST_STONES} for each colour; on_stop comes with captures only.",
    ),
    "view": (
        "view",
        f'view: keep is a number from 1 to {LONGEST_MEMORY} with the kind "fading", left out with others; of is a '
        "colour of the game, where something is hidden; tries is a number from 1 to 9.",
    ),
    "passing": ("passing", "passing: false is for games of two colours."),
}
"""The field path of each part of a variant, and the error message that says which values are allowed."""
