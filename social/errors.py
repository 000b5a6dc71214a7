"""Refusals of this room."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchThread(Refusal, code="no_such_thread", http_status=404, sentence=_("This conversation does not exist.")):
    """There is no such conversation of this player."""


class NoSuchPost(Refusal, code="no_such_post", http_status=404):
    """There is no such message that this player may read."""

    sentence = _("This message does not exist or is private.")


class EmptyPost(Refusal, code="empty_post", fields=("text",), http_status=400):
    """A private message needs a text of 1 to 2000 characters, or one of the quick replies."""

    sentence = _("Enter a message of 1 to 2000 characters.")


class ThreadClosed(Refusal, code="thread_closed", http_status=403, sentence=_("You cannot write to this player.")):
    """These two cannot write to each other: one has blocked the other, or one is the player themselves, a guest, or
    gone."""


class TooNew(Refusal, code="too_new", http_status=403):
    """New players can write only to opponents, friends, staff, bots and players who wrote to them, for a week. `until`
    is the end of the week, null for a bot."""

    sentence = _(
        "In your first week you can only write to opponents, friends, staff and players who have written to you."
    )


class NoTranslator(
    Refusal, code="no_translator", http_status=404, sentence=_("This server has no translation service.")
):
    """No administrator has named a translation service for this server."""


class TranslatorAway(Refusal, code="translator_away", http_status=503):
    """The translation service does not answer in time, or is busy."""

    sentence = _("The translation service is not responding. Try again later.")

    def __init__(self) -> None:
        super().__init__(retry_after=30)


class TooManyTranslations(Refusal, code="too_many_translations", http_status=429):
    """A person may have this many texts translated in an hour (IGO_TRANSLATIONS); again after `retry_after` seconds."""

    sentence = _("You've had too many texts translated recently. Try again later.")


class NoSuchBulletin(Refusal, code="no_such_bulletin", http_status=404, sentence=_("This bulletin does not exist.")):
    """There is no such bulletin, or it is not published yet."""


class CannotVote(Refusal, code="cannot_vote", fields=("choice",), http_status=400):
    """The bulletin has no vote or no such answer, or is over."""

    sentence = _("Voting is not open.")


class AlreadyVoted(Refusal, code="already_voted", sentence=_("You have already voted.")):
    """Everyone has one vote."""


class TalkSealed(Refusal, code="talk_sealed", http_status=403):
    """Spectators' comments on a game in progress are closed to its players and to visitors without an account."""

    sentence = _("Spectator chat opens to players and visitors when the game is over.")


class TalkClosed(
    Refusal, code="talk_closed", http_status=403, sentence=_("You cannot write in this game's spectator chat.")
):
    """The writer has blocked one of the game's players, or one of them has blocked the writer. The message does not say
    which."""


class CannotMute(Refusal, code="cannot_mute", http_status=403):
    """No one mutes themselves, nor more than `most` players."""

    sentence = _("You cannot mute yourself, and you can mute at most 1000 players.")


class CannotFollow(Refusal, code="cannot_follow", http_status=403):
    """No one follows themselves, a guest, someone who is gone, a player where one of the two has blocked the other,
    or a game of such a player in which they do not play themselves."""

    sentence = _("You cannot follow this player or game.")


class PublicOnly(Refusal, code="public_only", http_status=403, sentence=_("You can only do this in public games.")):
    """Only public games can be followed and have spectators' comments."""


class FollowsTooMany(Refusal, code="follows_too_many"):
    """A person follows at most `most` players, and as many games."""

    sentence = _("You've reached the limit of what you can follow. Unfollow a player or game first.")


class BadTag(Refusal, code="bad_tag", fields=("note", "tag"), http_status=400):
    """A note has at most 500 characters; a tag is one line of at most 30."""

    sentence = _("A note can have up to 500 characters. A tag can have up to 30 characters, on one line.")


class TooManyPosts(Refusal, code="too_many_posts", http_status=429):
    """A person may write this many messages in an hour (IGO_MESSAGES); again after `retry_after` seconds."""

    sentence = _("You're sending messages too quickly. Try again later.")
