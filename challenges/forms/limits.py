"""Who may accept an offer, as its form asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.limits import MOST_GAMES, Limits, SameOpponent
from ratings.ranks import STRONGEST, WEAKEST, Rank
from wording import words

SPANS = (1, 2, 3, 5, 9)
ANY = ("", pgettext_lazy("rank", "any"))
RANKS = [
    ANY,
    *((str(steps), str(Rank(steps))) for steps in range(WEAKEST, STRONGEST + 1)),
]
LIMITS = ("rank_span", "lowest_rank", "highest_rank", "established", "same_opponent", "games")


def limits_written(values: Mapping[str, Any]) -> Limits:
    """The limits in a form as it stands, to be said; what is no answer is none."""

    def whole(name: str) -> int | None:
        text = str(values.get(name) if values.get(name) is not None else "")
        return int(text) if text.isdecimal() and len(text) < 3 else None

    lowest, highest, games = whole("lowest_rank"), whole("highest_rank"), whole("games") or 1
    known = values.get("same_opponent") in SameOpponent.values
    return Limits(
        lowest=None if lowest is None else Rank(min(lowest, STRONGEST)),
        highest=None if highest is None else Rank(min(highest, STRONGEST)),
        span=whole("rank_span"),
        established=bool(values.get("established")),
        same_opponent=str(values["same_opponent"]) if known else SameOpponent.ALWAYS,
        games=min(games, MOST_GAMES),
    )


class LimitFields(forms.Form):
    """Ranks, opponents of before, and how many games; for open offers and for links."""

    rank_span = forms.TypedChoiceField(
        label=_("Opponents near my rank"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Counted from your rank as it is when somebody accepts."),
    )
    lowest_rank = forms.TypedChoiceField(
        label=_("From rank"), coerce=int, empty_value=None, required=False, choices=RANKS
    )
    highest_rank = forms.TypedChoiceField(
        label=_("Up to rank"), coerce=int, empty_value=None, required=False, choices=RANKS
    )
    established = forms.BooleanField(
        label=_("Only players with an established rank"),
        required=False,
        help_text=_("One without a question mark: the player has enough rated games."),
    )
    same_opponent = forms.ChoiceField(
        label=_("The same opponent again"),
        choices=SameOpponent.choices,
        initial=SameOpponent.ALWAYS,
        required=False,
    )
    games = forms.TypedChoiceField(
        label=_("Games from this offer"),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]
        choices=[(n, n) for n in range(1, MOST_GAMES + 1)],
        initial=1,
        required=False,
        help_text=_("That many different players can accept it, each once."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rank_span"].choices = [  # type: ignore[attr-defined]
            ANY,
            *((n, f"±{words.number(n)}") for n in SPANS),
        ]

    def clean(self) -> dict[str, Any]:
        """Either near one's own rank or from one rank to another, and these in their order."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        lowest, highest = data.get("lowest_rank"), data.get("highest_rank")
        if data.get("rank_span") is not None and (lowest, highest) != (None, None):
            self.add_error("rank_span", _("Choose ranks near yours, or from one rank to another, not both."))
        if lowest is not None and highest is not None and highest < lowest:
            self.add_error("highest_rank", _("This rank is below the first one."))
        return data

    def limits(self) -> Limits:
        """The limits as the service takes them; none where one player is asked, or the computer."""
        data = self.cleaned_data
        if data.get("opponent_kind") not in ("anyone", "link"):
            return Limits()
        lowest, highest = data["lowest_rank"], data["highest_rank"]
        return Limits(
            lowest=None if lowest is None else Rank(lowest),
            highest=None if highest is None else Rank(highest),
            span=data["rank_span"],
            established=data["established"],
            same_opponent=data["same_opponent"] or SameOpponent.ALWAYS,
            games=data["games"],
        )
