"""The forms by which pages send the actions of a game. Most are generated from the class of the action (a verb, see
games/verbs/verb.py). The others have different fields, because those are easier to fill in than the verb's."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.number_fields import IntegerField
from foundation.text import check_text
from games import verbs
from games.models.note import Priority
from games.terms import LONGEST_PAUSE
from games.verbs import fields
from games.verbs.fields import VerbField, fields_of
from games.verbs.rulings import LEAST, LONGEST_RULING, MOST, Ruling, possible_rulings
from games.verbs.time import MOST_DAYS
from rules import Color
from rules.order import OrderOfPlay
from wording.quick_replies import GAME_KEYS, reply_in_words
from wording.words import COLOR_NAMES, RULING_NAMES, with_localized_digits

LONGEST_LIST = 4000


class VerticesField(forms.CharField):
    """A text field for a list of points such as "K11 L12"."""

    def clean(self, value: Any) -> list[str]:
        """Return the words of the text as vertices, at most MOST_POINTS. Whether they are valid is not checked."""
        return str(super().clean(value)).split()[: fields.MOST_POINTS]


class ActionForm(forms.Form):
    """Base of the forms of actions. Its fields are the number of the last action that the page showed, and an
    idempotency key."""

    number = IntegerField(min_value=0)
    key = forms.CharField(min_length=8, max_length=64)
    of: ClassVar[type[verbs.Verb] | None] = None

    def verb_values(self, now: datetime) -> dict[str, Any]:
        """Return the values of the verb's fields, by field name: by default the form's cleaned data. `now` is the time
        of the request."""
        return dict(self.cleaned_data)


_FIELDS: dict[type[fields.FieldKind], Callable[[VerbField], forms.Field]] = {
    fields.Vertex: lambda field: forms.CharField(max_length=3),
    fields.Vertices: lambda field: VerticesField(max_length=LONGEST_LIST, required=False),
    fields.WholeNumber: lambda field: IntegerField(
        min_value=field.kind.least,  # type: ignore[attr-defined]
        max_value=field.kind.most,  # type: ignore[attr-defined]
    ),
    fields.Text: lambda field: forms.CharField(
        max_length=field.kind.longest,  # type: ignore[attr-defined]
        required=field.required,
        validators=[check_text],
    ),
    fields.YesNo: lambda field: _yes_no_field(field),
}
"""The form field for each kind of verb field; kinds with choices use `_choice_field`."""


def _yes_no_field(field: VerbField) -> forms.Field:
    """Return a choice of two buttons for a required field, otherwise a checkbox."""
    if not field.required:
        return forms.BooleanField(required=False)
    return forms.TypedChoiceField(choices=[("yes", "yes"), ("no", "no")], coerce=lambda text: text == "yes")


def _choice_field(field: VerbField) -> forms.Field:
    words: list[str] = field.kind.choices  # type: ignore[attr-defined]
    return forms.ChoiceField(choices=[(word, word) for word in words], required=field.required)


def form_class_for(verb: type[verbs.Verb]) -> type[ActionForm]:
    """Return the form class of this verb, with a field for each of the verb's fields except conditional moves. The form
    does not check the length of a chat message; the service does."""
    if verb in _OTHER_WAYS:
        return _OTHER_WAYS[verb]
    sent = (field for field in fields_of(verb) if not isinstance(field.kind, fields.ConditionalMoves))
    made = {field.name: _FIELDS.get(type(field.kind), _choice_field)(field) for field in sent}
    if verb.takes_message:
        made["text"] = forms.CharField(max_length=5000, required=False, strip=False)
    return type(f"{verb.__name__}Form", (ActionForm,), {"of": verb, **made})


class DeadStoneTapForm(ActionForm):
    """The form of a tap while dead stones are marked: all stones marked so far, and the stone tapped last (`point`).
    With `only`, the tap marks only that stone's chain. With `undo`, the previous marking is restored."""

    dead = VerticesField(max_length=LONGEST_LIST, required=False)
    point = forms.CharField(max_length=3, required=False)
    only = forms.BooleanField(required=False)
    undo = forms.BooleanField(required=False)


class GrantTimeForm(ActionForm):
    """The form with the number of days to add to the opponent's time for this turn."""

    of = verbs.GrantTime
    days = IntegerField(label=pgettext_lazy("label", "Days"), min_value=1, max_value=MOST_DAYS, initial=3)


class PauseForm(ActionForm):
    """The form with the length of a proposed pause in days, or 0 to propose the end of the current pause."""

    of = verbs.RequestPause
    days = IntegerField(
        label=_("Days from now"),
        min_value=0,
        max_value=LONGEST_PAUSE.days,
        initial=7,
    )

    def verb_values(self, now: datetime) -> dict[str, Any]:
        """Return the end of the pause as the value of the field `until`, without microseconds."""
        return {"until": (now + timedelta(days=self.cleaned_data["days"])).replace(microsecond=0)}


class ChatForm(ActionForm):
    """The form with a chat message, or the key of a quick reply. The service checks the length."""

    text = forms.CharField(max_length=5000, required=False, strip=False)
    quick = forms.ChoiceField(choices=[(key, reply_in_words(key)) for key in GAME_KEYS], required=False)


class NoteAndPriorityForm(ActionForm):
    """The form with a private note and the game's priority for this player. An empty note is deleted. The service
    checks the length."""

    text = forms.CharField(max_length=20_000, required=False, strip=False)
    priority = forms.TypedChoiceField(choices=Priority.choices, coerce=int, required=False, empty_value=None)


def _reason_field() -> forms.CharField:
    return forms.CharField(
        label=pgettext_lazy("label", "Reason"),
        max_length=LONGEST_RULING,
        validators=[check_text],
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text=_("Anyone who can see the game can read the reason."),
    )


class RulingForm(ActionForm):
    """The form of a moderator's decision and its reason. In a game of more than two colours, it also has a field for
    the place of each colour (V58). `order` is the game's order of play; without it, the form accepts all decisions and
    colours."""

    of = verbs.Decide
    ruling = forms.ChoiceField(label=pgettext_lazy("label", "Result"), choices=list(RULING_NAMES.items()))
    reason = _reason_field()

    def __init__(self, *args: Any, order: OrderOfPlay | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        colors = tuple(Color) if order is None else order.colors
        if order is not None:
            rulings = [(ruling.value, RULING_NAMES[ruling]) for ruling in possible_rulings(order)]
            self.fields["ruling"].choices = rulings  # type: ignore[attr-defined]
        for color in colors if len(colors) > 2 else ():
            self.fields[f"place_{color.letter}"] = forms.TypedChoiceField(
                label=format_lazy(pgettext_lazy("label", "Place: {name}"), name=COLOR_NAMES[color]),
                choices=[
                    ("", "–"),
                    *((place, with_localized_digits(str(place))) for place in range(1, len(colors) + 1)),
                ],
                coerce=int,
                required=False,
            )
        self.order_fields(["ruling", *(f"place_{color.letter}" for color in colors), "reason"])

    def verb_values(self, now: datetime) -> dict[str, Any]:
        """Return the values of the verb's fields. If the decision is about places, they include the ranking of the
        colours."""
        data = self.cleaned_data
        values = {"ruling": data["ruling"], "reason": data["reason"]}
        if data["ruling"] != Ruling.RANKING:
            return values
        given = [(data[f"place_{color.letter}"], color.letter) for color in Color if data.get(f"place_{color.letter}")]
        places = sorted({place for place, _letter in given})
        return {**values, "ranking": ["".join(letter for at, letter in given if at == place) for place in places]}


class RulingDeadStonesForm(ActionForm):
    """The form with the stones that a moderator marks as dead, and the reason."""

    of = verbs.EndWithModeratorMarking
    dead = VerticesField(
        label=pgettext_lazy("label", "Dead stones"),
        max_length=LONGEST_LIST,
        required=False,
        widget=forms.TextInput(attrs={"class": "ltr", "autocomplete": "off", "autocapitalize": "characters"}),
        help_text=_("Enter points such as K11, separated by spaces, or choose stones on the board."),
    )
    reason = _reason_field()


class ResumePlayRulingForm(ActionForm):
    """The form of a moderator's decision to resume play: who moves first, and the reason. `sides` are the colours to
    choose from, by default all colours."""

    of = verbs.ResumeByModerator
    first = forms.ChoiceField(
        label=_("Player to move first"),
        required=False,
    )
    reason = _reason_field()

    def __init__(self, *args: Any, sides: Iterable[Color] = Color, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["first"].choices = [("", _("According to the rules")), *_side_choices(sides)]  # type: ignore[attr-defined]


def _side_choices(sides: Iterable[Color]) -> list[tuple[str, Any]]:
    return [(color.letter, COLOR_NAMES[color]) for color in sides]


class AddTimeRulingForm(ActionForm):
    """The form with the time that a moderator adds to a clock, and the reason. `sides` are the colours that have a
    clock, by default all colours."""

    of = verbs.AddTimeByRuling
    side = forms.ChoiceField(label=pgettext_lazy("label", "Clock"))
    amount = IntegerField(label=_("Time to add"), min_value=1, max_value=MOST // LEAST, initial=1)
    unit = forms.ChoiceField(
        label=pgettext_lazy("label", "Unit"),
        choices=[
            ("days", pgettext_lazy("option", "days")),
            ("hours", pgettext_lazy("option", "hours")),
            ("minutes", pgettext_lazy("option", "minutes")),
        ],
    )
    reason = _reason_field()

    def __init__(self, *args: Any, sides: Iterable[Color] = Color, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = _side_choices(sides)  # type: ignore[attr-defined]

    def verb_values(self, now: datetime) -> dict[str, Any]:
        """Return the values of the verb's fields, with the added time in minutes."""
        data = self.cleaned_data
        return {**data, "minutes": timedelta(**{data["unit"]: data["amount"]}) // LEAST}


_OTHER_WAYS: dict[type[verbs.Verb], type[ActionForm]] = {
    form.of: form
    for form in (GrantTimeForm, PauseForm, RulingForm, RulingDeadStonesForm, ResumePlayRulingForm, AddTimeRulingForm)
    if form.of is not None
}
