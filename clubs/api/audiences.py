"""The audience of something shared, as input and output of other apps' operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

import api_types as shapes
from api.examples import examples
from api.fields import Number, Strict, Text, Truth
from clubs.services.audiences import MOST_SHARES, Audience

AUDIENCES = examples(with_the_link={"link": True}, for_everyone={"everyone": True})


class AudienceSerializer(Strict):
    """The people who may see something."""

    everyone = Truth(required=False, help_text="Whether everyone may see it, also without an account.")
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
    """The people who may see something that has a link."""

    link = Truth(required=False, help_text="Whether everyone who knows its key may see it.")


def audience_from_body(data: Mapping[str, Any]) -> Audience:
    """Return the audience in a valid body."""
    people, clubs, classes = (tuple(data.get(name, ())) for name in ("players", "clubs", "classes"))
    return Audience(data.get("everyone", False), people, clubs, data.get("link", False), classes)


def audience_json(found: Audience) -> shapes.LinkAudience:
    """Return the audience of something that has a link."""
    return {
        "everyone": found.everyone,
        "link": found.link,
        "players": list(found.players),
        "clubs": list(found.clubs),
        "classes": list(found.classes),
    }
