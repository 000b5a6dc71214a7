"""The form for a game record to continue from."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.sgf_import import LARGEST
from foundation.number_fields import IntegerField
from wording.refusals import SGF_SENTENCES

MOST_MOVES_ASKED = 1_000_000


class SgfUploadForm(forms.Form):
    """Asks for a game record from which to continue."""

    file = forms.FileField(
        label=pgettext_lazy("label", "SGF file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".sgf"}),
        help_text=_("Choose a file or drop it here. Up to 1 MB."),
    )
    moves = IntegerField(
        label=_("Start after move number (optional)"),
        min_value=0,
        max_value=MOST_MOVES_ASKED,
        required=False,
        widget=forms.NumberInput(attrs={"class": "short"}),
        help_text=_("Leave empty for the last position of the main line."),
    )

    def clean_file(self) -> bytes:
        """Return the file's bytes. Raises ValidationError, before reading the file, if it is too large."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(str(SGF_SENTENCES["sgf_too_large"]))
        data: bytes = file.read()
        return data
