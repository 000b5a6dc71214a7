"""Form fields for numbers in the digits and signs of every language."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Any

from django import forms

from foundation.text import drop_invisible_characters

_SIGNS = str.maketrans(
    {"＋": "+"} | dict.fromkeys(",٫،⎖．，", ".") | dict.fromkeys("−‐‑‒–－﹣", "-") | dict.fromkeys("\u00a0\u202f٬")
)
"""Decimal signs and minus signs of every script. Thousands separators are removed."""
_PLAIN = re.compile(r"[+-]?[0-9]*(\.[0-9]*)?")


def normalize_number(text: str) -> str:
    """Return the number in Python's notation: `۶٫۵`, `6,5` and `６．５` are 6.5. Other text is returned unchanged."""
    signs = drop_invisible_characters(text).translate(_SIGNS).strip()
    plain = "".join(str(unicodedata.decimal(character, character)) for character in signs)
    return plain if _PLAIN.fullmatch(plain) else text


def _normalize_entered_number(value: Any, field: forms.Field) -> Any:
    """Return the entered value in Python's notation, for Django's field. Raises ValidationError for notations that only
    Python knows: 1e1, 1_0."""
    if not isinstance(value, str):
        return value
    plain = normalize_number(value)
    if _PLAIN.fullmatch(plain) is None:
        raise forms.ValidationError(field.error_messages["invalid"], code="invalid")
    return plain


class IntegerField(forms.IntegerField):
    """A form field for a whole number."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, or None for an empty value. Raises ValidationError if the value is not a whole number."""
        return super().to_python(_normalize_entered_number(value, self))


class DigitsField(forms.CharField):
    """A form field for a number that is stored as text, such as a membership number."""

    def to_python(self, value: Any) -> str:
        """Return the number in ASCII digits, or other text unchanged."""
        return normalize_number(super().to_python(value) or "")


class DecimalField(forms.DecimalField):
    """A form field for a decimal number, shown as a text field. In a number field, browsers accept only the decimal
    sign of their own language, and send an empty value for other signs."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Return the number. Raises ValidationError."""
        return super().to_python(_normalize_entered_number(value, self))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes that give phones a decimal keyboard."""
        return {**super().widget_attrs(widget), "inputmode": "decimal", "autocomplete": "off"}
