"""Folders and tags of records, and the validation of their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from foundation.text import check_single_line
from library.errors import InvalidFolderOrTag
from library.models import LONGEST_FOLDER, LONGEST_TAG, Record, Tag

MOST_TAGS = 10
BAD_TAGS = _("Enter at most ten tags of up to 30 characters, separated by commas.")


@dataclass(frozen=True, slots=True)
class FolderAndTags:
    """A folder and tags for records. None leaves the folder or the tags unchanged."""

    folder: str | None = None
    tags: tuple[str, ...] | None = None


def checked_folder_and_tags(folder: str | None, tags: Iterable[str] | None) -> FolderAndTags:
    """Return the folder and tags from this input. Raises InvalidFolderOrTag."""
    return FolderAndTags(
        None if folder is None else _checked_folder(folder), None if tags is None else _checked_tags(tags)
    )


def _checked_folder(text: str) -> str:
    name = " ".join(text.split())
    if len(name) > LONGEST_FOLDER or not _is_valid_line(name):
        raise InvalidFolderOrTag(field="folder")
    return name


def _checked_tags(texts: Iterable[str]) -> tuple[str, ...]:
    names = dict.fromkeys(" ".join(text.split()).casefold() for text in texts)
    names.pop("", None)
    if len(names) > MOST_TAGS or not all(len(name) <= LONGEST_TAG and "," not in name for name in names):
        raise InvalidFolderOrTag(field="tags", why=BAD_TAGS)
    if not all(_is_valid_line(name) for name in names):
        raise InvalidFolderOrTag(field="tags", why=BAD_TAGS)
    return tuple(names)


def _is_valid_line(name: str) -> bool:
    try:
        check_single_line(name)
    except ValidationError:
        return not name
    return True


def store_folder_and_tags(records: Iterable[Record], shelf: FolderAndTags) -> None:
    """Store the folder and tags of these saved records. Tags replace the earlier ones."""
    numbers = [record.pk for record in records]
    if shelf.folder is not None:
        Record.objects.filter(pk__in=numbers).update(folder=shelf.folder)
    if shelf.tags is not None:
        Tag.objects.filter(record__in=numbers).delete()
        Tag.objects.bulk_create(Tag(record_id=number, name=name) for number in numbers for name in shelf.tags)
