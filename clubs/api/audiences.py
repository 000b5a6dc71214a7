"""API input and output that other apps use for an audience: the people who may see a shared object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

import api_types as shapes
from api.examples import examples
from api.fields import Number, StrictBooleanField, StrictSerializer, Text
from clubs.services.audiences import MOST_SHARES, Audience

AUDIENCES = examples(with_the_link={"link": True}, for_everyone={"everyone": True})


class AudienceSerializer(StrictSerializer):
    """The audience of a shared object: everyone, or players, clubs and classes."""

    everyone = StrictBooleanField(required=False, help_text="Whether everyone may see it, also without an account.")
    players = serializers.ListField(
        child=Text(max_length=60), max_length=MOST_SHARES, required=False, help_text="The names of players."
    )
    clubs = serializers.ListField(
        child=Number(min_value=1, max_value=2**63 - 1),
        max_length=MOST_SHARES,
        required=False,
        help_text="The numbers of clubs of which you are a member.",
    )
    classes = serializers.ListField(
        child=Number(min_value=1, max_value=2**63 - 1),
        max_length=MOST_SHARES,
        required=False,
        help_text="The numbers of classes that you teach.",
    )


class LinkAudienceSerializer(AudienceSerializer):
    """The audience of a shared object that can also have a secret link."""

    link = StrictBooleanField(required=False, help_text="Whether everyone who knows its key may see it.")


def audience_from_body(data: Mapping[str, Any]) -> Audience:
    """Return the audience in a validated request body."""
    people, clubs, classes = (tuple(data.get(name, ())) for name in ("players", "clubs", "classes"))
    return Audience(data.get("everyone", False), people, clubs, data.get("link", False), classes)


def audience_json(found: Audience) -> shapes.LinkAudience:
    """Return the JSON of an audience, including whether everyone with the link may see the object."""
    return {
        "everyone": found.everyone,
        "link": found.link,
        "players": list(found.players),
        "clubs": list(found.clubs),
        "classes": list(found.classes),
    }
