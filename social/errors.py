"""Errors about messages, follows, comments and bulletins."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchThread(Refusal, code="no_such_thread", http_status=404, sentence=_("This conversation does not exist.")):
    """Raised if the player has no such conversation."""


class NoSuchPost(Refusal, code="no_such_post", http_status=404):
    """Raised if the message does not exist, or the player may not read it."""

    sentence = _("This message does not exist, or it is private.")


class InvalidPostContent(Refusal, code="empty_post", fields=("text",), http_status=400):
    """Raised if a message has neither a text of 1 to 2,000 characters nor a known quick reply."""

    sentence = _("Enter a message of 1 to 2,000 characters.")


class CannotWriteToPlayer(
    Refusal, code="thread_closed", http_status=403, sentence=_("You can't write to this player.")
):
    """Raised if the two players cannot write to each other: one has blocked the other, or the other player is the
    writer, a guest, or deleted."""


class NewPlayerCannotWrite(Refusal, code="too_new", http_status=403):
    """Raised if a player in their first week, or a bot, writes to a stranger. That is someone who is not an opponent, a
    friend or staff, and who has not written to them before. `until` is the end of the week, null for a bot."""

    sentence = _(
        "In your first week you can only write to opponents, friends, staff and players who have written to you."
    )


class NoTranslator(
    Refusal, code="no_translator", http_status=404, sentence=_("This server has no translation service.")
):
    """Raised if no administrator has configured a translation service."""


class TranslatorUnavailable(Refusal, code="translator_away", http_status=503):
    """Raised if the translation service does not respond in time, or is busy."""

    sentence = _("The translation service is not responding. Try again later.")

    def __init__(self) -> None:
        super().__init__(retry_after=30)


class TooManyTranslations(Refusal, code="too_many_translations", http_status=429):
    """Raised if the player has reached the hourly limit of translations (IGO_TRANSLATIONS). `retry_after` is in
    seconds."""

    sentence = _("You've had too many texts translated recently. Try again later.")


class NoSuchBulletin(Refusal, code="no_such_bulletin", http_status=404, sentence=_("This bulletin does not exist.")):
    """Raised if the bulletin does not exist or is not published yet."""


class CannotVote(Refusal, code="cannot_vote", fields=("choice",), http_status=400):
    """Raised if the bulletin has no poll, the poll has no such option, or the bulletin has ended."""

    sentence = _("Voting is not open.")


class AlreadyVoted(Refusal, code="already_voted", sentence=_("You have already voted.")):
    """Raised if the player has already voted on the bulletin."""


class SpectatorCommentsSealed(Refusal, code="talk_sealed", http_status=403):
    """Raised if a game is in progress, and one of its players or a visitor without an account tries to read or write
    spectators' comments."""

    sentence = _("Spectator chat opens to players and visitors when the game is over.")


class CannotCommentBecauseOfBlock(
    Refusal, code="talk_closed", http_status=403, sentence=_("You can't write in this game's spectator chat.")
):
    """Raised if there is a block between the writer and a player of the game. The message does not reveal who blocked
    whom."""


class CannotMute(Refusal, code="cannot_mute", http_status=403):
    """Raised if players try to mute themselves, or have already muted `most` players."""

    sentence = _("You've reached the limit of 1,000 muted players. Unmute one first.")


class CannotFollow(Refusal, code="cannot_follow", http_status=403):
    """Raised if a player cannot follow another player or a game.

    They cannot follow themselves, a guest, a deleted player, or a player with a block between the two. They cannot
    follow games of such a blocked player either, unless they play in them.
    """

    sentence = _("You can't follow this player.")


class GameNotPublic(
    Refusal, code="public_only", http_status=403, sentence=_("You can follow and comment on public games only.")
):
    """Raised if the game is private, because spectators can only follow and comment on public games."""


class TooManyFollows(Refusal, code="follows_too_many"):
    """Raised if the player already follows `most` players, or already follows `most` games."""

    sentence = _("You can follow up to 500 players and 500 games. Unfollow one first.")


class InvalidNoteOrTag(Refusal, code="bad_tag", fields=("note", "tag"), http_status=400):
    """Raised if a note is longer than 500 characters, or a tag is not a single line of at most 30 characters."""

    sentence = _("A note can have 500 characters and a tag 30. Shorten the text.")


class TooManyPosts(Refusal, code="too_many_posts", http_status=429):
    """Raised if the player has reached the hourly limit of messages (IGO_MESSAGES), or the daily limit of replies in
    the first week. `retry_after` is in seconds."""

    sentence = _("You're sending messages too quickly. Try again later.")
