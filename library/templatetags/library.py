"""Template filters for game records."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone

from wording import dates, words

register = template.Library()
register.filter("sgf_result", words.sgf_result_sentence)


@register.filter
def record_date(text: str) -> str:
    """Return an ISO date in the reader's format. A date without a day, or one that no calendar has, stays as it is."""
    try:
        return dates.day_text(timezone.make_aware(datetime.strptime(text, "%Y-%m-%d").replace(hour=12)))
    except (ValueError, OverflowError):
        return words.with_localized_digits(text)
