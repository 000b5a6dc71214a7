"""The base class of verbs. A verb is an action that a player can take in a game, declared once.

The page's form and URL, the API operation with its fields and checks, the reference, the labels in the record and the
tests are generated from the declaration. `check` decides whether the verb is possible. It runs before the verb, and in
`available_verbs`, which tells pages and the API which verbs are possible.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from django.utils.functional import Promise

from games.models import Action
from games.services.record import Actor
from rules import Reason


class VerbRole(Enum):
    """The role that a user needs for a verb."""

    PLAYER = "player"
    MODERATOR = "moderator"


class RequiredGamePhase(Enum):
    """The phase that a game must be in for a verb."""

    RUNNING = "running"
    FINISHED = "finished"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The texts of the page that asks for confirmation before the action is sent: title, explanation, and the label of
    the button that sends it."""

    title: str
    explanation: str
    button: str


class Verb:
    """An action in a game, as a frozen dataclass with its input as fields.

    `name` is the name in the API. `path` is the last part of the URL of its form, or None for a verb on pages of other
    apps. `role` is who may use the verb, and `of` is the phase that the game must be in. `kinds` has the labels of the
    kinds of actions that the verb records, and `notices` the sentences of the notices that it creates. `ends` has two
    labels for each reason for which the verb can end a game: one for lists and one for headings. `menu` is its label in
    the game's menu. `is_costly` is whether it has a rate limit of its own, and `takes_message` is whether a chat
    message can be sent with it.
    """

    __slots__ = ()
    name: ClassVar[str]
    path: ClassVar[str | None]
    role: ClassVar[VerbRole] = VerbRole.PLAYER
    of: ClassVar[RequiredGamePhase] = RequiredGamePhase.RUNNING
    in_api: ClassVar[bool] = True
    is_costly: ClassVar[bool] = False
    takes_message: ClassVar[bool] = False
    kinds: ClassVar[dict[str, Promise]] = {}
    notices: ClassVar[dict[str, Promise]] = {}
    ends: ClassVar[dict[Reason, tuple[Promise, Promise]]] = {}
    menu: ClassVar[Promise | str] = ""

    @property
    def sets_conditional_moves(self) -> bool:
        """Return whether the verb also sets conditional moves."""
        return False

    @classmethod
    def prepare(cls, game_id: int) -> None:
        """Compute data that the verb needs, before the game is locked. The game may not exist, and the player may not
        play in it."""

    @classmethod
    def check(cls, actor: Actor) -> None:
        """Raise a GameError or RulesError if the actor cannot use the verb now, whatever its input is. Only a few verbs
        query the record here."""

    def carry_out(self, actor: Actor) -> Action:
        """Do the action, after `check` and with the game locked, and return the new row of the record. Raises
        GameError, RulesError."""
        raise NotImplementedError

    @classmethod
    def confirmation(cls, actor: Actor) -> Confirmation | None:
        """Return the confirmation that a page shows, or None to send the action immediately."""
        return None
