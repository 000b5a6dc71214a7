"""A model field for a rank."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import pgettext_lazy

from ratings.ranks import RANKS

RANK_CHOICES = list(enumerate(RANKS))
ANY = (None, pgettext_lazy("rank", "any"))


class RankField(models.PositiveSmallIntegerField):  # type: ignore[type-arg]
    """A rank, stored as the number of steps above 30k; null is shown as "any"."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        choices = [ANY, *RANK_CHOICES] if kwargs.get("null") else RANK_CHOICES
        super().__init__(*args, **{"choices": choices, **kwargs})

    def deconstruct(self) -> Any:
        """Return the arguments of the field without choices, so that migrations contain only the column."""
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("choices", None)
        return name, "django.db.models.PositiveSmallIntegerField", args, kwargs
