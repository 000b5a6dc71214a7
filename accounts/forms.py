"""Settings."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """Everything that can be set, on one page."""

    time_zone = forms.ChoiceField(label=_("Time zone"))

    class Meta:
        model = Player
        fields = ("language", "time_zone", "theme", "after_sending", "bio")
        widgets = {"bio": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = sorted(zone for zone in zoneinfo.available_timezones() if "/" in zone or zone == "UTC")
        self.fields["time_zone"].choices = [(zone, zone) for zone in zones]  # type: ignore[attr-defined]
