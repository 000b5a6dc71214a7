"""Strictly typed request bodies about programs: tokens, apps, webhooks."""

from __future__ import annotations

from rest_framework import serializers

from accounts.security.scopes import SCOPES
from accounts.security.tokens import LONGEST_DAYS, USUAL_DAYS
from api.fields import Number, StrictSerializer, Text
from api.people.inputs import CODE, NAME, PASSWORD
from foundation.text import check_single_line


class TokenSerializer(StrictSerializer):
    """A name and a password, and the scopes, lifetime and name of the new token."""

    username = Text(max_length=254, help_text=NAME)
    password = Text(max_length=1024, trim_whitespace=False, help_text=PASSWORD)
    code = Text(max_length=40, required=False, help_text=CODE)
    name = Text(max_length=60, required=False, validators=[check_single_line], help_text="A name to recognise it by.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(SCOPES)),
        required=False,
        help_text="The scopes; by default all but the special ones.",
    )
    days = Number(min_value=1, max_value=LONGEST_DAYS, default=USUAL_DAYS, help_text=("For how many days it is valid."))


class AppSerializer(StrictSerializer):
    """A program that asks other players for access."""

    name = Text(max_length=60, validators=[check_single_line], help_text="What players read when it asks them.")
    redirect_uris = serializers.ListField(
        child=Text(max_length=300),
        min_length=1,
        max_length=10,
        help_text="Where codes may be sent: https, http on the device itself, or a scheme of the app's own.",
    )


class WebhookSerializer(StrictSerializer):
    """The URL to which your events are sent."""

    url = Text(max_length=500, help_text="The address; https, and not inside the server's own network.")


class PushSubscriptionSerializer(StrictSerializer):
    """A browser's subscription (Push API), as the browser describes it."""

    endpoint = Text(max_length=1000, help_text="The address that its push service gave it; https.")
    p256dh = Text(max_length=200, help_text="Its public key: a point of P-256, uncompressed, in base64url.")
    auth = Text(max_length=100, help_text="Its authentication secret: 16 octets in base64url.")
    name = Text(
        max_length=60,
        required=False,
        validators=[check_single_line],
        help_text="A name to recognise it by; the User-Agent by default.",
    )
