"""The whole state of a game."""

from typing import Literal, TypedDict

from .clocks import Clock, PauseOffer
from .common import ByColor, Color
from .end_phase import Doubt, EndPhase, Marking, Proposal, Settling, Suggestion
from .games import GameRow
from .terms import RuleSet
from .words import EventRulingResult, RequestName, StageName


class Move(TypedDict):
    """A stone, or a pass (`point` null)."""

    color: Color
    """The colour that moved."""
    point: str | None
    """The point, as a vertex; null for a pass."""


class OpenRequest(TypedDict):
    """An open request in a game, such as for an undo, to which all opponents have to agree."""

    request: RequestName
    """The kind of request, as in `withdraw_request`: `undo`, `no_result`, `pause`, `draw`, `result` (asked by
    the server for the player who is ahead; the opponent can accept the predicted result)."""
    by: Color
    """The colour that made the request."""
    by_seat: int
    """The seat that made the request, as in `seats`: seats can share a colour."""
    agreed: list[Color]
    """The sides that have already agreed, if more than one has to."""
    agreed_seats: list[int]
    """The seats that have already agreed."""


class UndoRequest(TypedDict):
    """A request to undo moves, back to the position after move `to`."""

    to: int
    """The number of moves that would be left."""
    by: Color
    """The colour that made the request."""
    by_seat: int
    """The seat that made the request, as in `seats`: seats can share a colour."""


class NoResult(TypedDict):
    """Whether the game may end without a result because a position was repeated, and who has proposed that."""

    possible: bool
    """Whether a position has been repeated often enough for the game to end without a result."""
    asked_by: Color | None
    """The colour that proposed to end the game without a result; null if there is no proposal."""


class Legal(TypedDict):
    """The points where the side to play may play. For other empty points, the reason why not, and the move whose
    position superko forbids to repeat."""

    points: list[str]
    """The points where the side to play may play, as vertices."""
    refused: dict[str, str]
    """For every other empty point, by vertex: the code of the error for a move there."""
    repeats: dict[str, int | None]
    """For each point that superko forbids: the number of the move whose position would be repeated."""


class Line(TypedDict):
    """The moves of the game, without undone moves. `start` is the board before the first move, with the handicap stones
    on it."""

    start: list[str]
    """The rows of the board before the first move: `.` is empty, `X` Black, `O` White."""
    moves: list[Move]
    """The moves in order."""


class SeenAs(TypedDict):
    """Which stones you can see. Some variants hide stones while the game is in progress."""

    kind: Literal["open", "one_color", "fading", "none"]
    """The view of the variant."""
    sealed: bool
    """Whether anything is hidden from anyone now. If so, there is no record and no earlier position."""
    hidden: bool
    """Whether something is hidden from you."""
    tries_left: int | None
    """How many illegal moves are still allowed in this turn without penalty; one more loses the turn. Null if nothing
    is hidden."""


class EventRuling(TypedDict):
    """The result that a game has in its event, for example by a director's decision. It may differ from the game's own
    result."""

    result: EventRulingResult
    """The event result."""
    reason: str | None
    """The reason for the ruling; null where none was given."""
    by: str | None
    """The name of the person who decided; null for the server."""


class Game(GameRow):
    """The whole state of a game as this viewer may see it. In `board`, "." is empty, X is Black, O is White;
    R, U, G and Y are red, blue, green and yellow."""

    stage: StageName
    """The next step of the game, in more detail than `phase`, such as `marking` or `deciding`."""
    board: list[str] | None
    """The rows of the board from the top. While something is hidden from you, `S` is a stone of hidden colour, `?` a
    hidden point, and null a hidden board."""
    view: SeenAs
    """Which stones are visible now."""
    last_move: Move | None
    """The last move; null before the first."""
    prisoners: ByColor
    """The prisoners that each side holds."""
    pass_stones: ByColor
    """The stones that each side got by the opponent's passes."""
    passes: int
    """The number of passes in a row at the end of the game so far."""
    settling: Settling | None
    """How far a dispute has been played out; null without a dispute that is played out."""
    proposal: Proposal | None
    """The open proposal of dead stones; null if there is none."""
    rejections: int
    """How many proposals have been rejected."""
    end_phase: EndPhase
    """The end phases so far, and what can be done about a dispute."""
    requests: list[OpenRequest]
    """The open requests between the sides. `undo_request`, `no_result` and `pause_offer` have details of some."""
    undo_request: UndoRequest | None
    """The open request to take moves back; null if there is none."""
    no_result: NoResult
    """Whether the game can end without a result."""
    clock: Clock | None
    """The clocks; null in a game without."""
    pause_offer: PauseOffer | None
    """The open offer of a pause; null if there is none."""
    doubt: Doubt | None
    """How the open proposal differs from the server's own count; null if it does not."""
    suggestion: Suggestion | None
    """The stones that the server considers dead. Null during play, while they are being computed, and for anyone but
    the two sides."""
    marking: Marking | None
    """Help for the player who marks; null for everyone else."""
    ruling: EventRuling | None
    """The ruling of the game's event; null where the game's own result counts, and for games outside events."""
    rules: RuleSet
    """The rules of this game, one by one."""
    legal: Legal | None
    """The legal points; null unless requested, and while no stones are played."""
    line: Line | None
    """The moves of the game so far; null unless requested."""
    actions: list[str]
    """The kinds of actions that the server would accept from you now, if their fields are valid."""
