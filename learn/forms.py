"""Forms of problems, collections and lessons."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.number_fields import DecimalField, IntegerField
from foundation.text import check_single_line, check_text
from learn.models import LONGEST_ABOUT, LONGEST_NAME, PAGE_FIELDS, OwnPage
from learn.problems.goal_words import GOALS
from learn.services.materials import MaterialDetails
from learn.services.own_problems import (
    MOST_EMPTY,
    MOST_POINTS,
    ProblemQuestion,
    can_solver_read_area,
    one_of_each_chain,
)
from ratings.ranks import RANKS
from rules import Board, Color, Point, RulesError, parse_vertex
from wording import words
from wording.refusals import sentence_for

TWO = frozenset({"connect", "cut"})
"""The goals that concern two chains."""
OWN = frozenset({"live", "connect"})
"""The goals that concern stones of the player who plays first."""
LONGEST = 12


def side_of_goal(goal: str, first: str) -> Color:
    """Return the colour of the stones that the goal is about. `first` is the letter of the colour that plays first."""
    color = Color.from_letter(first)
    return color if goal in OWN else color.opponent


class ProblemFileForm(forms.Form):
    """An SGF file whose positions are submitted as problems."""

    file = forms.FileField(
        label=pgettext_lazy("label", "SGF file"), widget=forms.ClearableFileInput(attrs={"accept": ".sgf"})
    )


class MaterialForm(forms.Form):
    """The name, description, language and level of a collection or lesson. The fields are those of
    learn.services.materials.MaterialDetails."""

    name = forms.CharField(
        label=pgettext_lazy("label", "Name"),
        help_text=_("For example: First captures"),
        max_length=LONGEST_NAME,
        validators=[check_single_line],
    )
    about = forms.CharField(
        label=pgettext_lazy("label", "Description"),
        max_length=LONGEST_ABOUT,
        required=False,
        validators=[check_text],
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}),
    )
    language = forms.ChoiceField(label=pgettext_lazy("label", "Language"), choices=settings.LANGUAGES)
    level = forms.ChoiceField(
        label=pgettext_lazy("label", "Approximate level"),
        required=False,
        choices=[("", pgettext_lazy("level", "not specified")), *((level, level) for level in RANKS)],
    )

    def details(self) -> MaterialDetails:
        """Return the values of a valid form as MaterialDetails."""
        return MaterialDetails(**self.cleaned_data)


class LessonPagesFileForm(forms.Form):
    """A JSON file with pages of a lesson."""

    file = forms.FileField(
        label=pgettext_lazy("label", "JSON file"), widget=forms.ClearableFileInput(attrs={"accept": ".json"})
    )


POINTS = forms.TextInput(attrs={"dir": "ltr", "autocapitalize": "characters", "autocomplete": "off"})
TEXT = forms.Textarea(attrs={"rows": 2, "dir": "auto"})
LINES = forms.Textarea(attrs={"rows": 3, "dir": "ltr", "class": "lines", "spellcheck": "false"})
BOARD = forms.Textarea(attrs={"rows": 9, "dir": "ltr", "class": "lines", "spellcheck": "false"})


class LessonPageForm(forms.ModelForm):  # type: ignore[type-arg]
    """A page of a lesson, with the most used fields first."""

    class Meta:
        model = OwnPage
        fields = PAGE_FIELDS
        field_classes = {
            "komi": DecimalField, "black_prisoners": IntegerField, "white_prisoners": IntegerField,
        }  # fmt: skip
        widgets = {
            "task": TEXT, "rows": BOARD, "good": TEXT, "bad": TEXT, "replies": TEXT, "answers": LINES, "claims": LINES,
            **dict.fromkeys(("before", "right", "answer", "after", "rings", "dead", "statistics"), POINTS),
        }  # fmt: skip

    MAIN = ("task", "rows", "first", "right", "good", "bad", "answer")
    """The fields that are always shown; all others are collapsed at first."""

    def main_fields(self) -> list[forms.BoundField]:
        """Return the fields that are always shown."""
        return [self[name] for name in self.MAIN]

    def more_fields(self) -> list[forms.BoundField]:
        """Return the fields that are collapsed at first, which are all except those in MAIN."""
        return [self[name] for name in self.fields if name not in self.MAIN]


class ProblemFromGameForm(forms.Form):
    """A problem made from a game's position: the goal, the first player, the stones that the goal is about, and the
    area that the solver reads."""

    goal = forms.ChoiceField(
        label=pgettext_lazy("label", "Goal"), choices=[(goal, GOALS[goal]) for goal in GOALS if goal != "ladder"]
    )
    first = forms.ChoiceField(
        label=pgettext_lazy("label", "First player"),
        choices=[(color.letter, words.COLOR_NAMES[color]) for color in list(Color)[:2]],
    )
    marks = forms.CharField(
        label=pgettext_lazy("label", "Stones"),
        max_length=LONGEST,
        help_text=_("Any point in the chain, such as C3. For two chains: C3 E5."),
    )
    area = forms.CharField(
        label=pgettext_lazy("label", "Area"),
        max_length=LONGEST,
        help_text=_("Two opposite corners of the area, such as A1 D4. Keep the area small."),
    )

    def __init__(self, board: Board, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.board = board

    def clean_marks(self) -> list[Point]:
        """Return the marked points. Raises ValidationError if a marked point is empty."""
        points = self._parse_points("marks")
        if any(self.board[point] is None for point in points):
            raise ValidationError(_("That point has no stone. Choose a point with a stone."))
        return points

    def clean_area(self) -> list[int]:
        """Return the points of the area as indices. Raises ValidationError if the area is too large or has no empty
        point."""
        points = self._parse_points("area")
        if len(points) != 2:
            raise ValidationError(_("Enter two corners, such as A1 D4."))
        columns, rows = (sorted(values) for values in zip(*points, strict=True))
        inside = [
            self.board.index(Point(column, row))
            for row in range(rows[0], rows[1] + 1)
            for column in range(columns[0], columns[1] + 1)
        ]
        if not can_solver_read_area(self.board, inside):
            values = {"points": words.localized_number(MOST_POINTS), "empty": words.localized_number(MOST_EMPTY)}
            raise ValidationError(
                _("Choose an area of at most %(points)s points. Between 1 and %(empty)s of them must be empty."),
                params=values,
            )
        return inside

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, with an error if the marked stones do not fit the goal."""
        data = super().clean() or {}
        if not {"marks", "goal", "first"} <= data.keys():
            return data
        marks = [self.board.index(point) for point in data["marks"]]
        if len(one_of_each_chain(self.board, marks)) != (2 if data["goal"] in TWO else 1) or len(marks) > 2:
            self.add_error("marks", _("Connecting and cutting need two chains. All other goals need one."))
        elif any(self.board[point] is not side_of_goal(data["goal"], data["first"]) for point in data["marks"]):
            self.add_error("marks", _("This goal needs stones of the other colour."))
        return data

    def problem_question(self) -> ProblemQuestion:
        """Return the position and the goal of a valid form as the ProblemQuestion to submit."""
        data = self.cleaned_data
        marks = [self.board.index(point) for point in data["marks"]]
        return ProblemQuestion(self.board, data["goal"], Color.from_letter(data["first"]), marks, data["area"])

    def _parse_points(self, name: str) -> list[Point]:
        """Return the points in this field. Raises ValidationError for an invalid point name."""
        try:
            names = self.cleaned_data[name].split()
            return [parse_vertex(one, self.board.width, self.board.height) for one in names]
        except RulesError as error:
            raise ValidationError(sentence_for(error)) from error
