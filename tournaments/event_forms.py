"""Code shared by the forms of tournaments, ladders, leagues and team matches."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.db.models import Model
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from challenges.forms.limits import LIMITS
from challenges.forms.offers import ChallengeForm
from challenges.forms.variants import VARIANT_PARTS
from clubs.models import Club
from foundation.options import option_names
from foundation.text import check_single_line, check_text
from games.terms import PRESETS
from rules import ORDINARY, Variant
from tournaments.models.terms import LONGEST_ABOUT, LONGEST_NAME
from tournaments.services.event_plans import USUAL_OFF_TIME
from wording import time_words, words

ABOUT = ("name", "about", "club")
MOST_IN_URL = 200
"""The number of characters of a value in the URL of a form."""
NOT_ASKED = (
    "opponent_kind", "level", "opponent", "by_rank", "by_komi", "komi_by", "color", "handicap", "position", "private",
    "teaching", "undo", "undo_unseen", "chat", "strict", "variant", *VARIANT_PARTS, *LIMITS,
)  # fmt: skip
DECIDED = {
    "private": False, "teaching": False, "undo": True, "undo_unseen": False, "chat": True, "handicap": 0,
    "color": "random",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EventPreset:
    """Values that prefill the form of an event, with a key for the URL, a name, and a note that describes the event."""

    key: str
    name: Promise
    note: Promise
    values: dict[str, Any]

    @property
    def board_lines(self) -> int:
        """Return the number of lines of the board, such as 19."""
        return int(self.values["size"])


class FieldGroup(NamedTuple):
    """A group of fields on one subject, with a title ("" for fields that are always visible). Each field is paired with
    its CSS classes. `is_open` is whether the group is expanded."""

    title: str
    fields: list[tuple[forms.BoundField, str]]
    is_open: bool


class EventForm(ChallengeForm):
    """The form for an event: the terms of its games, and its options.

    `kinds` are the abstract models that declare the options. The decorator `adds_option_fields` adds a form field for
    each option. `aliases` maps an option to its field's name, if the option has the same name as a game term. `cards`
    are the presets. `visible` names the fields that are always shown, and `folds` groups the collapsed fields by
    subject. All remaining fields concern the games. `systems` maps a field to the values of `kind` for which it is
    used. `described` names the fields that `summary_sentences` needs.
    """

    name = forms.CharField(
        label=pgettext_lazy("of a form field", "Tournament name"),
        max_length=LONGEST_NAME,
        validators=[check_single_line],
    )
    club = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Club"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("The tournament appears on the club's page. Entry can be limited to members."),
    )
    about = forms.CharField(
        label=pgettext_lazy("label", "Description"), max_length=LONGEST_ABOUT, required=False, validators=[check_text],
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )  # fmt: skip

    kinds: ClassVar[tuple[type[Model], ...]] = ()
    aliases: ClassVar[dict[str, str]] = {}
    cards: ClassVar[tuple[EventPreset, ...]] = ()
    visible: ClassVar[tuple[str, ...]] = ()
    folds: ClassVar[tuple[tuple[Promise, tuple[str, ...]], ...]] = ()
    systems: ClassVar[Mapping[str, Collection[str]]] = {}
    described: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def initial_from_query(cls, query: QueryDict) -> dict[str, Any]:
        """Return the form's initial values from the URL's query. The parameter `like` is the key of a preset.
        Parameters named like fields override the preset's values (`off_time` is ignored). Nothing is validated here:
        the form rejects invalid values when it is submitted."""
        values = next((card.values for card in cls.cards if card.key == query.get("like")), {})
        return values | {name: text[:MOST_IN_URL] for name, text in query.items() if name != "off_time"}

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {*NOT_ASKED, *(() if clubs else ("club",))} - {*self.option_field_names(*self.kinds)}:
            self.fields.pop(name, None)
        if clubs:
            choices = [("", pgettext_lazy("option", "no club")), *((club.pk, club.name) for club in clubs)]
            self.fields["club"].choices = choices  # type: ignore[attr-defined]
        self.fields["off_time"].initial = [kind.value for kind in USUAL_OFF_TIME]
        presets = [choice for choice in self.fields["time"].choices if choice[0] != "none"]  # type: ignore[attr-defined]
        for name in ("size", "time"):
            field: Any = self.fields[name]
            field.widget = forms.Select(choices=field.choices)
        self.fields["time"].choices = presets  # type: ignore[attr-defined]

    def chosen_variant(self) -> Variant:
        """Return standard Go, because events have no variants by default."""
        return ORDINARY

    def option_field_names(self, *kinds: type[Model]) -> list[str]:
        """Return the names of the form's fields for the options that these abstract models declare."""
        return [self.aliases.get(name, name) for name in option_names(*kinds)]

    def groups(self) -> list[FieldGroup]:
        """Return all fields except the clock's, in groups: first the fields that are always visible, then the collapsed
        fields by subject."""
        named = [("", self.visible), *((str(title), names) for title, names in self.folds)]
        apart = {*self.clock_parts, *(name for _title, names in named for name in names)}
        named.append((gettext("Rules, rating and pauses"), tuple(name for name in self.fields if name not in apart)))
        return [self._make_group(title, [name for name in names if name in self.fields]) for title, names in named]

    def _make_group(self, title: str, names: list[str]) -> FieldGroup:
        fields = [(self[name], self._css_classes(name)) for name in names]
        return FieldGroup(title, fields, any(name in self.errors for name in names))

    def _css_classes(self, name: str) -> str:
        only = [f"for-{kind}" for kind in self.systems[name]] if name in self.systems else []
        return " ".join([f"of-{name}", *(["only"] if only else []), *only])

    @property
    def sentence(self) -> str:
        """Return a summary of the event with the current values; "" if a value is not valid."""
        try:
            values = {name: self.fields[name].clean(self[name].value()) for name in (*self.described, "size", "time")}
        except forms.ValidationError:
            return ""
        size, time = values["size"], PRESETS.get(values["time"])
        board = pgettext("text", "custom size") if size == "custom" else words.board_size_text(size, size)
        clock = (
            pgettext("time of an event's games", "custom time") if time is None else time_words.time_control_name(time)
        )
        games = gettext("Each game: %(board)s, %(time)s.") % {"board": board, "time": clock}
        return " ".join([*self.summary_sentences(values), games])

    def summary_sentences(self, values: dict[str, Any]) -> list[str]:
        """Return sentences that describe the event with these values."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data without a start position, because events have none."""
        self.cleaned_data["position"] = None
        return super().clean()

    def field_name_of(self, refused: str) -> str | None:
        """Return the name of the field for an option that a service rejected, None if the form has no such field."""
        name = self.aliases.get(refused, {"width": "size"}.get(refused, refused))
        return name if name in self.fields else None

    def plan(self) -> Any:
        """Return the validated terms and options as a plan, from which a service creates the event."""
        raise NotImplementedError

    def plan_arguments(self) -> dict[str, Any]:
        """Return the keyword arguments for the plan's class: the games' terms, the club, and the options."""
        data = self.cleaned_data = {**DECIDED, **self.cleaned_data}
        names = {name: self.aliases.get(name, name) for name in (*ABOUT, *option_names(*self.kinds))}
        return {"terms": self.terms(), **{name: data[here] for name, here in names.items() if here in data}}
