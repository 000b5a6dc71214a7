"""The base class of actions: values that can be applied to a game and serialized."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from rules.color import Color
from rules.errors import BadAction, GameOver, NotYourTurn, WrongPhase
from rules.state import GameState, Phase, Setup, Stage


class Action:
    """One action in a game. Subclasses are frozen values.

    `kind` is the action's name in records and in the API. `says` is the text for comments in a record, which follows
    the name of the colour, such as "resigns." `of_finished_games` is true for actions that are allowed when the game is
    over.
    """

    __slots__ = ()
    kind: ClassVar[str]
    says: ClassVar[str] = ""
    of_finished_games: ClassVar[bool] = False

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.kind:
            KINDS[cls.kind] = cls

    def applied(self, state: GameState) -> GameState:
        """Return the game after the action. Raises a RulesError if the action is illegal. The caller must have checked
        that the game is not over."""
        raise NotImplementedError

    def payload(self, setup: Setup) -> dict[str, Any]:
        """Return the action as JSON, without its kind and colour."""
        return {}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """Return the action of this colour from its payload(). Raises BadAction, KeyError, TypeError or ValueError for
        invalid data."""
        return cls(require_color(color))  # type: ignore[call-arg]


KINDS: dict[str, type[Action]] = {}
"""Every class of actions, by its `kind`."""


def apply(state: GameState, action: Action) -> GameState:
    """Return the game after the action; `state` never changes. Raises a RulesError if the action is not allowed."""
    if state.phase is Phase.FINISHED and not action.of_finished_games:
        raise GameOver
    return action.applied(state)


def action_from_payload(kind: str, color: Color | None, payload: dict[str, Any], setup: Setup) -> Action:
    """Return the action of this kind and colour that payload() converted to JSON.

    Raises BadAction for invalid data, BadVertex or OffBoard for invalid points.
    """
    try:
        return KINDS[kind].read(color, payload, setup)
    except (KeyError, TypeError, ValueError) as error:
        raise BadAction(f"cannot read {kind}") from error


def require_color(color: Color | None) -> Color:
    """Return the colour. Raises BadAction for None."""
    if color is None:
        raise BadAction("no colour")
    return color


def check_turn(state: GameState, color: Color, stage: Stage) -> None:
    """Raise WrongPhase or NotYourTurn unless this side has to act at this stage."""
    if state.stage is not stage:
        raise WrongPhase
    if state.to_play is not color:
        raise NotYourTurn


def check_stopped(state: GameState) -> None:
    """Raise WrongPhase unless play has stopped and the sides are agreeing on the score."""
    if state.phase is not Phase.STONE_REMOVAL:
        raise WrongPhase
