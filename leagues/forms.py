"""Strictly validated forms of leagues."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from foundation.options import adds_option_fields
from foundation.text import check_text
from leagues.models import LeagueOptions
from leagues.services.acts import LeagueDirectorAct, LeagueDirectorActInput
from leagues.services.leagues import LeaguePlan
from tournaments.event_forms import EventForm, EventPreset
from tournaments.models.log import LONGEST_REASON
from wording import words

ALIASES = {"size": "group_players"}


@adds_option_fields(LeagueOptions, aliases=ALIASES)
class LeagueForm(EventForm):
    """The form for a new league: its groups and seasons, and the terms of its games."""

    kinds, aliases = (LeagueOptions,), ALIASES
    cards = (
        EventPreset(
            "seasons", pgettext_lazy("card", "Four seasons a year"), _("groups of six, 19×19"),
            {"months": 3, "group_players": 6, "size": "19", "time": "days_3", "free": False},
        ),
        EventPreset(
            "monthly", pgettext_lazy("card", "Every month"), _("groups of five, 9×9"),
            {"months": 1, "group_players": 5, "up": 1, "size": "9", "time": "days_1", "free": False},
        ),
        EventPreset(
            "free", pgettext_lazy("field", "Free pairing"), _("groups of ten, players challenge each other"),
            {"months": 3, "group_players": 10, "size": "13", "time": "days_3", "free": True},
        ),
    )  # fmt: skip
    visible = ("name", "group_players", "up", "months", "size", "width", "height", "time")
    folds = (
        (_("Description and club"), ("about", "club")),
        (_("Groups and seasons"), ("factor", "free", "at_once", "starts_at")),
    )
    described = ("group_players", "up", "months", "free")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = pgettext_lazy("field", "League name")
        if "club" in self.fields:
            self.fields["club"].help_text = _("Only club members can join a club league.")

    def summary_sentences(self, values: dict[str, Any]) -> list[str]:
        """Return sentences that describe the groups and seasons."""
        if values["free"]:
            text = gettext("In groups of up to %(n)s, players challenge each other.")
        else:
            text = gettext("In groups of up to %(n)s, everyone plays everyone.")
        up = values["up"]
        rising = ngettext(
            "After a season of %(months)s, the top player in each group is promoted.",
            "After a season of %(months)s, the top %(up)s in each group are promoted.",
            up,
        )
        months = dict(LeagueOptions._meta.get_field("months").flatchoices)[values["months"]]
        return [
            text % {"n": words.localized_number(values["group_players"])},
            rising % {"months": months, "up": words.localized_number(up)},
        ]

    def plan(self) -> LeaguePlan:
        """Return the submitted terms and options, as create_league() takes them."""
        return LeaguePlan(**self.plan_arguments())


class MembershipActionForm(forms.Form):
    """The form of a player's action on their membership: join the league, leave it (with `resign`, also resign the
    games in progress), or say whether they play the next season."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "resign", "stay", "go")])


class LeagueChallengeForm(forms.Form):
    """The form that names the player to challenge, in a league with free pairing."""

    player = forms.CharField(max_length=30)

    def opponent(self) -> Player:
        """Return the challenged player. Raises NoSuchPlayer."""
        return get_player_by_name(self.cleaned_data["player"].strip())


class LeagueDirectorActForm(forms.Form):
    """The form of a league director's action, with the action's input."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in LeagueDirectorAct])
    player = forms.CharField(max_length=30, required=False)
    text = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])

    def act(self) -> LeagueDirectorAct:
        """Return the action that the director chose."""
        return LeagueDirectorAct(self.cleaned_data["do"])

    def act_input(self) -> LeagueDirectorActInput:
        """Return the submitted fields as the input of the action."""
        return LeagueDirectorActInput(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
