"""Strictly validated forms of classes."""

from __future__ import annotations

from base64 import b64decode, b64encode
from contextlib import suppress
from typing import Any

from allauth.account.forms import ResetPasswordKeyForm
from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core import site
from challenges.forms.offers import USUAL_LEVEL
from challenges.forms.records import SgfUploadForm
from challenges.server_bots import LEVELS
from classes.models import LONGEST_TEXT, Classroom, HomeworkPosition
from classes.services.acts import TeacherAct, TeacherActInput
from classes.services.children import parse_names
from classes.services.founding import ClassDetails
from classes.services.positions import PositionSource, PositionToAssign
from foundation.number_fields import DecimalField, IntegerField
from foundation.text import check_text
from rules import DEFAULT_RULE_SET, Color
from wording import words


class ClassForm(forms.ModelForm):  # type: ignore[type-arg]
    """A class's name and description."""

    class Meta:
        model = Classroom
        fields = ("name", "about")
        widgets = {"about": forms.Textarea(attrs={"rows": 4, "dir": "auto"})}

    def details(self) -> ClassDetails:
        """Return the name and the description as ClassDetails, which services take."""
        return ClassDetails(self.cleaned_data["name"], self.cleaned_data["about"])


class CreateChildAccountsForm(forms.Form):
    """The names of children who get accounts."""

    names = forms.CharField(
        label=_("First names, one per line"),
        help_text=_("Up to 40 children. For accounts without names, enter only their number, such as 12."),
        max_length=2000,
        validators=[check_text],
        widget=forms.Textarea({"rows": 6, "dir": "auto", "autocomplete": "off", "placeholder": "Aino\nLeo\nSara"}),
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def clean_names(self) -> list[str]:
        """Return the names, which may be empty if a number was entered."""
        return parse_names(self.cleaned_data["names"])


class GuardianEmailForm(forms.Form):
    """The e-mail address of a child's guardian."""

    email = forms.EmailField(label=pgettext_lazy("label", "E-mail address"), max_length=254)

    def clean_email(self) -> str:
        """Return the address in lower case, in which addresses are stored."""
        return str(self.cleaned_data["email"]).lower()


class GuardianPasswordForm(ResetPasswordKeyForm):  # type: ignore[misc]
    """The password that a guardian chooses, twice."""


class TeacherActForm(forms.Form):
    """A teacher's action with its input."""

    do = forms.ChoiceField(choices=[(one.value, one.value) for one in TeacherAct])
    player = forms.CharField(max_length=30, required=False)
    text = forms.CharField(max_length=LONGEST_TEXT, required=False, validators=[check_text])
    item = forms.SlugField(max_length=40, required=False)
    due = forms.DateField(required=False)

    def act_input(self) -> TeacherActInput:
        """Return the input of the teacher's action as TeacherActInput."""
        return TeacherActInput(**{name: value for name, value in self.cleaned_data.items() if name != "do"})


MOST_KEPT = 40_000
"""The size of a file, in bytes, that still fits into the form as text (DATA_UPLOAD_MAX_MEMORY_SIZE)."""


class HomeworkPositionForm(SgfUploadForm, forms.ModelForm):  # type: ignore[type-arg]
    """A position as homework: from an SGF file, a game or a drawing."""

    game = IntegerField(
        label=pgettext_lazy("label", "Finished game"), min_value=1, required=False,
        help_text=_("The number in the game page's URL."),
    )  # fmt: skip
    rows = forms.CharField(
        label=pgettext_lazy("label", "Typed position"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 9, "dir": "ltr", "class": "lines", "spellcheck": "false"}),
        help_text=_("One line for each row: . for an empty point, X for Black, O for White."),
    )
    first = forms.ChoiceField(
        label=pgettext_lazy("label", "Player to move"),
        required=False,
        help_text=_("If you typed the position, Black plays first unless you choose White."),
        choices=[
            ("", _("As in the file or game")),
            *((color.letter, words.COLOR_NAMES[color]) for color in (Color.BLACK, Color.WHITE)),
        ],
    )
    rule_set = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"),
        choices=words.RULE_SET_CHOICES,
        initial=lambda: site.default_rule_set_key(DEFAULT_RULE_SET),
    )
    due = forms.DateField(
        label=pgettext_lazy("homework", "Due date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    class Meta:
        model = HomeworkPosition
        fields = ("name", "rule_set", "komi", "level", "color")
        field_classes = {"komi": DecimalField}

    field_order = ("name", "file", "game", "rows", "moves", "first", "level", "color", "rule_set", "komi", "due")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["file"].required = False
        self.fields["moves"].help_text = _("A move number in the file or game. Leave empty for the last position.")
        level = pgettext_lazy("homework", "The computer, level %(n)s")
        levels = [(n, words.isolated(str(level), n=words.localized_number(n))) for n in range(1, LEVELS + 1)]
        self.fields["level"].choices = [*levels, ("", pgettext_lazy("homework", "A classmate"))]  # type: ignore[attr-defined]
        self.initial.setdefault("level", USUAL_LEVEL)
        self.order_fields(self.field_order)

    def clean_file(self) -> bytes:
        """Return the bytes of the uploaded file, or of the file kept from the preview, or b"" without a file. Raises
        ValidationError."""
        if self.cleaned_data["file"]:
            return super().clean_file()
        with suppress(ValueError):
            return b64decode(self.data.get("kept", ""), validate=True)
        return b""

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. A file that was kept from the preview is dropped if a game or a board was entered
        since."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.files.get("file") and (data.get("game") is not None or data.get("rows")):
            data["file"] = b""
        return data

    @property
    def kept(self) -> str:
        """Return the file of a validated form as base64 text, which a hidden field submits again after the preview.
        Return "" without a file, or if the file is too large."""
        data = self.cleaned_data.get("file", b"")
        return b64encode(data).decode() if len(data) <= MOST_KEPT else ""

    def position_to_assign(self) -> PositionToAssign:
        """Return the position from a valid form."""
        data = self.cleaned_data
        source = PositionSource(
            sgf=data["file"], game=data["game"], rows=data["rows"], moves=data["moves"], first=data["first"]
        )
        return PositionToAssign(source=source, **{name: data[name] for name in self.Meta.fields})
