"""Strictly validated forms of classes."""

from __future__ import annotations

from allauth.account.forms import ResetPasswordKeyForm
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from classes.models import LONGEST_TEXT, Classroom
from classes.services.acts import ActInput, Doing
from classes.services.children import names_in
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


class ChildrenForm(forms.Form):
    """The names of children who get accounts."""

    names = forms.CharField(
        label=_("First names, one on each line, or a number"),
        help_text=_("Up to 40 children. Only you and the class see the names."),
        max_length=2000,
        validators=[check_text],
        widget=forms.Textarea({"rows": 8, "dir": "auto", "autocomplete": "off"}),
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def clean_names(self) -> list[str]:
        """Return the names, which may be empty if a number was entered."""
        return names_in(self.cleaned_data["names"])


class GuardianForm(forms.Form):
    """The e-mail address of a child's guardian."""

    email = forms.EmailField(label=pgettext_lazy("label", "E-mail address"), max_length=254)

    def clean_email(self) -> str:
        """Return the address in small letters, as all are stored."""
        return str(self.cleaned_data["email"]).lower()


class NewPasswordForm(ResetPasswordKeyForm):  # type: ignore[misc]
    """The password that a guardian chooses, twice."""


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
