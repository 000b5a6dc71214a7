"""The numbers in error messages of Django and Django REST framework."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError

from .words import localized_number

_NUMBER = re.compile(r"(?<![\w.,/:@#+-])-?[0-9]+(?:\.[0-9]+)?(?![\w/:@+-]|[.,][0-9])", re.ASCII)
"""A number that stands alone: not one in K10, 19x19, 2019-03 or a web address."""


_ABOUT_LIMITS = frozenset(
    {
        "max_length", "min_length", "max_string_length", "max_value", "min_value", "step_size", "max_digits",
        "max_decimal_places", "max_whole_digits", "password_too_short", "throttled",
    }
)  # fmt: skip
"""The codes of errors whose only numbers are limits and counts. Other errors can quote what a user has typed."""


def with_localized_limits(message: str, code: str | None) -> str:
    """Return an error message of a form. If the error's code is about a limit, the numbers in the message are written
    as in the current language."""
    return _NUMBER.sub(lambda match: localized_number(match[0]), message) if code in _ABOUT_LIMITS else message


def error_text(error: ValidationError) -> str:
    """Return the message of one error of a form, with its limits as the current language writes them."""
    return with_localized_limits(error.messages[0], error.code)
