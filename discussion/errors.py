"""Refusals of discussions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchTopic(
    Refusal, code="no_such_topic", http_status=404, sentence=_("This topic does not exist or is private.")
):
    """The topic does not exist, or this person may not read it."""


class BadTopic(Refusal, code="bad_topic", fields=("title",), http_status=400):
    """A topic needs a title of 1 to 100 characters on one line."""

    sentence = _("Enter a title of 1 to 100 characters on one line.")


class TopicClosed(Refusal, code="topic_closed", sentence=_("This topic is closed to new posts.")):
    """A club manager or a moderator has closed the topic."""


class TooManyTopics(Refusal, code="too_many_topics", http_status=429):
    """A person may start this many topics in a day; again after `retry_after` seconds."""

    sentence = _("You've started enough topics for today. Try again tomorrow.")


class TooNewToStart(Refusal, code="too_new_to_start", http_status=403):
    """New players cannot start topics for the whole server for a week. `until` is the end of the week."""

    sentence = _("In your first week you can reply to topics, but not start them.")


class NoBotsInDiscussions(
    Refusal, code="no_bots_in_discussions", http_status=403, sentence=_("Bots can't write in discussions.")
):
    """Discussions are for people."""


class CannotCloseTopic(Refusal, code="cannot_close_topic", http_status=403):
    """Only club managers close the club's topics, and only moderators those of the whole server."""

    sentence = _("Only club managers and moderators can close a topic.")
