"""What clients send about clubs, strictly typed."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, Strict, Text, Truth
from api.options import fields_of
from clubs.models import Club, Role
from clubs.models.club import LONGEST_LETTERS, LONGEST_NAME, SENT, ClubOptions
from clubs.models.membership import LONGEST_SENTENCE
from clubs.models.notice import LONGEST_NOTICE
from clubs.services.acts import ActInput, Doing
from clubs.services.founding import ClubPlan
from foundation.options import options_of
from foundation.text import check_line, check_text


def _text(longest: int, text: str) -> Text:
    return Text(max_length=longest, required=False, allow_blank=True, validators=[check_text], help_text=text)


class ClubChangeSerializer(Strict):
    """What is to be changed; the rest stays."""

    letters = _text(LONGEST_LETTERS, SENT["letters"])

    def get_fields(self) -> dict[str, Any]:
        """Each option may be left out."""
        declared = super().get_fields()
        return fields_of("Club", ClubOptions, sent=SENT, declared=declared, is_change=True)

    def changed(self, club: Club) -> ClubPlan:
        """What the club is to be; with another name its letters are new."""
        now = options_of(club, ClubOptions)
        if "name" in self.validated_data:
            now["letters"] = ""
        return ClubPlan(**now | self.validated_data)


class FoundingSerializer(ClubChangeSerializer):
    """A club."""

    name = Text(max_length=LONGEST_NAME, validators=[check_line], help_text="Its name.")

    def plan(self) -> ClubPlan:
        """What the club is to be."""
        return ClubPlan(**self.validated_data)


class MembershipSerializer(Strict):
    """Joining, leaving, choosing."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "notices"],
        help_text="Join, accept an invitation or ask; leave, decline or take the request back; choose about notices.",
    )
    sentence = _text(LONGEST_SENTENCE, "With `join`, where managers admit: a sentence for them.")
    invitation = Text(max_length=43, required=False, help_text="With `join`: the secret of the club's link.")
    told = Truth(default=True, help_text="With `notices`: whether you are told of notices.")


class ClubActSerializer(Strict):
    """What somebody who manages a club does. Which fields an act takes is said at the operation."""

    act = serializers.ChoiceField(choices=[one.value for one in Doing], help_text="What is to be done.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    role = serializers.ChoiceField(choices=Role.values, required=False, help_text="The role to give.")
    reason = _text(LONGEST_SENTENCE, "Why, for those who manage the club.")
    text = _text(LONGEST_NOTICE, "What the notice says.")
    notice = Number(min_value=1, required=False, help_text="The number of a notice.")

    def act_input(self) -> ActInput:
        """What the act is told."""
        return ActInput(**{name: value for name, value in self.validated_data.items() if name != "act"})
