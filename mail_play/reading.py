"""Parse an incoming e-mail: its sender, its secret and its first line. Its content is not trusted, and only the first
line is used.

Anyone can send an e-mail, so every step must take linear time. The structured headers of `email.policy.default`, the
MIME parser of `email` and `html.parser` do not. Headers are read as plain text, long headers only in part, and only as
many parts as a person's e-mail has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import HeaderParser
from email.policy import Compat32
from hashlib import sha256

from foundation.decoding import superset_codec
from foundation.text import drop_invisible_characters
from mail_play.html_text import html_to_text

LARGEST = 64 * 1024
"""The largest number of bytes of an e-mail that are read."""
LONGEST_LINE = 200
LONGEST_HEADER = 2000
"""The largest number of characters of a header that are read."""
MOST_PARTS = 50
MOST_DEPTH = 8
"""The largest depth of nested parts that are read."""
_END_OF_HEADERS = re.compile(rb"\n\r?\n")
_FROM = re.compile(
    r'(?:[^<>"\\,:;]|"(?:[^"\\]|\\.)*")*<\s*([^<>\s"(),:;\\]+@[^<>\s"(),:;\\@]+)\s*>\s*'
    r'|\s*([^<>\s"(),:;\\]+@[^<>\s"(),:;\\@]+)\s*(?:\([^()]*\)\s*)?',
    re.DOTALL,
)
"""A header with one address, with or without a name (RFC 5322, 3.4). `email.utils` of Python 3.11 finds wrong
addresses in invalid lists (CVE-2023-27043)."""
_COMMENT = re.compile(r'("(?:[^"\\]|\\.?)*+(?:"|\Z))|\((?:[^()<>@\\"]|\([^()<>@\\"]*+\))*+\)', re.DOTALL)
"""A quoted string, or a comment without an address (RFC 5322, 3.2.2 and 3.2.4). A quoted string that does not end goes
to the end of the text: looked for at every quotation mark, it would take quadratic time."""
_ATTRIBUTION = re.compile(r"^(?:[^\n>][^\n]{30,}\n)?[^\n>][^\n]*:\n(?=>)", re.MULTILINE)
"""The line before a quote that says who wrote it, which may be in two parts. The first part is longer than a move."""


class _RawHeaderPolicy(Compat32):
    """An e-mail policy that returns headers as text, decoding non-ASCII headers as UTF-8 (RFC 6532)."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        """Return the value as it was sent."""
        return value.encode("ascii", "surrogateescape").decode(errors="replace")


_AS_WRITTEN = _RawHeaderPolicy()


def parse_email(raw: bytes) -> Message:
    """Return an e-mail with its headers and raw body. Data that is not an e-mail gives one without headers and text.
    NUL bytes are removed, because e-mails must not contain them (RFC 5322, 3.5) and `email` cannot handle them."""
    return _parse_entity(raw[:LARGEST].replace(b"\0", b""))


def _parse_entity(raw: bytes) -> Message:
    """Return the parsed e-mail or part of an e-mail. A Content-Type that is not valid is removed, and of
    Content-Transfer-Encoding only the name is kept (RFC 2045, 6.1)."""
    found = HeaderParser(policy=_AS_WRITTEN).parsestr(raw.decode("ascii", "surrogateescape"))
    if encoding := raw_header(found, "Content-Transfer-Encoding"):
        plain = without_comments(encoding).partition(";")[0].strip(' \t\r\n"')
        found.replace_header("Content-Transfer-Encoding", plain if plain.isascii() else "8bit")
    if not _is_type_readable(found):
        del found["Content-Type"]
    return found


def _is_type_readable(entity: Message) -> bool:
    """Return whether the parameters of Content-Type can be parsed safely. Python's `email` takes quadratic time for
    long parameters, and fails for some with wrong numbers (RFC 2231)."""
    if len(entity.get("Content-Type", "")) > LONGEST_HEADER:
        return False
    try:
        entity.get_content_charset()
        entity.get_boundary()
    except (TypeError, ValueError):
        return False
    return True


def email_identity(email: Message, raw: bytes) -> str:
    """Return an id that is the same each time this e-mail arrives: a hash of its Message-ID, or of the complete e-mail
    if it has none."""
    return sha256((message_id(email) or "").encode() or raw).hexdigest()[:32]


def message_id(email: Message) -> str:
    """Return the e-mail's Message-ID, or "" if it has none to which a reply can refer."""
    found = re.fullmatch(r"<[!-;=?-~]{1,200}>", raw_header(email, "Message-ID").strip())
    return found[0] if found else ""


def raw_header(email: Message, name: str) -> str:
    """Return the raw header (the first of several), or "" if it is missing. Values that are too long are cut."""
    return next(_header_values(email, name), "")


def without_comments(value: str) -> str:
    """Return a header's value without comments, except comments with an address."""
    return _COMMENT.sub(lambda found: found[1] or " ", value)


def decoded_header(email: Message, name: str) -> str:
    """Return the header as readable text, with encoded words (RFC 2047) decoded."""
    value = raw_header(email, name)
    try:
        pieces = decode_header(value)
    except (MessageError, ValueError):
        return value
    return "".join(
        piece if isinstance(piece, str) else _decode_bytes(piece, charset or "") for piece, charset in pieces
    )


def _header_values(email: Message, name: str) -> Iterator[str]:
    return (value[:LONGEST_HEADER] for value in email.get_all(name, []))


def sender_of(email: Message) -> str:
    """Return the single address in From, or "" if there is none, if there are several, or if it is too long."""
    values = list(_header_values(email, "From"))
    found = (
        _FROM.fullmatch(without_comments(values[0])) if len(values) == 1 and len(values[0]) < LONGEST_HEADER else None
    )
    return "" if found is None else found[1] or found[2]


def find_secret(raw: bytes, address: str, envelope: str = "") -> str:
    """Return the secret in the raw headers, which follows the plus sign in the server's address. Return "" if there is
    none or there are several. The address's domain may be written in Unicode or in ASCII (IDNA). `envelope` is the
    recipient according to the mail server."""
    local, _at, domain = address.partition("@")
    domains = b"|".join(map(re.escape, _domain_spellings(domain)))
    pattern = re.compile(rb"%b\+([0-9a-f]{32})@(?:%b)" % (re.escape(local.encode()), domains), re.IGNORECASE)
    end = _END_OF_HEADERS.search(raw, 0, LARGEST)
    head = raw[: LARGEST if end is None else end.start()]
    named = envelope.encode(errors="replace")[:LONGEST_HEADER]
    found = {match[1].lower() for text in (named, head) for match in pattern.finditer(text)}
    return found.pop().decode() if len(found) == 1 else ""


def _domain_spellings(domain: str) -> set[bytes]:
    """Return the domain as it is written and, as far as it is valid, in Unicode and in ASCII (IDNA)."""
    found = {domain.encode()}
    with suppress(UnicodeError):
        found.add(domain.encode("idna"))
    with suppress(UnicodeError):
        found.add(domain.encode("ascii").decode("idna").encode())
    return found


def fails_dmarc(email: Message, authserv: str) -> bool:
    """Return whether the receiving server's authentication results say that the sender is forged (RFC 8601). `authserv`
    is that server's name; if it is set, anything but a pass means forged. Without it, only an explicit failure does."""
    for value in _header_values(email, "Authentication-Results"):
        plain = re.sub(r"\([^()]*\)", " ", value).lower()
        server, _semicolon, results = plain.partition(";")
        result = re.search(r"(?:^|[;\s])dmarc\s*=\s*(\w+)", results)
        if result is None or (authserv and server.split()[:1] != [authserv.lower()]):
            continue
        return result[1] != "pass" if authserv else result[1] in ("fail", "permerror")
    return bool(authserv)


def first_line(email: Message) -> str:
    """Return the first line of the e-mail's text that is not empty, not quoted, and not the line that introduces a
    quote. Return "" if there is none."""
    lines = _ATTRIBUTION.sub("", "\n".join(_lines_of_email(email))).split("\n")
    return next((line for line in lines if line and not line.startswith(">")), "")


def _lines_of_email(email: Message) -> list[str]:
    """Return the visible lines of the e-mail's text: of its first plain text part or, if that is missing or empty, of
    its first HTML part, or else of any other part with text."""
    parts = [part for part in _displayed_parts(email, [MOST_PARTS]) if part.get_content_maintype() == "text"]
    plain = [part for part in parts if part.get_content_type() == "text/plain"]
    html = [part for part in parts if part.get_content_type() == "text/html"]
    for part in (*plain[:1], *html[:1], *plain[1:]):
        text = _part_text(part)
        if lines := _visible_lines(html_to_text(text) if part in html else text):
            return lines
    return []


def _visible_lines(text: str) -> list[str]:
    """Return the beginnings of the lines that are not empty, without invisible characters."""
    starts = (drop_invisible_characters(line).strip()[:LONGEST_LINE] for line in text.splitlines())
    return [plain[:LONGEST_LINE] for start in starts if (plain := unicodedata.normalize("NFKC", start).strip())]


def _displayed_parts(entity: Message, parts_left: list[int], depth: int = 0) -> Iterator[Message]:
    """Yield the displayed parts of an e-mail in order. `parts_left` has one element, the number of parts that may still
    be read. Python's `email` would need unlimited time for deeply nested parts."""
    if raw_header(entity, "Content-Disposition").strip().lower().startswith("attachment"):
        return
    boundary = entity.get_boundary() if entity.get_content_maintype() == "multipart" else None
    if not boundary:
        yield entity
        return
    if depth == MOST_DEPTH or not parts_left[0]:
        return
    line = rb"\n--%b(--)?[ \t]*(?=\r?\n|\Z)" % re.escape(boundary.encode(errors="replace"))
    pieces = re.split(line, b"\n" + _part_bytes(entity), maxsplit=parts_left[0])
    for is_end, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if is_end or not parts_left[0]:
            return
        parts_left[0] -= 1
        yield from _displayed_parts(_parse_entity(piece.partition(b"\n")[2]), parts_left, depth + 1)


def _part_text(part: Message) -> str:
    return _decode_bytes(_part_bytes(part), part.get_content_charset() or "")


def _part_bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _decode_bytes(data: bytes, charset: str) -> str:
    """Return the text of bytes. If Python does not know the charset, return at least the ASCII characters."""
    try:
        return data.decode(superset_codec(charset or "utf-8"), "replace")
    except (LookupError, ValueError):
        return data.decode("utf-8", "replace")
