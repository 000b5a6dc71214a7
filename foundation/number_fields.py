"""Form fields for numbers in the digits and signs of every language."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Any

from django import forms

_SIGNS = str.maketrans({",": ".", "٫": ".", "⎖": ".", "．": ".", "，": ".", "＋": "+"} | dict.fromkeys("−‐‒–－", "-"))
_SILENT = re.compile("[\u200e\u200f\u061c\u2066-\u2069\ufeff\u00a0\u202f٬]")
"""Characters that are ignored in numbers: direction marks, which are copied along, and thousands separators."""
_PLAIN = re.compile(r"[+-]?[0-9]*(\.[0-9]*)?")


def normalize_number(text: str) -> str:
    """Return the number in Python's notation: `۶٫۵`, `6,5` and `６．５` are 6.5. Other text is returned unchanged."""
    signs = _SILENT.sub("", text).translate(_SIGNS).strip()
    plain = "".join(str(unicodedata.decimal(character, character)) for character in signs)
    return plain if _PLAIN.fullmatch(plain) else text


def _normalize(value: Any, field: forms.Field) -> Any:
    """Return the value for Django's field. Raises ValidationError for numbers in notations that only Python knows: 1e1,
    1_0."""
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
        return super().to_python(_normalize(value, self))


class DecimalField(forms.DecimalField):
    """A form field for a decimal number, shown as a text field. In a number field, browsers accept only the decimal
    sign of their own language, and send an empty value for other signs."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Return the number. Raises ValidationError."""
        return super().to_python(_normalize(value, self))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes that give phones a decimal keyboard."""
        return {**super().widget_attrs(widget), "inputmode": "decimal", "autocomplete": "off"}
