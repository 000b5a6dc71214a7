"""Strictly validated forms of tournaments."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.number_fields import IntegerField
from foundation.options import asks_for, options_of
from foundation.text import check_text
from games.terms import OFFERED_SIZES, PRESETS
from rules.clock import fields_of
from tournaments.access import first_stage_of
from tournaments.event_forms import EventForm, Group
from tournaments.event_presets import TOURNAMENTS
from tournaments.models import Starting, Tournament
from tournaments.models.log import LONGEST_REASON
from tournaments.models.play import RESULT_NAMES
from tournaments.models.tournament_options import (
    FORMATS,
    GAMES_EACH,
    KIND_NAMES,
    LONGEST_ROUND,
    MOST_ROUNDS,
    MOST_TIEBREAKS,
    TIEBREAKS,
    TOURNAMENT_OPTIONS,
    EntryOptions,
    RoundOptions,
    StageOptions,
)
from tournaments.services.acts import Act, ActInput
from tournaments.services.directing import CORRECTIONS, MOST_HALVES
from tournaments.services.drafting import Plan
from tournaments.systems.files.opengotha_reading import MOST_BYTES
from tournaments.systems.types import Kind
from tournaments.tables import CRITERION_NAMES
from wording import words

TIEBREAK_FIELDS = tuple(f"tiebreak_{number}" for number in range(1, MOST_TIEBREAKS + 1))
TIEBREAK_CHOICES = [
    ("", pgettext_lazy("tie-break", "default")),
    *((one.value, CRITERION_NAMES[one]) for one in TIEBREAKS),
]
TERMS = ("width", "height", "rule_set", "komi", "lateness", "off_time", "analysis")


@asks_for(StageOptions, RoundOptions, EntryOptions, kind=Kind.SWISS.value)
class TournamentForm(EventForm):
    """The terms of a tournament's games, and how it is played."""

    kinds = (StageOptions, RoundOptions, EntryOptions)
    main = ("name", "club", "rounds", "starting", "starts_at", "most", "size", "time")
    presets = TOURNAMENTS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].widget = forms.HiddenInput()
        kind = Kind(self._format())
        self.preset = next(one for one in self.presets if one.key == kind)
        for number, name in enumerate(TIEBREAK_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=words.isolated(str(_("Tie-break %(n)s")), n=words.number(number)), choices=TIEBREAK_CHOICES,
                required=False,
            )  # fmt: skip

        self._leave_out_other_formats(kind)

    def _format(self) -> str:
        """Return the format that was sent or chosen; an unknown one is rejected later."""
        found = self["kind"].value()
        return found if found in KIND_NAMES else Kind.SWISS.value

    def _leave_out_other_formats(self, kind: Kind) -> None:
        """Remove the fields that mean nothing in this format, unless they were sent."""
        formats = {**FORMATS, **dict.fromkeys(TIEBREAK_FIELDS, FORMATS["tiebreaks"]), "games_each": GAMES_EACH}
        for name, kinds in formats.items():
            if kind not in kinds and name not in self.data:
                self.fields.pop(name, None)
        if "games_each" in self.fields and kind in GAMES_EACH:
            field: Any = self.fields["games_each"]
            field.choices = [choice for choice in field.choices if choice[0] in GAMES_EACH[kind]]
        for name in self.fields.keys() & {"rounds", "games_each", "third_place"}:
            self.fields[name].help_text = ""  # it names the formats that have this field

    def groups(self) -> list[Group]:
        """Return the folded fields by subject."""
        how = [*self.names_of(StageOptions), *TIEBREAK_FIELDS, *self.names_of(RoundOptions)]
        return self.grouped([(_("Entry and start"), self.names_of(EntryOptions)), (_("Format and rounds"), how)])

    def clean(self) -> dict[str, Any]:
        """Keep the date, and the repetition, only if the tournament starts on a date."""
        data = super().clean()
        if data.get("starting") != Starting.DATE:
            data["starts_at"], data["repeats"] = None, ""
        return data

    def plan(self) -> Plan:
        """Return the plan of the tournament."""
        chosen = [self.cleaned_data.get(name) for name in TIEBREAK_FIELDS]
        return Plan(**self.asked(), tiebreaks=[name for name in chosen if name])


def as_initial(tournament: Tournament) -> dict[str, Any]:
    """Return the initial values of the form for a draft."""
    control, stage = tournament.agreed_time, first_stage_of(tournament)
    preset = next((key for key, known in PRESETS.items() if known == control), "custom")
    square = tournament.width == tournament.height and tournament.width in OFFERED_SIZES
    return {
        **{name: getattr(tournament, name) for name in TERMS},
        "club": tournament.club_id,
        **options_of(tournament, *TOURNAMENT_OPTIONS),
        **options_of(stage, StageOptions),
        **{name: getattr(control, name) for name in fields_of(control.system)},
        **dict(zip(TIEBREAK_FIELDS, stage.tiebreaks, strict=False)),
        "size": str(tournament.width) if square else "custom",
        "time": preset,
        "system": control.system.value,
        "rated": tournament.rated_wanted,
    }


class PairingsForm(forms.Form):
    """A file of OpenGotha, of at most 4 MB."""

    file = forms.FileField(label=_("OpenGotha file (XML)"), max_length=200)

    def clean_file(self) -> bytes:
        """Return the content of the file."""
        found = self.cleaned_data["file"]
        if found.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is too large."))
        return bytes(found.read())


class EntryForm(forms.Form):
    """Entering and withdrawing, confirming an entry, and skipping rounds."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("enter", "wait", "withdraw", "resign", "confirm", "skip")])
    rounds = forms.TypedMultipleChoiceField(
        coerce=int, choices=[(number, number) for number in range(1, MOST_ROUNDS + 1)], required=False
    )


class ActForm(forms.Form):
    """A director's act with its input."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in Act])
    player = forms.CharField(max_length=30, required=False)
    other = forms.CharField(max_length=30, required=False)
    round = IntegerField(min_value=1, max_value=1000, required=False)
    board = IntegerField(min_value=1, max_value=1000, required=False)
    result = forms.ChoiceField(
        choices=[("", ""), *((one.value, name) for one, name in RESULT_NAMES.items())], required=False
    )
    halves = IntegerField(min_value=-MOST_HALVES, max_value=MOST_HALVES, required=False)
    days = IntegerField(min_value=1, max_value=LONGEST_ROUND, required=False)
    rank = forms.CharField(max_length=3, required=False)
    bar = forms.CharField(max_length=3, required=False)
    floor = forms.CharField(max_length=3, required=False)
    correction = IntegerField(min_value=min(CORRECTIONS), max_value=max(CORRECTIONS), required=False)
    proposal = forms.CharField(max_length=16, required=False)
    text = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])

    def act(self) -> Act:
        """Return the act."""
        return Act(self.cleaned_data["do"])

    def act_input(self) -> ActInput:
        """Return the input of the act."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "do"}
        return ActInput(**{**data, "correction": data["correction"] or 0})
