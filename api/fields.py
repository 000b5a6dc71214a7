"""Strictly typed fields of request bodies, which refuse JSON values of the wrong type."""

from __future__ import annotations

import base64
import re
from datetime import time
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class StrictSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A serializer that refuses unknown fields."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values. Raises ValidationError for unknown fields."""
        if isinstance(data, dict):
            unknown = set(data) - set(self.fields)
            if unknown:
                message = "This field is not known here."
                raise serializers.ValidationError(
                    {str(name)[:50]: [serializers.ErrorDetail(message, "unknown_field")] for name in unknown}
                )
        return super().to_internal_value(data)


def conflict_error(message: str, *names: str) -> serializers.ValidationError:
    """Return a ValidationError with this message for each of these fields, whose values contradict each other."""
    return serializers.ValidationError({name: [message] for name in names})


LONGEST_BASE64 = 1_160_000
"""The longest base64 of a file that fits into a body of api.parsing.LARGEST_FILE: 870 kB."""


def decode_base64(content: str, name: str = "content") -> bytes:
    """Return the bytes of a file sent in base64. Raises ValidationError for the field `name`."""
    try:
        return base64.b64decode(content, validate=True)
    except ValueError:
        raise conflict_error("Not base64.", name) from None


class Number(serializers.IntegerField):
    """A JSON integer; refuses "1", 1.0 and true."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number. Raises ValidationError."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Text(serializers.CharField):
    """A JSON string; refuses numbers."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text. Raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


_TIME_OF_DAY = "^([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"


@extend_schema_field({"type": "string", "pattern": _TIME_OF_DAY, "examples": ["22:00"]})
class TimeOfDay(serializers.TimeField):
    """A time of day without a time zone, such as "22:00". The schema has a pattern, because JSON Schema's format `time`
    requires seconds and a zone."""

    def to_internal_value(self, value: Any) -> time:
        """Return the time. Raises ValidationError, also for a time with a time zone, which would be ignored."""
        if not isinstance(value, str) or not re.fullmatch(_TIME_OF_DAY, value):
            self.fail("invalid", format="hh:mm[:ss]")
        found: time = super().to_internal_value(value)
        return found


class ColorChoice(serializers.ChoiceField):
    """A choice field with colours. Each colour may be given by its name or its letter (`black` or `B`)."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the choice by its canonical name. Raises ValidationError."""
        if isinstance(data, str) and data not in self.choices:
            data = _COLORS.get(data, data)
        return super().to_internal_value(data)


_PAIRS = {"black": "B", "white": "W", "red": "R", "blue": "U", "green": "G", "yellow": "Y"}
_COLORS = _PAIRS | {letter: name for name, letter in _PAIRS.items()}
"""For every name of a colour its letter, and for every letter the name."""


class StrictBooleanField(serializers.BooleanField):
    """A JSON boolean: true or false."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean. Raises ValidationError."""
        if not isinstance(data, bool):
            self.fail("invalid", input=str(data)[:20])
        return data


class NothingSerializer(StrictSerializer):
    """An empty body."""
