"""Texts about problems with the files of imported games."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext

from clubs.models import GameImport
from wording import words
from wording.refusals import SGF_SENTENCES

FILE_SENTENCES: dict[str, Promise] = {
    **SGF_SENTENCES,
    "too_large": gettext_lazy(
        "The file is too large. A file can be at most 1 MB, and the files in an archive at most 12 MB in total."
    ),
    "too_many_files": gettext_lazy("The archive has more than 2,000 files. The rest were left out."),
    "too_many_games": gettext_lazy("You can upload up to 1,000 games at a time. The rest were left out."),
    "too_many_moves": gettext_lazy("The game has more than 1,000 moves."),
    "without_moves": gettext_lazy("The game has no moves."),
    "unfinished": gettext_lazy("The game is not finished."),
    "variant": gettext_lazy("This is a Go variant. You can only import standard Go games."),
    "bad_json": gettext_lazy("This is not an OGS game in JSON format."),
    "not_a_record": gettext_lazy("Skipped because it is not an SGF or JSON file."),
    "nested": gettext_lazy("Archives inside archives are not opened."),
    "encrypted": gettext_lazy("The file is encrypted."),
    "broken_archive": gettext_lazy("The archive is damaged."),
    "other_archive": gettext_lazy("Only zip and tar.gz archives can be opened."),
    "too_long": gettext_lazy("Reading the files took too long. The remaining games were left out."),
    "club_full": gettext_lazy("The club has reached the limit of 5,000 imported games. The rest were left out."),
    "failed": gettext_lazy("The server couldn't read this upload. Check the files and upload them again."),
}


def import_error_text(code: str, line: int) -> str:
    """Return the text for an error code of an uploaded file. A line number other than 0 is included."""
    sentence = str(FILE_SENTENCES.get(code, FILE_SENTENCES["failed"]))
    if not line:
        return sentence
    text = pgettext("error in a file", "Line %(line)s: %(sentence)s")
    return text % {"line": words.localized_number(line), "sentence": sentence}


def import_error_texts(upload: GameImport) -> list[tuple[str, str]]:
    """Return the unreadable files of an upload, each with its error as text."""
    return [(file, import_error_text(code, line)) for file, code, line in upload.errors]
