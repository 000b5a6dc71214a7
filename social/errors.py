"""Refusals of this room."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchThread(Refusal):
    """There is no such conversation, or it is between other people."""

    code = "no_such_thread"
    http_status = 404
    sentence = _("There is no such conversation.")


class NoSuchPost(Refusal):
    """There is no such message, or this person may not read it."""

    code = "no_such_post"
    http_status = 404
    sentence = _("There is no such message, or it is private.")


class EmptyPost(Refusal):
    """A private message needs a text of 1 to 2000 characters, or one of the quick replies."""

    code = "empty_post"
    fields = ("text",)
    http_status = 400
    sentence = _("Enter a message of 1 to 2000 characters.")


class ThreadClosed(Refusal):
    """These two cannot write to each other: one has blocked the other, who is not told, or one of them is the same
    person, a guest, or gone."""

    code = "thread_closed"
    http_status = 403
    sentence = _("You cannot write to this player.")


class TooNew(Refusal):
    """In their first week people write only to opponents, friends, staff and those who wrote to them; bots always.
    `until`: the end of the week, null for a bot."""

    code = "too_new"
    http_status = 403
    sentence = _("In your first week you can write to opponents, friends, staff, and players who have written to you.")


class NoTranslator(Refusal):
    """No administrator has named a translation service for this server."""

    code = "no_translator"
    http_status = 404
    sentence = _("There is no translation service here.")


class TranslatorAway(Refusal):
    """The translation service does not answer, or not in time, or is asked by too many at this moment."""

    code = "translator_away"
    http_status = 503
    sentence = _("The translation service does not answer. Try again later.")

    def __init__(self) -> None:
        super().__init__(retry_after=30)


class TooManyTranslations(Refusal):
    """A person may have so many texts translated in an hour (IGO_TRANSLATIONS); again after `retry_after` seconds."""

    code = "too_many_translations"
    http_status = 429
    sentence = _("You have had many texts translated lately. Wait a while.")


class NoSuchBulletin(Refusal):
    """There is no such bulletin, or it is not up yet."""

    code = "no_such_bulletin"
    http_status = 404
    sentence = _("There is no such bulletin.")


class CannotVote(Refusal):
    """The bulletin asks nothing, has no such answer, or is over."""

    code = "cannot_vote"
    fields = ("choice",)
    http_status = 400
    sentence = _("Nobody can vote for that here, or not any more.")


class AlreadyVoted(Refusal):
    """Everybody has one vote."""

    code = "already_voted"
    sentence = _("You have already voted.")


class TalkSealed(Refusal):
    """What spectators say under a running game is closed to its players and to those who are not signed in."""

    code = "talk_sealed"
    http_status = 403
    sentence = _("Spectator chat opens to players and visitors when the game is over.")


class TalkClosed(Refusal):
    """The writer has blocked one of the game's players, or one of them has blocked the writer. The message does not say
    which."""

    code = "talk_closed"
    http_status = 403
    sentence = _("You cannot write under this game.")


class CannotMute(Refusal):
    """Nobody mutes themselves, nor more than `most` players."""

    code = "cannot_mute"
    http_status = 403
    sentence = _("You cannot mute yourself, or more than 1000 players.")


class CannotFollow(Refusal):
    """Nobody follows themselves, a guest, somebody who is gone, a player where one of the two has blocked the other,
    or a game of such a player in which they do not play themselves."""

    code = "cannot_follow"
    http_status = 403
    sentence = _("You cannot follow this player or game.")


class PublicOnly(Refusal):
    """Only public games can be followed, and have a talk of spectators."""

    code = "public_only"
    http_status = 403
    sentence = _("That is possible for public games only.")


class FollowsTooMany(Refusal):
    """A person follows at most `most` players, and as many games."""

    code = "follows_too_many"
    sentence = _("You follow as many as you can. Stop following one first.")


class BadTag(Refusal):
    """A note has at most 500 characters; a tag is one line of at most 30."""

    code = "bad_tag"
    fields = ("note", "tag")
    http_status = 400
    sentence = _("A note has at most 500 characters, a tag at most 30 in one line.")


class TooManyPosts(Refusal):
    """A person may write so many messages in an hour (IGO_MESSAGES); again after `retry_after` seconds."""

    code = "too_many_posts"
    http_status = 429
    sentence = _("You have written many messages lately. Wait a while.")
