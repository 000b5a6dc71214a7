"""What every action is: a value that knows what it makes of a game, and how it is written down."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from rules.color import Color
from rules.errors import BadAction, GameOver, NotYourTurn, WrongPhase
from rules.state import GameState, Phase, Setup, Stage


class Action:
    """One thing that is done in a game. Subclasses are frozen values.

    `kind` is its word in records and in the API, `says` what the comments of a record say of it, after its colour.
    `of_finished_games`: it is about games that are over.
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
        """The game after it. Raises a RulesError when it is refused; that the game is not over has been checked."""
        raise NotImplementedError

    def payload(self, setup: Setup) -> dict[str, Any]:
        """What it says beyond its kind and its colour, in a form that JSON can hold."""
        return {}

    @classmethod
    def read(cls, color: Color | None, payload: dict[str, Any], setup: Setup) -> Self:
        """The action of this colour that payload() wrote. Raises BadAction, KeyError, TypeError or ValueError for what
        it cannot have written."""
        return cls(color_of(color))  # type: ignore[call-arg]


KINDS: dict[str, type[Action]] = {}
"""Every kind of action, by its word."""


def apply(state: GameState, action: Action) -> GameState:
    """Return the game after the action. Raises a RulesError when it is refused; `state` never changes."""
    if state.phase is Phase.FINISHED and not action.of_finished_games:
        raise GameOver
    return action.applied(state)


def from_payload(kind: str, color: Color | None, payload: dict[str, Any], setup: Setup) -> Action:
    """The action whose `kind`, colour and payload() these are.

    Raises BadAction for what they cannot have written, BadVertex or OffBoard for bad points.
    """
    try:
        return KINDS[kind].read(color, payload, setup)
    except (KeyError, TypeError, ValueError) as error:
        raise BadAction(f"cannot read {kind}") from error


def color_of(color: Color | None) -> Color:
    """The colour; raises BadAction without one."""
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
    """Raise WrongPhase unless play has stopped and the score is being agreed on."""
    if state.phase is not Phase.STONE_REMOVAL:
        raise WrongPhase
