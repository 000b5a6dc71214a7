"""Strictly typed input about clubs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import LONGEST_BASE64, Number, StrictBooleanField, StrictSerializer, Text
from api.options import fields_of
from clubs.models import Club, ClubRole
from clubs.models.club import LONGEST_LETTERS, LONGEST_NAME, SENT, ClubOptions
from clubs.models.membership import LONGEST_SENTENCE
from clubs.models.notice import LONGEST_NOTICE
from clubs.services.acts import ManagerAct, ManagerActInput
from clubs.services.founding import ClubDetails
from clubs.services.inviting import LONGEST_LIST
from foundation.options import option_values_of
from foundation.text import check_single_line, check_text


def _text_field(longest: int, description: str) -> Text:
    return Text(max_length=longest, required=False, allow_blank=True, validators=[check_text], help_text=description)


class ClubChangeSerializer(StrictSerializer):
    """The body of a request to change a club. Omitted fields do not change."""

    letters = _text_field(LONGEST_LETTERS, SENT["letters"])

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, all of which are optional."""
        declared = super().get_fields()
        return fields_of("Club", ClubOptions, sent=SENT, declared=declared, is_change=True)

    def changed_details(self, club: Club) -> ClubDetails:
        """Return the club's current data with the requested changes. A new name also resets the emblem's letters to the
        name's initials."""
        now = option_values_of(club, ClubOptions)
        if "name" in self.validated_data:
            now["letters"] = ""
        return ClubDetails(**now | self.validated_data)


class FoundClubSerializer(ClubChangeSerializer):
    """The body of a request to create a club."""

    name = Text(max_length=LONGEST_NAME, validators=[check_single_line], help_text="Its name.")

    def club_details(self) -> ClubDetails:
        """Return the requested data of the new club, as create_club() takes it."""
        return ClubDetails(**self.validated_data)


class CrestSerializer(StrictSerializer):
    """The body of a request to upload a crest."""

    content = Text(
        max_length=LONGEST_BASE64,
        help_text="The bytes of a JPEG, PNG or WebP picture in base64: at most 870 kB and 16 megapixels.",
    )


class MembershipSerializer(StrictSerializer):
    """The body of a request to join or leave a club, or to turn its notices on or off."""

    do = serializers.ChoiceField(
        choices=["join", "leave", "notices"],
        help_text=(
            "Join, accept an invitation or ask to join; leave, decline or withdraw the request; turn notices on or off."
        ),
    )
    sentence = _text_field(LONGEST_SENTENCE, "With `join`, if managers admit members: a sentence to them.")
    invitation = Text(max_length=43, required=False, help_text="With `join`: the secret of the club's link.")
    gets_notices = StrictBooleanField(default=True, help_text="With `notices`: whether you get the club's notices.")


class InvitePlayersSerializer(StrictSerializer):
    """The body of a request to invite many players."""

    people = Text(
        max_length=LONGEST_LIST,
        validators=[check_text],
        help_text=(
            "At most 50 names or e-mail addresses on lines, or between commas, semicolons or tabs. A first line"
            " with column names, at least two, is skipped. If it names a column of usernames, only that column and"
            " addresses count. In a line with an address, other cells are ignored."
        ),
    )


class ClubActSerializer(StrictSerializer):
    """An action of a manager, named by `act`. The operation's description lists the other fields that it takes."""

    act = serializers.ChoiceField(choices=[one.value for one in ManagerAct], help_text="The action.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    role = serializers.ChoiceField(choices=ClubRole.values, required=False, help_text="The role to give.")
    reason = _text_field(LONGEST_SENTENCE, "The reason, for the managers of the club.")
    text = _text_field(LONGEST_NOTICE, "What the notice says.")
    notice = Number(min_value=1, required=False, help_text="The number of a notice.")

    def act_input(self) -> ManagerActInput:
        """Return all fields of the request except `act`, as the input of the action."""
        return ManagerActInput(**{name: value for name, value in self.validated_data.items() if name != "act"})
