"""Forms for accepting an offer: the terms as shown to the player, and a bid for the komi."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.services import ShownTerms
from foundation.number_fields import DecimalField, IntegerField
from games.terms import LARGEST_KOMI, SMALLEST_KOMI, ColorPreference

MOST_HANDICAP_SHOWN = 1_000_000


class ShownTermsForm(forms.Form):
    """The offer's terms as they were shown to the player who accepts."""

    handicap = IntegerField(min_value=0, max_value=MOST_HANDICAP_SHOWN, required=False)
    color = forms.ChoiceField(choices=ColorPreference.choices, required=False)
    komi = DecimalField(max_digits=4, decimal_places=1, required=False)

    def shown_terms(self) -> ShownTerms | None:
        """Return the submitted terms as ShownTerms, None if none were submitted."""
        handicap, color = self.cleaned_data["handicap"], self.cleaned_data["color"]
        return None if handicap is None or not color else ShownTerms(handicap, color, self.cleaned_data["komi"])


class KomiBidForm(forms.Form):
    """A bid for the komi, submitted on an offer's page."""

    komi = DecimalField(
        label=pgettext_lazy("label", "Komi"),
        min_value=SMALLEST_KOMI,
        max_value=LARGEST_KOMI,
        max_digits=4,
        decimal_places=1,
        error_messages={"required": _("Enter your komi bid.")},
    )

    def clean_komi(self) -> Decimal:
        """Return the komi. Raises ValidationError if it is not a whole or half number."""
        komi: Decimal = self.cleaned_data["komi"]
        if (komi * 2) % 1:
            raise forms.ValidationError(_("The komi must be a whole number or end in .5, such as 6.5."))
        return komi
