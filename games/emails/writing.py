"""Write the e-mails as complete plain text and, if the reader has chosen that, also as HTML with a picture of the first
board."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, get_language_bidi, pgettext
from django.utils.translation import gettext as _

from accounts.core import site
from accounts.core.digits import viewer_digits
from accounts.core.hidden_ranks import ranks_visible_to
from accounts.core.outbox import LARGEST_PICTURE, EmailPicture, PictureEmail, server_domain
from games import seen
from games.emails import subjects
from games.emails.entries import EmailEntry, current_entries, distinct_groups, picture_text
from games.emails.facts import EmailFacts, load_facts
from notifications.models import EmailDetail
from notifications.services.emails import EmailContent
from notifications.services.unsubscribing import unsubscribe_headers
from wording.board_png import board_png, can_draw_png

logger = logging.getLogger(__name__)

CID = "board"
STYLE = """
body { max-width: 560px; margin: 0 auto; padding: 16px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
  background: #f7f3ea; color: #221d16 }
h2 { margin: 20px 0 8px; font: 600 20px/1.3 Charter, "Noto Serif", Georgia, serif }
p { margin: 4px 0 } a { color: #14575a } small { color: #635a4b }
img { display: block; max-width: 100%; height: auto; margin: 12px 0; border-radius: 6px }
pre { overflow-x: auto; font-size: 12px; line-height: 1.3 }
.go { display: inline-block; margin: 8px 0; padding: 10px 16px; border-radius: 10px; background: #17534f; color: #fff;
  font-weight: 600; text-decoration: none }
hr { margin: 24px 0 12px; border: 0; border-top: 1px solid #d9d1c0 }
@media (prefers-color-scheme: dark) {
  body { background: #171513; color: #ece6da } a { color: #93d2c6 } small { color: #b5ab9a }
  .go { background: #8ccabb; color: #0b2420 } hr { border-color: #3a3530 }
}
"""
"""Styles like those of the pages (static/css/base.css), limited to CSS that mail programs support; without CSS,
readers still see all texts, links and the board."""


def write_emails(contents: Sequence[EmailContent], now: datetime) -> list[EmailMessage | Exception | None]:
    """Return the e-mails of these contents, in order. An item is None if nothing in the e-mail is still true, or an
    exception if the e-mail could not be written."""
    transaction.on_commit(partial(_mark_games_seen, contents))
    facts = load_facts(contents, now)
    return [_write_email(content, facts, now) for content in contents]


def _mark_games_seen(contents: Sequence[EmailContent]) -> None:
    """Mark the games of these e-mails as seen, after the commit and before the e-mails are sent. A process that has
    locked rows of NoticeSettings must not wait for a game (docs/locking.md, 14)."""
    shown = {(one.player_id, one.game_id) for content in contents for one in content.items if one.game_id is not None}
    if shown:
        seen.mark_seen_by_players(shown)


def _write_email(content: EmailContent, facts: EmailFacts, now: datetime) -> EmailMessage | Exception | None:
    player = content.player
    language = player.language or settings.LANGUAGE_CODE
    try:
        with (
            translation.override(language),
            timezone.override(player.zone),
            viewer_digits(player),
            ranks_visible_to(player),
        ):
            entries = current_entries(content, facts, now)
            return _compose_email(content, entries) if entries else None
    except Exception as error:
        logger.exception("an e-mail about games to player %s could not be written", player.pk)
        return error


@dataclass(frozen=True, slots=True)
class EmailFooter:
    """The last lines of every e-mail: why it was sent, and how to change or stop e-mails."""

    why: str
    choose: str
    stop: str


def _compose_email(content: EmailContent, entries: list[EmailEntry]) -> EmailMessage:
    headers, stop = unsubscribe_headers(content.player, distinct_groups(content.items))
    why = _("You are getting this e-mail because of your notification settings.")
    foot = EmailFooter(why, _absolute_url(reverse("notifications:settings")), stop)
    text = _plain_text_body(entries, foot)
    headers |= _reply_to_header(entries) | _thread_headers(entries)
    subject, to = _subject(entries), [content.player.email]
    picture = _first_board_picture(entries) if content.settings.level == EmailDetail.PICTURE else None
    if picture is None:
        return EmailMessage(subject, text, to=to, headers=headers)
    return PictureEmail(subject, text, to=to, headers=headers, html=_html_body(entries, foot), picture=picture)


def _thread_headers(entries: list[EmailEntry]) -> dict[str, str]:
    """Return the headers that put an e-mail about a single game into that game's thread."""
    games = {entry.game_id for entry in entries}
    game_id = games.pop() if len(games) == 1 else None
    return {} if game_id is None else {"In-Reply-To": thread_id_of(game_id), "References": thread_id_of(game_id)}


def thread_id_of(game_id: int) -> str:
    """Return the identifier that all e-mails about a game refer to, so that mail programs group them (RFC 5322,
    3.6.4). No e-mail has this identifier itself."""
    return f"<game-{game_id}@{server_domain()}>"


def _reply_to_header(entries: list[EmailEntry]) -> dict[str, str]:
    """Return the Reply-To header if exactly one turn can be played by replying. With several turns, each entry has its
    own address."""
    addresses = [entry.way.reply_to for entry in entries if entry.way.reply_to]
    return {"Reply-To": addresses[0]} if len(addresses) == 1 else {}


def _reply_instructions(entry: EmailEntry) -> str:
    way = entry.way
    values = {"address": way.reply_to, "n": way.accepts}
    if entry.proposed is not None and entry.proposed.is_in_doubt:
        return _("To accept, you need to confirm a second time on the game page.")
    if way.accepts:
        return _("Or reply to %(address)s with “accept %(n)s” or “resign” on the first line.") % values
    return (
        _("Or reply to %(address)s with your move on the first line: a point such as K10, “pass” or “resign”.") % values
    )


def _subject(entries: list[EmailEntry]) -> str:
    """Return the subject: the action needed in one game, or the number of games."""
    first, turns = entries[0], sum(entry.is_turn for entry in entries)
    if len(entries) == 1 or turns == 1:
        return first.subject
    if first.name:
        return subjects.digest_subject(first.name, turns, len(entries) - 1)
    return first.subject


def _absolute_url(path: str) -> str:
    return settings.IGO_URL.rstrip("/") + path


def _plain_text_body(entries: list[EmailEntry], foot: EmailFooter) -> str:
    parts = []
    for entry in entries:
        board = picture_text(entry)
        lines = [*entry.sentences, *entry.details, *(["", board, ""] if board else []), _absolute_url(entry.path)]
        lines += [_("Play without signing in: %(link)s") % {"link": entry.way.link}] if entry.way.link else []
        lines += [_reply_instructions(entry)] if entry.way.reply_to else []
        parts.append("\n".join(lines))
    choose, stop = pgettext("option", "Notification settings"), pgettext("from e-mails", "Unsubscribe")
    end = f"-- \n{site.name()}\n{foot.why}\n{choose}: {foot.choose}\n{stop}: {foot.stop}\n"
    return "\n\n\n".join([*parts, end])


def _first_board_picture(entries: list[EmailEntry]) -> EmailPicture | None:
    """Return the picture of the first board, or None if the board cannot be drawn or is too large for an e-mail."""
    first = _first_entry_with_board(entries)
    if first is None or first.view is None or not can_draw_png():
        return None
    marking = None if first.proposed is None else first.proposed.marking
    png = board_png(first.view.board(), first.view.last_move(), marking)
    return EmailPicture(CID, png) if len(png) <= LARGEST_PICTURE else None


def _first_entry_with_board(entries: list[EmailEntry]) -> EmailEntry | None:
    return next((entry for entry in entries if entry.view is not None), None)


def _html_body(entries: list[EmailEntry], foot: EmailFooter) -> str:
    direction = "rtl" if get_language_bidi() else "ltr"
    shown = _first_entry_with_board(entries)
    parts = format_html_join("", "{}", ((_entry_html(entry, is_shown=entry is shown),) for entry in entries))
    end = format_html(
        '<hr><p><small>{}<br>{}<br><a href="{}">{}</a> · <a href="{}">{}</a></small></p>',
        site.name(), foot.why, foot.choose, pgettext("text", "Notification settings"), foot.stop,
        pgettext("from e-mails", "Unsubscribe"),
    )  # fmt: skip
    head = format_html(
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<meta name="color-scheme" content="light dark"><style>{}</style>',
        SafeString(STYLE),
    )
    page = '<!doctype html><html lang="{0}" dir="{1}"><head>{2}</head><body dir="{1}">{3}{4}</body></html>'
    return format_html(page, get_language(), direction, head, parts, end)


def _entry_html(entry: EmailEntry, *, is_shown: bool) -> SafeString:
    """Return the HTML of one entry, whose first sentence is a link. `is_shown` is whether the picture of this entry's
    board is in the e-mail."""
    first, *others = entry.sentences
    head = format_html('<h2><a href="{}">{}</a></h2>', _absolute_url(entry.path), first)
    foot = _ways_html(entry)
    rest = [*others, *(line for detail in entry.details for line in detail.splitlines())]
    lines = format_html_join("", "<p>{}</p>", ((line,) for line in rest))
    if entry.view is None:
        return format_html("{}{}{}", head, lines, foot)
    if is_shown:
        alt = _("The board after %(point)s") % {"point": entry.last} if entry.last else pgettext("text", "The board")
        link = format_html('<a href="{}"><img src="cid:{}" alt="{}"></a>', _absolute_url(entry.path), CID, alt)
        return format_html("{}{}<p>{}</p>{}", head, lines, link, foot)
    return format_html('{}{}<pre dir="ltr">{}</pre>{}', head, lines, picture_text(entry), foot)


def _ways_html(entry: EmailEntry) -> SafeString:
    """Return the HTML of the links to play from the e-mail."""
    link, address = entry.way.link, entry.way.reply_to
    page = format_html('<p><a class="go" href="{}">{}</a></p>', link, _("Play without signing in")) if link else ""
    return format_html("{}{}", page, format_html("<p>{}</p>", _reply_instructions(entry)) if address else "")
