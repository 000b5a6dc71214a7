"""Strictly typed input about records."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import LONGEST_BASE64, Number, StrictSerializer, Text, conflict_error, decode_base64
from challenges.sgf_import import LARGEST
from library.models import LONGEST_FOLDER, LONGEST_NAME, LONGEST_TAG
from library.services.reading import MOST_GAMES, UploadedFile
from library.services.shelving import MOST_TAGS


class FolderAndTagsSerializer(StrictSerializer):
    """A folder and tags for a record."""

    folder = Text(
        max_length=LONGEST_FOLDER, required=False, allow_blank=True, help_text="The folder; leave empty for none."
    )
    tags = serializers.ListField(
        child=Text(max_length=LONGEST_TAG),
        max_length=MOST_TAGS,
        required=False,
        help_text="All tags of the record, in lower case.",
    )


class UploadedFileSerializer(StrictSerializer):
    """A file with game records, or a zip archive of such files."""

    file_name = Text(max_length=LONGEST_NAME, help_text="The name of the file.")
    content = Text(
        max_length=LONGEST_BASE64,
        help_text="The bytes of the file in base64: SGF, GIB, NGF or UGF, or a zip archive of these.",
    )


class AddRecordsSerializer(FolderAndTagsSerializer):
    """Files to add to the library: one SGF file as text, or several files in base64."""

    sgf = Text(
        max_length=LARGEST,
        trim_whitespace=False,
        required=False,
        help_text="One file as text: SGF with one or more games, at most 1 MB. Instead of `files`.",
    )
    files = serializers.ListField(
        child=UploadedFileSerializer(),
        max_length=MOST_GAMES,
        required=False,
        help_text="The files, together at most 870 kB. Instead of `sgf`.",
    )
    games = serializers.ListField(
        child=Number(min_value=0, max_value=MOST_GAMES - 1),
        max_length=MOST_GAMES,
        required=False,
        help_text="The numbers of the games to keep, from 0 in the order of the files; by default all.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values. Raises ValidationError if both or neither of `sgf` and `files` are given."""
        if bool(attrs.get("files")) == ("sgf" in attrs):
            raise conflict_error("Send either `sgf` or `files`.", "sgf", "files")
        return attrs

    def uploaded_files(self) -> list[UploadedFile]:
        """Return the files. Raises ValidationError for a file that is not base64."""
        data = self.validated_data
        if "sgf" in data:
            return [UploadedFile("", data["sgf"].encode())]
        return [UploadedFile(file["file_name"], decode_base64(file["content"], "files")) for file in data["files"]]
