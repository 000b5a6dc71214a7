"""The append-only record of a game, from which all other data of the game is derived."""

from __future__ import annotations

from typing import Any, NoReturn, cast

from django.db import models
from django.utils.translation import pgettext_lazy

import api_types as shapes
from foundation.iso_times import with_z_suffix
from rules import KINDS, Color, GameState, Setup, action_from_payload, replay
from rules import Action as RulesAction
from wording.letters import letter

from .game import Game
from .seat import Seat

AFTERWARDS = frozenset({"annul", "unrate"})
"""Kinds of actions that are possible after the end of a game."""


class ActionQuerySet(models.QuerySet["Action"]):
    """Queries for many actions."""

    def after(self, number: int) -> ActionQuerySet:
        """Return the actions after this number, in order."""
        return self.filter(number__gt=number).order_by("number")

    def delete(self) -> NoReturn:
        """Raise RuntimeError always: the record is append-only."""
        raise RuntimeError("The record of a game is append-only.")

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise RuntimeError always: the record is append-only."""
        raise RuntimeError("The record of a game is append-only.")


class Action(models.Model):
    """One action of a game, numbered from 1 without gaps.

    `payload` is the action's input as JSON (`rules.action_from_payload` reads it). `effect` is the outcome for clients:
    captured points, move number, stage, whose turn it is, deadline, result. `received_at` is when the server received
    the request, which is the time that the clock uses (R53). `seat` is null if a moderator or the server acted.
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
        verbose_name = pgettext_lazy("name", "action")
        verbose_name_plural = pgettext_lazy("name", "actions")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_action_a_number")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    def receipt(self) -> shapes.Receipt:
        """Return the action as JSON for clients: in responses, in the record and through sockets.

        A viewer may be allowed to see only a part of it; use `GameView.receipt` for viewers.
        """
        receipt_values = {
            "game": self.game_id,
            "number": self.number,
            "kind": self.kind,
            "color": letter(self.color),
            **self.payload,
            **self.effect,
            "deadline": with_z_suffix(self.effect["deadline"]),
            "received_at": with_z_suffix(self.received_at.isoformat()),
        }
        return cast("shapes.Receipt", receipt_values)  # the input and the effect are stored by kind


def rules_actions(game: Game) -> list[RulesAction]:
    """Return the record as actions of `rules`, in order. Actions that have no effect in `rules`, such as adding time,
    are left out. Raises RecordSealed while information is hidden."""
    game.check_not_sealed()
    return rules_actions_with_hidden(game)


def rules_actions_with_hidden(game: Game, upto: int | None = None) -> list[RulesAction]:
    """Return the record up to action `upto` (None: all of it) including hidden moves, for services that change games.
    Never show it to a viewer."""
    rows = game.actions.filter(kind__in=KINDS).order_by("number")
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    return [
        action_from_payload(kind, None if color is None else Color(color), payload, game.agreed_setup)
        for kind, color, payload in rows.values_list("kind", "color", "payload")
    ]


def replay_record(game: Game, upto: int | None = None, setup: Setup | None = None) -> GameState:
    """Return the state after replaying the record up to and including action `upto` (by default all actions)."""
    return replay(setup or game.agreed_setup, rules_actions_with_hidden(game, upto))
