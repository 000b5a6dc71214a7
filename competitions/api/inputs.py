"""What clients send about tournaments, strictly typed."""

from __future__ import annotations

from datetime import datetime

from rest_framework import serializers

from api.fields import Number, Strict, Text, Truth
from challenges.api.inputs import RankField
from competitions.api.event_inputs import EventSerializer
from competitions.models import AfterTimeout, Drawing, Entering, Following, Repeats, Seeding, Starting, Then
from competitions.models.log import LONGEST_REASON
from competitions.models.play import RESULT_NAMES
from competitions.models.tournament import KIND_NAMES
from competitions.services.acts import Act, Told
from competitions.services.directing import CORRECTIONS, MOST_HALVES
from competitions.services.drafting import (
    FEWEST,
    FINAL_GAMES,
    LONGEST_ROUND,
    MOST,
    MOST_IN_GROUP,
    MOST_LEAST_GAMES,
    MOST_ROUNDS,
    MOST_TIEBREAKS,
    TIEBREAKS,
    USUAL_GROUP,
    Plan,
    plan_of,
)
from competitions.services.importing import Seats
from competitions.services.seeding import MOST_SEEDS
from foundation.text import check_text
from ratings.ranks import Rank


class MomentField(serializers.DateTimeField):
    """A moment with its zone, ISO 8601."""

    def enforce_timezone(self, value: datetime) -> datetime:
        """The moment; raises ValidationError when it says no zone."""
        if value.tzinfo is None:
            raise serializers.ValidationError("Write a moment with its zone, such as 2026-03-02T12:00:00Z.")
        return super().enforce_timezone(value)


class TournamentSerializer(EventSerializer):
    """A tournament. Its games get colours and handicaps from the pairings: `terms` has none."""

    kind = serializers.ChoiceField(
        choices=[kind.value for kind in KIND_NAMES], help_text="By which system it is paired and counted."
    )
    rounds = Number(
        min_value=1, max_value=MOST_ROUNDS, default=5,
        help_text="Swiss, McMahon, groups: how many rounds; the others have as many as they need.",
    )  # fmt: skip
    games_each = Number(
        min_value=1, max_value=5, default=1,
        help_text="How many games two play: 1 or 2 in a round robin, sections and groups; 1, 3 or 5 in a match of a "
        "knockout.",
    )  # fmt: skip
    group_size = Number(
        min_value=2, max_value=MOST_IN_GROUP, default=USUAL_GROUP,
        help_text="Sections, groups: at most so many players in each; at most 10 where `entering` is `open`.",
    )  # fmt: skip
    drawing = serializers.ChoiceField(
        choices=Drawing.values, default=Drawing.SNAKE.value,
        help_text="Sections: equally strong by rank, drawn, or by hand (the act `exchange` before the first round).",
    )  # fmt: skip
    best = Number(
        min_value=0, max_value=MOST_IN_GROUP, default=0,
        help_text="Sections: how many of each go on; 0 for all who share the first place.",
    )  # fmt: skip
    then = serializers.ChoiceField(
        choices=Then.values, default=Then.SECTIONS.value,
        help_text="Sections: what follows, sections of the winners until one is left, or a knockout of them.",
    )  # fmt: skip
    final_games = serializers.ChoiceField(
        choices=FINAL_GAMES, default=1, help_text="Sections: the games of a match in the knockout that follows."
    )
    third_place = Truth(
        default=False, help_text="Knockout, also after sections: whether there is a match for the third place."
    )
    seeding = serializers.ChoiceField(
        choices=Seeding.values, default=Seeding.RANK.value, help_text="Knockout: by rank, or drawn by lot."
    )
    at_once = Number(
        min_value=0, max_value=MOST, default=0,
        help_text="Round robin, sections: how many games one plays at a time; 0 for a round at a time.",
    )  # fmt: skip
    handicaps = Truth(
        default=False,
        help_text="Whether games have handicaps: in a Swiss by rank, in a McMahon by score. Then they are unrated.",
    )
    bar = RankField(default="4d", help_text="McMahon: from this rank up everybody starts alike.")
    floor = RankField(default="20k", help_text="McMahon: from this rank down everybody starts alike.")
    following = serializers.ChoiceField(
        choices=Following.values, default=Following.OVER.value,
        help_text="When the next round starts: when the games of a round are over, when its `round_days` are as well, "
        "or by hand.",
    )  # fmt: skip
    round_days = Number(
        min_value=1, max_value=LONGEST_ROUND, required=False, allow_null=True, default=None,
        help_text="After so many days of a round a director decides about games that still run.",
    )  # fmt: skip
    tiebreaks = serializers.ListField(
        child=serializers.ChoiceField(choices=[one.value for one in TIEBREAKS]), max_length=MOST_TIEBREAKS,
        default=list, help_text="What parts equal points, in this order; empty for what the system usually has.",
    )  # fmt: skip
    after_timeout = serializers.ChoiceField(
        choices=AfterTimeout.values, default=AfterTimeout.ASK.value, help_text="What follows from a loss on time."
    )
    strike_out = Truth(
        default=True,
        help_text="Round robin, sections: whether of who is out by losses on time before half of their games ended on "
        "the board no game counts.",
    )  # fmt: skip
    half_for_missed = Truth(
        default=False,
        help_text="Swiss, McMahon, groups: whether games not played count half a point in the SOS of the opponents.",
    )  # fmt: skip
    late_entry = Truth(
        default=False, help_text="Swiss, McMahon, groups: whether one may enter until half of the rounds have started."
    )
    entering = serializers.ChoiceField(choices=Entering.values, default=Entering.OPEN.value, help_text="Who may enter.")
    fewest = Number(min_value=FEWEST, max_value=MOST, default=4, help_text="It does not start with fewer players.")
    most = Number(min_value=FEWEST, max_value=MOST, default=16, help_text="It has no more places.")
    lowest_rank = RankField(required=False, allow_null=True, default=None, help_text="The lowest rank that may enter.")
    highest_rank = RankField(
        required=False, allow_null=True, default=None, help_text="The highest rank that may enter."
    )
    established = Truth(default=True, help_text="Whether only those may enter whose rank is established.")
    least_games = Number(
        min_value=0, max_value=MOST_LEAST_GAMES, default=0, help_text="So many games one must have finished to enter."
    )
    starting = serializers.ChoiceField(
        choices=Starting.values, default=Starting.HAND.value, help_text="When it starts."
    )
    starts_at = MomentField(
        required=False, allow_null=True, default=None,
        help_text="With `starting` `date`: when, ISO 8601 with a zone.",
    )  # fmt: skip

    repeats = serializers.ChoiceField(
        choices=Repeats.values, default=Repeats.NEVER.value,
        help_text="With `starting` `date`: how often it comes again; empty for once.",
    )  # fmt: skip

    def plan(self) -> Plan:
        """What the tournament is to be. Raises BadSgf."""
        data = self.validated_data
        return plan_of({**data, "bar": _steps(data["bar"]), "floor": _steps(data["floor"])}, self.agreed())


def _steps(rank: Rank | str) -> int:
    """A default is text still."""
    found = Rank.parse(rank) if isinstance(rank, str) else rank
    assert found is not None
    return found.steps


class EnterSerializer(Strict):
    """Entering."""

    waiting = Truth(default=False, help_text="Whether to join the waiting list when all places are taken.")


class BoardSeatsSerializer(Strict):
    """A pairing."""

    black = Text(max_length=30, help_text="The name of who has Black, or the bye.")
    white = Text(max_length=30, required=False, allow_null=True, default=None, help_text="White; null for a bye.")
    handicap = Number(min_value=0, max_value=9, default=0, help_text="Handicap stones.")


class PairingsSerializer(Strict):
    """The pairings of a round, by board."""

    pairings = serializers.ListField(
        child=BoardSeatsSerializer(), min_length=1, max_length=MOST, help_text="One for each board, in order."
    )

    def seats(self) -> list[Seats]:
        """The pairings."""
        return [Seats(**one) for one in self.validated_data["pairings"]]


class WithdrawSerializer(Strict):
    """Withdrawing."""

    now = Truth(default=False, help_text="Whether your running games are resigned, too.")


class StaySerializer(Strict):
    """How one goes on."""

    confirm = Truth(default=False, help_text="Whether to say that you still play.")
    skips = serializers.ListField(
        child=Number(min_value=1, max_value=MOST_ROUNDS), max_length=MOST_ROUNDS, required=False,
        help_text="Swiss, McMahon, groups: which of the rounds to come you do not play, instead of those said before.",
    )  # fmt: skip


class ActSerializer(Strict):
    """What a director does. Which fields an act takes is said at the operation."""

    act = serializers.ChoiceField(choices=[act.value for act in Act], help_text="What is to be done.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    other = Text(max_length=30, required=False, help_text="The name of another player.")
    round = Number(min_value=1, max_value=1000, required=False, help_text="The number of a round.")
    board = Number(min_value=1, max_value=1000, required=False, help_text="The number of a board in it.")
    result = serializers.ChoiceField(
        choices=["", *(one.value for one in RESULT_NAMES)], required=False,
        help_text="The event result; empty for the game's own.",
    )  # fmt: skip
    halves = Number(
        min_value=-MOST_HALVES, max_value=MOST_HALVES, required=False, help_text="Half points to give or to take."
    )
    days = Number(min_value=1, max_value=LONGEST_ROUND, required=False, help_text="So many days more.")
    rank = Text(max_length=3, required=False, help_text="A rank, such as 5k.")
    bar = Text(max_length=3, required=False, help_text="McMahon: the rank from which up everybody starts alike.")
    floor = Text(max_length=3, required=False, help_text="McMahon: the rank from which down everybody starts alike.")
    correction = Number(
        min_value=min(CORRECTIONS), max_value=max(CORRECTIONS), required=False,
        help_text="McMahon: points that the player starts with besides.",
    )  # fmt: skip
    proposal = Text(max_length=16, required=False, help_text="The proposal that you saw.")
    seeds = serializers.ListField(
        child=Text(max_length=30), max_length=MOST_SEEDS, required=False,
        help_text="The names of the players whom you seed, the strongest first.",
    )  # fmt: skip
    instead_of = serializers.ListField(
        child=Text(max_length=30), max_length=MOST_SEEDS, required=False,
        help_text="The names of the players whom you saw seeded, the strongest first; none without it.",
    )  # fmt: skip
    text = Text(
        max_length=LONGEST_REASON, required=False, validators=[check_text], help_text="What you say to all players."
    )
    reason = Text(
        max_length=LONGEST_REASON, required=False, validators=[check_text], help_text="Why; everybody can read it."
    )

    def act_named(self) -> Act:
        """Which act it is."""
        return Act(self.validated_data["act"])

    def told(self) -> Told:
        """What it is told."""
        return Told(**{name: value for name, value in self.validated_data.items() if name != "act"})
