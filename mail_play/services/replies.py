"""Play a turn by a reply to an e-mail (C68). All incoming e-mails are processed here.

The first line is a point, `pass`, `resign`, or `accept` with the number of the proposal; the rest is ignored. The
sender must know the secret and be the player, as far as e-mails can prove that. Players get one e-mail in response,
which says that the action was recorded or why it was not. All other senders get no response.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.core.digits import viewer_digits
from accounts.core.mail import queue_email
from foundation.refusals import Refusal
from games import verbs
from games.emails import subjects
from games.emails.writing import thread_id_of
from games.notice_names import joined_opponent_names
from games.verbs import Verb
from mail_play import reading
from mail_play.automatic import is_automatic
from mail_play.errors import EmailTooLarge, EmailUnreadable
from mail_play.models import MailToken
from mail_play.services import playing, tokens
from notifications.services.scheduling import players_with_email
from rules import RulesError
from wording.refusals import sentence_for

logger = logging.getLogger(__name__)

MOST_ANSWERS = 5
"""The number of replies to one e-mail that get a response. The limit prevents two programs from replying to each other
forever."""


def has_mailbox() -> bool:
    """Return whether replies are fetched from a mailbox, which must be configured and needs its library."""
    return bool(settings.IGO_IMAP_URL) and find_spec("imap_tools") is not None


def replies_are_received() -> bool:
    """Return whether this server receives replies to its e-mails, from a mailbox or from a mail service."""
    return bool(settings.IGO_REPLY_ADDRESS) and (has_mailbox() or bool(settings.IGO_INBOUND_SECRET))


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """An incoming e-mail. If it is larger than reading.LARGEST, its beginning is enough. `envelope` is the recipient
    according to the mail server."""

    raw: bytes
    envelope: str = ""


def process_reply(incoming: IncomingMail, now: datetime) -> bool:
    """Play the reply and send a response. Return False if the e-mail is not addressed to a secret, and is therefore not
    a reply.

    The move, the response and the record of the response are stored together. An e-mail that arrives several times,
    even in several processes, is played and answered only once.
    """
    secret = reading.find_secret(incoming.raw, settings.IGO_REPLY_ADDRESS, incoming.envelope)
    if not secret:
        return False
    reply = _find_reply(incoming, secret)
    if reply is None:
        return True
    player = reply.token.seat.player
    language = player.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(player.zone), viewer_digits(player), transaction.atomic():
        try:
            with transaction.atomic():
                word, verb, argument = _action_in_reply(reply, now)
                with playing.using_token(reply.token, now) as request:
                    done = verbs.perform_from_input(request, verb, argument)
                answer = _response_to_recorded_move(reply, word)
            done.raise_if_illegal_attempt()
        except (Refusal, RulesError) as error:  # an illegal try is stored
            answer = _refusal_response(reply, error)
        _send_response_once(reply, answer)
    return True


def _find_reply(incoming: IncomingMail, secret: str) -> _Reply | None:
    """Return the e-mail as a player's reply. Return None for e-mails that get no response: those with an unknown secret
    (which are not parsed), from programs, from forged or other senders, those that already got a response, and those
    with a secret that has got MOST_ANSWERS responses."""
    token = tokens.find_token(secret)
    if token is None:
        return None
    email = reading.parse_email(incoming.raw)
    if is_automatic(email) or not _is_from_player(email, token):
        return None
    name = reading.email_identity(email, incoming.raw)
    if _is_answered_or_at_limit(token, name):
        return None
    return _Reply(email, token, name, len(incoming.raw) > reading.LARGEST)


def _is_from_player(email: Message, token: MailToken) -> bool:
    """Return whether the e-mail is from the player's confirmed address, as far as the receiving server can tell."""
    player = players_with_email([token.seat.player_id]).get(token.seat.player_id)
    if player is None or reading.sender_of(email).lower() != player.email.lower():
        return False
    return not reading.fails_dmarc(email, settings.IGO_REPLY_AUTHSERV)


def _is_answered_or_at_limit(token: MailToken, name: str) -> bool:
    return name in token.answered or len(token.answered) >= MOST_ANSWERS


@dataclass(frozen=True, slots=True)
class _Reply:
    """A player's reply to an e-mail from this server. `token` is the secret in that e-mail, and `name` is the reply's
    identity (`reading.email_identity`)."""

    email: Message
    token: MailToken
    name: str
    is_too_large: bool


def _send_response_once(reply: _Reply, answer: EmailMessage) -> None:
    """Send this response, unless another process has already responded to the same e-mail, or the secret has got
    MOST_ANSWERS responses. Another process that responded has played the move, so this response would only say that the
    move was too late."""
    row = MailToken.objects.select_for_update(no_key=True).get(pk=reply.token.pk)
    if not _is_answered_or_at_limit(row, reply.name):
        row.answered = [*row.answered, reply.name]
        row.save(update_fields=["answered"])
        queue_email(answer)


def _action_in_reply(reply: _Reply, now: datetime) -> tuple[str, type[Verb], VerbInput]:
    """Return the action in the reply as `_parse_action` does. Raises an error with the reason if the reply cannot be
    played."""
    tokens.check_token(reply.token, now, setting="play_by_reply")
    if reply.is_too_large:
        raise EmailTooLarge
    return _parse_action(reading.first_line(reply.email))


VerbInput = dict[str, Any]
_WORDS: tuple[tuple[str, type[Verb], Callable[[re.Match[str]], VerbInput]], ...] = (
    (r"pass", verbs.Pass, lambda found: {}),
    (r"resign", verbs.Resign, lambda found: {}),
    (r"accept (\d{1,4})", verbs.Accept, lambda found: {"proposal": int(found[1])}),
    (r"([a-z]\d{1,2})", verbs.Play, lambda found: {"point": found[1].upper()}),
)


def _parse_action(line: str) -> tuple[str, type[Verb], VerbInput]:
    """Return the action in a first line: its name, verb and input. The line must consist only of the action. Raises
    EmailUnreadable."""
    plain = re.sub(r"\s+", " ", line).lower()
    for pattern, verb, group in _WORDS:
        found = re.fullmatch(pattern, plain)
        if found:
            return (plain.upper() if verb is verbs.Play else plain), verb, group(found)
    raise EmailUnreadable


def _response_to_recorded_move(reply: _Reply, word: str) -> EmailMessage:
    return _make_response(reply, _("%(name)s: %(move)s recorded").replace("%(move)s", word), [])


def _refusal_response(reply: _Reply, error: Refusal | RulesError) -> EmailMessage:
    why = sentence_for(error)
    how = _(
        "The first line must be a point (K10), “pass”, “resign”, or “accept” with the proposal number (“accept 3”)."
    )
    return _make_response(
        reply, _("%(name)s: no move was played"), [why, *([how] if isinstance(error, EmailUnreadable) else [])]
    )


def _make_response(reply: _Reply, message: str, lines: list[str]) -> EmailMessage:
    """Return the e-mail in response to a reply, marked so that programs do not reply to it. It has `message` as subject
    and first line, then `lines`. It contains no secret, so a reply to it plays no move."""
    seat = reply.token.seat
    game = settings.IGO_URL.rstrip("/") + seat.game.get_absolute_url()
    opponent = joined_opponent_names(seat.game, seat)
    against = _("Your game with %(name)s: %(link)s") % {"name": opponent, "link": game}
    subject = subjects.subject_with_name(message, opponent)
    text = "\n\n".join([subject, *lines, against]) + "\n"
    answered, thread = reading.message_id(reply.email), thread_id_of(seat.game_id)
    headers = {
        "Auto-Submitted": "auto-replied",
        "In-Reply-To": answered or thread,
        "References": f"{thread} {answered}".strip(),
    }
    return EmailMessage(subject, text, to=[seat.player.email], headers=headers)
