"""E-mails from the webhooks of mail services, as bytes. Only imported where there is such a webhook.

django-anymail makes messages with `email.policy.default`, whose headers are parsed in time that grows with the square
of their size, and writes them out the same way. Its webhooks make `Unparsed` instead: the e-mail as it was sent, or,
where the service has parsed it, its headers and text put together again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.policy import compat32
from typing import Any

from anymail.inbound import AnymailInboundMessage

from mail_play.reading import LARGEST

_UNFOLDED = compat32.clone(max_line_length=0)


class Unparsed(AnymailInboundMessage):  # type: ignore[misc]
    """An e-mail that is read by mail_play.reading; `raw` is all of it, or enough to see that it is too large."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        super().__init__(policy=compat32)
        self.raw = b""

    def __setitem__(self, name: str, value: str) -> None:
        """Add a header on one line: decoded values can contain line breaks, which would start new headers."""
        super().__setitem__(_on_one_line(name), _on_one_line(str(value)))

    @classmethod
    def parse_raw_mime(cls, s: str) -> Unparsed:
        """Keep it as it is."""
        return cls.parse_raw_mime_bytes(s.encode(errors="replace"))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> Unparsed:
        """Keep it as it is."""
        found = cls()
        found.raw = b[: LARGEST + 1]
        return found

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> Unparsed:
        """Keep its beginning, and fetch no more."""
        raw = bytearray()
        for chunk in chunks:
            raw += chunk
            if len(raw) > LARGEST:
                break
        return cls.parse_raw_mime_bytes(bytes(raw))

    @classmethod
    def construct(cls, *args: Any, **kwargs: Any) -> Unparsed:
        """Build the e-mail from what the service has parsed, without attachments."""
        texts = {name: _encodable(kwargs.get(name)) for name in ("text", "html", "raw_headers")}
        found: Unparsed = super().construct(*args, **{**kwargs, **texts, "attachments": None})
        found.raw = found.as_bytes(policy=_UNFOLDED)
        return found

    @classmethod
    def construct_attachment(cls, *_args: Any, **_kwargs: Any) -> Unparsed:
        """Leave it out."""
        return cls()


def _encodable(text: str | None) -> str | None:
    """Return the text without lone surrogates, which JSON can contain and no encoding can."""
    return None if text is None else text.encode(errors="replace").decode()


def _on_one_line(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text).encode(errors="replace").decode()
