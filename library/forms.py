"""The forms of the library."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.terms import OFFERED_SIZES
from library.services.listing import LONGEST_SEARCH, RecordSearch
from rules.sgf.text import ascii_digits
from wording.words import RULE_SET_NAMES, board_size_lazy

BAD_DATE = _("Enter a date such as 2019, 2019-03 or 2019-03-04.")

_DATE = re.compile("([0-9]{4})(?:-(0?[1-9]|1[0-2])(?:-(0?[1-9]|[12][0-9]|3[01]))?)?")
"""A date without a check of the month's length: the last day of any month can be written as 31."""


class _PartialDateField(forms.CharField):
    """Asks for a date, which can be without the day or the month."""

    def to_python(self, value: Any) -> str:
        """Return the ISO date, or "" for an empty value. Raises ValidationError."""
        text = ascii_digits(super().to_python(value) or "")
        found = _DATE.fullmatch(text)
        if text and found is None:
            raise forms.ValidationError(BAD_DATE, code="invalid")
        return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""


class RecordSearchForm(forms.Form):
    """Asks for the conditions of a search in a library. Its fields are those of RecordSearch."""

    player = forms.CharField(label=pgettext_lazy("label", "Player"), max_length=LONGEST_SEARCH, required=False)
    event = forms.CharField(label=pgettext_lazy("label", "Event"), max_length=LONGEST_SEARCH, required=False)
    since = _PartialDateField(label=pgettext_lazy("label", "Played from"), required=False)
    until = _PartialDateField(label=pgettext_lazy("label", "Played until"), required=False)
    size = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Board"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", pgettext_lazy("option", "all")), *((str(n), board_size_lazy(n, n)) for n in OFFERED_SIZES)],
    )
    rules = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"),
        required=False,
        choices=[("", pgettext_lazy("option", "all")), *RULE_SET_NAMES.items()],
    )
    folder = forms.CharField(max_length=LONGEST_SEARCH, required=False, widget=forms.HiddenInput)
    tag = forms.CharField(max_length=LONGEST_SEARCH, required=False, widget=forms.HiddenInput)

    def search(self) -> RecordSearch:
        """Return the entered search. If the input is not valid, return a search without conditions, which finds all
        records."""
        return RecordSearch(**self.cleaned_data) if self.is_valid() else RecordSearch()
