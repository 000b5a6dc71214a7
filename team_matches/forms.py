"""Strictly validated forms of team matches."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from clubs.models import Club
from clubs.names import lookalike_key
from foundation.number_fields import IntegerField
from foundation.options import adds_option_fields
from foundation.text import check_text
from team_matches.models import BOARDS, ROUNDS, MatchOptions
from team_matches.services.acts import MatchAct, MatchActInput
from team_matches.services.team_matches import TeamMatchPlan
from tournaments.event_forms import EventForm
from tournaments.models.log import LONGEST_REASON
from tournaments.models.play import RESULTS
from wording import words


@adds_option_fields(MatchOptions)
class ChallengeClubForm(EventForm):
    """A challenge to another club, and the terms of the games."""

    guest = forms.CharField(
        label=pgettext_lazy("label", "Opposing club"), max_length=60, help_text=_("Enter the name of an opposing club.")
    )

    kinds = (MatchOptions,)
    visible = ("club", "guest", "boards", "rounds", "size", "width", "height", "time")
    described = ("boards", "rounds")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["name"], self.fields["about"]
        club: Any = self.fields["club"]
        club.label, club.help_text, club.required = pgettext_lazy("label", "Your club"), "", True
        club.choices = [choice for choice in club.choices if choice[0]]

    def summary_sentences(self, values: dict[str, Any]) -> list[str]:
        """Return a sentence on the size of the match."""
        boards, rounds = words.localized_number(values["boards"]), values["rounds"]
        text = ngettext("%(boards)s boards, %(n)s round.", "%(boards)s boards, %(n)s rounds.", rounds)
        return [text % {"boards": boards, "n": words.localized_number(rounds)}]

    def clean_guest(self) -> int:
        """Return the id of the club with this name. Raises ValidationError if there is no such club."""
        found = (
            Club.objects.open()
            .filter(key=lookalike_key(self.cleaned_data["guest"]))
            .values_list("pk", flat=True)
            .first()
        )
        if found is None:
            raise forms.ValidationError(_("Club not found. Check the name."))
        return int(found)

    def plan(self) -> TeamMatchPlan:
        """Return the submitted terms and options, as challenge_club() takes them."""
        return TeamMatchPlan(**self.plan_arguments(), guest=self.cleaned_data["guest"])


class AvailabilityForm(forms.Form):
    """The form in which a player answers whether they will play for their club."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("play", "refuse")])


class MatchActForm(forms.Form):
    """A captain's or moderator's action with its input."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in MatchAct])
    player = forms.CharField(max_length=30, required=False)
    side = forms.ChoiceField(choices=[("", ""), ("home", "home"), ("away", "away")], required=False)
    round = IntegerField(min_value=1, max_value=max(ROUNDS), required=False)
    board = IntegerField(min_value=1, max_value=max(BOARDS), required=False)
    result = forms.ChoiceField(choices=[("", ""), *((one.value, one.value) for one in RESULTS)], required=False)
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])

    def act(self) -> MatchAct:
        """Return the chosen action."""
        return MatchAct(self.cleaned_data["do"])

    def act_input(self, players: list[str]) -> MatchActInput:
        """Return the submitted fields as the input of the action. `players` are the names in the lineup, from the top
        board down."""
        data = self.cleaned_data
        texts = {name: data[name] for name in ("player", "side", "result", "reason")}
        return MatchActInput(players=tuple(players), round=data["round"] or 0, board=data["board"] or 0, **texts)
