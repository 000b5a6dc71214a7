"""Strictly typed input about classes."""

from __future__ import annotations

from decimal import Decimal

from rest_framework import serializers

from api.fields import ColorChoice, Number, StrictSerializer, Text
from challenges.api.inputs import LARGEST_NUMBER, parse_komi
from challenges.server_bots import LEVELS
from challenges.sgf_import import LARGEST
from classes.models import LONGEST_CHILD_NAME, LONGEST_NAME, LONGEST_TEXT
from classes.services.acts import TeacherAct, TeacherActInput
from classes.services.children import MOST_AT_ONCE
from classes.services.founding import ClassDetails
from classes.services.positions import PositionSource, PositionToAssign
from foundation.text import check_single_line, check_text
from games.terms import ColorPreference
from rules import DEFAULT_RULE_SET, RULE_SETS


class ClassChangeSerializer(StrictSerializer):
    """A class's name and description, to be changed. Omitted fields do not change."""

    name = Text(max_length=LONGEST_NAME, required=False, validators=[check_single_line], help_text="Its name.")
    about = Text(
        max_length=LONGEST_TEXT, required=False, allow_blank=True, validators=[check_text],
        help_text="Its description.",
    )  # fmt: skip

    def details(self) -> ClassDetails:
        """Return the name and the description as ClassDetails, which services take."""
        return ClassDetails(**self.validated_data)


class ClassSerializer(ClassChangeSerializer):
    """The name and the description of a new class."""

    name = Text(max_length=LONGEST_NAME, validators=[check_single_line], help_text="Its name.")


class ClassChildrenSerializer(StrictSerializer):
    """The names of children to create accounts for."""

    names = serializers.ListField(
        child=Text(max_length=LONGEST_CHILD_NAME, allow_blank=True, validators=[check_single_line]),
        min_length=1,
        max_length=MOST_AT_ONCE,
        help_text="What you call each child; may be empty. Only the class sees it.",
    )


class ClassCardSerializer(StrictSerializer):
    """The child who gets a new sign-in card."""

    player = Text(max_length=30, help_text="The name of the child's account.")


class ClassMembershipSerializer(StrictSerializer):
    """A request to join or leave a class."""

    do = serializers.ChoiceField(
        choices=["join", "leave"], help_text="Join or accept the invitation; leave or decline it."
    )
    invitation = Text(max_length=43, required=False, help_text="With `join`: the secret of the class's link.")


class ClassActSerializer(StrictSerializer):
    """An action of a teacher, named by `act`. The operation's description lists the other fields that it takes."""

    act = serializers.ChoiceField(choices=[one.value for one in TeacherAct], help_text="The action.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    text = Text(max_length=LONGEST_TEXT, required=False, validators=[check_text], help_text="What the message says.")
    item = serializers.SlugField(max_length=40, required=False, help_text="A lesson, `GOAL-problems`, or `own-KEY`.")
    due = serializers.DateField(required=False, help_text="The last day for the homework.")

    def act_input(self) -> TeacherActInput:
        """Return the input of the teacher's action as TeacherActInput."""
        return TeacherActInput(**{name: value for name, value in self.validated_data.items() if name != "act"})


SOURCE = ("sgf", "game", "rows", "moves", "first")


class ClassPositionSerializer(StrictSerializer):
    """A position as homework, from one of `sgf`, `game` and `rows`."""

    name = Text(max_length=LONGEST_NAME, validators=[check_single_line], help_text="Its name.")
    due = serializers.DateField(help_text="The last day for it.")
    sgf = Text(max_length=LARGEST, required=False, help_text="A record (SGF).")
    game = Number(
        min_value=1, max_value=2**63 - 1, required=False, help_text="The number of a finished game that you can see."
    )
    rows = Text(
        max_length=1000, required=False,
        help_text="The rows of the board on lines, top row first: X for Black, O for White, a full stop for none.",
    )  # fmt: skip
    moves = Number(
        min_value=0, max_value=LARGEST_NUMBER, required=False,
        help_text="After how many moves of the record or game; after all by default.",
    )  # fmt: skip
    first = ColorChoice(
        choices=["B", "W"], required=False,
        help_text="Who plays first: as in the record or game by default, Black with `rows`.",
    )  # fmt: skip
    rule_set = serializers.ChoiceField(choices=list(RULE_SETS), default=DEFAULT_RULE_SET, help_text="The rule set.")
    komi = Text(
        max_length=6, required=False,
        help_text='What White gets, in points, a decimal as text such as "6.5"; the rule set\'s own by default.',
    )  # fmt: skip
    level = Number(
        min_value=1, max_value=LEVELS, required=False, allow_null=True,
        help_text="The level of the computer that pupils play; null or left out for a classmate.",
    )  # fmt: skip
    color = serializers.ChoiceField(
        choices=[one for one in ColorPreference.values if one != ColorPreference.BOTH],
        default=ColorPreference.BLACK.value, help_text="The pupil's colour against the computer.",
    )  # fmt: skip

    def validate_komi(self, komi: str) -> Decimal:
        """Return the komi, a whole or half number. Raises ValidationError."""
        return parse_komi(komi)

    def position_to_assign(self) -> PositionToAssign:
        """Return the position from a valid body."""
        data = dict(self.validated_data)
        data.pop("due")
        return PositionToAssign(
            source=PositionSource(**{name: data.pop(name) for name in SOURCE if name in data}), **data
        )
