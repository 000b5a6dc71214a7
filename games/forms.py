"""Forms of games. The rules of Go are not checked here."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import TimeOfDaySelect, TimeZoneSelect, time_zone_choices
from foundation.number_fields import IntegerField
from games.models import TimeSettings
from games.models.off_time import LEADS
from games.services import WeeklyOffTime
from wording import time_words

LARGEST_NUMBER = 1_000_000
POSITION_SALT = "games.position"
POSITION_SECONDS = 24 * 60 * 60


class StartVacationForm(forms.Form):
    """The form to start a vacation: its length in days, empty for all remaining vacation."""

    days = IntegerField(
        label=pgettext_lazy("label", "Vacation days"),
        min_value=1,
        max_value=365,
        required=False,
        help_text=_("Leave empty to use all your remaining vacation. You can end your vacation at any time."),
    )


class WeeklyOffTimeForm(forms.Form):
    """The form with the weekend and the nightly hours in which clocks stop, and their time zone."""

    zone = forms.ChoiceField(
        label=pgettext_lazy("label", "time zone"), choices=time_zone_choices, widget=TimeZoneSelect
    )
    weekend = forms.TypedMultipleChoiceField(
        label=pgettext_lazy("label", "Weekend"),
        coerce=int,
        choices=[(day + 1, name) for day, name in WEEKDAYS_ABBR.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Choose two days, or none."),
    )
    night_begin = forms.TimeField(label=_("Night starts at"), required=False, widget=TimeOfDaySelect)
    night_end = forms.TimeField(
        label=_("Night ends at"),
        required=False,
        widget=TimeOfDaySelect,
        help_text=_("Up to twelve hours. Choose “None” to keep your clocks running at night."),
    )

    @staticmethod
    def initial_of(row: TimeSettings) -> dict[str, Any]:
        """Return the initial values of the form from the player's time settings."""
        return {
            "zone": row.zone,
            "weekend": row.chosen_or_usual_weekend,
            "night_begin": row.night_begin,
            "night_end": row.night_end,
        }

    def clean(self) -> dict[str, Any]:
        """Return the checked data. Adds an error to the form if the night has only a beginning or only an end."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if (data.get("night_begin") is None) != (data.get("night_end") is None):
            self.add_error("night_end", _("Enter both times, or neither."))
        return data

    def week(self) -> WeeklyOffTime:
        """Return the chosen weekend, night and time zone of a valid form, as `set_weekly_off_time` takes them."""
        data = self.cleaned_data
        night = (data["night_begin"], data["night_end"])
        return WeeklyOffTime(data["zone"], data["weekend"], None if None in night else night)


class VacationAndReminderForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form with the settings for the automatic vacation and for reminders before a loss on time."""

    reminders = forms.TypedMultipleChoiceField(
        label=_("Reminders before a loss on time"),
        coerce=int,
        choices=lambda: [(hours, time_words.duration_in_full(timedelta(hours=hours))) for hours in LEADS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Choose at most three reminders."),
    )

    class Meta:
        model = TimeSettings
        fields = ("automatic_vacation",)
        labels = {
            "automatic_vacation": pgettext_lazy("label", "Automatic vacation"),
        }
        help_texts = {"automatic_vacation": _("Starts an hour before you would lose a game on time.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["reminders"] = self.instance.reminders
