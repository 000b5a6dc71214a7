"""What people send about leagues, read strictly."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import player_named
from accounts.models import Player
from competitions.forms import ABOUT, HOW, WHO, TournamentForm
from competitions.models.log import LONGEST_REASON
from competitions.services.league_acts import LeagueAct, LeagueTold
from competitions.services.leagues import FACTORS, MONTHS, SIZES, LeaguePlan
from foundation.number_fields import IntegerField
from foundation.text import check_text

OWN = ("group_players", "up", "factor", "months", "free", "games_at_once", "begins_at")
NAMES = {"width": "size", "size": "group_players", "at_once": "games_at_once", "starts_at": "begins_at"}
"""Fields of a plan, and the fields here in which one says them."""
MONTH_NAMES = {1: _("a month"), 3: _("three months")}


class LeagueForm(TournamentForm):
    """A league: its groups and seasons, and the terms of its games."""

    group_players = forms.TypedChoiceField(
        label=_("Players of a group"), coerce=int, choices=[(n, n) for n in SIZES], initial=6
    )
    up = forms.TypedChoiceField(
        label=_("Who rise from each group"), coerce=int, choices=[(n, n) for n in range(1, 6)], initial=2,
        help_text=_("As many fall from the group above, so that the sizes stay."),
    )  # fmt: skip
    factor = forms.TypedChoiceField(
        label=_("Groups below each group"), coerce=int, choices=[(n, n) for n in FACTORS], initial=1
    )
    months = forms.TypedChoiceField(
        label=_("A season lasts"), coerce=int, choices=[(n, MONTH_NAMES[n]) for n in MONTHS], initial=3
    )
    free = forms.BooleanField(
        label=_("Free pairing"), required=False,
        help_text=_(
            "Players of a group challenge each other, at most twice: a win gives 2 points, a loss 0.5. "
            "Without this everybody plays everybody."
        ),
    )  # fmt: skip
    games_at_once = IntegerField(
        label=_("Simultaneous games"), min_value=0, max_value=9, initial=0,
        help_text=_("So many at a time, the next when one ends. 0 starts all of them together."),
    )  # fmt: skip
    begins_at = forms.DateTimeField(
        label=_("Start of the first season (UTC)"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Or as soon after it as there are four players. Empty: when you start it."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (*HOW, *WHO):
            self.fields.pop(name, None)
        self.fields["name"].label = _("Name of the league")
        if "club" in self.fields:
            self.fields["club"].help_text = _("A league of a club is for its members only.")

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page asks for them, under their headings."""
        rest = [name for name in self.fields if name not in (*ABOUT, *OWN, *self.clock_parts)]
        named = [(_("League"), ABOUT), (_("Groups and seasons"), OWN), (_("Games"), rest)]
        return [(str(title), [self[name] for name in names if name in self.fields]) for title, names in named]

    def clean_begins_at(self) -> Any:
        """In UTC, whatever the reader's zone."""
        found = self.cleaned_data["begins_at"]
        return None if found is None else found.replace(tzinfo=UTC)

    def league_plan(self) -> LeaguePlan:
        """What the league is to be."""
        decided = {"private": False, "teaching": False, "handicap": 0, "color": "random"}
        data = self.cleaned_data = {**decided, **self.cleaned_data}
        own = {name: data[name] for name in ("name", "about", "up", "factor", "months", "free")}
        return LeaguePlan(
            **own, size=data["group_players"], at_once=data["games_at_once"] or 0, starts_at=data["begins_at"],
            terms=self.terms(), club=data.get("club"),
        )  # fmt: skip


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

    def told(self) -> LeagueTold:
        """What it is told."""
        return LeagueTold(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
