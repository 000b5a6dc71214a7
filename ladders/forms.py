"""Strictly validated forms of ladders."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from foundation.number_fields import IntegerField
from foundation.options import adds_option_fields
from foundation.text import check_text
from ladders.models import LadderOptions
from ladders.services.ladders import MOST_PLACES, LadderPlan
from tournaments.event_forms import EventForm, EventPreset
from tournaments.models.log import LONGEST_REASON

ALIASES = {"by_rank": "joins_by_rank"}


@adds_option_fields(LadderOptions, aliases=ALIASES)
class LadderForm(EventForm):
    """A ladder: its name, how players join, and the terms of its games."""

    kinds, aliases = (LadderOptions,), ALIASES
    cards = (
        EventPreset(
            "long", pgettext_lazy("card", "Full board"), _("19×19, 3 days per move"), {"size": "19", "time": "days_3"}
        ),
        EventPreset(
            "short", pgettext_lazy("card", "Small board"), _("9×9, 1 day per move"), {"size": "9", "time": "days_1"}
        ),
        EventPreset(
            "calm", pgettext_lazy("card", "Easy-going"), _("13×13, a week per move"),
            {"size": "13", "time": "days_7", "joins_by_rank": True},
        ),
    )  # fmt: skip
    visible = ("name", "size", "width", "height", "time", "joins_by_rank")
    folds = ((_("Description and club"), ("about", "club")),)
    described = ("joins_by_rank",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = pgettext_lazy("of a form field", "Ladder name")

    def summary_sentences(self, values: dict[str, Any]) -> list[str]:
        """Return sentences on how players join and climb, for the summary of the form's values."""
        by_rank = values["joins_by_rank"]
        joining = gettext("New players start just below the last player of the same rank.")
        return [
            gettext("Players challenge players above them. A challenger who wins takes the opponent's place."),
            joining if by_rank else gettext("New players start at the bottom."),
        ]

    def plan(self) -> LadderPlan:
        """Return the submitted terms and options, as create_ladder() takes them."""
        return LadderPlan(**self.plan_arguments())


class LadderPlaceActionForm(forms.Form):
    """The action of a player on a ladder: join, leave, pause or end the pause."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "pause", "back")])


class CloseLadderForm(forms.Form):
    """Asks for the reason why a ladder is closed."""

    reason = forms.CharField(max_length=LONGEST_REASON, validators=[check_text])


class ChallengePlaceForm(forms.Form):
    """The player to challenge, and the place at which the challenger saw them."""

    player = forms.CharField(max_length=30)
    place = IntegerField(min_value=1, max_value=MOST_PLACES)

    def defender(self) -> Player:
        """Return the challenged player. Raises NoSuchPlayer."""
        return get_player_by_name(self.cleaned_data["player"].strip())
