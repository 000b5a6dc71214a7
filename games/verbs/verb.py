"""What a verb is: one thing that somebody can do in a game, declared once.

From the declaration follow the form of the page and its address, the operation of the API with its fields and their
checks, the reference, the labels in the record, and what the tests ask. `check` is the guard: it is asked before the
verb is done, and by `allowed`, from which pages and API show what is open now.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from django.utils.functional import Promise

from games.models import Action
from games.services.record import Actor
from rules import Reason


class Role(Enum):
    """Whose verb it is."""

    PLAYER = "player"
    MODERATOR = "moderator"


class Of(Enum):
    """Which games it is about."""

    RUNNING = "running"
    FINISHED = "finished"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Question:
    """What the page asks first: the way back is its other button."""

    title: str
    explanation: str
    button: str


class Verb:
    """One thing that can be done in a game; a frozen dataclass with the fields that it is told.

    `name` is the kind in the API, `path` the last part of the address of its form, None for a verb that pages of other
    rooms have. `kinds` are the labels of the kinds of actions that it records, `notices` the sentences of the notices
    that it leaves, `ends` how a game is called that it ends, in a list and as a heading. `menu` is what the game's menu
    calls it. `is_costly`: it is counted, and so has a rate of its own. `takes_message`: a message for the
    chat may come along with it.
    """

    __slots__ = ()
    name: ClassVar[str]
    path: ClassVar[str | None]
    role: ClassVar[Role] = Role.PLAYER
    of: ClassVar[Of] = Of.RUNNING
    in_api: ClassVar[bool] = True
    is_costly: ClassVar[bool] = False
    takes_message: ClassVar[bool] = False
    kinds: ClassVar[dict[str, Promise]] = {}
    notices: ClassVar[dict[str, Promise]] = {}
    ends: ClassVar[dict[Reason, tuple[Promise, Promise]]] = {}
    menu: ClassVar[Promise | str] = ""

    @property
    def arms(self) -> bool:
        """Whether it brings conditional moves along."""
        return False

    @classmethod
    def prepare(cls, game_id: int) -> None:
        """Calculate what the verb needs, before the game is locked. The game may not exist or not be the player's."""

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise what speaks against it now, whatever it is told. Reads the record only in rare cases."""

    def do(self, actor: Actor) -> Action:
        """Do it, under the lock and after `check`; return what was recorded. Raises GameError or RulesError."""
        raise NotImplementedError

    @classmethod
    def question(cls, actor: Actor) -> Question | None:
        """What is asked before it is sent from a page, None when it is sent immediately."""
        return None
