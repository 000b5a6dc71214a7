"""Models: the tree of a seat, its operations, and the settings of sharing."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from study.core.tree import Tree as TreeValue


class Sharing(models.TextChoices):
    """Whether a player's trees are shared when their games end."""

    ASK = "ask", _("Ask me after each game")
    ALWAYS = "always", _("Always share my analysis")
    NEVER = "never", _("Never share my analysis")


class Tree(models.Model):
    """A player's analysis of a game: private until they share it after the end (`access.visible_to`).

    `nodes` is the whole tree (study.core.tree), `armed` the names of the nodes that belong to the plan, in a separate
    column so that a lock on the game never waits for the whole tree. `version` counts changes. `shared` is null until
    the owner decides. `hidden_at`: moderators hide it from everyone else, for `hidden_reason`, which its owner can
    read.
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
        """Return the tree as a value."""
        return TreeValue.from_json(self.nodes)


class Operation(models.Model):
    """An operation that has been applied to a tree: for 30 days a retry changes nothing, and a cut can be undone."""

    tree = models.ForeignKey(Tree, models.CASCADE, related_name="operations", db_index=False)
    name = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tree", "name"], name="an_operation_once")]

    def __str__(self) -> str:
        return self.name


class ReaderTree(models.Model):
    """A reader's variations for a finished game, for all who may see it, without texts (those are comments,
    social.models.Post). `hidden_at`: moderators hide it from everyone else, for `hidden_reason`, which its author
    can read."""

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
        """Return the variations as a value."""
        return TreeValue.from_json(self.nodes)


class Teacher(models.Model):
    """A reader whom a player of a finished game has invited to teach: their contributions to its review are marked and
    come first. It gives no permissions."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="teachers", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="a_teacher_once")]

    def __str__(self) -> str:
        return f"player {self.player_id} teaches at game {self.game_id}"


class StudySettings(models.Model):
    """A player's study settings; no row means Sharing.ASK."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="study_settings")
    sharing = models.CharField(
        _("sharing your analysis after a game"), max_length=6, choices=Sharing, default=Sharing.ASK
    )

    def __str__(self) -> str:
        return str(self.get_sharing_display())
