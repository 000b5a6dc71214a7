"""What an e-mail that came in says: who sent it, to which secret, and its first line. Values only; nothing of it is
trusted, and nothing but the first line is used."""

from __future__ import annotations

import email
import email.policy
import re
import unicodedata
from collections.abc import Iterator
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import getaddresses
from hashlib import sha256
from html.parser import HTMLParser

LONGEST_LINE = 200
_BULK = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_ROBOTS = frozenset({"mailer-daemon", "postmaster", "noreply", "no-reply"})
_RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")


def parsed(raw: bytes) -> EmailMessage:
    """The e-mail; one that is no e-mail has no headers and no text."""
    return email.message_from_bytes(raw, policy=email.policy.default)


def name_of(letter: EmailMessage, raw: bytes) -> str:
    """The same for the same e-mail, however often it comes: a hash of its Message-ID, or of all of it."""
    return sha256((message_id(letter) or "").encode() or raw).hexdigest()[:32]


def message_id(letter: EmailMessage) -> str:
    """Its Message-ID, "" when it has none that can be answered to."""
    found = re.fullmatch(r"<[!-;=?-~]{1,200}>", _header(letter, "Message-ID").strip())
    return found[0] if found else ""


def is_automatic(letter: EmailMessage) -> bool:
    """Whether a program sent it, as far as it says so: an answer to it might be answered again (RFC 3834)."""
    if _header(letter, "Auto-Submitted").strip().lower() not in ("", "no"):
        return True
    if _header(letter, "Precedence").strip().lower() in _BULK:
        return True
    if any(letter.get_all(name) for name in ("List-Id", "X-Autoreply", "X-Autorespond")):
        return True
    is_report = letter.get_content_type() == "multipart/report"
    return is_report or _header(letter, "Return-Path").strip() == "<>" or _is_robot(sender_of(letter))


def _is_robot(address: str) -> bool:
    return address.partition("@")[0].lower() in _ROBOTS


def sender_of(letter: EmailMessage) -> str:
    """The one address that it is from, "" when it names none or several."""
    try:
        named = [str(value) for value in letter.get_all("From", [])]
    except (MessageError, ValueError, IndexError, TypeError):
        return ""
    found = [address for _name, address in getaddresses(named)]
    return found[0] if len(named) == len(found) == 1 else ""


def secret_in(letter: EmailMessage, address: str, envelope: str = "") -> str:
    """The secret after the plus sign of our address among those that it was sent to; "" for none, or for several.
    `envelope`: whom the mail server says it was for."""
    local, _at, domain = address.partition("@")
    pattern = re.compile(rf"{re.escape(local)}\+([0-9a-f]{{32}})@{re.escape(domain)}", re.IGNORECASE)
    named = [envelope, *(str(value) for name in _RECIPIENTS for value in _all(letter, name))]
    found = {match[1].lower() for text in named for match in pattern.finditer(text)}
    return found.pop() if len(found) == 1 else ""


def fails_dmarc(letter: EmailMessage, authserv: str) -> bool:
    """Whether the sender is not who it says it is, by what our receiver wrote (RFC 8601). `authserv`: by which name it
    signs that; then a pass has to stand there. Without it, only a failure that stands there counts."""
    for value in _all(letter, "Authentication-Results"):
        plain = re.sub(r"\([^()]*\)", " ", str(value)).lower()
        server, _semicolon, results = plain.partition(";")
        said = re.search(r"(?:^|[;\s])dmarc\s*=\s*(\w+)", results)
        if said is None or (authserv and server.split()[:1] != [authserv.lower()]):
            continue
        return said[1] != "pass" if authserv else said[1] in ("fail", "permerror")
    return bool(authserv)


def first_line(letter: EmailMessage) -> str:
    """The first line that is not empty and not quoted, "" for none."""
    for line in _text(letter).splitlines():
        plain = unicodedata.normalize("NFKC", line).strip().strip("\u200e\u200f\u2066\u2069\ufeff").strip()
        if plain and not plain.startswith(">"):
            return plain[:LONGEST_LINE]
    return ""


def _text(letter: EmailMessage) -> str:
    try:
        part = letter.get_body(("plain", "html"))
        if part is None:
            return ""
        content = str(part.get_content())
        return _without_tags(content) if part.get_content_type() == "text/html" else content
    except (MessageError, LookupError, ValueError, AttributeError, TypeError):
        return ""


def _all(letter: EmailMessage, name: str) -> Iterator[object]:
    try:
        yield from letter.get_all(name, [])
    except (MessageError, ValueError, IndexError, TypeError):
        return


def _header(letter: EmailMessage, name: str) -> str:
    return str(next(_all(letter, name), ""))


class _Lines(HTMLParser):
    """The text of HTML, a line a block, without what is quoted, drawn or run."""

    NOT_SAID = frozenset({"script", "style", "head", "title", "blockquote", "template"})
    INLINE = frozenset({"a", "b", "i", "u", "em", "strong", "span", "font", "small", "code", "tt", "bdi", "bdo", "wbr"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._left_out: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.NOT_SAID:
            self._left_out.append(tag)
        elif tag not in self.INLINE:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._left_out:
            while self._left_out.pop() != tag:
                pass
        elif tag not in self.INLINE:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._left_out:
            self.parts.append(re.sub(r"\s+", " ", data))


def _without_tags(content: str) -> str:
    lines = _Lines()
    lines.feed(content)
    lines.close()
    return "".join(lines.parts)
