"""Strictly typed input about discussions."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Number, StrictSerializer, Text
from discussion.services import TopicAct
from social.models import LONGEST_POST, LONGEST_TOPIC


class TopicSerializer(StrictSerializer):
    """A topic with its first post."""

    title = Text(max_length=LONGEST_TOPIC, help_text="The title, on one line.")
    text = Text(max_length=LONGEST_POST, help_text="The first post.")
    club = Number(min_value=1, required=False, help_text="The club; omit it for the whole server.")


class TopicPostSerializer(StrictSerializer):
    """A post in a topic."""

    text = Text(max_length=LONGEST_POST, help_text="The text.")


class TopicActSerializer(StrictSerializer):
    """An action on a topic: follow, unfollow, mute, unmute, close or reopen."""

    act = serializers.ChoiceField(
        choices=[one.value for one in TopicAct],
        help_text="Follow or mute the topic, or undo that. Managers and moderators close and reopen it.",
    )
