"""Serializers of requests about tournaments, strictly typed."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.fields import Number, StrictBooleanField, StrictSerializer, Text
from api.options import fields_of
from foundation import timesource
from foundation.text import check_single_line, check_text
from ratings.ranks import Rank
from tournaments.api.event_inputs import EventSerializer
from tournaments.errors import BadActInput
from tournaments.models import Tournament
from tournaments.models.entry import LONGEST_LABEL, LONGEST_PROOF
from tournaments.models.log import LONGEST_REASON, REASONS
from tournaments.models.play import RESULT_NAMES
from tournaments.models.tournament_options import (
    BY_SCORE,
    LONGEST_ROUND,
    MOST,
    MOST_ROUNDS,
    MOST_TIEBREAKS,
    SENT,
    TIEBREAKS,
    EntryOptions,
    RoundOptions,
    StageOptions,
)
from tournaments.services.acts import ActInput, TournamentAct
from tournaments.services.directing import CORRECTIONS, MOST_HALVES
from tournaments.services.drafting import TournamentPlan
from tournaments.services.eligible import are_ranks_mostly_established
from tournaments.services.entering import EntryStatement
from tournaments.services.importing import NamedSeats
from tournaments.services.seeding import MOST_SEEDS
from tournaments.systems.files.player_lists import MOST_BYTES

READY_MADE = ", ".join(f"`{key}`" for key in REASONS)
"""The keys of ready-made reasons, for the API's description of fields."""


class TournamentSerializer(EventSerializer):
    """The body of a request to create or change a tournament. `terms` has no colours and no handicap, because these
    come from the pairings."""

    established = StrictBooleanField(
        required=False,
        help_text="Whether players need an established rank to enter. Without it, a change keeps the value. A new "
        "tournament has true if at least half of the players seen in the last 30 days have one.",
    )
    late_entry = StrictBooleanField(
        required=False,
        help_text="Whether players may enter until half of the rounds have started. Without it, a change keeps the "
        "value. A new tournament has true in Swiss, McMahon and groups, to which it applies.",
    )
    tiebreaks = serializers.ListField(
        child=serializers.ChoiceField(choices=[one.value for one in TIEBREAKS]), max_length=MOST_TIEBREAKS,
        default=list, help_text="The tie-breaks, in this order; empty for the defaults of the system.",
    )  # fmt: skip

    def get_fields(self) -> dict[str, Any]:
        """Return the serializer's fields, with a field for each option of a tournament and of its first stage."""
        declared = super().get_fields()
        return fields_of("Tournament", StageOptions, RoundOptions, EntryOptions, sent=SENT, declared=declared)

    def plan(self, changed: Tournament | None = None) -> TournamentPlan:
        """Return the requested terms and options, of a new tournament or of the tournament `changed`. Raises BadSgf for
        an uploaded SGF file that is not valid."""
        asked = {**self.validated_data, "terms": self.game_terms()}
        asked.setdefault("late_entry", (changed is None or changed.late_entry) and asked["kind"] in BY_SCORE)
        if "established" not in asked:
            asked["established"] = changed.established if changed else are_ranks_mostly_established(timesource.now())
        return TournamentPlan(**asked)


class EnterSerializer(StrictSerializer):
    """The body of a request to enter a tournament."""

    waiting = StrictBooleanField(default=False, help_text="Whether to join the waiting list when all places are taken.")
    rank = Text(max_length=3, required=False, default="", help_text="Your rank, such as 5k, if it is not established.")
    proof = Text(
        max_length=LONGEST_PROOF, required=False, default="", help_text="A link that proves this rank, for directors."
    )
    revision = Number(
        min_value=0, required=False, allow_null=True, default=None,
        help_text="The `revision` of the tournament that you saw; null for whatever it is now.",
    )  # fmt: skip

    shares_name = StrictBooleanField(
        default=False, help_text="Whether result files for federations may have your real name and numbers."
    )

    def entry_statement(self) -> EntryStatement:
        """Return the player's statements on entry. Raises BadActInput if the stated rank is not valid."""
        text = self.validated_data["rank"].strip()
        rank = Rank.parse(text)
        if text and rank is None:
            raise BadActInput(field="rank")
        data = self.validated_data
        return EntryStatement(rank, data["proof"].strip(), revision=data["revision"], shares_name=data["shares_name"])


class ConsentSerializer(StrictSerializer):
    """The body of a request to allow the real name in result files for federations, or to withdraw that."""

    shares_name = StrictBooleanField(
        help_text="Whether result files for federations may have your real name and numbers."
    )


class PlayerListSerializer(StrictSerializer):
    """The body of a request to find the accounts of a list of players."""

    players = Text(max_length=MOST_BYTES, trim_whitespace=False, help_text="The list: CSV, or a list of the EGD.")


class BoardSeatsSerializer(StrictSerializer):
    """The two players of a board, by name, and their handicap."""

    black = Text(max_length=30, help_text="The name of the player who has Black, or the bye.")
    white = Text(max_length=30, required=False, allow_null=True, default=None, help_text="White; null for a bye.")
    handicap = Number(min_value=0, max_value=9, default=0, help_text="Handicap stones.")


class PairingsSerializer(StrictSerializer):
    """The body of a request to propose the pairings of a round, in the order of boards."""

    pairings = serializers.ListField(
        child=BoardSeatsSerializer(), min_length=1, max_length=MOST, help_text="One for each board, in order."
    )

    def seats(self) -> list[NamedSeats]:
        """Return the two names and the handicap of each board, in the order of boards."""
        return [NamedSeats(**one) for one in self.validated_data["pairings"]]


class WithdrawSerializer(StrictSerializer):
    """The body of a request to withdraw from a tournament."""

    now = StrictBooleanField(default=False, help_text="Whether to resign your games in progress as well.")


class StaySerializer(StrictSerializer):
    """The body of a request to confirm an entry and to choose rounds to skip."""

    confirm = StrictBooleanField(
        default=False, help_text="Whether to confirm that you are still in, and agree to changed terms."
    )
    revision = Number(
        min_value=0, required=False, allow_null=True, default=None,
        help_text="To agree to changed terms: the `revision` of the tournament that you saw.",
    )  # fmt: skip
    skips = serializers.ListField(
        child=Number(min_value=1, max_value=MOST_ROUNDS), max_length=MOST_ROUNDS, required=False,
        help_text="Swiss, McMahon, groups: the future rounds that you will skip, also before the "
        "start. Replaces the previous list.",
    )  # fmt: skip


class ActSerializer(StrictSerializer):
    """An action of a director, named by `act`. The operation's description lists the other fields that it takes."""

    act = serializers.ChoiceField(choices=[act.value for act in TournamentAct], help_text="The action.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    other = Text(max_length=30, required=False, help_text="The name of another player.")
    round = Number(min_value=1, max_value=1000, required=False, help_text="The number of a round.")
    board = Number(min_value=1, max_value=1000, required=False, help_text="The number of a board in that round.")
    result = serializers.ChoiceField(
        choices=["", *(one.value for one in RESULT_NAMES)], required=False,
        help_text="The event result; empty for the game's own.",
    )  # fmt: skip
    halves = Number(
        min_value=-MOST_HALVES,
        max_value=MOST_HALVES,
        required=False,
        help_text=("The number of half points to add; negative to deduct."),
    )
    days = Number(min_value=1, max_value=LONGEST_ROUND, required=False, help_text="The number of extra days.")
    rank = Text(max_length=3, required=False, help_text="A rank, such as 5k.")
    bar = Text(
        max_length=3, required=False, help_text=("McMahon: players of this rank or stronger start with the same score.")
    )
    floor = Text(
        max_length=3, required=False, help_text=("McMahon: players of this rank or weaker start with the same score.")
    )
    correction = Number(
        min_value=min(CORRECTIONS), max_value=max(CORRECTIONS), required=False,
        help_text="McMahon: extra points that the player starts with.",
    )  # fmt: skip
    family = Text(
        max_length=LONGEST_LABEL, required=False, allow_blank=True, validators=[check_single_line],
        help_text="A name for the player's family; empty for none. Without it, the family stays.",
    )  # fmt: skip
    club_group = Text(
        max_length=LONGEST_LABEL, required=False, allow_blank=True, validators=[check_single_line],
        help_text="A name for the group of clubs that the player's club belongs to; empty for none. Without it, "
        "the group stays.",
    )  # fmt: skip
    proposal = Text(max_length=16, required=False, help_text="The proposal that you saw.")
    seeds = serializers.ListField(
        child=Text(max_length=30), max_length=MOST_SEEDS, required=False,
        help_text="The names of the seeded players, the strongest first.",
    )  # fmt: skip
    instead_of = serializers.ListField(
        child=Text(max_length=30), max_length=MOST_SEEDS, required=False,
        help_text="The seeded players that you saw, the strongest first; leave out if there were none.",
    )  # fmt: skip
    text = Text(
        max_length=LONGEST_REASON,
        required=False,
        validators=[check_text],
        help_text="The notice to all players or to one.",
    )
    reason = Text(
        max_length=LONGEST_REASON,
        required=False,
        validators=[check_text],
        help_text=f"The public reason: {READY_MADE}, or your own words.",
    )

    def act_named(self) -> TournamentAct:
        """Return the action that `act` names."""
        return TournamentAct(self.validated_data["act"])

    def act_input(self) -> ActInput:
        """Return all fields of the request except `act`, as the input of the action."""
        return ActInput(**{name: value for name, value in self.validated_data.items() if name != "act"})
