"""What people send about tournaments, read strictly."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core.lookup import player_named
from accounts.models import Player
from challenges.forms.limits import LIMITS
from challenges.forms.offers import ChallengeForm
from challenges.forms.variants import VARIANT_PARTS
from clubs.models import Club
from competitions.access import first_stage_of
from competitions.models import AfterTimeout, Drawing, Entering, Following, Repeats, Seeding, Starting, Then, Tournament
from competitions.models.log import LONGEST_REASON
from competitions.models.play import RESULT_NAMES
from competitions.models.tournament import KIND_NAMES, LONGEST_ABOUT, LONGEST_NAME
from competitions.services.acts import Act, Told
from competitions.services.directing import CORRECTIONS, MOST_HALVES
from competitions.services.drafting import (
    FEWEST,
    FINAL_GAMES,
    GROUP_FIELDS,
    LONGEST_ROUND,
    MOST,
    MOST_IN_GROUP,
    MOST_LEAST_GAMES,
    MOST_ROUNDS,
    MOST_TIEBREAKS,
    TIEBREAKS,
    USUAL_GROUP,
    USUAL_OFF_TIME,
    Plan,
    plan_of,
)
from competitions.services.ladders import LadderPlan
from competitions.systems.files.opengotha_reading import MOST_BYTES
from competitions.systems.types import Kind
from competitions.tables import CRITERION_NAMES
from foundation.number_fields import IntegerField
from foundation.text import check_line, check_text
from games.terms import OFFERED_SIZES, PRESETS
from ratings.ranks import STRONGEST, WEAKEST, Rank
from rules import ORDINARY, Variant
from rules.clock import fields_of
from wording import words

ABOUT = ("name", "about", "club")
TIEBREAK_FIELDS = tuple(f"tiebreak_{number}" for number in range(1, MOST_TIEBREAKS + 1))
HOW = (
    "kind", "rounds", "games_each", "third_place", "seeding", "at_once", "handicaps", "following", "round_days",
    "after_timeout", "strike_out", "bar", "floor", *GROUP_FIELDS, *TIEBREAK_FIELDS, "half_for_missed",
)  # fmt: skip
WHO = (
    "entering",
    "fewest",
    "most",
    "lowest_rank",
    "highest_rank",
    "established",
    "least_games",
    "starting",
    "starts_at",
    "repeats",
    "late_entry",
)
NOT_ASKED = (
    "opponent_kind", "opponent", "by_rank", "by_komi", "komi_by", "color", "handicap", "position", "private",
    "teaching", "variant", *VARIANT_PARTS, *(name for name in LIMITS if name not in WHO),
)  # fmt: skip
TIEBREAK_CHOICES = [("", _("the usual")), *((one.value, CRITERION_NAMES[one]) for one in TIEBREAKS)]
RANKS = [(str(steps), str(Rank(steps))) for steps in range(WEAKEST, STRONGEST + 1)]


class TournamentForm(ChallengeForm):
    """The terms of a tournament's games, and how it is played."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=LONGEST_NAME, validators=[check_line])
    club = forms.TypedChoiceField(
        label=_("Club"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("It is shown on the page of the club, and its entry can be for members only."),
    )
    about = forms.CharField(
        label=_("Description"), max_length=LONGEST_ABOUT, required=False, validators=[check_text],
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip
    kind = forms.ChoiceField(
        label=_("System"), choices=[(kind.value, name) for kind, name in KIND_NAMES.items()], initial=Kind.SWISS.value
    )
    rounds = IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5,
        help_text=_("For Swiss and McMahon, also in groups. All others have as many as they need."),
    )  # fmt: skip
    games_each = forms.TypedChoiceField(
        label=_("Games with each opponent"), coerce=int, initial=1,
        choices=[(1, _("one")), (2, _("two, colours swapped")), (3, _("three")), (5, _("five"))],
        help_text=_("Two only in round robins, sections and groups; three or five in the matches of a knockout."),
    )  # fmt: skip
    third_place = forms.BooleanField(
        label=_("Game for the third place"),
        required=False,
        help_text=_("Only in a single knockout, also after sections."),
    )
    seeding = forms.ChoiceField(label=_("Seeding"), choices=Seeding.choices, initial=Seeding.RANK)
    at_once = IntegerField(
        label=_("Simultaneous games"), min_value=0, max_value=MOST, initial=0,
        help_text=_("In a round robin or sections: so many at a time, the next when one ends. 0 plays round by round."),
    )  # fmt: skip
    handicaps = forms.BooleanField(
        label=pgettext_lazy("games of a tournament", "With handicap"),
        required=False,
        help_text=_("In a Swiss by rank, in a McMahon by score. Such tournaments are unrated."),
    )
    following = forms.ChoiceField(label=_("The next round starts"), choices=Following.choices, initial=Following.OVER)
    round_days = IntegerField(
        label=_("Days for a round"), min_value=1, max_value=LONGEST_ROUND, required=False,
        help_text=_("After that a director decides about games that still run. Empty: no limit."),
    )  # fmt: skip
    bar = forms.ChoiceField(label=_("McMahon bar"), choices=RANKS, initial="33")
    floor = forms.ChoiceField(label=_("McMahon floor"), choices=RANKS, initial="10")
    group_size = IntegerField(
        label=_("Players of a section or group"), min_value=2, max_value=MOST_IN_GROUP, initial=USUAL_GROUP,
        help_text=_("For sections and groups: at most so many; where anyone may enter, at most 10."),
    )  # fmt: skip
    drawing = forms.ChoiceField(label=_("Players come into sections"), choices=Drawing.choices, initial=Drawing.SNAKE)
    best = IntegerField(
        label=_("How many of a section go on"), min_value=0, max_value=MOST_IN_GROUP, initial=0,
        help_text=_("0: all who share the first place."),
    )  # fmt: skip
    then = forms.ChoiceField(label=_("After the sections come"), choices=Then.choices, initial=Then.SECTIONS)
    final_games = forms.TypedChoiceField(
        label=_("Games of a match after sections"), coerce=int, initial=1,
        choices=[(number, words.number(number)) for number in FINAL_GAMES],
        help_text=_("In the knockout of the winners."),
    )  # fmt: skip
    after_timeout = forms.ChoiceField(
        label=_("After a loss on time"), choices=AfterTimeout.choices, initial=AfterTimeout.ASK
    )
    strike_out = forms.BooleanField(
        label=_("Strike out who is out early"), required=False, initial=True,
        help_text=_(
            "In a round robin or sections: if losses on time put a player out before half of their games ended on the "
            "board, none of them counts."
        ),
    )  # fmt: skip
    half_for_missed = forms.BooleanField(
        label=_("Half a point for games not played"), required=False,
        help_text=_("In Swiss and McMahon, also in groups: so they count in the SOS of the opponents."),
    )  # fmt: skip
    late_entry = forms.BooleanField(
        label=_("Late entry"), required=False,
        help_text=_(
            "In Swiss and McMahon, also in groups: until half of the rounds have started. Missed rounds are absences."
        ),
    )  # fmt: skip
    entering = forms.ChoiceField(label=_("Who may enter"), choices=Entering.choices, initial=Entering.OPEN)
    fewest = IntegerField(label=_("Fewest players"), min_value=FEWEST, max_value=MOST, initial=4)
    most = IntegerField(label=_("Most players"), min_value=FEWEST, max_value=MOST, initial=16)
    lowest_rank = forms.TypedChoiceField(label=_("Lowest rank"), choices=[("", _("any")), *RANKS], required=False)
    highest_rank = forms.TypedChoiceField(label=_("Highest rank"), choices=[("", _("any")), *RANKS], required=False)
    established = forms.BooleanField(
        label=_("Only players with an established rank"), required=False, initial=True,
        help_text=_("One without a question mark."),
    )  # fmt: skip
    least_games = IntegerField(label=_("Finished games needed"), min_value=0, max_value=MOST_LEAST_GAMES, initial=0)
    starting = forms.ChoiceField(label=_("It starts"), choices=Starting.choices, initial=Starting.HAND)
    starts_at = forms.DateTimeField(
        label=_("Start date (UTC)"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("With too few players it is postponed once by a week, then cancelled."),
    )  # fmt: skip

    repeats = forms.ChoiceField(
        label=_("Comes again"), choices=Repeats.choices, required=False,
        help_text=_("With a start date: when one starts, entry to the next one opens automatically."),
    )  # fmt: skip

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in NOT_ASKED if clubs else (*NOT_ASKED, "club"):
            self.fields.pop(name, None)
        if clubs:
            choices = [("", _("no club")), *((club.pk, club.name) for club in clubs)]
            self.fields["club"].choices = choices  # type: ignore[attr-defined]
        for number, name in enumerate(TIEBREAK_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=words.isolated(str(_("Tie-break %(n)s")), n=words.number(number)), choices=TIEBREAK_CHOICES,
                required=False,
            )  # fmt: skip
        self.fields["off_time"].initial = [kind.value for kind in USUAL_OFF_TIME]
        presets = [choice for choice in self.fields["time"].choices if choice[0] != "none"]  # type: ignore[attr-defined]
        self.fields["time"].choices = presets  # type: ignore[attr-defined]

    def chosen_variant(self) -> Variant:
        """Ordinary Go."""
        return ORDINARY

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page asks for them, under their headings."""
        rest = [name for name in self.fields if name not in (*ABOUT, *HOW, *WHO, *self.clock_parts)]
        named = [
            (_("Tournament"), ABOUT),
            (_("Entry and start"), WHO),
            (_("System and rounds"), HOW),
            (_("Games"), rest),
        ]
        return [(str(title), [self[name] for name in names if name in self.fields]) for title, names in named]

    def clean_starts_at(self) -> Any:
        """In UTC, whatever the reader's zone."""
        found = self.cleaned_data["starts_at"]
        return None if found is None else found.replace(tzinfo=UTC)

    def clean(self) -> dict[str, Any]:
        """With the clock; the position of an offer is none."""
        self.cleaned_data["position"] = None
        data = super().clean()
        if data.get("starting") != Starting.DATE:
            data["starts_at"], data["repeats"] = None, ""
        return data

    def plan(self) -> Plan:
        """What the tournament is to be."""
        chosen = [self.cleaned_data[name] for name in TIEBREAK_FIELDS]
        self.cleaned_data["tiebreaks"] = [name for name in chosen if name]
        data = {"private": False, "teaching": False, "handicap": 0, "color": "random", **self.cleaned_data}
        self.cleaned_data = data
        steps = {name: None if data[name] == "" else Rank(int(data[name])) for name in ("lowest_rank", "highest_rank")}
        return plan_of({**data, **steps, "bar": int(data["bar"]), "floor": int(data["floor"])}, self.terms())


def as_initial(tournament: Tournament) -> dict[str, Any]:
    """A draft as the form begins with it."""
    control, stage = tournament.agreed_time, first_stage_of(tournament)
    preset = next((key for key, known in PRESETS.items() if known == control), "custom")
    square = tournament.width == tournament.height and tournament.width in OFFERED_SIZES
    own = (
        "name", "about", "width", "height", "rule_set", "komi", "lateness", "off_time", "analysis", "handicaps",
        "following", "round_days", "at_once", "entering", "fewest", "most", "established", "least_games", "starting",
        "starts_at", "lowest_rank", "highest_rank", "late_entry", "after_timeout", "strike_out",
        "repeats",
    )  # fmt: skip
    return {
        **{name: getattr(tournament, name) for name in own},
        "club": tournament.club_id,
        **{
            name: getattr(stage, name)
            for name in (
                "kind",
                "rounds",
                "games_each",
                "third_place",
                "seeding",
                "bar",
                "floor",
                "half_for_missed",
                *GROUP_FIELDS,
            )
        },
        **{name: getattr(control, name) for name in fields_of(control.system)},
        **dict(zip(TIEBREAK_FIELDS, stage.tiebreaks, strict=False)),
        "size": str(tournament.width) if square else "custom",
        "time": preset,
        "system": control.system.value,
        "rated": tournament.rated_wanted,
    }


class LadderForm(TournamentForm):
    """A ladder: what it is called, how one joins, and the terms of its games."""

    joins_by_rank = forms.BooleanField(
        label=_("Join by rank"), required=False,
        help_text=_("Who joins stands below the last of equal rank; without this, at the bottom."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (*HOW, *WHO):
            self.fields.pop(name, None)

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields as the page asks for them, under their headings."""
        own = (*ABOUT, "joins_by_rank")
        rest = [name for name in self.fields if name not in (*own, *self.clock_parts)]
        return [
            (str(title), [self[name] for name in names if name in self.fields])
            for title, names in ((_("Ladder"), own), (_("Games"), rest))
        ]

    def ladder_plan(self) -> LadderPlan:
        """What the ladder is to be."""
        decided = {"private": False, "teaching": False, "handicap": 0, "color": "random"}
        data = self.cleaned_data = {**decided, **self.cleaned_data}
        return LadderPlan(
            name=data["name"], about=data["about"], by_rank=data["joins_by_rank"], club=data.get("club"),
            terms=self.terms(),
        )  # fmt: skip


class RungForm(forms.Form):
    """Joining and leaving a ladder, pausing and coming back."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("join", "leave", "pause", "back")])


class PairingsForm(forms.Form):
    """A file of OpenGotha, of at most 4 MB."""

    file = forms.FileField(label=_("File of OpenGotha (XML)"), max_length=200)

    def clean_file(self) -> bytes:
        """What is in it."""
        found = self.cleaned_data["file"]
        if found.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is too large."))
        return bytes(found.read())


class CloseLadderForm(forms.Form):
    """Why a ladder is closed."""

    reason = forms.CharField(max_length=LONGEST_REASON, validators=[check_text])


class ChallengeRungForm(forms.Form):
    """Whom one challenges, and at which place one saw them."""

    player = forms.CharField(max_length=30)
    place = IntegerField(min_value=1, max_value=MOST)

    def defender(self) -> Player:
        """Who is challenged. Raises NoSuchPlayer."""
        return player_named(self.cleaned_data["player"].strip())


class EntryForm(forms.Form):
    """Entering and withdrawing, saying that one goes on, and which rounds one skips."""

    do = forms.ChoiceField(choices=[(one, one) for one in ("enter", "wait", "withdraw", "resign", "confirm", "skip")])
    rounds = forms.TypedMultipleChoiceField(
        coerce=int, choices=[(number, number) for number in range(1, MOST_ROUNDS + 1)], required=False
    )


class ActForm(forms.Form):
    """What a director does, with what it is told."""

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
        """Which act it is."""
        return Act(self.cleaned_data["do"])

    def told(self) -> Told:
        """What it is told."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "do"}
        return Told(**{**data, "correction": data["correction"] or 0})
