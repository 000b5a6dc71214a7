"""The notification settings as one form, with a row for each kind of notification and a column for each channel. Below
them are the contents and times of e-mails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time
from typing import Any

from django import forms
from django.db import models
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import TimeOfDaySelect
from notifications.kinds import LABELS, Channel, EmailTiming, NoticeGroup
from notifications.models import EmailDetail, QuietHoursChoice
from notifications.preferences import NoticePreferences, replies_are_received

CHANNELS = {
    Channel.BELL: pgettext_lazy("column", "Bell"),
    Channel.EMAIL: pgettext_lazy("column", "E-mail"),
    Channel.PUSH: pgettext_lazy("column", "Push"),
    Channel.SOUND: pgettext_lazy("column", "Sound"),
}
EMAIL_TIMINGS = [
    (EmailTiming.NOW, pgettext_lazy("e-mails", "Immediately")),
    (EmailTiming.HOURLY, pgettext_lazy("e-mails", "Hourly")),
    (EmailTiming.DAILY, pgettext_lazy("e-mails", "Daily")),
    (EmailTiming.OFF, pgettext_lazy("e-mails", "Never")),
]
"""The options of the column of e-mails, which must fit a phone."""


def _capitalized_choices(options: type[models.TextChoices]) -> list[tuple[str, str]]:
    """Return the values and labels of the options, each label with a capital letter like all other labels of the
    form."""
    return [(value, capfirst(label)) for value, label in options.choices]


@dataclass(frozen=True, slots=True)
class NotificationKindRow:
    """A kind of notification, with its fields in the order of CHANNELS."""

    kind: NoticeGroup
    label: Promise
    cells: list[forms.BoundField]


class NoticesForm(forms.Form):
    """The form with all notification settings of a player."""

    level = forms.ChoiceField(
        label=pgettext_lazy("label", "E-mail content"),
        choices=_capitalized_choices(EmailDetail),
        widget=forms.RadioSelect,
    )
    daily_at = forms.TypedChoiceField(
        label=_("Daily e-mail time"), coerce=int, choices=[(hour, f"{hour:02}:00") for hour in range(24)]
    )
    quiet = forms.ChoiceField(
        label=pgettext_lazy("label", "Quiet hours"),
        choices=_capitalized_choices(QuietHoursChoice),
        widget=forms.RadioSelect,
        help_text=_("No e-mails or push notifications during these hours, unless you have less than six hours left "
                    "to move."),
    )  # fmt: skip
    play_by_link = forms.BooleanField(
        label=_("Play using links in e-mails"), required=False,
        help_text=_(
            "E-mails about your turn include a link to play that one move without signing in. Anyone you forward "
            "the e-mail to can use the link."
        ),
    )  # fmt: skip
    play_by_reply = forms.BooleanField(
        label=_("Play by replying to e-mails"), required=False,
        help_text=_(
            "Reply from your confirmed address. The first line must be a point (K10), “pass”, “resign”, or “accept” "
            "with the proposal number."
        ),
    )  # fmt: skip
    quiet_begin = forms.TimeField(label=pgettext_lazy("label", "From"), required=False, widget=TimeOfDaySelect)
    quiet_end = forms.TimeField(label=pgettext_lazy("label", "Until"), required=False, widget=TimeOfDaySelect)

    def __init__(self, *args: Any, preferences: NoticePreferences, **kwargs: Any) -> None:
        row = preferences.settings
        kwargs["initial"] = {
            **{
                _field_name(kind, channel): _initial_value(preferences, kind, channel)
                for kind in NoticeGroup for channel in Channel
            },
            "level": row.level, "daily_at": row.daily_at, "quiet": row.quiet, "play_by_link": row.play_by_link,
            "play_by_reply": row.play_by_reply,
            "quiet_begin": row.quiet_begin or time(22), "quiet_end": row.quiet_end or time(8),
        }  # fmt: skip
        super().__init__(*args, **kwargs)
        self.fields["play_by_reply"].disabled = not replies_are_received()
        for kind in NoticeGroup:
            for channel in Channel:
                self.fields[_field_name(kind, channel)] = _channel_field(channel)

    def rows(self) -> list[NotificationKindRow]:
        """Return a row for each kind of notification, with its fields."""
        return [
            NotificationKindRow(kind, LABELS[kind], [self[_field_name(kind, channel)] for channel in Channel])
            for kind in NoticeGroup
        ]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. An error is added if quiet hours have only a beginning or only an end, or if both
        are equal."""
        data: dict[str, Any] = super().clean() or {}
        begin, end = data.get("quiet_begin"), data.get("quiet_end")
        if data.get("quiet") == QuietHoursChoice.OWN and (begin is None or end is None or begin == end):
            self.add_error("quiet_end", _("Enter when your quiet hours begin and end."))
        return data

    def choices_by_kind(self) -> dict[str, dict[str, Any]]:
        """Return the chosen values by kind and channel, for `choosing.store_notice_choices`."""
        data = self.cleaned_data
        return {str(kind): {str(one): data[_field_name(kind, one)] for one in Channel} for kind in NoticeGroup}


def _field_name(kind: NoticeGroup, channel: Channel) -> str:
    return f"{kind}-{channel}"


def _initial_value(preferences: NoticePreferences, kind: NoticeGroup, channel: Channel) -> Any:
    return preferences.email_timing_of(kind) if channel is Channel.EMAIL else preferences.wants(kind, channel)


def _channel_field(channel: Channel) -> forms.Field:
    if channel is Channel.EMAIL:
        return forms.ChoiceField(label=CHANNELS[channel], choices=EMAIL_TIMINGS)
    return forms.BooleanField(label=CHANNELS[channel], required=False)
