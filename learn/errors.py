"""Errors about lessons and problems made by players."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchMaterial(Refusal, code="no_such_material", http_status=404):
    """Raised if a collection or lesson, or its problem or page, does not exist or the viewer may not see it."""

    sentence = _("This collection or lesson does not exist, or it is private.")


class TooManyMaterials(Refusal, code="too_many_materials"):
    """Raised if the player already has 50 collections and lessons."""

    sentence = _("You've reached the limit of 50 collections and lessons. Delete one to make room.")


class TooManyProblems(Refusal, code="collection_full", fields=("sgf", "file")):
    """Raised if a collection would have more than 200 problems, or the player would upload more than 500 problems a
    day."""

    sentence = _("A collection can have 200 problems, and you can upload 500 problems a day. Upload fewer problems.")


class UploadFileCountRefused(Refusal, code="too_many_files", fields=("files", "file"), http_status=400):
    """Raised if an upload has no file, or more than 20."""

    sentence = _("Choose 1 to 20 files.")


class UploadReadingTooLong(Refusal, code="reading_too_long", http_status=400):
    """Raised if reading a file of an upload would take too much processor time."""

    sentence = _("Reading these files took too long. Upload fewer or smaller files at a time.")


class LessonFull(Refusal, code="lesson_full", fields=("file",)):
    """Raised if a lesson would have more than 60 pages."""

    sentence = _("A lesson can have at most 60 pages. Delete a page, or create another lesson.")


ON_PAGE = _("Page %(page)s, %(name)s: %(reason)s")


class InvalidLessonPage(FieldRefusal, code="bad_lesson_page", http_status=400):
    """Raised if a page of a lesson does not pass the checks."""

    sentence = _("This lesson page is not valid. Check the highlighted field.")

    def __init__(self, *, field: str, why: str | Promise, **values: str) -> None:
        super().__init__(field=field, why=why)
        self.values = values

    def with_page_number(self, number: int) -> InvalidLessonPage:
        """Return an error that names this page and contains this error's message, for uploads of several pages."""
        return InvalidLessonPage(
            field=self.fields[0], why=ON_PAGE, page=str(number), name=self.fields[0], reason=self.message()
        )

    def message(self) -> str:
        """Return the error message in the current language, with the values that were passed to the constructor."""
        return super().message() % self.values


class BadMaterial(FieldRefusal, code="bad_material", http_status=400):
    """Raised if the name, description, language or level of a collection or lesson is not valid."""

    sentence = _("Check the name (up to 100 characters), the description (up to 2,000), the language and the level.")
