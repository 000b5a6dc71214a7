"""Changes of a tournament's terms, as text in the reader's language (E11)."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Field
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from foundation.options import option_names
from rules.clock import TimeControl
from rules.off_time import OffTimeKind
from tournaments.models import Stage, Tournament
from tournaments.models.tournament_options import StageOptions
from tournaments.services.revising import Changes
from tournaments.systems.types import Criterion
from tournaments.tables import CRITERION_NAMES
from wording import dates, time_words, words


def change_sentences(changes: Changes) -> list[SafeString]:
    """Return a sentence for each changed option, with the old and new values from the log."""
    text = _("%(name)s: %(before)s → %(after)s")
    rows = [
        (_option_name(name), _value_text(name, old), _value_text(name, new)) for name, (old, new) in changes.items()
    ]
    if {"width", "height"} <= changes.keys():
        rows = [row for row, name in zip(rows, changes, strict=True) if name not in ("width", "height")]
        old, new = map(words.board_size_text, changes["width"], changes["height"])
        rows.insert(0, (pgettext("label", "Board"), old, new))
    return [words.isolated(text, name=name, before=before, after=after) for name, before, after in rows]


def _option_field(name: str) -> Field[Any, Any]:
    model = Stage if name in option_names(StageOptions) else Tournament
    return next(field for field in model._meta.fields if field.name == name)


def _option_name(name: str) -> str:
    text = str(_option_field(name).verbose_name)
    return f"{text[:1].upper()}{text[1:]}"


def _value_text(name: str, value: Any) -> str:
    match name:
        case "time_control":
            return time_words.time_control_name(TimeControl.from_json(value))
        case "off_time":
            return time_words.off_time_text(OffTimeKind(one) for one in value)
        case "rule_set":
            return str(words.RULE_SET_NAMES[value])
        case "tiebreaks" if value:
            return words.join_as_list(CRITERION_NAMES[Criterion(one)] for one in value)
        case "starts_at" if value:
            return dates.day_text(datetime.fromisoformat(value), "DATETIME_FORMAT")
        case "komi" if value:
            return words.localized_number(Decimal(value))
    if isinstance(value, bool):
        return pgettext("value of an option", "yes") if value else pgettext("value of an option", "no")
    if value in (None, "", []):
        return pgettext("value of an option", "default") if name in ("komi", "tiebreaks") else words.NOTHING
    names = dict(_option_field(name).flatchoices)
    return str(names[value]) if value in names else words.localized_number(value)


__all__ = ["change_sentences"]
