"""Strictly typed input about records."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, Strict, Text
from challenges.sgf_import import LARGEST
from library.models import LONGEST_FOLDER, LONGEST_TAG
from library.services.reading import MOST_GAMES
from library.services.shelving import MOST_TAGS


class ShelfSerializer(Strict):
    """A folder and tags."""

    folder = Text(
        max_length=LONGEST_FOLDER, required=False, allow_blank=True, help_text="The folder; leave empty for none."
    )
    tags = serializers.ListField(
        child=Text(max_length=LONGEST_TAG),
        max_length=MOST_TAGS,
        required=False,
        help_text="All tags of the record, in lower case.",
    )


class RecordSerializer(ShelfSerializer):
    """A file with one or more games."""

    sgf = Text(
        max_length=LARGEST,
        trim_whitespace=False,
        help_text="The file as text: SGF with one or more games, at most 1 MB.",
    )
    games = serializers.ListField(
        child=Number(min_value=0, max_value=MOST_GAMES - 1),
        max_length=MOST_GAMES,
        required=False,
        help_text="The numbers of the games to keep, from 0 in the order of the file; by default all.",
    )
