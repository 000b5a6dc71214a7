"""Serializers of requests about offers, strictly typed."""

from __future__ import annotations

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.utils.functional import cached_property
from rest_framework import serializers

from api.fields import ColorChoice, Number, StrictBooleanField, StrictSerializer, Text, conflict_error
from api.options import fields_of
from api.schemas import texts_of_fields
from challenges.api.clock_field import TimeControlField
from challenges.api.variant_field import VariantField
from challenges.forms.variants import named_start_position
from challenges.kinds import KINDS
from challenges.limits import LimitOptions, OpponentLimits, limits_from_mapping
from challenges.services import Bid, ShownTerms
from challenges.sgf_import import LARGEST, ImportedSgf, read_upload
from games.api.points import MOST_POINTS
from games.terms import (
    ALLOWED_KINDS,
    LARGEST_KOMI,
    LARGEST_SIZE,
    LONGEST_TURN,
    MOST_TAUGHT_HANDICAP,
    SMALLEST_KOMI,
    SMALLEST_SIZE,
    USUAL_KINDS,
    USUAL_TIME,
    YES_NO,
    ColorPreference,
    KomiBy,
    Terms,
)
from games.yes_no import with_strict_terms
from rules import DEFAULT_RULE_SET, ORDINARY, RULE_SETS
from rules.clock import TimeControl, TimeoutPolicy
from rules.variants.presets import PRESETS
from rules.variants.starts import STARTS
from rules.variants.variant import MOST_SEATS

LARGEST_NUMBER = 1_000_000
SEATS = (
    "Who sits where in a game of more than two seats: a name for each, in the order of play, null for a seat that is "
    "free; you are one of them. By default you sit first and all others are free."
)
LINK = "The secret of a private link; only for such an offer."


def parse_komi(komi: str) -> Decimal:
    """Return the komi in this text, a whole or half number. Raises ValidationError."""
    if not re.fullmatch(r"-?[0-9]{1,3}(\.[05])?", komi, re.ASCII):
        raise serializers.ValidationError('Write a whole or half number as text, such as "6.5".')
    value = Decimal(komi)
    if not SMALLEST_KOMI <= value <= LARGEST_KOMI:
        raise serializers.ValidationError("Komi is from -150 to 150.")
    return value


def _non_default_fields(attrs: dict[str, Any], *names: str) -> list[str]:
    """Return which of these fields do not have their default values."""
    return [name for name in names if attrs.get(name) not in (None, 0, ColorPreference.RANDOM)]


class OfferFilterSerializer(StrictSerializer):
    """The query parameters of the list of offers."""

    variant = serializers.ChoiceField(
        choices=KINDS, required=False, help_text="The variant; `ordinary` for standard Go."
    )


class TermsSerializer(StrictSerializer):
    """The terms of a game."""

    size = Number(
        min_value=SMALLEST_SIZE,
        max_value=LARGEST_SIZE,
        required=False,
        help_text="The size of a square board, in points.",
    )
    width = Number(
        min_value=SMALLEST_SIZE, max_value=LARGEST_SIZE, required=False, help_text="The width of the board, in points."
    )
    height = Number(
        min_value=SMALLEST_SIZE, max_value=LARGEST_SIZE, required=False, help_text="The height of the board, in points."
    )
    rule_set = serializers.ChoiceField(
        choices=list(RULE_SETS),
        required=False,
        help_text=f"The key of the rule set; {DEFAULT_RULE_SET} by default, or the one that the file names.",
    )
    komi = Text(
        max_length=6,
        required=False,
        help_text='What White gets, in points, a decimal as text such as "6.5"; the rule set\'s own by default.',
    )
    handicap = Number(
        min_value=0,
        max_value=MOST_TAUGHT_HANDICAP,
        default=0,
        help_text="How many handicap stones Black gets: 2 to 9; in a teaching game up to 25, of which Black places "
        "those after the ninth.",
    )
    color = ColorChoice(choices=ColorPreference.values, default="random", help_text="The colour that you want.")
    days = Number(
        min_value=1,
        max_value=LONGEST_TURN.days,
        required=False,
        help_text=("Days per move: a short form of such a `time`."),
    )
    time = TimeControlField(required=False, help_text="The time control; three days per move by default.")
    lateness = serializers.ChoiceField(
        choices=[policy.value for policy in TimeoutPolicy],
        default=TimeoutPolicy.STRICT.value,
        help_text="What happens when time runs out: a loss, a claim, or extra days first.",
    )
    off_time = serializers.ListField(
        child=serializers.ChoiceField(choices=[kind.value for kind in ALLOWED_KINDS]),
        required=False,
        max_length=len(ALLOWED_KINDS),
        help_text="When clocks may stop; vacation, weekend and pause by default.",
    )
    by_rank = StrictBooleanField(
        default=False, help_text="Whether handicap, colours and komi follow from the ranks of the two."
    )
    by_komi = StrictBooleanField(
        default=False,
        help_text=("With `by_rank`: whether komi instead of handicap stones makes up for the difference."),
    )
    komi_by = serializers.ChoiceField(
        choices=[one.value for one in KomiBy if one.value],
        required=False,
        help_text="Instead of a komi: a `secret` or an `open` auction before the game, or the `creator` or the "
        "`joiner` names it and the other player chooses the colour. Not together with komi, color, "
        "handicap or by_rank.",
    )
    rated = StrictBooleanField(
        default=True, help_text="Whether the game counts for ratings, where its terms allow that."
    )
    strict = StrictBooleanField(
        default=False,
        help_text="A short form of `undo`, `undo_unseen`, `chat` and `analysis`, all false, whatever else they say.",
    )
    variant = VariantField(required=False, help_text="How the game differs from standard Go.")
    start_from = serializers.ChoiceField(
        choices=STARTS, required=False, help_text="A position to start from instead of an empty board."
    )
    sgf = Text(max_length=LARGEST, required=False, help_text="A record (SGF) to play on from, instead of a size.")
    moves = Number(
        min_value=0,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="After how many of its moves; after all by default.",
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, including those for yes-or-no terms, which have the same help texts as the response's
        fields."""
        texts = texts_of_fields()["AgreedTerms"]
        asked = {name: StrictBooleanField(default=one.default, help_text=texts[name]) for name, one in YES_NO.items()}
        return {**super().get_fields(), **asked}

    def validate_komi(self, komi: str) -> Decimal:
        """Return the komi, a whole or half number. Raises ValidationError."""
        return parse_komi(komi)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes. Raises ValidationError if fields that exclude each other are combined, or the board's
        size is not given exactly once."""
        given = [name for name in ("size", "width", "height", "sgf") if name in attrs]
        if given not in (["size"], ["width", "height"], ["sgf"]):
            raise conflict_error("Give size, or width and height, or sgf.", *(given or ["size"]))
        if "moves" in attrs and "sgf" not in attrs:
            raise conflict_error("Give moves only with sgf.", "moves", "sgf")
        if "sgf" in attrs and attrs["handicap"]:
            raise conflict_error("The handicap is in the record: leave out one of the two.", "handicap", "sgf")
        if "days" in attrs and "time" in attrs:
            raise conflict_error("Give days, or time.", "days", "time")
        if attrs["by_rank"] and (fixed := _non_default_fields(attrs, "handicap", "color", "komi", "sgf")):
            raise conflict_error(
                "Not with handicap, color, komi or sgf: leave out one or the other.", "by_rank", *fixed
            )
        if attrs["by_komi"] and not attrs["by_rank"]:
            raise conflict_error("Give by_komi only with by_rank.", "by_komi", "by_rank")
        if "start_from" in attrs and (fixed := _non_default_fields(attrs, "sgf", "by_rank", "handicap")):
            raise conflict_error("Not with sgf, by_rank or handicap: leave out one or the other.", "start_from", *fixed)
        return attrs

    @cached_property
    def upload(self) -> ImportedSgf | None:
        """Return the parsed record in `sgf`, None if the field is missing. Raises BadSgf."""
        data = self.validated_data
        return read_upload(data["sgf"], data.get("moves")) if "sgf" in data else None

    def terms(self) -> Terms:
        """Return the terms in the valid request body, as services take them. Raises BadSgf."""
        data = self.validated_data
        if self.upload is not None:
            return self._terms_from_upload(self.upload)
        width, height = data.get("size") or data["width"], data.get("size") or data["height"]
        return Terms(
            **self._clock_terms(),
            width=width,
            height=height,
            rule_set=data.get("rule_set", DEFAULT_RULE_SET),
            komi=data.get("komi"),
            handicap=data["handicap"],
            color=data["color"],
            by_rank=data["by_rank"],
            by_komi=data["by_komi"],
            komi_by=data.get("komi_by", ""),
            rated=data["rated"],
            **self._yes_no_terms(),
            variant=data.get("variant", ORDINARY),
            position=named_start_position(data.get("start_from", ""), width, height),
        )

    def _yes_no_terms(self) -> dict[str, Any]:
        chosen = {name: self.validated_data[name] for name in YES_NO}
        return with_strict_terms(chosen, strict=self.validated_data["strict"])

    def _clock_terms(self) -> dict[str, Any]:
        """Return the terms about time: the time control, the timeout policy, and when clocks stop."""
        data = self.validated_data
        kinds = data.get("off_time", [kind.value for kind in USUAL_KINDS])
        control = data.get("time", USUAL_TIME)
        if "days" in data:
            control = TimeControl.days_per_move(timedelta(days=data["days"]))
        return {
            "time": control,
            "lateness": TimeoutPolicy(data["lateness"]),
            "off_time": tuple(kind for kind in ALLOWED_KINDS if kind.value in kinds),
        }

    def _terms_from_upload(self, upload: ImportedSgf) -> Terms:
        """Return the terms of a game that continues from a record."""
        data, board = self.validated_data, upload.position.board
        return Terms(
            **self._clock_terms(),
            width=board.width,
            height=board.height,
            rule_set=data.get("rule_set", upload.rule_set or DEFAULT_RULE_SET),
            komi=data.get("komi", None if "komi_by" in data else upload.komi),
            handicap=upload.handicap,
            color=data["color"],
            komi_by=data.get("komi_by", ""),
            rated=False,
            **self._yes_no_terms(),
            position=upload.position,
            variant=data.get("variant", PRESETS["torus"] if board.wraps else ORDINARY),
        )


class SeatsField(serializers.ListField):
    """A list of players' names in the order of play, with null for each free seat."""

    child = Text(max_length=30, allow_null=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=3, max_length=MOST_SEATS, **kwargs)


class SeatsSerializer(StrictSerializer):
    """The body of a request to change the seating: the players in order, or seats drawn by lot."""

    seats = SeatsField(help_text=SEATS)
    by_lot = StrictBooleanField(
        default=False,
        help_text="With three colours or more: draw the seats when the game begins, instead of this order.",
    )


class SeatSerializer(StrictSerializer):
    """The body of a request to take a seat: the seat's index, and the token of a private link."""

    index = Number(
        min_value=0,
        max_value=MOST_SEATS - 1,
        required=False,
        help_text="The seat, from 0 in the order of play; by default the one reserved for you, otherwise the first "
        "free one.",
    )
    token = Text(max_length=64, required=False, allow_blank=True, help_text=LINK)


class BidSerializer(StrictSerializer):
    """The body of a request to join an offer without fixed komi: a bid for the komi, a colour, or neither (the player
    only joins)."""

    komi = Text(
        max_length=6, required=False, help_text=('The komi that you would give White, a decimal as text such as "6.5".')
    )
    color = ColorChoice(
        choices=["black", "white"], required=False, help_text="The colour that you take, at the komi that was named."
    )
    token = Text(max_length=64, required=False, allow_blank=True, help_text=LINK)

    def validate_komi(self, komi: str) -> Decimal:
        """Return the komi, a whole or half number. Raises ValidationError."""
        return parse_komi(komi)

    def bid(self) -> Bid:
        """Return the bid in the valid request body, as `place_bid` takes it."""
        data = self.validated_data
        return Bid(data.get("komi"), data.get("color", ""))


class ChallengeSerializer(TermsSerializer):
    """The body of a request to offer a game: the terms, the limits, and the recipient. `opponent` offers the game to
    one player, `link` makes a private link."""

    opponent = Text(max_length=30, required=False, help_text="The name of the one player it is made to.")
    link = StrictBooleanField(default=False, help_text="Whether anyone with its secret link may accept it.")
    seats = SeatsField(required=False, help_text=SEATS)

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, with the fields for limits before `seats`."""
        found = super().get_fields()
        names = list(found)
        after = names[names.index("seats") :]
        limits = fields_of("OfferLimits", LimitOptions, sent={}, declared={})
        return {**{name: found.pop(name) for name in names if name not in after}, **limits, **found}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes. Raises ValidationError if an offer to one player has a link or limits."""
        if attrs["link"] and "opponent" in attrs:
            raise conflict_error("An offer to one player has no link.", "link", "opponent")
        if "opponent" in attrs and (limits := limits_from_mapping(attrs).non_default_columns):
            raise conflict_error("An offer to one player has no limits.", "opponent", *limits)
        return super().validate(attrs)

    def limits(self) -> OpponentLimits:
        """Return the limits on who may accept, from the valid request body."""
        return limits_from_mapping(self.validated_data)


class CounterSerializer(TermsSerializer):
    """The body of a request to make a counter-offer: the terms, and the token of a private link."""

    token = Text(max_length=64, required=False, allow_blank=True, help_text=LINK)


class JoinSerializer(StrictSerializer):
    """The body of a request to accept an offer: the token of a private link, and the terms that the offer showed to the
    player. The terms are required if the handicap follows from ranks."""

    token = Text(max_length=64, required=False, allow_blank=True, help_text=LINK)
    handicap = Number(
        min_value=0, max_value=MOST_POINTS, required=False, help_text="The handicap stones that the offer showed you."
    )
    color = ColorChoice(
        choices=ColorPreference.values, required=False, help_text="The colour of its creator that the offer showed you."
    )
    komi = Text(max_length=6, required=False, help_text="The komi that an offer with `by_komi` showed you.")

    def validate_komi(self, komi: str) -> Decimal:
        """Return the komi as a number. Raises ValidationError."""
        return parse_komi(komi)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the attributes. Raises ValidationError if only one of `handicap` and `color` is given."""
        if ("handicap" in attrs) != ("color" in attrs):
            raise conflict_error("Give handicap and color, or neither.", "color", "handicap")
        return attrs

    def shown_terms(self) -> ShownTerms | None:
        """Return the terms that the client showed to the player, None if the body does not have them."""
        data = self.validated_data
        return ShownTerms(data["handicap"], data["color"], data.get("komi")) if "handicap" in data else None
