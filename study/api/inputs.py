"""Request bodies of the operations about analysis trees."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, StrictBooleanField, StrictSerializer, Text
from challenges.sgf_import import LARGEST
from study.models import Sharing
from study.services.comments import LONGEST_COMMENT
from study.services.proposing import LONGEST_LINE
from study.services.trees import MOST_AT_ONCE

LARGEST_VERSION = 2**31 - 1


class TreeOperationsSerializer(StrictSerializer):
    """Operations on a tree, applied all or not at all."""

    operations = serializers.ListField(
        child=serializers.DictField(),
        max_length=MOST_AT_ONCE,
        help_text="Each with `op` (add, set, cut), `id` (your name for it, the same for a retry) and `at` (a "
        "number larger than the tree's `clock`). add: `parent`, `color`, `move`. set: `node` and any of `text` with "
        "`over`, `marks`, `armed`. cut: `node`, or `nodes` (each with the texts that you know there), or `undo`.",
    )
    expected = Number(
        required=False,
        min_value=0,
        max_value=LARGEST_VERSION,
        help_text=(
            "The version that the tree must have. Without it, operations merge with changes made in the meantime."
        ),
    )
    since = Number(
        required=False,
        min_value=0,
        max_value=LARGEST_VERSION,
        help_text="The version that you know; `behind` in the answer says whether there is more.",
    )


class VariationsFileSerializer(StrictSerializer):
    """An SGF file with variations."""

    sgf = Text(max_length=LARGEST, help_text="The file as text: SGF of this game, at most 1 MB and 5,000 nodes.")


class CommentSerializer(StrictSerializer):
    """A comment on a move."""

    text = Text(max_length=LONGEST_COMMENT, help_text="The text.")
    node = Text(
        max_length=12,
        required=False,
        allow_blank=True,
        help_text="The move's node. Leave empty for the current position.",
    )


class VariationSerializer(StrictSerializer):
    """A line of moves to add as a variation."""

    node = Text(
        max_length=12,
        required=False,
        allow_blank=True,
        help_text=("The node where it begins; leave empty for the end of the game."),
    )
    moves = serializers.ListField(
        child=Text(max_length=4),
        min_length=1,
        max_length=LONGEST_LINE,
        help_text="The moves, colour by turn: points such as `Q16`, or `pass`.",
    )


class InviteTeacherSerializer(StrictSerializer):
    """The player to invite as a teacher."""

    username = Text(max_length=60, help_text="The player's name.")


class AnalysisSharingSerializer(StrictSerializer):
    """Whether others can see the analysis of a game."""

    shared = StrictBooleanField(allow_null=True, help_text="Whether it is shown; null to follow your general setting.")


class SharingDefaultSerializer(StrictSerializer):
    """Whether the player's analyses are shared after their games."""

    sharing = serializers.ChoiceField(choices=Sharing.values, help_text=("What happens to your analysis after a game."))
