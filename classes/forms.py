"""Strictly validated forms of classes."""

from __future__ import annotations

from django import forms

from classes.models import LONGEST_TEXT, Classroom
from classes.services.acts import ActInput, Doing
from classes.services.founding import Details
from foundation.text import check_text


class ClassForm(forms.ModelForm):  # type: ignore[type-arg]
    """A class's name and description."""

    class Meta:
        model = Classroom
        fields = ("name", "about")

    def details(self) -> Details:
        """Return the texts of the class."""
        return Details(self.cleaned_data["name"], self.cleaned_data["about"])


class ActForm(forms.Form):
    """A teacher's act with its input."""

    do = forms.ChoiceField(choices=[(one.value, one.value) for one in Doing])
    player = forms.CharField(max_length=30, required=False)
    text = forms.CharField(max_length=LONGEST_TEXT, required=False, validators=[check_text])
    item = forms.SlugField(max_length=40, required=False)
    due = forms.DateField(required=False)

    def act_input(self) -> ActInput:
        """Return the input of the act."""
        return ActInput(**{name: value for name, value in self.cleaned_data.items() if name != "do"})
