"""Common parts of the forms of tournaments, ladders, leagues and team matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
BOARD = ("width", "height")
NOT_ASKED = (
    "opponent_kind", "level", "opponent", "by_rank", "by_komi", "komi_by", "color", "handicap", "position", "private",
    "teaching", "undo_unseen", "variant", *VARIANT_PARTS, *LIMITS,
)  # fmt: skip
DECIDED = {"private": False, "teaching": False, "undo_unseen": False, "handicap": 0, "color": "random"}


@dataclass(frozen=True)
class Preset:
    """A usual event: its name and note on a card, what will happen in a sentence, and the initial values of the form.
    One without a note is a link below the cards."""

    key: str
    name: str | Promise
    outcome: Promise
    initial: dict[str, Any]
    note: Promise | None = None


@dataclass(frozen=True)
class Group:
    """Fields of one subject, folded below the main fields of the page."""

    title: str
    fields: list[forms.BoundField]

    @property
    def has_errors(self) -> bool:
        """Return whether the fold must be open because one of its fields has errors."""
        return any(field.errors for field in self.fields)


class EventForm(ChallengeForm):
    """The terms of an event's games, and its options.

    `kinds` are the abstract models that declare the options, and for which `asks_for` gives it fields; `aliases` are
    the names of these where the terms of a game have a field of the same name. `main` are the fields that are never
    folded, in the order of the page. `presets` are the usual events to choose from, the first being the default.
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
    main: ClassVar[tuple[str, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), preset: str = "", **kwargs: Any) -> None:
        self.preset = next((one for one in self.presets if one.key == preset), next(iter(self.presets), None))
        usual = self.preset.initial if self.preset else {}
        super().__init__(*args, **{**kwargs, "initial": {**usual, **kwargs.get("initial", {})}})
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

    def main_fields(self) -> list[forms.BoundField]:
        """Return the fields that the page shows at once, at most eight."""
        return [self[name] for name in self.main if name in self.fields]

    def groups(self) -> list[Group]:
        """Return the folded fields by subject."""
        return self.grouped(())

    def grouped(self, named: Iterable[tuple[Promise, Iterable[str]]]) -> list[Group]:
        """Return the folded fields: a description, these subjects, and what is left of the games."""
        asked = {"about", *self.main, *self.clock_parts, *BOARD}
        groups: list[tuple[str | Promise, list[str]]] = [(_("Description"), ["about"])]
        for title, names in named:
            groups.append((title, [name for name in names if name not in asked]))
            asked.update(names)
        groups.append((_("Rules and games"), [name for name in self.fields if name not in asked]))
        groups.append((_("Custom board size"), [*BOARD]))
        shown = {field.name for field in self.visible_fields()}
        found = [Group(str(title), [self[name] for name in names if name in shown]) for title, names in groups]
        return [group for group in found if group.fields]

    def clock_group(self) -> Group:
        """Return the parts of a custom time control."""
        return Group(str(pgettext_lazy("option", "Custom time")), [self[name] for name in self.clock_parts])

    @property
    def cards(self) -> list[Preset]:
        """Return the usual events, which have cards."""
        return [one for one in self.presets if one.note]

    @property
    def other_formats(self) -> list[Preset]:
        """Return the events that are links below the cards."""
        return [one for one in self.presets if not one.note]

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
