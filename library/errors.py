"""Errors about the library."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchRecord(
    Refusal, code="no_such_record", http_status=404, sentence=_("This record does not exist, or it is private.")
):
    """Raised if the record does not exist, or the viewer may not see it."""


class LibraryFull(Refusal, code="library_full"):
    """Raised if the player's library would have more than 5,000 records or 50 MB."""

    sentence = _("Your library is full. The limit is 5,000 records or 50 MB. Delete records to make room.")


class TooManyGames(Refusal, code="too_many_records", fields=("sgf", "file"), http_status=400):
    """Raised if an upload has more than 500 games or files, or more than 5 MB after unpacking."""

    sentence = _("Upload at most 500 games and 5 MB at a time. Split the collection into smaller files.")


class UploadReadingTookTooLong(Refusal, code="upload_too_long", fields=("sgf", "file"), http_status=400):
    """Raised if reading an upload takes more than five seconds of processor time."""

    sentence = _("Reading these files took too long. Upload fewer files at a time.")


class BadArchive(Refusal, code="bad_archive", fields=("file",), http_status=400):
    """Raised if a zip file cannot be unpacked, or contains no record."""

    sentence = _("This zip file is damaged. Choose another file.")


class InvalidFolderOrTag(
    FieldRefusal, code="bad_shelf", http_status=400, sentence=_("Enter up to 60 characters on one line.")
):
    """Raised if the name of a folder or tag is too long or not a single line, or if there are more than ten tags."""


class InvalidSearchArea(FieldRefusal, code="bad_part", http_status=400):
    """Raised if the rectangle to search is too small or too large, not at a corner or side, empty, or has too many
    stones."""

    sentence = _("This part of the board can't be searched. Choose another part.")
