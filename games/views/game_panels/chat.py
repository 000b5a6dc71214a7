"""The chat of a game on its page."""

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
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits, wants_solar_calendar
from accounts.models.player import shown_name
from foundation.caches import LRUCache
from games import reading
from games.reading import ChatLine
from games.services.chat import is_chat_closed_to_all
from games.services.teams import may_talk_freely
from wording import dates, words
from wording.quick_replies import QUICK_REPLIES, TEAM_PHRASES, reply_in_words

from .panel import GamePanel

MOST_SHOWN = 100


class ChatPanel(GamePanel):
    """The panel with the game's chat, for players of the game and moderators. With more than two colours the chat is
    public (V60)."""

    @cached_property
    def chat(self) -> list[ChatLine]:
        """Return the last messages, oldest first, if the viewer may read them."""
        return reading.last_messages(self.game, MOST_SHOWN) if self.show.may_read_chat else []

    @property
    def has_chat(self) -> bool:
        """Return whether the viewer may read a chat that has messages or can get some. In games of guests no one can
        write."""
        return self.show.may_read_chat and bool(
            self.chat or not (self.game.is_with_guest or self._is_own_seat_of_guest)
        )

    @property
    def _is_own_seat_of_guest(self) -> bool:
        return self.me is not None and self.me.player.is_guest

    @cached_property
    def message_move_numbers(self) -> list[int]:
        """Return for each message, in order, how many moves the game had when the message was written."""
        return [self.move_sequence.move_count_after(line.number) for line in self.chat]

    @property
    def chat_items(self) -> SafeString:
        """Return the messages as HTML list items."""
        if not self.chat and self.is_chat_closed:
            return SafeString()
        if not self.chat:
            return format_html('<li class="muted">{}</li>', self._no_messages)
        reads = _ReaderSettings(
            get_language(), timezone.get_current_timezone_name(), wants_latin_digits(), wants_solar_calendar()
        )
        dated = zip(self.chat, self.message_move_numbers, strict=True)
        return format_html_join("", "{}", ((self._message_item(line, at, reads),) for line, at in dated))

    @property
    def _no_messages(self) -> str:
        if self.game.has_many_colors:
            return _("No messages yet. Everyone can read this chat.")
        if self.game.rotates_colors:
            return _("No messages yet. The other players can see what you write.")
        return _("No messages yet. Your opponent can see what you write.")

    def _message_item(self, line: ChatLine, at: int, reads: _ReaderSettings) -> SafeString:
        is_mine = line.author == self.viewer.pk
        return _items.get_or_make((line, is_mine, at, reads), lambda: _message_html(line, is_mine, at))

    @property
    def quick_replies(self) -> list[tuple[str, str]]:
        """Return the keys and texts of the quick replies."""
        phrases = QUICK_REPLIES if self.may_write_freely else TEAM_PHRASES
        return [(key, str(phrase)) for key, phrase in phrases.items()]

    @cached_property
    def may_write_freely(self) -> bool:
        """Return whether players may write their own messages. In a team game in progress they can only send quick
        replies (V37)."""
        return may_talk_freely(self.game)

    @cached_property
    def is_chat_closed(self) -> bool:
        """Return whether the chat is closed to the viewer: a guest plays, the terms close the chat, or players have
        blocked each other."""
        return is_chat_closed_to_all(self.game) or self.own_note_and_block.is_blocked or self._is_own_seat_of_guest


class _ReaderSettings(NamedTuple):
    """The display settings of a viewer: language, time zone, digits, calendar."""

    language: str | None
    zone: str
    latin_digits: bool
    solar_calendar: bool


_items: LRUCache[tuple[ChatLine, bool, int, _ReaderSettings], SafeString] = LRUCache(4000)
"""Cache of messages as HTML, up to 2 kB each, by all values they depend on."""


def _message_html(line: ChatLine, is_mine: bool, at: int) -> SafeString:
    """Return one message as HTML for the current viewer: its author, time, move and text. The author of a hidden
    message sees the reason."""
    return format_html(
        '<li class="{}"><b><bdi>{}</bdi></b> <small>{}\xa0· <a href="?move={}">{}</a></small><br>{}</li>',
        "us" if is_mine else "them",
        shown_name(line.username, line.deleted_at),
        _time_tag(line.said_at),
        at,
        pgettext("text", "move %(n)s") % {"n": words.localized_number(at)},
        _message_text_html(line, is_mine) if line.hidden_at is None else _hidden_message_html(line, is_mine),
    )


def _time_tag(at: datetime) -> SafeString:
    text, full = dates.day_text(at, "DATETIME_FORMAT"), dates.full_time(at)
    return format_html('<time datetime="{}" title="{}">{}</time>', dates.machine_readable_time(at), full, text)


def message_text(line: ChatLine) -> str:
    """Return the text of a message, with quick replies in the viewer's language."""
    return str(reply_in_words(line.quick)) if line.quick else line.text


def _message_text_html(line: ChatLine, is_mine: bool) -> SafeString:
    text = format_html('<span dir="auto">{}</span>', linebreaksbr(message_text(line)))
    if is_mine:
        return text
    path = reverse("moderation:report_message", args=[line.pk])
    text = format_html('{} <a class="muted" href="{}">{}</a>', text, path, pgettext("text", "Report…"))
    if not settings.IGO_TRANSLATE_URL or line.quick:
        return text
    path = reverse("social:translate_message", args=[line.pk])
    return format_html('{} <a class="muted" href="{}">{}</a>', text, path, pgettext("text", "Translate…"))


def _hidden_message_html(line: ChatLine, is_mine: bool) -> SafeString:
    mark = format_html('<span class="muted">{}</span>', _("[hidden by a moderator]"))
    return format_html('{} <span dir="auto">{}</span>', mark, line.hidden_reason) if is_mine else mark
