"""Strictly validated forms of searches."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core import site
from accounts.models import Player
from automatch.matching_rules import MOST_GAMES, MOST_UP_OR_DOWN
from automatch.models import Handicap, SearchOptions
from automatch.services.making import CLOCKS, SearchPreferences, WidenablePreference
from foundation.options import adds_option_fields
from games.terms import OFFERED_SIZES, PRESETS
from ratings.standing import ratings_of
from rules import DEFAULT_RULE_SET
from wording import words
from wording.time_words import time_control_name

ANY = ("", pgettext_lazy("rank", "any"))
DAYS_PER_MOVE = 3
"""The number of time settings in days per move, which are the first ones of CLOCKS."""
NEWCOMER = "newcomer"
"""The query value with which the form suggests a first game against a person."""
USUAL = {"up": 3, "down": 3}
_FIRST_GAME = {"sizes": ["9"], "clocks": ["days_3", "days_7"], "up": "", "down": ""}


@adds_option_fields(SearchOptions, but=("handicap", "rule_set"))
class SearchForm(forms.Form):
    """The form for a new search."""

    sizes = forms.MultipleChoiceField(
        label=pgettext_lazy("of a search", "Board sizes"),
        choices=[(str(size), words.board_size_lazy(size, size)) for size in OFFERED_SIZES],
        widget=forms.CheckboxSelectMultiple,
        initial=["19"],
    )
    clocks = forms.MultipleChoiceField(
        label=pgettext_lazy("of a search", "Time controls"),
        widget=forms.CheckboxSelectMultiple,
        initial=["days_3"],
    )
    handicap = forms.ChoiceField(
        label=pgettext_lazy("label", "Handicap"),
        choices=Handicap.choices,
        widget=forms.RadioSelect,
        initial=Handicap.NO,
    )
    rule_set = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"), initial=lambda: site.default_rule_set_key(DEFAULT_RULE_SET)
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ranks = [ANY, *((n, words.localized_number(n)) for n in range(MOST_UP_OR_DOWN + 1))]
        choices: dict[str, list[Any]] = {
            "clocks": [(key, time_control_name(PRESETS[key])) for key in CLOCKS],
            "rule_set": words.RULE_SET_CHOICES,
            "games": [(n, words.localized_number(n)) for n in range(1, MOST_GAMES + 1)],
            "up": ranks,
            "down": ranks,
        }
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]

    @property
    def clocks_in_days(self) -> Any:
        """Return the checkboxes of the time settings in days per move."""
        return self["clocks"][:DAYS_PER_MOVE]

    @property
    def other_clocks(self) -> Any:
        """Return the checkboxes for the time settings other than days per move."""
        return self["clocks"][DAYS_PER_MOVE:]

    @property
    def has_other_clock(self) -> bool:
        """Return whether a time setting other than days per move is chosen."""
        return not set(self["clocks"].value() or ()) <= set(CLOCKS[:DAYS_PER_MOVE])

    def preferences(self) -> SearchPreferences:
        """Return the chosen preferences of a valid form, as `create_search` takes them."""
        return SearchPreferences(**{**self.cleaned_data, "sizes": [int(size) for size in self.cleaned_data["sizes"]]})


def initial_values(query: QueryDict, player: Player) -> dict[str, Any]:
    """Return the form's initial values. Opponents are at most three ranks stronger or weaker, or of any rank if the
    player has never been rated. With `?for=newcomer`, the values are those for a first game. The player's ratings must
    be loaded."""
    ranks = USUAL if ratings_of(player) else {"up": "", "down": ""}
    return {**ranks, **(_FIRST_GAME if query.get("for") == NEWCOMER else {})}


class SearchActionForm(forms.Form):
    """The action on a search: cancel it, or widen it in one way."""

    do = forms.ChoiceField(choices=[("cancel", ""), ("widen", "")])
    what = forms.ChoiceField(choices=[(what.value, "") for what in WidenablePreference], required=False)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Raises ValidationError for the action "widen" without the way to widen."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("do") == "widen" and not data.get("what"):
            raise forms.ValidationError(_("Choose what you want to do."))
        return data
