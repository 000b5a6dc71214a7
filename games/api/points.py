"""Points of a board in bodies."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Text

MOST_POINTS = 625


class Points(serializers.ListField):
    """Vertices such as "K11"."""

    child = Text(max_length=3)
    max_length = MOST_POINTS
