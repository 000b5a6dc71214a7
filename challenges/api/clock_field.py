"""The request field for a time control."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import api_types as shapes
from api.fields import conflict_error
from api.schemas import request_schema
from games.terms import is_time_control_offered
from rules.clock import NO_CAP, TimeControl, TimeSystem, time_control_fields_of
from rules.clock.durations import to_json


@extend_schema_field(request_schema(shapes.TimeControl, "system"))
class TimeControlField(serializers.JSONField):
    """A time control: {"system": "fischer", "main_time": 259200, ...}, durations in seconds."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the TimeControl. Raises ValidationError with the names of the fields that the system needs."""
        try:
            return self._read(data)
        except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
            raise serializers.ValidationError(_HOW_TO_WRITE_A_CLOCK) from None

    def _read(self, data: Any) -> TimeControl:
        if data.get("cap", 1) in (None, 0):
            data = {**data, "cap": to_json(NO_CAP)}
        data = {name: value for name, value in data.items() if value is not None}
        names = time_control_fields_of(TimeSystem(data["system"]))
        wrong = set(data) - {"system", *names} | {name for name in names if name in data and not _is_count(data[name])}
        if wrong:
            raise conflict_error(_HOW_TO_WRITE_A_CLOCK, *sorted(str(name)[:50] for name in wrong))
        control = TimeControl.from_json(data)
        if not is_time_control_offered(control):
            raise ValueError(data)
        return control


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


_HOW_TO_WRITE_A_CLOCK = (
    "Write an object such as "
    + '{"system": "fischer", "main_time": 259200, "increment": 86400, "cap": 604800}. Fields by system: '
    + "; ".join(f"{system.value}: {', '.join(time_control_fields_of(system)) or 'none'}" for system in TimeSystem)
    + ". Times are whole seconds, from 60 to 60 days, main times up to a year; periods and stones from 1 to 100. "
    + "For no cap, send null."
)
