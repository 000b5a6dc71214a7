"""What the forms about programs send."""

from __future__ import annotations

from django import forms
from django.utils.translation import pgettext_lazy

from programs.models.webhook import LONGEST_ADDRESS


class WebhookForm(forms.Form):
    """Where to send events."""

    url = forms.CharField(
        label=pgettext_lazy("label", "Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"dir": "ltr", "placeholder": "https://"}),
    )
