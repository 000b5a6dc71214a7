"""Stored progress of learners with accounts, and materials made by players. The server's own lessons and problems are
not stored in the database (`learn.lessons`, `learn.problems`)."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import WITH_ONE, SharedWith
from foundation.text import check_text
from rules import Color
from wording.words import COLOR_NAMES, RULE_SET_NAMES

LONGEST_NAME, LONGEST_ABOUT = 100, 2000
RULE_SETS = list(RULE_SET_NAMES.items())
MOST_PRISONERS = 1000


class Progress(models.Model):
    """A player's progress in one item, such as a lesson, by the item's key. `done` is a bit mask of finished pages;
    page 1 is the lowest bit. New pages are only ever appended."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress", db_index=False)
    item = models.CharField(max_length=40)
    done = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "item"], name="progress_in_an_item_once")]

    def __str__(self) -> str:
        return self.item


class Tried(models.Model):
    """A player's first try at a problem, and whether it was correct. `card` and `due` are for spaced repetition, and
    null for players who do not use it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tried", db_index=False)
    problem = models.CharField(max_length=40)
    was_right = models.BooleanField()
    at = models.DateTimeField()
    card = models.JSONField(null=True)
    due = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "problem"], name="tried_a_problem_once")]
        indexes = [models.Index(fields=["player", "due"], name="problems_due")]

    def __str__(self) -> str:
        return self.problem


class Tally(models.Model):
    """How many players have tried a problem, and how many of them solved it at the first try."""

    problem = models.CharField(max_length=40, primary_key=True)
    tried = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.problem


class Repeating(models.Model):
    """A player who uses spaced repetition."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="repeating", primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.player_id)


class DailyReader(models.Model):
    """A player who subscribed to the problem of the day, and the day (UTC) of the last notification."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", primary_key=True)
    notified_on = models.DateField(db_index=True)

    def __str__(self) -> str:
        return str(self.player_id)


class DailyStreak(models.Model):
    """A player's streak of problems of the day: the number of days on which they solved it, and the last such day
    (UTC)."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", primary_key=True)
    days = models.PositiveIntegerField()
    last_on = models.DateField()

    def __str__(self) -> str:
        return str(self.player_id)


def new_key() -> str:
    """Return a random key for a material's URL, which cannot be guessed: 12 letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(9)


class Material(models.Model):
    """Teaching material made by a player: a problem collection or a lesson.

    Progress is stored by the numbers of problems and pages, so no number is used twice; `pages_made` is the highest
    number used. With `has_link`, everyone who knows `key` may see the material. If moderators have set `hidden_at`,
    only its owner can see it and read `hidden_reason`.
    """

    class Kind(models.TextChoices):
        """The kind of a material."""

        PROBLEMS = "problems", pgettext_lazy("learn", "problem collection")
        LESSON = "lesson", pgettext_lazy("learn", "lesson")

    kind = models.CharField(max_length=10, choices=Kind.choices)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=16, unique=True, default=new_key)
    name = models.CharField(max_length=LONGEST_NAME)
    about = models.TextField(blank=True)
    language = models.CharField(max_length=10)
    level = models.CharField(max_length=3, blank=True)
    pages_made = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    is_public = models.BooleanField(default=False)
    has_link = models.BooleanField(default=False)
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        verbose_name = pgettext_lazy("learn", "teaching material")
        verbose_name_plural = pgettext_lazy("learn", "teaching materials")
        indexes = [
            models.Index(fields=["owner", "-id"], name="materials_of_player"),
            models.Index(fields=["-id"], name="public_materials", condition=Q(is_public=True)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the URL of the material's page."""
        return reverse("learn:own_lesson" if self.kind == self.Kind.LESSON else "learn:collection", args=[self.key])


class MaterialShare(SharedWith):
    """A recipient of a shared material: a player, all members of a club, or all pupils of a class."""

    material = models.ForeignKey(Material, models.CASCADE, related_name="shares", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["material", "player"], name="material_with_player_once"),
            models.UniqueConstraint(fields=["material", "club"], name="material_with_club_once"),
            models.UniqueConstraint(fields=["material", "classroom"], name="material_with_class_once"),
            models.CheckConstraint(condition=WITH_ONE, name="material_shared_with_one"),
        ]

    def __str__(self) -> str:
        return f"material {self.material_id}"


class OwnPage(models.Model):
    """A page of a lesson made by a player, with the fields of `learn.lesson.LessonStep`. Only pages that pass every
    check (`learn.page_checks`) are stored. `number` never changes; `place` is the page's place in the lesson."""

    class First(models.TextChoices):
        """The colour that moves first."""

        BLACK = "B", COLOR_NAMES[Color.BLACK]
        WHITE = "W", COLOR_NAMES[Color.WHITE]

    class Buttons(models.TextChoices):
        """The buttons next to the board: pass, resign or both."""

        PASS = "pass", pgettext_lazy("text", "Pass")
        RESIGN = "resign", pgettext_lazy("text", "Resign")
        BOTH = "pass resign", _("Pass and resign")

    material = models.ForeignKey(Material, models.CASCADE, related_name="pages", db_index=False)
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    task = models.TextField(
        pgettext_lazy("label", "Task"),
        max_length=300,
        validators=[check_text],
        help_text=_("The task on this page, in one or two sentences."),
    )
    rows = models.TextField(
        pgettext_lazy("label", "Board"),
        max_length=400,
        help_text=_("One line for each row, starting at the top: . for an empty point, X for Black, O for White."),
    )
    first = models.CharField(
        pgettext_lazy("field", "First player"),
        max_length=1,
        choices=First,
        default=First.BLACK,
        help_text=_("The colour that moves first."),
    )
    before = models.CharField(
        _("Moves before the task"),
        max_length=300,
        blank=True,
        help_text=_("Enter the moves to play from this board before the task, such as C3 D4."),
    )
    right = models.CharField(
        pgettext_lazy("label", "Right answers"),
        max_length=300,
        help_text=_("Enter points such as C3 D4, or the name of a button. Enter “any” to accept every legal point."),
    )
    good = models.TextField(
        _("Text after a right answer"),
        max_length=500,
        validators=[check_text],
        help_text=_("Why the answer is right."),
    )
    bad = models.TextField(
        _("Text after a wrong answer"),
        max_length=500,
        validators=[check_text],
        help_text=_("Why the answer is wrong, without giving the right one away."),
    )
    answer = models.CharField(
        _("The opponent's move after a wrong answer"),
        max_length=60,
        blank=True,
        help_text=_("Enter points such as C3 D4. The opponent plays the first legal one."),
    )
    after = models.CharField(
        _("Moves after a right answer"),
        max_length=300,
        blank=True,
        help_text=_("Moves played after the right answer, starting with the opponent's."),
    )
    answers = models.TextField(
        _("Moves after specific answers"),
        max_length=2000,
        blank=True,
        help_text=_("On each line, enter an answer, a colon and the moves after it, such as C3: D4 E5."),
    )
    replies = models.TextField(
        _("Text after specific answers"),
        max_length=4000,
        blank=True,
        validators=[check_text],
        help_text=_("On each line, enter answers, a colon and the text to show, such as C3 D4: White escapes."),
    )
    taps = models.BooleanField(
        _("Select a point without playing"),
        default=False,
        help_text=_("The learner selects a point, and no stone is played."),
    )
    buttons = models.CharField(
        pgettext_lazy("label", "Buttons"),
        max_length=11,
        choices=Buttons,
        blank=True,
        help_text=_("Answers that are not board points, such as passing."),
    )
    rings = models.CharField(
        pgettext_lazy("label", "Ringed points"),
        max_length=300,
        blank=True,
        help_text=_("Enter the points to mark with a ring, such as C3 D4."),
    )
    claims = models.TextField(
        _("Claims to check"),
        max_length=2000,
        blank=True,
        help_text=_(
            "Enter one claim about the board on each line, such as captures C3 = 2. The server checks the claims."
        ),
    )
    statistics = models.CharField(
        _("Area for statistics"),
        max_length=7,
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "Two opposite corners of an area in a corner or on a side, such as K10 T19. The page shows the next moves "
            "played there."
        ),
    )
    ruleset = models.CharField(
        pgettext_lazy("label", "Rules"),
        max_length=20,
        choices=RULE_SETS,
        default="japanese",
        help_text=_("The rules that decide which moves are legal on this page."),
    )
    count = models.CharField(
        pgettext_lazy("label", "Scoring rules"),
        max_length=20,
        choices=RULE_SETS,
        blank=True,
        help_text=_("After a right answer, the board is scored by these rules. Leave empty for no scoring."),
    )
    dead = models.CharField(
        _("Dead stones in the count"),
        max_length=300,
        blank=True,
        help_text=_("Enter one point from each dead chain, such as C3 D4."),
    )
    komi = models.DecimalField(
        pgettext_lazy("label", "Komi"),
        max_digits=4,
        decimal_places=1,
        default=0,
        help_text=_("Points added to White's score."),
    )
    black_prisoners = models.PositiveSmallIntegerField(
        pgettext_lazy("label", "Black's prisoners"),
        default=0,
        validators=[MaxValueValidator(MOST_PRISONERS)],
        help_text=_("The number of stones that Black has captured."),
    )
    white_prisoners = models.PositiveSmallIntegerField(
        pgettext_lazy("label", "White's prisoners"),
        default=0,
        validators=[MaxValueValidator(MOST_PRISONERS)],
        help_text=_("The number of stones that White has captured."),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["material", "number"], name="a_page_of_a_lesson_once")]

    def __str__(self) -> str:
        return f"page {self.number} of lesson {self.material_id}"

    def get_absolute_url(self) -> str:
        """Return the URL of the page."""
        return reverse("learn:own_page", args=[self.material.key, self.number])


PAGE_FIELDS = (
    "task", "rows", "first", "before", "right", "good", "bad", "answer", "after", "answers", "replies", "taps",
    "buttons", "rings", "claims", "statistics", "ruleset", "count", "dead", "komi", "black_prisoners",
    "white_prisoners",
)  # fmt: skip
"""The fields of OwnPage that its author fills in."""


class OwnProblem(models.Model):
    """A problem that a player made from their own game, or a problem of a collection.

    `question` is the player's input. After it is proved, `stored` has the published problem with its proof
    (`learn.problems.problem.StoredProblem`). If it is rejected, `why` is the code of the reason. A problem of a
    collection has a `number` that never changes and a `place` in the order. `authored` has the author's solution
    (`learn.problems.authored.AuthoredSolution`). `points` are the points named in the message about the check.
    """

    class State(models.TextChoices):
        """The state of a problem made by a player."""

        WAITING = "waiting"
        PROVED = "proved"
        REFUSED = "refused"
        UNPROVED = "unproved"

    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_problems", db_index=False)
    game = models.PositiveBigIntegerField()
    move = models.PositiveIntegerField()
    question = models.JSONField()
    stored = models.JSONField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    why = models.CharField(max_length=20, blank=True)
    made_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    material = models.ForeignKey(Material, models.CASCADE, related_name="problems", null=True, db_index=False)
    number = models.PositiveIntegerField(default=0, db_default=0)
    place = models.PositiveIntegerField(default=0, db_default=0)
    authored = models.JSONField(null=True)
    points = models.CharField(max_length=60, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["material", "number"], name="a_problem_of_a_collection_once"),
        ]
        indexes = [
            models.Index(fields=["author", "-made_at"], name="own_problems_of_a_player"),
            models.Index(fields=["state", "id"], name="own_problems_by_state"),
        ]

    def __str__(self) -> str:
        return f"own-{self.pk}"
