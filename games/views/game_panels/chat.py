"""What the players say to each other, as the page of their game shows it."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.conf import settings
from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits, wants_solar_calendar
from accounts.models.player import shown_name
from foundation.caches import LRUCache
from games import reading
from games.reading import Said
from games.services.teams import talks_openly
from wording import dates, words
from wording.quick_replies import QUICK_REPLIES, TEAM_PHRASES, reply_in_words

from .panel import Panel

MOST_SHOWN = 100


class ChatPanel(Panel):
    """The chat of a game: the players' and the moderators', and everybody's where many sides play (V60)."""

    @cached_property
    def chat(self) -> list[Said]:
        """The last messages, oldest first, of those whom they are for."""
        return reading.last_said(self.game, MOST_SHOWN) if self.show.chat else []

    @cached_property
    def said_at(self) -> list[int]:
        """For each of them after which move it was said."""
        return [self.walk.moves_at(said.number) for said in self.chat]

    @property
    def chat_items(self) -> SafeString:
        """The same as items of a list."""
        if not self.chat:
            return format_html('<li class="muted">{}</li>', self._nothing_said)
        reads = _Reader(
            get_language(), timezone.get_current_timezone_name(), wants_latin_digits(), wants_solar_calendar()
        )
        dated = zip(self.chat, self.said_at, strict=True)
        return format_html_join("", "{}", ((self._item(said, at, reads),) for said, at in dated))

    @property
    def _nothing_said(self) -> str:
        if self.game.has_many_colors:
            return _("No messages yet. Everyone can read this chat.")
        return _("No messages yet. Your opponent can see what you write.")

    def _item(self, said: Said, at: int, reads: _Reader) -> SafeString:
        is_mine = said.author == self.viewer.pk
        return _items.get_or_make((said, is_mine, at, reads), lambda: _written(said, is_mine, at))

    @property
    def quick_replies(self) -> list[tuple[str, str]]:
        """What can be said by one button: key and words."""
        phrases = QUICK_REPLIES if self.talks_openly else TEAM_PHRASES
        return [(key, str(said)) for key, said in phrases.items()]

    @cached_property
    def talks_openly(self) -> bool:
        """Whether players may write what they like: not partners of a running game (V37)."""
        return talks_openly(self.game)

    @cached_property
    def is_chat_closed(self) -> bool:
        """Whether no one can write here: a guest plays, or the players have blocked each other."""
        return self.game.is_with_guest or self.of_seat.is_blocked


class _Reader(NamedTuple):
    """How somebody reads what does not depend on who they are."""

    language: str | None
    zone: str
    latin_digits: bool
    solar_calendar: bool


_items: LRUCache[tuple[Said, bool, int, _Reader], SafeString] = LRUCache(4000)
"""Messages as they are written, up to 2 kB each, by all that they are written from."""


def _written(said: Said, is_mine: bool, at: int) -> SafeString:
    """One message, for the current reader: who said it, when and after which move, its text; of a hidden one its author
    reads why."""
    return format_html(
        '<li class="{}"><b><bdi>{}</bdi></b> <small>{} · <a href="?move={}">{}</a></small><br>{}</li>',
        "us" if is_mine else "them",
        shown_name(said.username, said.deleted_at),
        _time_tag(said.said_at),
        at,
        _("move %(n)s") % {"n": words.number(at)},
        _text(said, is_mine) if said.hidden_at is None else _hidden(said, is_mine),
    )


def _time_tag(at: datetime) -> SafeString:
    said, full = dates.dated(at, "DATETIME_FORMAT"), dates.instant(at)
    return format_html('<time datetime="{}" title="{}">{}</time>', dates.for_programs(at), full, said)


def words_of(said: Said) -> str:
    """The text of a message; of a quick reply in the reader's language."""
    return str(reply_in_words(said.quick)) if said.quick else said.text


def _text(said: Said, is_mine: bool) -> SafeString:
    text = format_html('<span dir="auto">{}</span>', linebreaksbr(words_of(said)))
    if is_mine:
        return text
    path = reverse("moderation:report_message", args=[said.pk])
    text = format_html('{} <a class="muted" href="{}">{}</a>', text, path, _("Report…"))
    if not settings.IGO_TRANSLATE_URL or said.quick:
        return text
    path = reverse("social:translate_message", args=[said.pk])
    return format_html('{} <a class="muted" href="{}">{}</a>', text, path, _("Translate…"))


def _hidden(said: Said, is_mine: bool) -> SafeString:
    mark = format_html('<span class="muted">{}</span>', _("[hidden by a moderator]"))
    return format_html('{} <span dir="auto">{}</span>', mark, said.hidden_reason) if is_mine else mark
