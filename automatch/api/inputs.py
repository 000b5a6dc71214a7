"""Strictly typed input about searches."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, StrictSerializer
from api.options import fields_of
from automatch.models import SENT, SearchOptions
from automatch.services.making import CLOCKS, SearchPreferences, WidenablePreference
from games.terms import OFFERED_SIZES
from rules import DEFAULT_RULE_SET, RULE_SETS


class SearchSerializer(StrictSerializer):
    """The body of a request to search for opponents. Boards and clocks are in order of preference."""

    sizes = serializers.ListField(
        child=Number(min_value=min(OFFERED_SIZES), max_value=max(OFFERED_SIZES)),
        min_length=1,
        max_length=len(OFFERED_SIZES),
        help_text="The board sizes, in order of preference: 9, 13, 19.",
    )
    clocks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CLOCKS)),
        min_length=1,
        max_length=len(CLOCKS),
        help_text="The clocks, in order of preference.",
    )
    rule_set = serializers.ChoiceField(
        choices=list(RULE_SETS), default=DEFAULT_RULE_SET, help_text="The key of the rule set."
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the declared fields, and a field for each other column of SearchOptions that requests may contain."""
        return fields_of("Search", SearchOptions, sent=SENT, declared=super().get_fields())

    def preferences(self) -> SearchPreferences:
        """Return the validated input as search preferences."""
        return SearchPreferences(**self.validated_data)


class WidenSerializer(StrictSerializer):
    """The body of a request to widen one preference of a search."""

    what = serializers.ChoiceField(
        choices=[what.value for what in WidenablePreference],
        help_text="Three more ranks, all boards, all clocks, other rules, or games with and without handicap.",
    )
