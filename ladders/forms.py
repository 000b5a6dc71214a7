"""Strictly validated forms of ladders."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import pgettext_lazy

from accounts.core.lookup import player_named
from accounts.models import Player
from foundation.number_fields import IntegerField
from foundation.options import asks_for
from foundation.text import check_text
from ladders.models import LadderOptions
from ladders.services.ladders import MOST_PLACES, LadderPlan
from tournaments.event_forms import EventForm
from tournaments.event_presets import LADDERS
from tournaments.models.log import LONGEST_REASON

ALIASES = {"by_rank": "joins_by_rank"}


@asks_for(LadderOptions, aliases=ALIASES)
class LadderForm(EventForm):
    """A ladder: its name, how players join, and the terms of its games."""

    kinds, aliases, presets = (LadderOptions,), ALIASES, LADDERS
    main = ("name", "club", "joins_by_rank", "size", "time")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = pgettext_lazy("label", "Ladder name")

    def plan(self) -> LadderPlan:
        """Return the plan of the ladder."""
        return LadderPlan(**self.asked())


class RungForm(forms.Form):
    """Joining and leaving a ladder, pausing and coming back."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "pause", "back")])


class CloseLadderForm(forms.Form):
    """The reason to close a ladder."""

    reason = forms.CharField(max_length=LONGEST_REASON, validators=[check_text])


class ChallengeRungForm(forms.Form):
    """The player to challenge, and the place where the challenger saw them."""

    player = forms.CharField(max_length=30)
    place = IntegerField(min_value=1, max_value=MOST_PLACES)

    def defender(self) -> Player:
        """Return the challenged player. Raises NoSuchPlayer."""
        return player_named(self.cleaned_data["player"].strip())
