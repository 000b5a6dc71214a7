"""Translate messages with the LibreTranslate server configured by an administrator (IGO_TRANSLATE_URL).

A text is sent, without names, only when a player who may read it requests a translation. The URL is the
administrator's, so it may be in the server's own network. Redirects are not followed, and proxies are not used. The
response size and the time are limited, and at most AT_A_TIME requests of a process wait for the service.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import threading
from dataclasses import dataclass
from typing import Any

import requests
from django.conf import settings

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from foundation import limits, safe_http, timesource
from foundation.caches import LRUCache
from foundation.deadlines import deadline
from foundation.text import clean_text
from games.access import game_for
from games.errors import NoSuchGame
from games.game_view import GameView
from games.models import Game, Message
from social.errors import NoSuchPost, NoTranslator, TooManyTranslations, TranslatorUnavailable

logger = logging.getLogger(__name__)

LARGEST_ANSWER = 64 * 1024
LONGEST_TRANSLATION = 8000
AT_A_TIME = 2
_QUOTED_AUTHOR = re.compile(r"(?:> ?)+[^\s>].{1,39}:")
"""The line of a quotation that names its author. Names of deleted accounts have spaces."""

_turns = threading.BoundedSemaphore(AT_A_TIME)


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated text and its original language, which is "" if the service does not know it."""

    text: str
    source: str


_translated: LRUCache[tuple[str, str, str], Translation] = LRUCache(2000)
"""Cached translations by service, language and a hash of the text."""


def is_translation_on() -> bool:
    """Return whether an administrator has configured a translation service."""
    return bool(settings.IGO_TRANSLATE_URL)


def translate_text(player: Player, text: str, language: str) -> Translation:
    """Return the text translated into this language. Cached translations do not count towards the limit. The names of
    quoted authors are left out; a text that has nothing else is returned unchanged.

    Does not check that the player may read the text. Raises NoTranslator, TranslatorUnavailable, TooManyTranslations
    and Suspended.
    """
    if not is_translation_on():
        raise NoTranslator
    check_allowed(player, timesource.now())
    target, sent = language.partition("-")[0], _without_quoted_authors(text)
    if not sent.strip("> \n"):
        return Translation(text, "")
    key = (settings.IGO_TRANSLATE_URL, target, hashlib.sha256(sent.encode()).hexdigest())
    known = _translated.get(key)
    if known is not None:
        return known
    wait = limits.count_hit("translations", str(player.pk), settings.IGO_TRANSLATIONS)
    if wait is not None:
        raise TooManyTranslations(retry_after=int(wait) + 1)
    if not _turns.acquire(blocking=False):
        raise TranslatorUnavailable
    try:
        found = _request_translation(sent, target)
    finally:
        _turns.release()
    _translated.put(key, found)
    return found


def _without_quoted_authors(text: str) -> str:
    """Return the text without the lines that name the author of a quotation. Such a line is the first of its quotation.
    Quotations can contain others."""
    kept, depth = [], 0
    for line in text.split("\n"):
        before, depth = depth, re.split("[^> ]", line, maxsplit=1)[0].count(">")
        if depth <= before or not _QUOTED_AUTHOR.fullmatch(line):
            kept.append(line)
    return "\n".join(kept)


def _request_translation(text: str, target: str) -> Translation:
    asked = {"q": text, "source": "auto", "target": target, "format": "text"}
    if settings.IGO_TRANSLATE_KEY:
        asked["api_key"] = settings.IGO_TRANSLATE_KEY
    try:
        with (
            deadline(settings.OUTSIDE_SECONDS),
            safe_http.trusted_session("Igo-Translate/1") as session,
            session.post(f"{settings.IGO_TRANSLATE_URL}/translate", json=asked, stream=True) as answer,
        ):
            if answer.status_code != requests.codes.ok:
                raise ValueError(answer.status_code)
            return _parse_translation(json.loads(_limited_body(answer)))
    except (requests.RequestException, TimeoutError, ValueError, RecursionError) as error:
        logger.warning("the translation service cannot be used: %s", type(error).__name__)
        raise TranslatorUnavailable from error


def _limited_body(answer: requests.Response) -> bytes:
    """Return the body of the service's response. Raises ValueError if it is too large."""
    body = b""
    for piece in answer.iter_content(4096):
        body += piece
        if len(body) > LARGEST_ANSWER:
            raise ValueError(len(body))
    return body


def _parse_translation(answer: Any) -> Translation:
    """Return the translation in LibreTranslate's response. Raises ValueError if the response has another form."""
    text = answer.get("translatedText") if isinstance(answer, dict) else None
    if not isinstance(text, str):
        raise ValueError(type(text))
    detected = answer.get("detectedLanguage")
    source = detected.get("language") if isinstance(detected, dict) else ""
    if not isinstance(source, str) or not source.isascii() or len(source) > 12:
        source = ""
    return Translation(clean_text(text[:LONGEST_TRANSLATION]), source)


def visible_chat_message(viewer: Player, message_id: int) -> Message:
    """Return a message in the chat of a game that this player may read. Raises NoSuchPost."""
    # A game that this player may not see costs the same queries as one that does not exist (S02).
    seen = Message.objects.filter(game__in=Game.objects.visible_to(viewer), hidden_at=None)
    message = seen.select_related("author").filter(pk=message_id).first()
    try:
        if message is None or not GameView(game_for(viewer, message.game_id), viewer).may_read_chat:
            raise NoSuchPost
    except NoSuchGame as error:
        raise NoSuchPost from error
    return message
