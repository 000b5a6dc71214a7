"""What clients send about searches, strictly typed."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, Strict, Truth
from automatch.fitting import MOST_GAMES, MOST_UP_OR_DOWN
from automatch.models import Handicap
from automatch.services.making import CLOCKS, Wider, Wishes
from games.terms import OFFERED_SIZES
from rules import DEFAULT_RULE_SET, RULE_SETS


class SearchSerializer(Strict):
    """What is looked for; of boards and clocks the dearest first."""

    sizes = serializers.ListField(
        child=Number(min_value=min(OFFERED_SIZES), max_value=max(OFFERED_SIZES)),
        min_length=1,
        max_length=len(OFFERED_SIZES),
        help_text="The sizes of boards, the dearest first: 9, 13, 19.",
    )
    clocks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CLOCKS)),
        min_length=1,
        max_length=len(CLOCKS),
        help_text="The clocks, the dearest first.",
    )
    rule_set = serializers.ChoiceField(
        choices=list(RULE_SETS), default=DEFAULT_RULE_SET, help_text="The key of the rule set."
    )
    insists = Truth(default=False, help_text="Whether only these rules will do.")
    up = Number(
        min_value=0,
        max_value=MOST_UP_OR_DOWN,
        allow_null=True,
        default=None,
        help_text="How many ranks stronger opponents may be; null: any.",
    )
    down = Number(
        min_value=0,
        max_value=MOST_UP_OR_DOWN,
        allow_null=True,
        default=None,
        help_text="How many ranks weaker opponents may be; null: any.",
    )
    handicap = serializers.ChoiceField(
        choices=Handicap.values,
        default=Handicap.NO.value,
        help_text="Even games, which are rated (`no`), handicap by rank, unrated (`yes`), or `either`.",
    )
    games = Number(min_value=1, max_value=MOST_GAMES, default=1, help_text="How many games.")
    standing = Truth(
        default=False, help_text="A standing offer: so many games at the same time, and the next when one ends."
    )

    def wishes(self) -> Wishes:
        """The same as the service takes it."""
        data = self.validated_data
        return Wishes(**{**data, "sizes": tuple(data["sizes"]), "clocks": tuple(data["clocks"])})


class WidenSerializer(Strict):
    """How a search is widened."""

    what = serializers.ChoiceField(
        choices=[what.value for what in Wider],
        help_text="Three ranks further, all boards, all clocks, other rules, or with and without handicap.",
    )
