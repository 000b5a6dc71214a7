"""Plans of events: the requested options, and the terms of their games. Nothing is stored here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from foundation.options import field_errors, option_names, option_values_of
from foundation.refusals import FieldRefusal
from games.errors import BadTerms
from games.terms import ALLOWED_KINDS, ColorPreference, Terms
from rules import ORDINARY
from rules.clock import TimeSystem
from rules.off_time import OffTimeKind

Rule = Sequence[Any]
"""A rule about an event's options, as a sequence: whether the rule holds, the name of the field to change if it does
not, and the names of other fields involved."""
USUAL_OFF_TIME = (OffTimeKind.VACATION, OffTimeKind.WEEKEND)
"""The off time that events allow by default: no pauses by agreement (E23)."""
_DECIDED = _("This setting is fixed by the event. Leave it out.")
_NEEDS_CLOCK = _("Event games need a clock. Choose a time control.")


def check_even_public_terms(terms: Terms) -> None:
    """Raise BadTerms unless these terms are for public, even games of standard Go from an empty board, with a clock.
    Colours and handicaps come from the pairings."""
    terms.check()
    decided = {
        "handicap": 0,
        "color": ColorPreference.RANDOM,
        "by_rank": False,
        "by_komi": False,
        "komi_by": "",
        "position": None,
        "variant": ORDINARY,
    }
    of_games = {"private": False, "teaching": False, "undo": True, "undo_unseen": False, "chat": True}
    for name, value in (decided | of_games).items():
        if getattr(terms, name) != value:
            raise BadTerms(field=name, why=_DECIDED)
    if terms.time.system is TimeSystem.NONE:
        raise BadTerms(field="time", why=_NEEDS_CLOCK)


def columns_of_terms(terms: Terms) -> dict[str, Any]:
    """Return the column values of these terms for an `EvenTerms` model."""
    return {
        "width": terms.width,
        "height": terms.height,
        "rule_set": terms.rule_set,
        "komi": terms.komi,
        "time_control": terms.time.to_json(),
        "lateness": terms.lateness.value,
        "off_time": [kind.value for kind in ALLOWED_KINDS if kind in terms.off_time],
        "rated_wanted": terms.rated,
        "analysis": terms.analysis,
    }


class EventPlan:
    """A requested event: the terms of its games, the id of its club, and its options by name.

    `kinds` are the abstract models that declare the options. Omitted options have their defaults.
    """

    model: ClassVar[Any]
    kinds: ClassVar[tuple[type[Model], ...]]
    refusal: ClassVar[type[FieldRefusal]]

    def __init__(self, *, terms: Terms, club: int | None = None, **options: Any) -> None:
        self.terms, self.club = terms, club
        self.options = {name: one.strip() if isinstance(one, str) else one for name, one in options.items()}

    @property
    def columns(self) -> dict[str, Any]:
        """Return the column values of the event's row."""
        options = option_values_of(self.model(**self.options), *self.kinds)
        return {**options, "club_id": self.club, **columns_of_terms(self.terms)}

    def check(self, now: datetime) -> None:
        """Raise BadTerms or the event's own error, with the name of the first field that is not valid."""
        for row in self.unsaved_rows():
            for name, _why in field_errors(row, self.individually_checked_options):
                raise self.refusal(field=name)
        check_even_public_terms(self.terms)
        for holds, *names in self.validation_rules(now):
            if not holds:
                raise self.refusal(field=names[0], also=names[1:])

    @property
    def individually_checked_options(self) -> set[str]:
        """Return the names of the options whose values are validated by their fields, before the rules."""
        return set(option_names(*self.kinds))

    def unsaved_rows(self) -> list[Any]:
        """Return unsaved model instances with the plan's values, whose fields and rules are then checked."""
        return [self.model(**self.columns)]

    def validation_rules(self, now: datetime) -> Iterator[Rule]:
        """Yield the rules that concern several options, each of which is valid on its own."""
        yield from ()
