"""Strictly validated forms of leagues."""

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
from tournaments.event_forms import EventForm, Group
from tournaments.event_presets import LEAGUES
from tournaments.models.log import LONGEST_REASON

ALIASES = {"size": "group_players"}


@asks_for(LeagueOptions, aliases=ALIASES)
class LeagueForm(EventForm):
    """A league: its groups and seasons, and the terms of its games."""

    kinds, aliases, presets = (LeagueOptions,), ALIASES, LEAGUES
    main = ("name", "club", "group_players", "months", "starts_at", "size", "time")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("League name")
        if "club" in self.fields:
            self.fields["club"].help_text = _("A club league is for its members only.")

    def groups(self) -> list[Group]:
        """Return the folded fields by subject."""
        return self.grouped([(_("Groups and seasons"), self.names_of(LeagueOptions))])

    def plan(self) -> LeaguePlan:
        """Return the plan of the league."""
        return LeaguePlan(**self.asked())


class MembershipForm(forms.Form):
    """Joining and leaving a league, and whether one plays the next season."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "resign", "stay", "go")])


class LeagueChallengeForm(forms.Form):
    """The player to challenge, with free pairing."""

    player = forms.CharField(max_length=30)

    def opponent(self) -> Player:
        """Return the challenged player. Raises NoSuchPlayer."""
        return player_named(self.cleaned_data["player"].strip())


class LeagueActForm(forms.Form):
    """A league director's act with its input."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in LeagueAct])
    player = forms.CharField(max_length=30, required=False)
    text = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])

    def act(self) -> LeagueAct:
        """Return the act."""
        return LeagueAct(self.cleaned_data["do"])

    def act_input(self) -> LeagueActInput:
        """Return the input of the act."""
        return LeagueActInput(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
