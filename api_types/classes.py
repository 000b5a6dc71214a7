"""Classes: a teacher and pupils."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page

ClassRole = Literal["teacher", "pupil", "invited", "visitor", "moderator"]
PupilColor = Literal["random", "black", "white"]
ClassStanding = Literal["invited", "pupil", "declined", "left", "removed"]


class ClassRow(TypedDict):
    """A class in a list."""

    id: int
    """The number of the class."""
    name: str
    """Its name."""
    teacher: str
    """The name of the class's teacher."""
    my_role: ClassRole
    """Your role. It is `visitor` if you only have the secret of the class's link."""


class Classes(Page):
    """A page of classes, the newest first."""

    results: list[ClassRow]
    """The classes of this page."""


class ClassPosition(TypedDict):
    """A position that pupils of a class play out."""

    number: int
    """Its number in the class."""
    name: str
    """Its name."""
    rows: list[str]
    """The rows of the board, top row first."""
    to_play: Color
    """The player who moves first."""
    rule_set: str
    """The key of the rule set."""
    komi: str | None
    """The komi, as decimal text; null for the rule set's own."""
    level: int | None
    """The level of the computer that pupils play; null for a classmate."""
    color: PupilColor
    """The pupil's colour against the computer."""


class ClassPositionGame(TypedDict):
    """A pupil's game from a position of the class."""

    player: str
    """The name of the pupil."""
    game: int
    """The number of the game."""
    result: str | None
    """The result as in SGF, such as `B+3.5`; null while the game is in progress."""


class ClassPositionGames(ClassPosition):
    """A position set as homework, with the games that pupils played from it."""

    games: list[ClassPositionGame]
    """The games, the newest first: of all pupils for the teacher, otherwise your own."""


class ClassPositionPlay(TypedDict):
    """Your game from a position, or the offer with which you wait for a classmate."""

    game: int | None
    """The number of the game; null while you wait."""
    offer: int | None
    """The number of your open offer; null if you have a game, and for children, who wait without an offer."""


class ClassHomework(TypedDict):
    """An item of a class's homework."""

    item: str
    """A lesson, `GOAL-problems` for all problems of a goal, `own-KEY` for the teacher's own lesson or collection, or
    the key of a position."""
    due: str
    """The last day for the homework."""
    done: int
    """For the teacher, how many pupils have finished the homework; for a pupil, 1 if you have finished it, otherwise
    0."""
    position: ClassPosition | None
    """The position to play out; null for a lesson or problems."""


class Class(ClassRow):
    """A class with its description, homework and link."""

    about: str
    """Its description."""
    created_at: Moment
    """When the class was created (UTC)."""
    invitation: str | None
    """The secret of the class's link, for its teacher; null for none."""
    homework: list[ClassHomework]
    """The class's homework, in the order of the dates; empty for people outside the class."""


class ClassProgress(TypedDict):
    """A pupil's progress in lessons and problems."""

    lessons: int
    """How many lessons are finished."""
    problems: int
    """How many of the server's problems are solved."""
    tried: int
    """How many problems were tried."""
    right: int
    """How many of these problems the pupil solved on the first try."""
    homework: list[str]
    """The items of homework that are finished."""


class ClassPupil(TypedDict):
    """A pupil of a class."""

    player: str
    """The name of the player."""
    since: Moment
    """When the player became a pupil (UTC)."""
    child: str | None
    """The teacher's name for the child, for a child's account; null for others."""
    progress: ClassProgress | None
    """The pupil's progress, for the teacher and the pupil; null for others."""


class ClassPupils(TypedDict):
    """All pupils of a class."""

    results: list[ClassPupil]
    """The pupils, by name."""


class ClassCard(TypedDict):
    """The card with which a child signs in: the name of the account, the sign-in code, and the paths for the child and
    a guardian."""

    player: str
    """The name of the account, to sign in with."""
    child: str
    """The teacher's name for the child."""
    code: str
    """The sign-in code, which is the password."""
    sign_in: str
    """The path that signs the child in."""
    guardian: str
    """The path of the page where a guardian takes the account over."""


class ClassCards(TypedDict):
    """The new cards of several children."""

    results: list[ClassCard]
    """The cards, in the order of the names."""


class ClassMessage(TypedDict):
    """A teacher's message to all pupils of a class."""

    id: int
    """The number of the message."""
    text: str
    """The text."""
    at: Moment
    """When the message was written (UTC)."""


class ClassMessages(Page):
    """A page of a teacher's messages to the class, the newest first."""

    results: list[ClassMessage]
    """The messages of this page."""


class ClassMembership(TypedDict):
    """Your relation to a class."""

    id: int
    """The number of the class."""
    standing: ClassStanding
    """Your relation to the class."""
