"""Strictly typed input about classes."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Strict, Text
from classes.models import LONGEST_CHILD_NAME, LONGEST_NAME, LONGEST_TEXT
from classes.services.acts import ActInput, Doing
from classes.services.children import MOST_AT_ONCE
from classes.services.founding import Details
from foundation.text import check_line, check_text


class ClassChangeSerializer(Strict):
    """The texts to change; omitted ones stay as they are."""

    name = Text(max_length=LONGEST_NAME, required=False, validators=[check_line], help_text="Its name.")
    about = Text(
        max_length=LONGEST_TEXT, required=False, allow_blank=True, validators=[check_text],
        help_text="Its description.",
    )  # fmt: skip

    def details(self) -> Details:
        """Return the texts of the class."""
        return Details(**self.validated_data)


class ClassSerializer(ClassChangeSerializer):
    """A class."""

    name = Text(max_length=LONGEST_NAME, validators=[check_line], help_text="Its name.")


class ClassChildrenSerializer(Strict):
    """Children who get accounts."""

    names = serializers.ListField(
        child=Text(max_length=LONGEST_CHILD_NAME, allow_blank=True, validators=[check_line]),
        min_length=1,
        max_length=MOST_AT_ONCE,
        help_text="What you call each child; may be empty. Only the class sees it.",
    )


class ClassCardSerializer(Strict):
    """A child who gets a new card."""

    player = Text(max_length=30, help_text="The name of the child's account.")


class ClassMembershipSerializer(Strict):
    """A change of your membership."""

    do = serializers.ChoiceField(
        choices=["join", "leave"], help_text="Join or accept the invitation; leave or decline it."
    )
    invitation = Text(max_length=43, required=False, help_text="With `join`: the secret of the class's link.")


class ClassActSerializer(Strict):
    """A teacher's act. The operation's description says which fields each act takes."""

    act = serializers.ChoiceField(choices=[one.value for one in Doing], help_text="What is to be done.")
    player = Text(max_length=30, required=False, help_text="The name of a player.")
    text = Text(max_length=LONGEST_TEXT, required=False, validators=[check_text], help_text="What the message says.")
    item = serializers.SlugField(
        max_length=40, required=False, help_text="A lesson, or `GOAL-problems` for all problems of a goal."
    )
    due = serializers.DateField(required=False, help_text="The last day for the homework.")

    def act_input(self) -> ActInput:
        """Return the input of the act."""
        return ActInput(**{name: value for name, value in self.validated_data.items() if name != "act"})
