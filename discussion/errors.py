"""Errors about discussions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchTopic(
    Refusal, code="no_such_topic", http_status=404, sentence=_("This topic does not exist, or it is private.")
):
    """Raised if the topic does not exist, or the viewer may not read it."""


class InvalidTopicTitle(Refusal, code="bad_topic", fields=("title",), http_status=400):
    """Raised if a title is not a single line of 1 to 100 characters."""

    sentence = _("Enter a title of 1 to 100 characters on one line.")


class TopicClosed(Refusal, code="topic_closed", sentence=_("This topic is closed to new posts.")):
    """Raised if a club manager or a moderator has closed the topic."""


class TooManyTopics(Refusal, code="too_many_topics", http_status=429):
    """Raised if the player has reached the daily limit of new topics. `retry_after` is in seconds."""

    sentence = _("You've reached today's limit of 3 new topics. Try again tomorrow.")


class TooNewToStartTopic(Refusal, code="too_new_to_start", http_status=403):
    """Raised if new players start a topic for the whole server in their first week. `until` is the end of that week."""

    sentence = _("In your first week you can reply to topics, but not start them.")


class NoBotsInDiscussions(
    Refusal, code="no_bots_in_discussions", http_status=403, sentence=_("Bots can't write in discussions.")
):
    """Raised if a bot writes, because discussions are for people."""


class CannotCloseTopic(Refusal, code="cannot_close_topic", http_status=403):
    """Raised if someone other than a manager closes a club's topic, or someone other than a moderator closes a topic of
    the whole server."""

    sentence = _("Only club managers and moderators can close a topic.")
