"""Common parts of the forms of tournaments, ladders, leagues and team matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.forms.limits import LIMITS
from challenges.forms.offers import ChallengeForm
from challenges.forms.variants import VARIANT_PARTS
from clubs.models import Club
from foundation.options import option_names
from foundation.text import check_line, check_text
from rules import ORDINARY, Variant
from tournaments.models.terms import LONGEST_ABOUT, LONGEST_NAME
from tournaments.services.event_plans import USUAL_OFF_TIME

ABOUT = ("name", "about", "club")
NOT_ASKED = (
    "opponent_kind", "opponent", "by_rank", "by_komi", "komi_by", "color", "handicap", "position", "private",
    "teaching", "undo_unseen", "variant", *VARIANT_PARTS, *LIMITS,
)  # fmt: skip
DECIDED = {"private": False, "teaching": False, "undo_unseen": False, "handicap": 0, "color": "random"}


class EventForm(ChallengeForm):
    """The terms of an event's games, and its options.

    `kinds` are the abstract models that declare the options, and for which `asks_for` gives it fields; `aliases` are
    the names of these where the terms of a game have a field of the same name.
    """

    name = forms.CharField(
        label=pgettext_lazy("of a form field", "Tournament name"), max_length=LONGEST_NAME, validators=[check_line]
    )
    club = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Club"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("It appears on the club's page. Entry can be limited to members."),
    )
    about = forms.CharField(
        label=_("Description"), max_length=LONGEST_ABOUT, required=False, validators=[check_text],
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip

    kinds: ClassVar[tuple[type[Model], ...]] = ()
    aliases: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {*NOT_ASKED, *(() if clubs else ("club",))} - {*self.names_of(*self.kinds)}:
            self.fields.pop(name, None)
        if clubs:
            choices = [("", _("no club")), *((club.pk, club.name) for club in clubs)]
            self.fields["club"].choices = choices  # type: ignore[attr-defined]
        self.fields["off_time"].initial = [kind.value for kind in USUAL_OFF_TIME]
        presets = [choice for choice in self.fields["time"].choices if choice[0] != "none"]  # type: ignore[attr-defined]
        self.fields["time"].choices = presets  # type: ignore[attr-defined]

    def chosen_variant(self) -> Variant:
        """Ordinary Go."""
        return ORDINARY

    def names_of(self, *kinds: type[Model]) -> list[str]:
        """Return the names of the form's fields for the options of these abstract models."""
        return [self.aliases.get(name, name) for name in option_names(*kinds)]

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of the page under their headings."""
        raise NotImplementedError

    def grouped(self, named: Iterable[tuple[Promise, Iterable[str]]]) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of the page under these headings; the rest is about the games."""
        groups = [(title, [name for name in names if name in self.fields]) for title, names in named]
        asked = {*self.clock_parts, *(name for _title, names in groups for name in names)}
        groups.append((pgettext_lazy("option", "Games"), [name for name in self.fields if name not in asked]))
        return [(str(title), [self[name] for name in names]) for title, names in groups]

    def clean(self) -> dict[str, Any]:
        """Return the data with the clock; events have no start position."""
        self.cleaned_data["position"] = None
        return super().clean()

    def field_of(self, refused: str) -> str | None:
        """Return the name of the form's field for an option that a service refused; None for none."""
        name = self.aliases.get(refused, {"width": "size"}.get(refused, refused))
        return name if name in self.fields else None

    def plan(self) -> Any:
        """Return the plan of the event for its service."""
        raise NotImplementedError

    def asked(self) -> dict[str, Any]:
        """Return the input of the plan: the terms of its games, its club, and the options by name."""
        data = self.cleaned_data = {**DECIDED, **self.cleaned_data}
        names = {name: self.aliases.get(name, name) for name in (*ABOUT, *option_names(*self.kinds))}
        return {"terms": self.terms(), **{name: data[here] for name, here in names.items() if here in data}}
