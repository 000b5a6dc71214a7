"""What templates say of tournaments."""

from __future__ import annotations

from django import template

from ratings.ranks import Rank

register = template.Library()


@register.filter
def steps(value: int | None) -> str:
    """The rank that is so many steps above 30k; nothing for None."""
    return "" if value is None else str(Rank(value))
