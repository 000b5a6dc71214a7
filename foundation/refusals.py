"""Refusals: a legitimate "no", with all that pages and programs say of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.utils.functional import Promise


class Refusal(Exception):
    """Base of all refusals of the rooms above.

    `code` is part of the public API and never changes its meaning; `http_status` goes with it; `sentence` says it to
    people, in their language. `data` holds facts for programs, ready for JSON, and is sent beside the code.
    """

    code: ClassVar[str]
    http_status: ClassVar[int] = 409
    sentence: ClassVar[Promise]

    def __init__(self, **data: Any) -> None:
        super().__init__(self.code)
        self.data = data

    def said(self) -> str:
        """The sentence in the current language."""
        return str(self.sentence)


def sentences_of() -> Iterator[tuple[str, Promise]]:
    """Code and sentence of every refusal of all rooms, as far as their modules are loaded."""
    for refusal in _below(Refusal):
        if "code" in vars(refusal):
            yield refusal.code, refusal.sentence


def _below(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _below(sub)
