"""What forms send, read strictly. The rules of Go are not asked here."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import zones
from foundation.text import check_text
from games.models import TimeSettings
from games.services.asking import What
from games.services.lateness import MOST_DAYS
from games.services.referee import LEAST, MOST
from games.services.ruling import LONGEST_RULING
from games.terms import LONGEST_PAUSE
from games.words import COLOR_NAMES, RULING_NAMES
from rules import Color, Then

LARGEST_NUMBER = 1_000_000
POSITION_SALT = "games.position"
POSITION_SECONDS = 24 * 60 * 60


class ActionForm(forms.Form):
    """What every action of a game sends: the number that the page showed, and a key against doubling."""

    number = forms.IntegerField(min_value=0)
    key = forms.CharField(min_length=8, max_length=64)


class PlayForm(ActionForm):
    """A stone."""

    point = forms.CharField(max_length=3)


class PointsForm(ActionForm):
    """Handicap stones."""

    points = forms.CharField(max_length=4000)


class MarksForm(ActionForm):
    """The whole marking, and the stone tapped last; `only` marks its chain alone."""

    dead = forms.CharField(max_length=4000, required=False)
    point = forms.CharField(max_length=3, required=False)
    only = forms.BooleanField(required=False)


class ProposalForm(ActionForm):
    """The proposal that is answered."""

    proposal = forms.IntegerField(min_value=1)


class RejectForm(ProposalForm):
    """The answer no, what comes next, and why."""

    then = forms.ChoiceField(choices=[(then.value, then.value) for then in Then])
    reason = forms.CharField(max_length=500, required=False, validators=[check_text])


class AcceptForm(ProposalForm):
    """The answer yes; `confirmed` when the doubts were shown (R60)."""

    confirmed = forms.BooleanField(required=False)


class AnswerForm(ActionForm):
    """Yes or no."""

    allow = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class WithdrawForm(ActionForm):
    """Which request of one's own is withdrawn."""

    request = forms.ChoiceField(choices=[(what.value, what.value) for what in What])


class GrantForm(ActionForm):
    """More days for the opponent."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MOST_DAYS, initial=3)


class PauseForm(ActionForm):
    """For how long to pause; none ends a pause."""

    days = forms.IntegerField(
        label=_("Days from now"),
        min_value=0,
        max_value=LONGEST_PAUSE.days,
        initial=7,
        help_text=_("0 days end a pause at once."),
    )


class ChatForm(ActionForm):
    """A message; its length is the service's business."""

    text = forms.CharField(max_length=5000, required=False, strip=False)


class NoteForm(ActionForm):
    """A private note; empty deletes it. Its length is the service's business."""

    text = forms.CharField(max_length=20_000, required=False, strip=False)


def _reason() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_RULING,
        validators=[check_text],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Everybody who sees the game can read it."),
    )


class RulingForm(ActionForm):
    """What a moderator decides, and why."""

    ruling = forms.ChoiceField(label=_("Result"), choices=list(RULING_NAMES.items()))
    reason = _reason()


class MarkingForm(ActionForm):
    """Which stones a moderator says are dead, and why."""

    dead = forms.CharField(
        label=_("Dead stones"),
        max_length=4000,
        required=False,
        widget=forms.TextInput(attrs={"class": "ltr", "autocomplete": "off", "autocapitalize": "characters"}),
        help_text=_("Points such as K11, with spaces between them; or choose stones on the board."),
    )
    reason = _reason()


class ResumptionForm(ActionForm):
    """That play goes on, who moves first, and why."""

    first = forms.ChoiceField(
        label=_("Who moves first"),
        choices=[("", _("As the rules say")), *((color.letter, name) for color, name in COLOR_NAMES.items())],
        required=False,
    )
    reason = _reason()


class ClockForm(ActionForm):
    """How much time a moderator adds to whose clock, and why. `sides`: whose clock there is; both by default."""

    side = forms.ChoiceField(label=_("Clock of"))
    amount = forms.IntegerField(label=_("How much"), min_value=1, max_value=MOST // LEAST, initial=1)
    unit = forms.ChoiceField(
        label=_("Unit"), choices=[("days", _("days")), ("hours", _("hours")), ("minutes", _("minutes"))]
    )
    reason = _reason()

    def __init__(self, *args: Any, sides: Iterable[Color] = tuple(Color), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = [(color.letter, COLOR_NAMES[color]) for color in sides]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """With the time as a duration, `add`."""
        data: dict[str, Any] = super().clean() or {}
        if "amount" in data and "unit" in data:
            data["add"] = timedelta(**{data["unit"]: data["amount"]})
        return data


WEEKDAYS = {
    1: _("Monday"), 2: _("Tuesday"), 3: _("Wednesday"), 4: _("Thursday"), 5: _("Friday"), 6: _("Saturday"),
    7: _("Sunday"),
}  # fmt: skip


def _clock_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class VacationForm(forms.Form):
    """How long a vacation lasts."""

    days = forms.IntegerField(
        label=_("Days"),
        min_value=1,
        max_value=365,
        required=False,
        help_text=_("Leave it empty to stay away as long as your vacation lasts. You can come back any time."),
    )


class WeekForm(forms.Form):
    """The two days and the nightly hours that do not count, in a time zone."""

    zone = forms.ChoiceField(label=_("time zone"), choices=zones)
    weekend = forms.TypedMultipleChoiceField(
        label=_("Weekend"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Two days of your choice, or none."),
    )
    night_begin = forms.TimeField(label=_("Night from"), required=False, widget=_clock_input())
    night_end = forms.TimeField(
        label=_("Night until"), required=False, widget=_clock_input(), help_text=_("Twelve hours at most, or none.")
    )

    @staticmethod
    def initial_of(row: TimeSettings) -> dict[str, Any]:
        """What the form shows at first."""
        return {
            "zone": row.zone,
            "weekend": row.weekend,
            "night_begin": row.night_begin,
            "night_end": row.night_end,
        }

    def clean(self) -> dict[str, Any]:
        """A night has a begin and an end, or neither."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if (data.get("night_begin") is None) != (data.get("night_end") is None):
            self.add_error("night_end", _("Give both, or none."))
        return data

    def week(self) -> dict[str, Any]:
        """The week as the service takes it."""
        data = self.cleaned_data
        night = (data["night_begin"], data["night_end"])
        return {"zone": data["zone"], "weekend": data["weekend"], "night": None if None in night else night}


class TimeChoicesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Vacation by itself, and reminders."""

    class Meta:
        model = TimeSettings
        fields = ("automatic_vacation", "remind_day", "remind_hours", "remind_by_mail")
        labels = {
            "automatic_vacation": _("Start my vacation by itself an hour before I would lose a game on time"),
            "remind_day": _("Remind me 24 hours before"),
            "remind_hours": _("Remind me 6 hours before"),
            "remind_by_mail": _("By e-mail, too"),
        }
