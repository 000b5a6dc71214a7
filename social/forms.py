"""The form for a bulletin."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from social.models import Bulletin, BulletinText
from social.models.bulletins import FEWEST_ANSWERS, LONGEST_ANSWER, MOST_ANSWERS, non_empty_lines


class PublicationPeriodForm(forms.ModelForm):  # type: ignore[type-arg]
    """The beginning and the end of a bulletin's publication."""

    class Meta:
        model = Bulletin
        fields = ["begins", "ends"]
        widgets = {
            name: forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
            for name in ("begins", "ends")
        }

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error if the end is not after the beginning."""
        data = super().clean() or {}
        begins, ends = data.get("begins"), data.get("ends")
        if begins is not None and ends is not None and ends <= begins:
            self.add_error("ends", _("The end must be after the start."))
        return data


class BulletinTextForm(forms.ModelForm):  # type: ignore[type-arg]
    """A bulletin's text in one language."""

    class Meta:
        model = BulletinText
        fields = ["title", "text", "question", "answers"]
        widgets = {
            "title": forms.TextInput(attrs={"dir": "auto"}),
            "text": forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
            "question": forms.TextInput(attrs={"dir": "auto"}),
            "answers": forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        }
        help_texts = {"answers": _("Two to six options, one per line. Only needed if you ask a question.")}

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error if a poll has no valid options. Options without a question are
        removed."""
        data = super().clean() or {}
        lines = non_empty_lines(data.get("answers") or "")
        right = FEWEST_ANSWERS <= len(lines) <= MOST_ANSWERS and max(map(len, lines)) <= LONGEST_ANSWER
        if data.get("question") and not right:
            self.add_error("answers", _("Enter two to six answers, one per line, each at most 80 characters long."))
        if not data.get("question"):
            data["answers"] = ""
        return data


class BulletinTextPart(NamedTuple):
    """A bulletin's text in one language: the language's code and name, the form, and whether the page shows the fields
    expanded."""

    code: str
    name: str
    form: BulletinTextForm
    is_open: bool

    @property
    def poll_fields(self) -> list[forms.BoundField]:
        """Return the fields of the poll."""
        return [self.form["question"], self.form["answers"]]

    @property
    def is_poll_expanded(self) -> bool:
        """Return whether the page shows the poll's fields expanded, because one is filled in or has an error."""
        return any(field.value() or field.errors for field in self.poll_fields)


class BulletinForms:
    """A form for a whole bulletin: the period, and the text in each language of the site."""

    def __init__(self, data: Any = None, bulletin: Bulletin | None = None) -> None:
        known = {} if bulletin is None else {text.language: text for text in bulletin.texts.all()}
        self.period = PublicationPeriodForm(data, instance=bulletin)
        self.texts = [
            (code, name, BulletinTextForm(data, prefix=code, instance=known.get(code)))
            for code, name in settings.LANGUAGES
        ]
        self.fault = ""

    def parts(self) -> list[BulletinTextPart]:
        """Return the texts, the reader's language first. That text and texts with errors are expanded."""
        parts = [
            BulletinTextPart(code, name, form, code == get_language() or bool(form.errors))
            for code, name, form in self.texts
        ]
        return sorted(parts, key=lambda part: part.code != get_language())

    def is_valid(self) -> bool:
        """Return whether all forms are valid, and all languages have the same number of poll options."""
        if not all([self.period.is_valid(), *(form.is_valid() for _code, _name, form in self.texts)]):
            return False
        counts = {len(non_empty_lines(form.cleaned_data["answers"])) for _code, _name, form in self.texts}
        if len(counts) > 1:
            self.fault = str(_("Enter the question in every language, with the same number of answers."))
        return len(counts) == 1

    def bulletin_and_texts(self) -> tuple[Bulletin, list[BulletinText]]:
        """Return the submitted bulletin and its text in each language. Nothing is saved."""
        texts = []
        for code, _name, form in self.texts:
            text = form.save(commit=False)
            text.language = code
            texts.append(text)
        return self.period.save(commit=False), texts
