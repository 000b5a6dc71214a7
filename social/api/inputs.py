"""Strictly typed request bodies of this app."""

from __future__ import annotations

from typing import Any

from api.fields import Number, StrictBooleanField, StrictSerializer, Text, conflict_error
from games.api.inputs import MessageSerializer
from social.models import LONGEST_NOTE, LONGEST_POST, LONGEST_TAG
from social.models.bulletins import MOST_ANSWERS


class PostSerializer(MessageSerializer):
    """A message: a text, or one of the quick replies."""

    text = Text(max_length=LONGEST_POST, required=False, help_text="The text. Send either this or `quick`.")


class StarSerializer(StrictSerializer):
    """Your note and tag for a game that you follow."""

    note = Text(max_length=LONGEST_NOTE, required=False, allow_blank=True, help_text="Your note; empty for none.")
    tag = Text(max_length=LONGEST_TAG, required=False, allow_blank=True, help_text="Your tag; empty for none.")


class VoteSerializer(StrictSerializer):
    """Your answer to a question."""

    choice = Number(min_value=0, max_value=MOST_ANSWERS - 1, help_text="The index of the answer, from 0.")


class TranslationSerializer(StrictSerializer):
    """The message to translate, either a `post` or a `message`."""

    post = Number(min_value=1, required=False, help_text="The number of a private message or of a remark.")
    message = Number(min_value=1, required=False, help_text="The number of a message in the chat of a game.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError unless exactly one message is named."""
        if len(attrs) != 1:
            raise conflict_error("Name a post or a message.", "post", "message")
        return attrs


class ThreadSerializer(StrictSerializer):
    """Your setting for a conversation."""

    muted = StrictBooleanField(required=False, help_text="Whether the conversation is muted.")
    archived = StrictBooleanField(required=False, help_text="Whether the conversation is in the archive.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise ValidationError for a request without a change."""
        if not attrs:
            raise conflict_error("Send `muted` or `archived`.", "muted", "archived")
        return attrs
