"""The append-only record of a game: everything else is a copy of it."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from foundation.moments import in_utc
from rules import Action as RulesAction
from rules import Color, GameState, Setup, from_payload, replay

from .game import Game, Seat

# Kinds that are part of the record and change nothing on the board.
ASIDES = frozenset(
    {
        "undo_request",
        "undo_decline",
        "undo_withdraw",
        "no_result_request",
        "no_result_decline",
        "no_result_withdraw",
        "grace",
        "grant_time",
        "pause_request",
        "pause_decline",
        "pause_withdraw",
        "pause",
        "report_stalling",
        "unrate",
        "call_referee",
        "adjust_clock",
    }
)

AFTERWARDS = frozenset({"annul", "unrate"})
"""Kinds that come after the end of a game."""

RULINGS = frozenset({"decide", "set_marking", "let_resume", "adjust_clock", *AFTERWARDS})
"""Kinds of what moderators do in games; their reasons are for everybody."""

KINDS: dict[str, Any] = {
    "play": _("play"),
    "pass": _("pass"),
    "place_handicap": _("handicap stones"),
    "resign": _("resignation"),
    "propose": _("proposal"),
    "withdraw": _("proposal withdrawn"),
    "accept": _("result accepted"),
    "reject": _("proposal rejected"),
    "resume": _("play resumed"),
    "settle": _("settling demanded"),
    "undo_request": _("undo asked for"),
    "undo_decline": _("undo declined"),
    "undo_withdraw": _("request for undo withdrawn"),
    "undo": _("move taken back"),
    "no_result_request": _("no result proposed"),
    "no_result_decline": _("no result declined"),
    "no_result_withdraw": _("proposal of no result withdrawn"),
    "pause_request": _("pause proposed"),
    "pause_decline": _("pause declined"),
    "pause_withdraw": _("proposal of a pause withdrawn"),
    "pause": _("game paused"),
    "grant_time": _("more time given"),
    "grace": _("days of grace"),
    "report_stalling": _("stalling reported"),
    "call_referee": _("referee called"),
    "time_out": _("time ran out"),
    "refuse_win": _("win on time refused"),
    "cancel": _("game cancelled"),
    "no_result": _("no result"),
    "decide": _("decided by a moderator"),
    "annul": _("annulled by a moderator"),
    "unrate": _("made unrated by a moderator"),
    "set_marking": _("marking set by a moderator"),
    "let_resume": _("play resumed by a moderator"),
    "adjust_clock": _("time added by a moderator"),
}


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

    game = models.ForeignKey(Game, models.PROTECT, related_name="actions")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="+")
    color = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20, choices=list(KINDS.items()))
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

    def receipt(self) -> dict[str, Any]:
        """What clients get of it: in the answer to the request, in the record and through the socket.

        Not everybody may see all of it: `access.visible_receipt`.
        """
        return {
            "game": self.game_id,
            "number": self.number,
            "kind": self.kind,
            "color": None if self.color is None else Color(self.color).letter,
            **self.payload,
            **self.effect,
            "deadline": in_utc(self.effect["deadline"]),
            "received_at": in_utc(self.received_at.isoformat()),
        }


def rules_actions(game: Game, upto: int | None = None) -> list[RulesAction]:
    """The record as actions of `rules`, without the asides, in order."""
    rows = game.actions.exclude(kind__in=ASIDES).order_by("number")
    if upto is not None:
        rows = rows.filter(number__lte=upto)
    return [
        from_payload(kind, None if color is None else Color(color), payload, game.agreed_setup)
        for kind, color, payload in rows.values_list("kind", "color", "payload")
    ]


def replayed(game: Game, upto: int | None = None, setup: Setup | None = None) -> GameState:
    """The state that the record gives, up to and with action `upto` (all by default)."""
    return replay(setup or game.agreed_setup, rules_actions(game, upto))
