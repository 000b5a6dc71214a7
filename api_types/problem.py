"""Error responses (RFC 9457)."""

from typing import NotRequired, TypedDict


class FieldError(TypedDict):
    """An error in one field of a request."""

    message: str
    """The error as a sentence, in the reader's language."""
    code: str
    """The stable code of the error, for programs."""


class Problem(TypedDict):
    """An error response (RFC 9457). `code` is stable; `detail` is for people, in their language.

    For some codes there are further fields, such as `number`, `field`, `move_number` or `scope`.
    """

    type: str
    """The address of the code's description, below the address of the server."""
    title: str
    """A short title of the code; always the same for a code."""
    status: int
    """The HTTP status of the answer."""
    code: str
    """Why the request was refused; stable, for programs."""
    detail: str
    """Why the request was refused, for people, in their language."""
    errors: NotRequired[dict[str, list[FieldError]]]
    """The errors by field, also for fields that contradict each other. A field inside another is written as
    `night.begin`. Absent if the refusal is not about fields."""
