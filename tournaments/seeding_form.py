"""The form with which a director seeds players, strictly validated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.number_fields import IntegerField
from foundation.text import check_text
from tournaments.models import Entry
from tournaments.models.log import LONGEST_REASON
from tournaments.services.seeding import MOST_SEEDS, SeedOrder, seeded_among

BETWEEN = ","


class SeedingForm(forms.Form):
    """A seed number for each player: the smallest is the strongest, and an empty field means no seed. Gaps between
    numbers are allowed."""

    reason = forms.CharField(
        label=pgettext_lazy("of a decision", "Reason (public)"), max_length=LONGEST_REASON, validators=[check_text],
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )  # fmt: skip
    instead_of = forms.CharField(required=False, validators=[check_text], widget=forms.HiddenInput)

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        self.fields["instead_of"].initial = _join_names(one.player.username for one in seeded_among(entries))
        for entry in entries:
            self.fields[f"seed_{entry.pk}"] = IntegerField(
                label=entry.player.shown_name, min_value=1, max_value=MOST_SEEDS, required=False, initial=entry.seed,
                widget=forms.NumberInput(attrs={"class": "short"}),
            )  # fmt: skip

    def rows(self) -> list[tuple[Entry, forms.BoundField]]:
        """Return the entries with their fields."""
        return [(entry, self[f"seed_{entry.pk}"]) for entry in self.entries]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Raises ValidationError if two players have the same seed."""
        given = [number for number, _name in self._numbered_names()]
        if len(set(given)) != len(given):
            raise forms.ValidationError(_("Two players have the same seed. Give each player a different seed."))
        return self.cleaned_data

    def new_seed_order(self) -> SeedOrder:
        """Return the new seeding order, with the seeding that the page showed."""
        names = [name for _number, name in sorted(self._numbered_names())]
        return SeedOrder(names, [name for name in self.cleaned_data["instead_of"].split(BETWEEN) if name])

    def set_seen_names(self, names: Iterable[str]) -> None:
        """Store the names of the currently seeded players in the form, which sends them back, so that a concurrent
        change is detected."""
        self.data = dict(self.data.items()) | {"instead_of": _join_names(names)}

    def _numbered_names(self) -> list[tuple[int, str]]:
        found = ((self.cleaned_data.get(f"seed_{entry.pk}"), entry.player.username) for entry in self.entries)
        return [(number, name) for number, name in found if number is not None]


def _join_names(names: Iterable[str]) -> str:
    return BETWEEN.join(names)
