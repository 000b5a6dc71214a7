"""What people send about team matches, read strictly."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.names import key_of
from competitions.forms import ABOUT, HOW, WHO, TournamentForm
from competitions.models.log import LONGEST_REASON
from competitions.models.play import RESULTS
from competitions.services.match_acts import MatchAct, MatchTold
from competitions.services.team_matches import BOARDS, ROUNDS, MatchPlan
from foundation.number_fields import IntegerField
from foundation.text import check_text

OWN = ("club", "guest", "boards", "match_rounds")
NAMES = {"width": "size", "rounds": "match_rounds"}
"""Fields of a plan, and the fields here in which one says them."""


class MatchForm(TournamentForm):
    """A challenge to another club, and the terms of the games."""

    guest = forms.CharField(label=_("Opposing club"), max_length=60, help_text=_("The name of the club."))
    boards = IntegerField(label=_("Boards"), min_value=min(BOARDS), max_value=max(BOARDS), initial=4)
    match_rounds = IntegerField(
        label=_("Rounds"), min_value=min(ROUNDS), max_value=max(ROUNDS), initial=1,
        help_text=_("Colours change from round to round, and captains may change the lineup."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (*HOW, *WHO, *(name for name in ABOUT if name != "club")):
            self.fields.pop(name, None)
        self.fields["club"].required = True
        self.fields["club"].choices = [choice for choice in self.fields["club"].choices if choice[0]]  # type: ignore[attr-defined]
        self.fields["club"].label, self.fields["club"].help_text = _("Your club"), ""

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page asks for them, under their headings."""
        rest = [name for name in self.fields if name not in (*OWN, *self.clock_parts)]
        named = [(_("Match"), OWN), (_("Games"), rest)]
        return [(str(title), [self[name] for name in names if name in self.fields]) for title, names in named]

    def clean_guest(self) -> int:
        """The number of the club of this name."""
        found = Club.objects.open().filter(key=key_of(self.cleaned_data["guest"])).values_list("pk", flat=True).first()
        if found is None:
            raise forms.ValidationError(_("There is no club of this name."))
        return int(found)

    def match_plan(self) -> MatchPlan:
        """What the match is to be."""
        decided = {"private": False, "teaching": False, "handicap": 0, "color": "random"}
        data = self.cleaned_data = {**decided, **self.cleaned_data}
        return MatchPlan(
            club=data["club"], guest=data["guest"], boards=data["boards"], rounds=data["match_rounds"],
            terms=self.terms(),
        )  # fmt: skip


class MatchPlaceForm(forms.Form):
    """Whether one plays for one's club."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("play", "refuse")])


class MatchActForm(forms.Form):
    """What captains and moderators do in a match, with what it is told."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in MatchAct])
    player = forms.CharField(max_length=30, required=False)
    side = forms.ChoiceField(choices=[("", ""), ("home", "home"), ("away", "away")], required=False)
    round = IntegerField(min_value=1, max_value=max(ROUNDS), required=False)
    board = IntegerField(min_value=1, max_value=max(BOARDS), required=False)
    result = forms.ChoiceField(choices=[("", ""), *((one.value, one.value) for one in RESULTS)], required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])

    def act(self) -> MatchAct:
        """Which act it is."""
        return MatchAct(self.cleaned_data["do"])

    def told(self, players: list[str]) -> MatchTold:
        """What it is told; `players` from the top board down."""
        data = self.cleaned_data
        texts = {name: data[name] for name in ("player", "side", "result", "reason")}
        return MatchTold(players=tuple(players), round=data["round"] or 0, board=data["board"] or 0, **texts)
