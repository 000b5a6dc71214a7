"""Players' analyses, comments and reviews of games."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page


class RecordMove(TypedDict):
    """A move of the game as a node in the tree of an analysis. Such moves are the trunk of the tree, which cannot be
    changed."""

    id: str
    """The name of the move's node."""
    parent: str
    """The name of the node before the move."""
    color: Color
    """The colour that played the move."""
    move: str
    """The point, such as `Q16`, or `pass`."""
    number: int
    """The number of the move."""
    played: bool
    """Whether the move is still part of the game; false for a move that was taken back."""


class TreeNode(TypedDict):
    """A move in your analysis, or your text on a move of the game. For a text, `parent`, `color` and `move` are
    null."""

    id: str
    """The name of the node: the upper 48 bits, in hex, of FNV-1a with 64 bits of parent, colour and move one after the
    other, such as `000000000000BQ16`."""
    parent: str | None
    """The name of the node before this one."""
    color: Color | None
    """The colour of the move."""
    move: str | None
    """The point, such as `Q16`, or `pass`."""
    text: str
    """Your text on this move."""
    texts: list[str]
    """The operations that wrote the text; name them in `over` to replace it."""
    marks: dict[str, str]
    """By point: `triangle`, `square`, `circle`, `cross`, a letter or a number."""
    armed: bool
    """Whether the move is marked as conditional."""


class TreeCut(TypedDict):
    """A branch that you removed from your analysis, and can restore."""

    id: str
    """The id of the operation, for `undo`."""
    nodes: list[str]
    """The removed nodes."""


class Tree(TypedDict):
    """Your analysis of a game, as a tree of moves. Only you can see it, until you share it after the end."""

    game: int
    """The number of the game."""
    version: int
    """How many times the tree was changed."""
    clock: int
    """The largest `at` of an operation so far; new ones have a larger one."""
    changed_at: Moment | None
    """When the tree was last changed (UTC); null before anything was written."""
    shared: bool | None
    """Whether the analysis is shown when the game is over; null if you have not chosen, so that your settings
    apply."""
    root: str
    """The node before the first move."""
    head: str
    """The node of the current position of the game."""
    record: list[RecordMove]
    """The moves of the game, including those that were undone."""
    nodes: list[TreeNode]
    """Your nodes."""
    cuts: list[TreeCut]
    """The branches that you removed in the last 30 days, the newest last."""


class TreeSaved(TypedDict):
    """The version of your analysis after your changes were saved."""

    version: int
    """The version of the tree now."""
    changed_at: Moment | None
    """When the tree was last changed (UTC)."""
    behind: bool
    """Whether the tree had been changed elsewhere, for example in another browser, since the version in `since`."""


class TreeRead(TypedDict):
    """The result of importing a file into your analysis."""

    added: int
    """How many moves the file added."""
    left_out: dict[str, int]
    """How many items were not imported, by kind: `illegal` moves and `setup` by hand (each with the moves that follow),
    `shortened` comments, unsupported `marks`, `unknown` properties, further `games`, invalid `terms` (komi, handicap or
    next player)."""


class SharedTree(TypedDict):
    """One player's shared analysis of a finished game."""

    username: str
    """The name of the player."""
    color: Color
    """The colour of the player."""
    nodes: list[TreeNode]
    """The player's variations, and texts on the game's moves."""


class ReaderVariations(TypedDict):
    """One reader's variations of a finished game."""

    username: str
    """The name of the reader."""
    teacher: bool
    """Whether a player of the game has invited the reader to teach."""
    nodes: list[TreeNode]
    """The moves of the variations."""


class NodeLoss(TypedDict):
    """A move of the game that lost points, according to the engine."""

    node: str
    """The node of the move in the game."""
    points: float | None
    """How many points the move lost; null if the engine gave none."""


class MachineLines(TypedDict):
    """The engine's alternatives to the moves of a game that lost most."""

    engine: str
    """The engine's name."""
    nodes: list[TreeNode]
    """The moves of the lines."""
    losses: list[NodeLoss]
    """The moves of the game that lost most."""


class Comment(TypedDict):
    """A comment on a move."""

    id: int
    """The number of the comment."""
    author: str
    """The name of the author."""
    teacher: bool
    """Whether a player of the game has invited the author to teach."""
    node: str
    """The move, by the name of its node."""
    number: int
    """The number of moves up to this one."""
    text: str
    """The text; empty if the comment is hidden."""
    hidden: bool
    """Whether moderators have hidden the comment."""
    sealed: bool
    """Whether only you can read the comment, until the game is over."""
    said_at: Moment
    """When the comment was written (UTC)."""


class Comments(Page):
    """A page of comments on moves."""

    results: list[Comment]
    """The comments, the latest first."""


class Proposed(TypedDict):
    """All your variations on a game, after you have added some."""

    node: str
    """The last of the moves that you sent."""
    nodes: list[TreeNode]
    """All your variations for this game."""


class Review(TypedDict):
    """A finished game with its players' shared analysis, readers' variations and the engine's lines."""

    game: int
    """The number of the game."""
    root: str
    """The node before the first move."""
    head: str
    """The node where the game ended."""
    record: list[RecordMove]
    """The moves of the game, including those that were undone."""
    trees: list[SharedTree]
    """The analyses that you may see, including your own. Nodes with `armed` that are not moves of the game are
    conditional moves that were not played."""
    variations: list[ReaderVariations]
    """Readers' variations, at most the latest 20, with teachers' variations first."""
    machine: MachineLines | None
    """The engine's lines; null without a computer analysis, or if you hide computer analysis."""


class Shown(TypedDict):
    """Whether your analysis of a game is shared when the game is over."""

    shared: bool | None
    """Whether the analysis is shown; null if your general setting applies (`me/study`)."""


class StudyChoice(TypedDict):
    """Whether your analysis is shared after your games."""

    sharing: Literal["ask", "always", "never"]
    """What happens to your analysis after a game. With `ask`, each one is private until you show it."""
