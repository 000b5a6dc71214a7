"""The append-only record of a game: everything else is a copy of it."""

from __future__ import annotations

from typing import Any, NoReturn, cast

from django.db import models
from django.utils.translation import gettext_lazy as _

import api_types as shapes
from foundation.moments import in_utc
from rules import KINDS, Color, GameState, Setup, from_payload, replay
from rules import Action as RulesAction
from wording.letters import letter

from .game import Game, Seat

AFTERWARDS = frozenset({"annul", "unrate"})
"""Kinds that come after the end of a game."""


class ActionQuerySet(models.QuerySet["Action"]):
    """Questions about many actions."""

    def after(self, number: int) -> ActionQuerySet:
        """Actions after this number, in order."""
        return self.filter(number__gt=number).order_by("number")

    def delete(self) -> NoReturn:
        """Never: the record is append-only."""
        raise RuntimeError("The record of a game is append-only.")

    def update(self, **kwargs: Any) -> NoReturn:
        """Never: the record is append-only."""
        raise RuntimeError("The record of a game is append-only.")


class Action(models.Model):
    """One thing that happened in a game, numbered from 1 without a gap.

    `payload` is what was asked (`rules.to_payload`); `effect` is what came of it, as clients get it:
    captured points, move number, stage, whose turn, deadline, result.
    `received_at` is when the server got it, which is what counts for the clock (R53).
    `seat` is null when a moderator or the server acted.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="actions", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="+", db_index=False)
    color = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20)
    payload = models.JSONField()
    effect = models.JSONField()
    clock = models.JSONField()
    received_at = models.DateTimeField()

    objects = ActionQuerySet.as_manager()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_action_a_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def receipt(self) -> shapes.Receipt:
        """What clients get of it: in the answer to the request, in the record and through the socket.

        Not everybody may see all of it: `GameView.receipt`.
        """
        fields = {
            "game": self.game_id,
            "number": self.number,
            "kind": self.kind,
            "color": letter(self.color),
            **self.payload,
            **self.effect,
            "deadline": in_utc(self.effect["deadline"]),
            "received_at": in_utc(self.received_at.isoformat()),
        }
        return cast("shapes.Receipt", fields)  # what it was told, and what came of it, is stored by kind


def rules_actions(game: Game) -> list[RulesAction]:
    """The record as actions of `rules`, without what changes nothing on the board, in order. Raises Sealed."""
    game.check_open()
    return whole_record(game)


def whole_record(game: Game, upto: int | None = None) -> list[RulesAction]:
    """The same whatever is hidden, for what changes games: nothing of it may be told."""
    rows = game.actions.filter(kind__in=KINDS).order_by("number")
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    return [
        from_payload(kind, None if color is None else Color(color), payload, game.agreed_setup)
        for kind, color, payload in rows.values_list("kind", "color", "payload")
    ]


def replayed(game: Game, upto: int | None = None, setup: Setup | None = None) -> GameState:
    """The state that the record gives, up to and with action `upto` (all by default)."""
    return replay(setup or game.agreed_setup, whole_record(game, upto))
