"""Serializers of requests that all kinds of events share, strictly typed."""

from __future__ import annotations

from dataclasses import replace

from api.fields import Number, StrictSerializer, Text
from challenges.api.inputs import TermsSerializer
from foundation.text import check_single_line, check_text
from games.terms import Terms
from tournaments.models.terms import LONGEST_ABOUT, LONGEST_NAME
from tournaments.services.event_plans import USUAL_OFF_TIME


class EventTermsSerializer(StrictSerializer):
    """The terms of the games of an event. All games of the event have the same terms."""

    terms = TermsSerializer(help_text="The terms of every game. Without `off_time` vacations and weekends stop clocks.")

    def game_terms(self) -> Terms:
        """Return the terms of the event's games. Raises BadSgf for an uploaded SGF file that is not valid."""
        terms = TermsSerializer(data=self.initial_data["terms"])
        terms.is_valid(raise_exception=True)
        found = terms.terms()
        return found if "off_time" in terms.validated_data else replace(found, off_time=USUAL_OFF_TIME)


class EventSerializer(EventTermsSerializer):
    """The fields that tournaments, ladders and leagues share."""

    name = Text(max_length=LONGEST_NAME, validators=[check_single_line], help_text="Its name.")
    about = Text(
        max_length=LONGEST_ABOUT, required=False, allow_blank=True, validators=[check_text], default="",
        help_text="The description.",
    )  # fmt: skip
    club = Number(
        min_value=1, required=False, allow_null=True, default=None,
        help_text="The number of the club that it belongs to. You must be allowed to create its events.",
    )  # fmt: skip
