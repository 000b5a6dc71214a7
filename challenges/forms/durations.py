"""Form fields for durations in days, hours or minutes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.number_fields import IntegerField

UNITS = {"days": timedelta(days=1), "hours": timedelta(hours=1), "minutes": timedelta(minutes=1)}
UNIT_NAMES = {
    "days": pgettext_lazy("text", "days"),
    "hours": pgettext_lazy("text", "hours"),
    "minutes": pgettext_lazy("text", "minutes"),
}
MOST_UNITS = 100_000


class DurationWidget(forms.MultiWidget):
    """An input for a number and a select for its unit."""

    def __init__(self) -> None:
        number = forms.NumberInput(
            attrs={"min": 0, "max": MOST_UNITS, "class": "short", "aria-label": _("Amount of time")}
        )
        unit = forms.Select(choices=list(UNIT_NAMES.items()), attrs={"aria-label": pgettext_lazy("text", "Unit")})
        super().__init__([number, unit])

    def decompress(self, value: object) -> list[Any]:
        """Return the duration as a number and the largest unit that divides it. Without a valid duration, the number is
        empty."""
        if not isinstance(value, timedelta) or not value:
            return [None, "days"]
        unit = next(unit for unit in UNITS if not value % UNITS[unit])
        return [value // UNITS[unit], unit]


class DurationField(forms.MultiValueField):
    """A duration of days, hours or minutes; an empty field means None."""

    def __init__(self, **kwargs: Any) -> None:
        fields = (
            IntegerField(min_value=0, max_value=MOST_UNITS, required=False),
            forms.ChoiceField(choices=list(UNIT_NAMES.items())),
        )
        kwargs.setdefault("required", False)
        super().__init__(fields, widget=DurationWidget(), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[Any]) -> timedelta | None:
        """Return the entered number times its unit, None for an empty field."""
        if not data_list or not data_list[0]:
            return None
        found: timedelta = data_list[0] * UNITS[data_list[1] or "days"]
        return found
