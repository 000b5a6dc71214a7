"""Refusals of lessons and problems that players make."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchMaterial(
    Refusal,
    code="no_such_material",
    http_status=404,
    sentence=_("This collection or lesson does not exist, or is private."),
):
    """Raised if the material, its problem or its page does not exist, or this person may not see it."""


class TooManyMaterials(Refusal, code="too_many_materials"):
    """Raised for more than 50 collections and lessons of a player."""

    sentence = _("You've reached the limit of 50 collections and lessons. Delete one to make room.")


class CollectionFull(Refusal, code="collection_full", fields=("sgf", "file")):
    """Raised for more than 200 problems in a collection, or more than 500 uploaded in a day."""

    sentence = _("A collection can have up to 200 problems, and you can upload up to 500 a day.")


class TooManyFiles(Refusal, code="too_many_files", fields=("files", "file"), http_status=400):
    """Raised for an upload without a file, or with more than 20."""

    sentence = _("Choose 1 to 20 files.")


class ReadingTooLong(Refusal, code="reading_too_long", http_status=400):
    """Raised for a file of an upload whose reading would take too much processor time."""

    sentence = _("Reading these files takes too long. Upload fewer or smaller files at a time.")


class LessonFull(Refusal, code="lesson_full", fields=("file",)):
    """Raised for more than 60 pages in a lesson."""

    sentence = _("A lesson can have up to 60 pages.")


ON_PAGE = _("Page %(page)s, %(name)s: %(reason)s")


class BadPage(FieldRefusal, code="bad_lesson_page", http_status=400):
    """Raised for a page of a lesson that does not pass the checks."""

    sentence = _("This page of the lesson is not valid.")

    def __init__(self, *, field: str, why: Promise, **values: str) -> None:
        super().__init__(field=field, why=why)
        self.values = values

    def on_page(self, at: int) -> BadPage:
        """Return the error with the number of the page among several."""
        return BadPage(field=self.fields[0], why=ON_PAGE, page=str(at), name=self.fields[0], reason=self.message())

    def message(self) -> str:
        """Return the sentence in the current language."""
        return str(self.why) % self.values


class BadMaterial(FieldRefusal, code="bad_material", http_status=400):
    """Raised for a name, description, language or level that does not fit."""

    sentence = _("Check the name (up to 100 characters), the description (up to 2,000), the language and the level.")
