"""The numbers in texts that are written elsewhere, such as the error messages of Django."""

from __future__ import annotations

import re

from .words import localized_number

_NUMBER = re.compile(r"(?<![\w.,/:@#+-])-?[0-9]+(?:\.[0-9]+)?(?![\w/:@+-]|[.,][0-9])", re.ASCII)
"""A number that stands alone: not one in K10, 19x19, 2019-03 or a web address."""


def with_localized_numbers(text: str) -> str:
    """Return a text with its numbers as the current language writes them. Coordinates, ranks and dates stay."""
    return _NUMBER.sub(lambda match: localized_number(match[0]), text)
