"""Refusals: errors for users, with the data that pages and the API show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from django.utils.functional import Promise


class Refusal(Exception):
    """The base class of all errors that users can see.

    `code` is part of the public API and never changes its meaning. `http_status` is the status of the response, and
    `sentence` the message for people, in their language. `data` holds facts for programs, ready for JSON, sent with the
    code. A class declares them in its header, or as attributes if its sentence is too long for one line:

    class NotYourBid(Refusal, code="not_your_bid", sentence=_("It's your opponent's turn.")):
    """

    code: ClassVar[str]
    fields: tuple[str, ...] = ()
    """The API names of the request's fields that caused the refusal; the first is the one to change."""
    http_status: ClassVar[int] = 409
    sentence: ClassVar[Promise]

    def __init_subclass__(
        cls,
        code: str | None = None,
        http_status: int | None = None,
        fields: tuple[str, ...] | None = None,
        sentence: Promise | None = None,
    ) -> None:
        """Set the attributes from the class header. Attributes that it omits are inherited."""
        super().__init_subclass__()
        declared = {"code": code, "http_status": http_status, "fields": fields, "sentence": sentence}
        for name, value in declared.items():
            if value is not None:
                setattr(cls, name, value)

    def __init__(self, *, sentence: str | Promise | None = None, **data: Any) -> None:
        """Set the data. `sentence` explains the cause, if a class has several causes; the default is the class's
        sentence."""
        super().__init__(self.code)
        self.data = data
        self.cause = sentence
        if "field" in data:
            self.fields = (data["field"],)

    def message(self) -> str:
        """Return the sentence in the current language."""
        return str(self.cause or self.sentence)


class FieldRefusal(Refusal):
    """The base class of errors about invalid fields. `field` is the field to change, `also` are the other fields
    involved. `why` is a sentence that says what is wrong and what to do (default: the sentence of the class)."""

    def __init__(self, *, field: str, also: Iterable[str] = (), why: str | Promise | None = None) -> None:
        super().__init__(field=field, sentence=why)
        self.fields = (field, *also)


def codes_and_sentences() -> Iterator[tuple[str, Promise]]:
    """Yield the code and the sentence of every error class of all loaded apps."""
    for refusal in _all_subclasses(Refusal):
        if "code" in vars(refusal):
            yield refusal.code, refusal.sentence


def _all_subclasses(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _all_subclasses(sub)
