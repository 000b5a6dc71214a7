"""What people send about leagues, read strictly."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import player_named
from accounts.models import Player
from foundation.options import asks_for
from foundation.text import check_text
from leagues.models import LeagueOptions
from leagues.services.acts import LeagueAct, LeagueActInput
from leagues.services.leagues import LeaguePlan
from tournaments.event_forms import ABOUT, EventForm
from tournaments.models.log import LONGEST_REASON

ALIASES = {"size": "group_players"}


@asks_for(LeagueOptions, aliases=ALIASES)
class LeagueForm(EventForm):
    """A league: its groups and seasons, and the terms of its games."""

    kinds, aliases = (LeagueOptions,), ALIASES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("League name")
        if "club" in self.fields:
            self.fields["club"].help_text = _("A club league is for its members only.")

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page asks for them, under their headings."""
        return self.grouped([(_("League"), ABOUT), (_("Groups and seasons"), self.names_of(LeagueOptions))])

    def plan(self) -> LeaguePlan:
        """What the league is to be."""
        return LeaguePlan(**self.asked())


class MembershipForm(forms.Form):
    """Joining and leaving a league, and whether one plays the next season."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "resign", "stay", "go")])


class LeagueChallengeForm(forms.Form):
    """Whom one challenges, with free pairing."""

    player = forms.CharField(max_length=30)

    def opponent(self) -> Player:
        """Who is challenged. Raises NoSuchPlayer."""
        return player_named(self.cleaned_data["player"].strip())


class LeagueActForm(forms.Form):
    """What a director of a league does, with what it is told."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in LeagueAct])
    player = forms.CharField(max_length=30, required=False)
    text = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])

    def act(self) -> LeagueAct:
        """Which act it is."""
        return LeagueAct(self.cleaned_data["do"])

    def act_input(self) -> LeagueActInput:
        """What it is told."""
        return LeagueActInput(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
