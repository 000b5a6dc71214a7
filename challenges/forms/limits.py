"""The form fields about who may accept an offer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.limits import MOST_GAMES, LimitOptions, OpponentLimits, SameOpponent, SimulStart, limits_from_mapping
from foundation.options import adds_option_fields, option_names
from ratings.ranks import STRONGEST
from wording import words

SPANS = (1, 2, 3, 5, 9)
ANY = ("", pgettext_lazy("rank", "any"))
LIMITS = option_names(LimitOptions)


def limits_from_raw_values(values: Mapping[str, Any]) -> OpponentLimits:
    """Return the limits in the raw values of a form that was not validated, for display. Invalid values count as no
    limit."""

    def whole(name: str) -> int | None:
        text = str(values.get(name) if values.get(name) is not None else "")
        return int(text) if text.isdecimal() and len(text) < 3 else None

    ranks = {
        name: min(rank, STRONGEST) for name in ("lowest_rank", "highest_rank") if (rank := whole(name)) is not None
    }
    known = values.get("same_opponent") in SameOpponent.values
    return limits_from_mapping(
        {
            **values,
            "lowest_rank": ranks.get("lowest_rank"),
            "highest_rank": ranks.get("highest_rank"),
            "rank_span": whole("rank_span"),
            "established": bool(values.get("established")),
            "same_opponent": str(values["same_opponent"]) if known else SameOpponent.ALWAYS,
            "games": min(whole("games") or 1, MOST_GAMES),
            "simul_places": whole("simul_places"),
            "simul_starts": SimulStart.HOST,
        }
    )


@adds_option_fields(LimitOptions, but=("rank_span",))
class LimitFields(forms.Form):
    """Fields for ranks, previous opponents and the number of games, for open offers and private links."""

    rank_span = forms.TypedChoiceField(
        label=_("Opponents near my rank"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("Based on your rank when someone accepts."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in LIMITS:
            self.fields[name].required = False
        self.fields["rank_span"].choices = [  # type: ignore[attr-defined]
            ANY,
            *((n, f"±{words.localized_number(n)}") for n in SPANS),
        ]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Add a form error if the creator gives both a span around their rank and a range of
        ranks, or if the range is not in order."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        lowest, highest = data.get("lowest_rank"), data.get("highest_rank")
        if data.get("rank_span") is not None and (lowest, highest) != (None, None):
            self.add_error("rank_span", _("Choose either ranks near yours or a rank range, not both."))
        if lowest is not None and highest is not None and highest < lowest:
            self.add_error("highest_rank", _("The highest rank must not be below the lowest."))
        return data

    def limits(self) -> OpponentLimits:
        """Return the chosen limits of a valid form. An offer to one player or to a bot has no limits."""
        data = self.cleaned_data
        if data.get("opponent_kind") not in ("anyone", "link"):
            return OpponentLimits()
        usual = {
            "same_opponent": data["same_opponent"] or SameOpponent.ALWAYS,
            "games": data["games"] or 1,
            "simul_starts": data["simul_starts"] or SimulStart.HOST,
        }
        return limits_from_mapping({**data, **usual})
