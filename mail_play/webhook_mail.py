"""E-mails from the webhooks of mail services, as bytes. This module is imported only if such a webhook is configured.

django-anymail creates messages with `email.policy.default`, which parses and serializes headers in time that grows with
the square of their size. Its webhooks create `UnparsedEmail` instead: the e-mail as it was sent, or, if the service has
parsed it, an e-mail with the same headers and text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.policy import compat32
from typing import Any

from anymail.inbound import AnymailInboundMessage

from mail_play.reading import LARGEST

_UNFOLDED = compat32.clone(max_line_length=0)


class UnparsedEmail(AnymailInboundMessage):  # type: ignore[misc]
    """An e-mail from a webhook, for mail_play.reading. `raw` has its bytes: all of them, or enough to detect that it is
    too large."""

    def __init__(self, *_args: Any, **_kwargs: Any) -> None:
        super().__init__(policy=compat32)
        self.raw = b""

    def __setitem__(self, name: str, value: str) -> None:
        """Add a header, replacing line breaks in its value: decoded values can contain some, which would start new
        headers."""
        super().__setitem__(_on_one_line(name), _on_one_line(str(value)))

    @classmethod
    def parse_raw_mime(cls, s: str) -> UnparsedEmail:
        """Return the e-mail, unparsed."""
        return cls.parse_raw_mime_bytes(s.encode(errors="replace"))

    @classmethod
    def parse_raw_mime_bytes(cls, b: bytes) -> UnparsedEmail:
        """Return the e-mail, unparsed."""
        found = cls()
        found.raw = b[: LARGEST + 1]
        return found

    @classmethod
    def parse_raw_mime_chunks(cls, chunks: Iterable[bytes]) -> UnparsedEmail:
        """Read the e-mail up to the size limit, and return it unparsed. The rest is not fetched."""
        raw = bytearray()
        for chunk in chunks:
            raw += chunk
            if len(raw) > LARGEST:
                break
        return cls.parse_raw_mime_bytes(bytes(raw))

    @classmethod
    def construct(cls, *args: Any, **kwargs: Any) -> UnparsedEmail:
        """Return an e-mail with the headers and text that the service has parsed, without attachments."""
        texts = {name: _without_surrogates(kwargs.get(name)) for name in ("text", "html", "raw_headers")}
        found: UnparsedEmail = super().construct(*args, **{**kwargs, **texts, "attachments": None})
        found.raw = found.as_bytes(policy=_UNFOLDED)
        return found

    @classmethod
    def construct_attachment(cls, *_args: Any, **_kwargs: Any) -> UnparsedEmail:
        """Return an empty message, because attachments are ignored."""
        return cls()


def _without_surrogates(text: str | None) -> str | None:
    """Return the text without lone surrogates, which JSON allows and encodings do not."""
    return None if text is None else text.encode(errors="replace").decode()


def _on_one_line(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text).encode(errors="replace").decode()
