"""The terms of a game."""

from typing import Literal, NotRequired, TypedDict

from .common import Color
from .words import Compensated, CountedBy, KoRule, OffTime, PassStones, SelfCapture, StonesPlaced, TimeoutPolicy


class TimeControl(TypedDict):
    """A time control. Which fields it has depends on the system."""

    system: Literal["days", "fischer", "byo_yomi", "canadian", "absolute", "none"]
    """The system: `days` (per move), `fischer`, `byo_yomi`, `canadian`, `absolute` or `none`."""
    main_time: NotRequired[int]
    """The time that each side begins with, in seconds."""
    increment: NotRequired[int]
    """Fischer: what each turn adds, in seconds."""
    cap: NotRequired[int | None]
    """Fischer: the most that a side can have, in seconds; null for no limit."""
    period_time: NotRequired[int]
    """Byo-yomi and Canadian: the length of a period of overtime, in seconds."""
    periods: NotRequired[int | None]
    """How many periods of overtime there are; null in Canadian overtime: any number."""
    stones: NotRequired[int]
    """Canadian: how many stones must be played in a period."""
    per_move: NotRequired[int]
    """Days per move: the time for each turn, in seconds."""


class TimeTerms(TypedDict):
    """The time control of a game, and when its clocks may stop. `days` is null unless the time control is days per
    move."""

    time: TimeControl
    """The time control."""
    days: int | None
    """Days per move; null for every other time control."""
    lateness: TimeoutPolicy
    """The consequence when time runs out: `strict` (a loss), `claim` (the opponent may claim the win) or
    `friendly` (extra days first)."""
    off_time: list[OffTime]
    """When clocks may stop: `vacation`, `weekend`, `night`, `pause`."""


class AgreedTerms(TypedDict):
    """Terms of a game that are either on or off."""

    analysis: bool
    """Whether a tree of variations and conditional moves may be kept while the game runs."""
    undo: bool
    """Whether a player may request an undo: see `request_undo`."""
    chat: bool
    """Whether the players may write in the chat while the game is in progress. After the game they always may."""
    teaching: bool
    """Whether it is a teaching game: both players read comments on its moves immediately, and undo without asking. Such
    games are unrated."""
    undo_unseen: bool
    """Whether a player may undo their last move without asking until the opponent has seen it: see `take_back`."""
    private: bool
    """Whether only the players of the game may see it."""


class Colors(TypedDict):
    """The colours that play, and their komi."""

    count: int
    """The number of colours: 2 to 6, in the order `B`, `W`, `R`, `U` (blue), `G`, `Y`."""
    komi: list[str]
    """In games of more than two colours, the komi of each colour in points, as text. Otherwise empty, and `komi` is
    White's."""


class Goal(TypedDict):
    """How a game can be won or ends before the board is scored."""

    captures: list[int]
    """How many captured stones win, for each colour; empty where captures do not decide."""
    on_stop: Literal["most", "count"]
    """What happens when play stops for the first time: `most`, the side with the larger share of its number wins;
    `count`, the board is scored."""


class View(TypedDict):
    """Which stones are visible until play stops for the first time."""

    kind: Literal["open", "one_color", "fading", "none"]
    """`open`, everything; `one_color`, all stones alike; `fading`, only the stones of the last turns; `none`, no
    stones."""
    keep: int
    """Fading: the stones of how many turns are shown; 0 for all other views."""
    of: Color | None
    """The colour whose view this is; null for both players."""
    tries: int
    """How many illegal tries a turn has where not everything is shown; one more loses the turn."""


class Variant(TypedDict):
    """How a game differs from standard Go. In a request, a part that is left out is as in standard Go."""

    colors: Colors
    """The colours."""
    seats: list[int]
    """How many members each colour's team has; empty for one player a colour. A single number, 3, 5 or 7, is that of
    players who all play both colours in turn (Zen Go): no one wins, and a seat's colour is that of its turn now or of
    its last one."""
    clock: Literal["team", "member"]
    """What happens when a team's time runs out: `team`, the team loses; `member`, the player on turn is out and is
    skipped. Only with `seats`."""
    goal: Goal
    """The goal."""
    view: View
    """Which stones are shown."""
    passing: bool
    """Whether passing is allowed."""
    wraps: bool
    """Whether each edge of the board continues at the opposite edge, as on a torus."""


class PlayedAs(TypedDict):
    """The variant of Go that a game is played as."""

    variant: Variant
    """How the game differs from standard Go."""


class RatingTerms(TypedDict):
    """The server's rules for how much a rated game counts."""

    resignation_rates_from: int
    """A resignation or a scored game is rated once each side has made this many moves."""
    pair_days: int
    """Games that the same two players finish within this many days weigh less and less."""
    pair_factor: float
    """The factor by which each such game weighs less than the one before."""
    pair_factor_of_guesses: float
    """The same factor if one of the two ratings is provisional."""


class Position(TypedDict):
    """A position from which a game continues."""

    start: list[str]
    """The rows of the board from the top: `.` is empty, `X` Black, `O` White."""
    first: Color
    """The colour that moves first from this position."""
    prisoners: list[int]
    """The prisoners that Black and White hold."""
    moves: int
    """How many moves the record has before this position."""


class RuleSet(TypedDict):
    """The rules of a game, as they were when it began."""

    key: str
    """The key of the rule set."""
    counting: CountedBy
    """How the score is counted: `brainking`, `territory`, `area` or `aga`."""
    ko: KoRule
    """Which positions may not be repeated: `simple` (the previous one), `positional` or `situational` (any earlier
    one)."""
    self_capture: SelfCapture
    """Which of its own chains a move may capture: `forbidden` (none), `multi_stone` or `allowed`."""
    komi: list[str]
    """The komi between equals on 9x9, 13x13 and 19x19, in points, as text."""
    handicap_placement: StonesPlaced
    """Where handicap stones go: `fixed` (the star points) or `free`."""
    compensation: Compensated
    """White's compensation for handicap stones: `none`, `per_stone` or `per_stone_after_first`."""
    pass_stones: PassStones
    """When a pass hands a stone to the opponent: `never`, `always` or `settling`."""
    last_pass_white: bool
    """Whether White makes the last pass."""
    resumer_moves_first: bool
    """Whether the player who asked to resume play moves first (true) or the opponent (false)."""
    all_stones_alive: bool
    """Whether all stones that are left on the board count as alive."""
    rejection_always_settles: bool
    """Whether rejecting a proposal always leads to playing the dispute out on the board."""
    ties_to_black: NotRequired[bool]
    """Whether Black wins ties; absent under rules where a tie is a draw."""
