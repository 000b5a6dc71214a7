"""What clients send about clubs, strictly typed."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, Strict, Text, Truth
from clubs.models import Club, Joining, Role
from clubs.models.club import LONGEST_LETTERS, LONGEST_LINK, LONGEST_NAME, LONGEST_PLACE, LONGEST_TEXT, Shade, Shape
from clubs.models.membership import LONGEST_SENTENCE
from clubs.models.notice import LONGEST_NOTICE
from clubs.services.acts import Doing, Told
from clubs.services.founding import ClubPlan
from foundation.text import check_line, check_text


def _text(longest: int, said: str) -> Text:
    return Text(max_length=longest, required=False, allow_blank=True, validators=[check_text], help_text=said)


class ClubChangeSerializer(Strict):
    """What is to be changed; the rest stays."""

    name = Text(max_length=LONGEST_NAME, required=False, validators=[check_line], help_text="Its name.")
    about = _text(LONGEST_TEXT, "What it says about itself.")
    rules = _text(LONGEST_TEXT, "Its rules.")
    place = _text(LONGEST_PLACE, "Where it is.")
    link = _text(LONGEST_LINK, "Its web page, https.")
    letters = _text(LONGEST_LETTERS, "One or two letters of the name, in its order; empty for the first ones.")
    shape = serializers.ChoiceField(choices=Shape.values, required=False, help_text="What the letters stand on.")
    shade = serializers.ChoiceField(choices=Shade.values, required=False, help_text="The colour of the emblem.")
    joining = serializers.ChoiceField(choices=Joining.values, required=False, help_text="How one becomes a member.")
    hidden_members = Truth(required=False, help_text="Whether only members see who is one.")
    events_by = serializers.ChoiceField(
        choices=Role.values, required=False, help_text="From which role up members make its tournaments and ladders."
    )

    def changed(self, club: Club) -> ClubPlan:
        """What the club is to be."""
        names = [name for name in self.get_fields() if name != "letters"]
        now: dict[str, Any] = {name: getattr(club, name) for name in names} | {"letters": club.letters}
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

    def told(self) -> Told:
        """What the act is told."""
        return Told(**{name: value for name, value in self.validated_data.items() if name != "act"})
