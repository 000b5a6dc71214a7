"""Strictly typed input about accounts."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.countries import check_country
from api.fields import StrictBooleanField, StrictSerializer, Text
from api.schemas import texts_of_fields
from foundation.languages import LONGEST_CODE
from foundation.text import check_text
from foundation.time_zones import zone_names

LONGEST_ZONE = 40
NAME = "The name of the account, or its e-mail address."
PASSWORD = "The password."  # noqa: S105
CODE = "A code from the authenticator app, or a recovery code. Only for accounts with two-factor authentication."


class ConfirmIdentitySerializer(StrictSerializer):
    """Your name, your password and, with two-factor authentication, a code, to confirm your identity."""

    username = Text(max_length=254, help_text=NAME)
    password = Text(max_length=1024, trim_whitespace=False, help_text=PASSWORD)
    code = Text(max_length=40, required=False, help_text=CODE)


class NameSerializer(StrictSerializer):
    """The new name of your account."""

    name = Text(max_length=30, help_text="The new name.")


@extend_schema_field({"type": "string", "format": "iana-time-zone", "minLength": 1, "maxLength": LONGEST_ZONE})
class TimeZone(Text):
    """The name of a time zone in the IANA database, such as Europe/Helsinki."""

    def to_internal_value(self, data: Any) -> str:
        """Return the name. Raises ValidationError."""
        name = super().to_internal_value(data)
        if name not in zone_names():
            message = "This is not the name of a time zone of the IANA database, such as Europe/Helsinki."
            raise serializers.ValidationError(message, "invalid_choice")
        return name


@extend_schema_field({"type": "string", "format": "language-code", "maxLength": LONGEST_CODE})
class LanguageCode(serializers.ChoiceField):  # type: ignore[type-arg]
    """The code of one of the server's languages, or empty to follow the browser."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=["", *dict(settings.LANGUAGES)], **kwargs)


def _me_field_text(field: str) -> str:
    """Return the description of this field of the player's own account."""
    return texts_of_fields()["Me"][field]


class MeSerializer(StrictSerializer):
    """The account settings to change."""

    language = LanguageCode(required=False, help_text=_me_field_text("language"))
    theme = serializers.ChoiceField(
        choices=["", "light", "dark", "contrast"], required=False, help_text=_me_field_text("theme")
    )
    board_theme = serializers.ChoiceField(
        choices=["wood", "paper", "slate", "contrast", "bamboo", "walnut", "jade", "indigo"],
        required=False,
        help_text=_me_field_text("board_theme"),
    )
    bio = Text(
        max_length=500, required=False, allow_blank=True, validators=[check_text], help_text=_me_field_text("bio")
    )
    country = Text(
        max_length=2, required=False, allow_blank=True, validators=[check_country], help_text=_me_field_text("country")
    )
    sounds = StrictBooleanField(required=False, help_text=_me_field_text("sounds"))
    shows_watching = StrictBooleanField(required=False, help_text=_me_field_text("shows_watching"))
    hides_rank = StrictBooleanField(required=False, help_text=_me_field_text("hides_rank"))
    sees_ranks = StrictBooleanField(required=False, help_text=_me_field_text("sees_ranks"))
    show_coordinates = StrictBooleanField(required=False, help_text=_me_field_text("show_coordinates"))
    digits = serializers.ChoiceField(choices=["", "latin"], required=False, help_text=_me_field_text("digits"))
    calendar = serializers.ChoiceField(choices=["", "solar"], required=False, help_text=_me_field_text("calendar"))
    motion = serializers.ChoiceField(choices=["", "none"], required=False, help_text=_me_field_text("motion"))
    time_zone = TimeZone(max_length=LONGEST_ZONE, required=False, help_text=_me_field_text("time_zone"))
    after_sending = serializers.ChoiceField(
        choices=["stay", "next", "list"], required=False, help_text=_me_field_text("after_sending")
    )
    next_order = serializers.ChoiceField(
        choices=["deadline", "waiting", "opponent", "priority"], required=False, help_text=_me_field_text("next_order")
    )
