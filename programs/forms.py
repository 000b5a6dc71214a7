"""Forms about programs."""

from __future__ import annotations

from django import forms
from django.utils.translation import pgettext_lazy

from programs.models.webhook import LONGEST_ADDRESS


class WebhookForm(forms.Form):
    """The form that asks for the URL to which events are sent."""

    url = forms.CharField(
        label=pgettext_lazy("label", "Address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.URLInput(attrs={"dir": "ltr", "placeholder": "https://"}),
    )
