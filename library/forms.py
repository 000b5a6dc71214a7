"""The forms of the library."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.terms import OFFERED_SIZES
from library.services.listing import LONGEST_SEARCH, RecordSearch
from wording.words import RULE_SET_NAMES, board_size_lazy

DATE = r"^\d{4}(-\d{2}(-\d{2})?)?$"
BAD_DATE = _("Enter a date such as 2019, 2019-03 or 2019-03-04.")


class SearchForm(forms.Form):
    """Asks for the conditions of a search in a library. Its fields are those of RecordSearch."""

    player = forms.CharField(label=pgettext_lazy("label", "Player"), max_length=LONGEST_SEARCH, required=False)
    event = forms.CharField(label=pgettext_lazy("label", "Event"), max_length=LONGEST_SEARCH, required=False)
    since = forms.RegexField(
        DATE, label=pgettext_lazy("label", "Played from"), required=False, error_messages={"invalid": BAD_DATE}
    )
    until = forms.RegexField(
        DATE, label=pgettext_lazy("label", "Played until"), required=False, error_messages={"invalid": BAD_DATE}
    )
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
