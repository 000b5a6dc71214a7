"""Players' trees and their operations, the sharing settings, and demonstration boards."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models.shared_with import WITH_ONE, SharedWith
from foundation.paths import path_of
from games.models import Game, Seat
from rules import Board
from study.core.nodes import ROOT
from study.core.tree import TreeValue
from wording.board_svg import small_board_svg


class Sharing(models.TextChoices):
    """Whether a player's trees are shared when their games have ended."""

    ASK = "ask", _("Ask me after each game")
    ALWAYS = "always", _("Always share my analysis")
    NEVER = "never", _("Never share my analysis")


class Tree(models.Model):
    """A player's analysis of a game, private until they share it after the end (`access.visible_trees`).

    `nodes` is the whole tree (study.core.tree). `armed` are the names of the nodes in the plan of conditional moves, in
    a separate column so that a lock on the game never waits for the whole tree. `version` counts changes. `shared` is
    null until the owner decides. If moderators have set `hidden_at`, only the owner can see the tree and read
    `hidden_reason`.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="tree")
    version = models.PositiveIntegerField(default=0)
    nodes = models.JSONField(default=dict)
    armed = models.JSONField(default=list)
    shared = models.BooleanField(null=True)
    changed_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"tree of seat {self.seat_id}"

    @property
    def value(self) -> TreeValue:
        """Return the stored tree as a TreeValue."""
        return TreeValue.from_json(self.nodes)


class Operation(models.Model):
    """An operation that has been applied to a tree. It is kept for 30 days. During this time, sending it again changes
    nothing, and a cut can be undone."""

    tree = models.ForeignKey(Tree, models.CASCADE, related_name="operations", db_index=False)
    name = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tree", "name"], name="an_operation_once")]

    def __str__(self) -> str:
        return self.name


class ReaderTree(models.Model):
    """The variations that one reader added to a finished game, for everyone who may see the game. Texts about them are
    comments (social.models.Post). If moderators have set `hidden_at`, only the author can see the variations and read
    `hidden_reason`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="reader_trees", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    nodes = models.JSONField(default=dict)
    changed_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "author"], name="one_reader_tree")]

    def __str__(self) -> str:
        return f"variations of player {self.author_id} at game {self.game_id}"

    @property
    def value(self) -> TreeValue:
        """Return the stored variations as a TreeValue."""
        return TreeValue.from_json(self.nodes)


class Teacher(models.Model):
    """A reader whom a player of a finished game has invited to teach. The teacher's contributions to the review are
    marked and come first. A teacher gets no permissions."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="teachers", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="a_teacher_once")]

    def __str__(self) -> str:
        return f"player {self.player_id} teaches at game {self.game_id}"


class StudySettings(models.Model):
    """A player's study settings. Sharing.ASK applies to players without a row."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="study_settings")
    sharing = models.CharField(
        _("sharing your analysis after a game"), max_length=6, choices=Sharing, default=Sharing.ASK
    )

    def __str__(self) -> str:
        return str(self.get_sharing_display())


def new_key() -> str:
    """Return a random key for a board's URL, which cannot be guessed: 12 letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(9)


LONGEST_NAME, LONGEST_QUESTION = 100, 500


class DemoBoard(models.Model):
    """A teacher's demonstration board, which becomes a study when it is closed (T9 to T12).

    `start` is the text of an SGF file without moves, which has the size, the rules and the first position. `nodes` is
    the tree of moves (study.core.tree) with marks and texts, and `shown` the node that everyone sees. `stones` is the
    position at that node, one line per row of the board, so that lists can draw it without reading the tree. `wraps` is
    whether the board's edges are joined (V81). Each change of the board or its questions increases `version`, under the
    row's lock. With `has_link`, everyone who knows `key` may see the board. If moderators have set `hidden_at`, only
    the owner can see the board and read `hidden_reason`.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=16, unique=True, default=new_key)
    name = models.CharField(max_length=LONGEST_NAME)
    start = models.TextField()
    nodes = models.JSONField(default=dict)
    shown = models.CharField(max_length=12, default=ROOT)
    stones = models.TextField(default="", db_default="")
    wraps = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    is_public = models.BooleanField(default=False)
    has_link = models.BooleanField(default=False)
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "demonstration board")
        verbose_name_plural = pgettext_lazy("model", "demonstration boards")
        indexes = [
            models.Index(fields=["owner", "-id"], name="boards_of_player"),
            models.Index(fields=["-id"], name="public_boards", condition=Q(is_public=True)),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return path_of("study:board", self.key)

    @property
    def value(self) -> TreeValue:
        """Return the stored tree as a TreeValue."""
        return TreeValue.from_json(self.nodes)

    @property
    def picture(self) -> SafeString | str:
        """Return the position that everyone sees as a small picture, "" if no position is stored."""
        return small_board_svg(Board.from_rows(self.stones.split()).wrapped(self.wraps), None) if self.stones else ""

    @property
    def is_open(self) -> bool:
        """Return whether the board is not closed, so that its owner can still play and answer questions on it."""
        return self.closed_at is None


class DemoBoardShare(SharedWith):
    """A recipient of a shared board: a player, all members of a club, or all pupils of a class."""

    board = models.ForeignKey(DemoBoard, models.CASCADE, related_name="shares", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "player"], name="board_with_player_once"),
            models.UniqueConstraint(fields=["board", "club"], name="board_with_club_once"),
            models.UniqueConstraint(fields=["board", "classroom"], name="board_with_class_once"),
            models.CheckConstraint(condition=WITH_ONE, name="board_shared_with_one"),
        ]

    def __str__(self) -> str:
        return f"board {self.board_id}"


class BoardQuestion(models.Model):
    """A question about a node of a board. The board's owner can hide a question from everyone except its author and the
    owner. If moderators have set `hidden_at`, only the author sees the question."""

    class State(models.TextChoices):
        """The state of a question. The names are part of the API."""

        OPEN = "open", pgettext_lazy("question", "open")
        ANSWERED = "answered", pgettext_lazy("question", "answered")
        HIDDEN = "hidden", pgettext_lazy("question", "hidden")

    board = models.ForeignKey(DemoBoard, models.CASCADE, related_name="questions")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    node = models.CharField(max_length=12)
    text = models.TextField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    asked_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("question on a demonstration board")
        verbose_name_plural = _("questions on demonstration boards")

    def __str__(self) -> str:
        return self.text[:80]
