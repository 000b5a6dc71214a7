"""Strictly validated forms of tournaments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from foundation import timesource
from foundation.decoding import to_utf8_with_bom
from foundation.number_fields import IntegerField
from foundation.options import adds_option_fields, option_values_of
from foundation.text import check_single_line, check_text
from games.terms import OFFERED_SIZES, PRESETS
from ratings.ranks import Rank
from rules.clock import time_control_fields_of
from tournaments.access import first_stage
from tournaments.event_forms import EventForm, EventPreset
from tournaments.event_words import places_sentence, start_sentence, tournament_format_sentence
from tournaments.models import EntryPolicy, StartCondition, Tournament
from tournaments.models.entry import LONGEST_LABEL, LONGEST_PROOF
from tournaments.models.log import LONGEST_REASON, REASONS
from tournaments.models.play import RESULT_NAMES
from tournaments.models.tournament_options import (
    BY_SCORE,
    GAMES_EACH,
    GROUPED,
    KIND_NAMES,
    LONGEST_ROUND,
    MOST_ROUNDS,
    MOST_TIEBREAKS,
    SYSTEMS,
    TIEBREAKS,
    TOURNAMENT_OPTIONS,
    EntryOptions,
    RoundOptions,
    StageOptions,
)
from tournaments.services.acts import ActInput, TournamentAct
from tournaments.services.directing import CORRECTIONS, MOST_HALVES
from tournaments.services.drafting import TournamentPlan
from tournaments.services.eligible import are_ranks_mostly_established
from tournaments.services.entering import EntryStatement
from tournaments.services.inviting import MOST_INVITED
from tournaments.systems.files.opengotha_reading import MOST_BYTES
from tournaments.systems.types import KNOCKOUTS, SystemKind
from tournaments.tables import CRITERION_NAMES
from wording import words

TIEBREAK_FIELDS = tuple(f"tiebreak_{number}" for number in range(1, MOST_TIEBREAKS + 1))
TIEBREAK_CHOICES = [
    ("", pgettext_lazy("tie-break", "default")),
    *((one.value, CRITERION_NAMES[one]) for one in TIEBREAKS),
]
OF_SYSTEMS: dict[str, Collection[str]] = {
    **SYSTEMS,
    "rounds": BY_SCORE,
    "games_each": tuple(GAMES_EACH),
    "group_size": GROUPED,
    **dict.fromkeys(("drawing", "best", "then", "final_games"), (SystemKind.SECTIONS,)),
    "third_place": (SystemKind.KNOCKOUT, SystemKind.SECTIONS),
    "seeding": KNOCKOUTS,
    **dict.fromkeys(("bar", "floor"), (SystemKind.MCMAHON, SystemKind.GROUPS)),
    **dict.fromkeys(("following", *TIEBREAK_FIELDS), tuple(kind for kind in KIND_NAMES if kind not in KNOCKOUTS)),
}
"""The systems for which the form shows each of these options; otherwise the option has its default."""
DEFAULTS = {field.name: field.get_default() for kind in (StageOptions, RoundOptions) for field in kind._meta.fields}
LIMITS = ("lowest_rank", "highest_rank", "established", "least_games")
USUAL_ENTRY = timedelta(days=7)
"""How long entry is open if the organiser chooses no other date."""
TERMS = ("width", "height", "rule_set", "komi", "lateness", "off_time", "analysis")


@adds_option_fields(StageOptions, RoundOptions, EntryOptions, kind=SystemKind.SWISS.value)
class TournamentForm(EventForm):
    """The terms of a tournament's games, and the tournament's options."""

    kinds = (StageOptions, RoundOptions, EntryOptions)
    cards = (
        EventPreset(
            "swiss", pgettext_lazy("card", "Weekend Swiss"), _("five rounds on 9×9, 1 day per move"),
            {"kind": "swiss", "rounds": 5, "most": 32, "size": "9", "time": "days_1", "entering": "open",
             "late_entry": True},
        ),
        EventPreset(
            "club", pgettext_lazy("card", "Club round robin"), _("everyone plays everyone, 3 days per move"),
            {"kind": "round_robin", "games_each": 1, "most": 10, "size": "19", "time": "days_3", "entering": "club"},
        ),
        EventPreset(
            "knockout", pgettext_lazy("card", "Long knockout"), _("matches of three games, a week per move"),
            {"kind": "knockout", "games_each": 3, "most": 32, "size": "19", "time": "days_7", "entering": "open"},
        ),
        EventPreset(
            "capture", pgettext_lazy("variant", "Capture Go"), _("the first capture wins, on 9×9, 1 day per move"),
            {"kind": "swiss", "rounds": 5, "most": 32, "size": "9", "time": "days_1", "entering": "open",
             "stones_to_capture": 1},
        ),
    )  # fmt: skip
    visible = (
        "name", "kind", "rounds", "games_each", "group_size", "most", "size", "width", "height", "time",
    )  # fmt: skip
    folds = (
        (_("Description and club"), ("about", "club")),
        (
            pgettext_lazy("label", "Eligibility"),
            ("entering", "fewest", "lowest_rank", "highest_rank", "established", "asks_proof", "least_games",
             "late_entry"),
        ),
        (pgettext_lazy("of a tournament", "Start"), ("starting", "starts_at", "repeats")),
        (
            _("Pairing and tie-breaks"),
            ("handicaps", "komi_handicap", "bar", "floor", "seeding", "drawing", "best", "then", "final_games",
             "third_place", *TIEBREAK_FIELDS, "half_for_missed", "absence", "drawn_down", "drawn_up", "clubs_apart",
             "club_groups_apart", "families_apart"),
        ),
        (
            _("Rounds and time-outs"),
            ("following", "round_days", "at_once", "after_timeout", "strike_out", "without_review"),
        ),
    )  # fmt: skip
    systems = OF_SYSTEMS
    described = ("kind", "rounds", "games_each", "group_size", "most", "starting", "starts_at", *LIMITS)

    def __init__(
        self, *args: Any, clubs: Sequence[Club] = (), kept: dict[str, Any] | None = None, **kwargs: Any
    ) -> None:
        """Create the form. `kept` has the current options of the tournament that is being changed, by name: options
        that the chosen system does not use keep these values."""
        super().__init__(*args, clubs=clubs, **kwargs)
        self.kept = kept or {}
        self.fields["rounds"].help_text = ""
        self.initial.setdefault("late_entry", True)
        if "established" not in self.initial:
            self.initial["established"] = are_ranks_mostly_established(timesource.now())
        if "starting" not in self.initial:
            at = timesource.now().replace(minute=0, second=0, microsecond=0) + USUAL_ENTRY
            self.initial.update(starting=StartCondition.DATE, starts_at=at)
        if self.initial.get("entering") == EntryPolicy.CLUB and not self.initial.get("club"):
            self.initial["club"] = clubs[0].pk if clubs else None
            self.initial["entering"] = EntryPolicy.CLUB if clubs else EntryPolicy.OPEN
        for number, name in enumerate(TIEBREAK_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=words.isolated(str(pgettext_lazy("label", "Tie-break %(n)s")), n=words.localized_number(number)),
                choices=TIEBREAK_CHOICES,
                required=False,
            )  # fmt: skip

    def summary_sentences(self, values: dict[str, Any]) -> list[str]:
        """Return sentences on the tournament's format, the players who could enter, and the start."""
        return [tournament_format_sentence(values), places_sentence(values), start_sentence(values)]

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data with only the options that apply to the chosen system. Date and repetition are
        removed unless the tournament starts on a date."""
        data = super().clean()
        for name in (name for name, kinds in OF_SYSTEMS.items() if data.get("kind", "") not in {"", *kinds}):
            self.errors.pop(name, None)
            kept = self.kept if self.kept.get("kind") == data["kind"] else DEFAULTS
            data[name] = "" if name in TIEBREAK_FIELDS else kept[name]
        if data.get("starting") != StartCondition.DATE:
            data["starts_at"], data["repeats"] = None, ""
        return data

    def plan(self) -> TournamentPlan:
        """Return the submitted terms and options, as create_draft() and revise_tournament() take them."""
        chosen = [self.cleaned_data[name] for name in TIEBREAK_FIELDS]
        return TournamentPlan(**self.plan_arguments(), tiebreaks=[name for name in chosen if name])


def initial_values_of(tournament: Tournament) -> dict[str, Any]:
    """Return the form's initial values for a tournament that has not started."""
    control, stage = tournament.agreed_time, first_stage(tournament)
    preset = next((key for key, known in PRESETS.items() if known == control), "custom")
    square = tournament.width == tournament.height and tournament.width in OFFERED_SIZES
    return {
        **{name: getattr(tournament, name) for name in TERMS},
        "club": tournament.club_id,
        **option_values_of(tournament, *TOURNAMENT_OPTIONS),
        **option_values_of(stage, StageOptions),
        **{name: getattr(control, name) for name in time_control_fields_of(control.system)},
        **dict(zip(TIEBREAK_FIELDS, stage.tiebreaks, strict=False)),
        "size": str(tournament.width) if square else "custom",
        "time": preset,
        "system": control.system.value,
        "rated": tournament.rated_wanted,
    }


ENCODING_NAMES = {
    "": pgettext_lazy("character encoding", "Detected automatically"),
    "utf-8": pgettext_lazy("character encoding", "Unicode (UTF-8)"),
    "cp1252": pgettext_lazy("character encoding", "Western"),
    "cp1250": pgettext_lazy("character encoding", "Central European"),
    "cp1254": pgettext_lazy("character encoding", "Turkish"),
    "cp1257": pgettext_lazy("character encoding", "Baltic"),
    "cp1251": pgettext_lazy("character encoding", "Cyrillic"),
    "cp1253": pgettext_lazy("character encoding", "Greek"),
    "cp1255": pgettext_lazy("character encoding", "Hebrew"),
    "cp1256": pgettext_lazy("character encoding", "Arabic and Persian"),
    "cp874": pgettext_lazy("character encoding", "Thai"),
    "cp932": pgettext_lazy("character encoding", "Japanese"),
    "gb18030": pgettext_lazy("character encoding", "Chinese"),
    "big5hkscs": pgettext_lazy("character encoding", "Chinese (traditional)"),
    "cp949": pgettext_lazy("character encoding", "Korean"),
}
"""The encodings that a person can choose for a file. Short lists of names are too little to detect them: "ï" in Latin-1
is "ď" in the encoding of Central Europe."""


def file_encoding_field() -> forms.ChoiceField:
    """Return a field for the encoding of an uploaded file that does not declare it, or declares a wrong one (E136)."""
    return forms.ChoiceField(
        label=pgettext_lazy("of a file", "Character encoding"), choices=list(ENCODING_NAMES.items()), required=False,
        help_text=_("If names look wrong, choose the encoding used by the program that saved the file."),
    )  # fmt: skip


class PairingsFileForm(forms.Form):
    """Asks for an OpenGotha or Pairgoth file of at most 4 MB, and for its encoding."""

    file = forms.FileField(label=_("File (XML or .tour)"), max_length=200)
    encoding = file_encoding_field()

    def content(self) -> bytes:
        """Return the file's content, converted to UTF-8 if an encoding is chosen."""
        return to_utf8_with_bom(self.cleaned_data["file"], self.cleaned_data["encoding"])

    def clean_file(self) -> bytes:
        """Return the file's content. Raises ValidationError if the file is too large."""
        found = self.cleaned_data["file"]
        if found.size > MOST_BYTES:
            raise forms.ValidationError(_("Choose a file of at most 4 MB."))
        return bytes(found.read())


class PlayerListForm(forms.Form):
    """Asks for a list of players, as a file or as text."""

    file = forms.FileField(label=_("File (CSV, or an EGD list)"), max_length=200, required=False)
    encoding = file_encoding_field()
    text = forms.CharField(
        label=pgettext_lazy("label", "Or paste a list"), max_length=60_000, required=False, strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        help_text=_(
            "One player per line: name, rank, club, country, EGD PIN, username. A header line can change this order."
        ),
    )  # fmt: skip

    def content(self) -> bytes:
        """Return the list as bytes. If there is both a file and a text, return the file."""
        found = self.cleaned_data["file"]
        if found:
            return to_utf8_with_bom(found.read(), self.cleaned_data["encoding"])
        return str(self.cleaned_data["text"]).encode()


class InviteForm(forms.Form):
    """The players to invite, as selected in a list. A player is given as "name rank", separated by a space."""

    chosen = forms.MultipleChoiceField()

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        sent = data.getlist("chosen")[:MOST_INVITED]
        self.fields["chosen"].choices = [(one, one) for one in sent]  # type: ignore[attr-defined]

    def players(self) -> list[tuple[str, Rank | None]]:
        """Return the selected usernames, each with the player's rank in the list."""
        pairs = [one.partition(" ") for one in self.cleaned_data["chosen"]]
        return [(name, Rank.parse(rank)) for name, _space, rank in pairs]


ENTRY_ACTIONS = ("enter", "wait", "withdraw", "resign", "confirm", "skip", "share", "hide")


class EntryActForm(forms.Form):
    """The input of a player's actions on their entry: the stated rank, the rounds to skip, and the consent to the real
    name."""

    do = forms.ChoiceField(choices=[(one, one) for one in ENTRY_ACTIONS])
    rounds = forms.TypedMultipleChoiceField(
        coerce=int, choices=[(number, number) for number in range(1, MOST_ROUNDS + 1)], required=False
    )
    rank = forms.CharField(max_length=3, required=False)
    proof = forms.CharField(max_length=LONGEST_PROOF, required=False)
    shares_name = forms.BooleanField(required=False)
    revision = IntegerField(min_value=0, required=False)

    def entry_statement(self) -> EntryStatement:
        """Return the stated rank (None if the text is not a rank), the revision of the rules, and the consent to the
        real name."""
        data = self.cleaned_data
        rank = Rank.parse(data["rank"])
        return EntryStatement(rank, data["proof"].strip(), revision=data["revision"], shares_name=data["shares_name"])


class DirectorActForm(forms.Form):
    """A director's action with its input."""

    do = forms.ChoiceField(choices=[(act.value, act.value) for act in TournamentAct])
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
    family = forms.CharField(max_length=LONGEST_LABEL, required=False, validators=[check_single_line])
    club_group = forms.CharField(max_length=LONGEST_LABEL, required=False, validators=[check_single_line])
    proposal = forms.CharField(max_length=16, required=False)
    text = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])
    reason = forms.CharField(max_length=LONGEST_REASON, required=False, validators=[check_text])
    reason_key = forms.ChoiceField(choices=[("", ""), *REASONS.items()], required=False)

    def act(self) -> TournamentAct:
        """Return the action that the director chose."""
        return TournamentAct(self.cleaned_data["do"])

    def act_input(self) -> ActInput:
        """Return the submitted fields as the input of the action. If the director typed a reason, it replaces the
        selected one. Labels that the form does not have are kept."""
        left_out = {"do", "reason_key", *({"family", "club_group"} - set(self.data))}
        data = {name: value for name, value in self.cleaned_data.items() if name not in left_out}
        reason = data["reason"].strip() or self.cleaned_data["reason_key"]
        return ActInput(**{**data, "correction": data["correction"] or 0, "reason": reason})
