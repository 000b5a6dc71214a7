"""What the API answers, as types. The server's OpenAPI schema is made from them, so they are the schema.

Points are vertices such as "K11". Colours are "B" and "W". Moments are ISO 8601 in UTC, durations whole seconds; the
points of a score and komi are decimals written as text.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

Moment = Annotated[str, "date-time"]
Color = Literal["B", "W"]


class ByColor(TypedDict):
    """A number for each side."""

    B: int
    """Black's number."""
    W: int
    """White's number."""


class TextByColor(TypedDict):
    """Points for each side."""

    B: str
    """Black's points, a decimal as text."""
    W: str
    """White's points, a decimal as text."""


class PointsByColor(TypedDict):
    """Points of the board for each side."""

    B: list[str]
    """Black's points of the board, as vertices."""
    W: list[str]
    """White's points of the board, as vertices."""


class Page(TypedDict):
    """A page of a list."""

    next: str | None
    """The address of the next page; null when there is none."""
    previous: str | None
    """The address of the page before; null when there is none."""


class FieldError(TypedDict):
    """What is wrong with one field."""

    message: str
    """What is wrong, for people, in their language."""
    code: str
    """What is wrong, for programs; stable."""


class Problem(TypedDict):
    """A refusal (RFC 9457). `code` is stable; `detail` is for people, in their language.

    Some codes say more in fields of their own: `number`, `field`, `move_number`, `scope`, ...
    """

    type: str
    """The address of the code's description, below the address of the server."""
    title: str
    """The code in words; always the same for a code."""
    status: int
    """The HTTP status of the answer."""
    code: str
    """Why the request was refused; stable, for programs."""
    detail: str
    """Why it was refused, for people, in their language."""
    errors: NotRequired[dict[str, list[FieldError]]]
    """With the code `invalid`: what is wrong, by field; a field inside another is written as `night.begin`."""


class Token(TypedDict):
    """A personal token. Its text is in the answer that made it, and nowhere else."""

    id: int
    """The number of the token."""
    name: str
    """What its owner calls it."""
    hint: str
    """The last characters of its text, to know it again."""
    scopes: list[str]
    """What it allows."""
    created_at: Moment
    """When it was made (UTC)."""
    expires_at: Moment | None
    """When it expires (UTC); null: never."""
    last_used_at: Moment | None
    """When it was last used (UTC); null: never yet."""


class NewToken(TypedDict):
    """The token that was just made."""

    token: str
    """The text of the token, for the header `Authorization: Bearer ...`. It is shown here only."""
    expires_at: Moment | None
    """When it expires (UTC); null: never."""
    scopes: list[str]
    """What it allows."""
    name: str
    """What its owner calls it."""


class Tokens(TypedDict):
    """My personal tokens, the latest first."""

    results: list[Token]
    """The tokens."""


class Person(TypedDict):
    """What anybody may know of a player. `rank` is as it stands beside a name: "6k", "6k?" while it is a guess, null
    for those who were never rated."""

    username: str
    """The player's name."""
    bio: str
    """What the player says about themselves; may be empty."""
    joined: Moment
    """When the account was made (UTC)."""
    bot: bool
    """Whether a program plays."""
    rank: str | None
    """The rank as it stands beside the name; null for those who were never rated."""


class Me(Person):
    """What a player may know of themselves."""

    email: str
    """My e-mail address; may be empty."""
    language: str
    """The language of pages and letters: `en`, `fi` or `fa`; empty: that of the browser."""
    theme: str
    """The colours of pages: `light`, `dark` or `contrast`; empty: those of the device."""
    time_zone: str
    """The time zone in which pages and letters tell the time, by its name in the IANA database."""
    after_sending: str
    """What a page shows after a move was sent: `stay` (the same game) or `next` (the next game that waits)."""
    show_coordinates: bool
    """Whether boards show letters and numbers at their edges."""
    digits: str
    """How pages write numbers: `latin`, or empty for those of the language."""
    motion: str
    """`none`: nothing moves on pages; empty: as the device says."""


class Record(TypedDict):
    """Finished games with a winner."""

    won: int
    """How many games were won."""
    lost: int
    """How many games were lost."""


class Rating(TypedDict):
    """A Glicko-2 rating: of all games (`size` null) or of those on one size of board. `provisional`: no more than a
    guess yet."""

    size: int | None
    """The size of the board, such as 19; null for all games together."""
    rank: str
    """The rank that the rating stands for, such as `6k`."""
    provisional: bool
    """Whether the rating is no more than a guess yet."""
    rating: float
    """The rating in Glicko-2 points."""
    deviation: float
    """How uncertain the rating is, in Glicko-2 points: its standard deviation."""
    games: int
    """How many rated games it is made from."""
    at: Moment
    """When the last of them ended (UTC)."""


class RatingEvent(TypedDict):
    """What a rated game made of a player's ratings, overall and on its size. `score` is 1, 0.5 or 0. `game` and
    `opponent` are null for a private game of others."""

    game: int | None
    """The number of the game; null for a private game of others."""
    opponent: str | None
    """The opponent's name; null for a private game of others."""
    at: Moment
    """When the game ended (UTC)."""
    size: int
    """The size of the board."""
    color: Color
    """The colour that the player had."""
    score: float
    """What the player got: 1, 0.5 or 0."""
    rank: str
    """The rank after the game."""
    provisional: bool
    """Whether the rating was no more than a guess after the game."""
    rating_before: float
    """The rating over all games before this one, in Glicko-2 points."""
    rating: float
    """The rating over all games after this one, in Glicko-2 points."""
    deviation: float
    """The standard deviation of that rating, in Glicko-2 points."""
    size_rating: float
    """The rating on this size of board after the game, in Glicko-2 points."""
    size_deviation: float
    """The standard deviation of that rating, in Glicko-2 points."""


class RatingEvents(Page):
    """A page of a player's rated games, the newest first."""

    results: list[RatingEvent]
    """The rated games of this page."""


class Profile(Person):
    """A player as their page shows them. `between`: my games against them; null when nobody is signed in."""

    record: Record
    """Finished games with a winner, as far as you may see them."""
    ratings: list[Rating]
    """The ratings: over all games first, then by size of board."""
    running: int
    """How many games go on, as far as you may see them."""
    between: Record | None
    """The same record of your games against this player, from the player's side; null when nobody is signed in."""
    on_vacation_until: Moment | None
    """When the player's vacation ends (UTC); null when there is none now."""


class TimeControl(TypedDict):
    """A time control; which fields there are depends on the system."""

    system: Literal["days", "fischer", "byo_yomi", "canadian", "absolute", "none"]
    """Which clock: `days` (per move), `fischer`, `byo_yomi`, `canadian`, `absolute` or `none`."""
    main_time: NotRequired[int]
    """The time that each side begins with, in seconds."""
    increment: NotRequired[int]
    """Fischer: what each turn adds, in seconds."""
    cap: NotRequired[int | None]
    """Fischer: the most that a side can have, in seconds; null: no limit."""
    period_time: NotRequired[int]
    """Byo-yomi and Canadian: the length of a period of overtime, in seconds."""
    periods: NotRequired[int | None]
    """How many periods of overtime there are; null in Canadian overtime: any number."""
    stones: NotRequired[int]
    """Canadian: how many stones a period is for."""
    per_move: NotRequired[int]
    """Days per move: the time for each turn, in seconds."""


class Position(TypedDict):
    """A position to play on from."""

    start: list[str]
    """The rows of the board from the top: `.` is empty, `X` Black, `O` White."""
    first: Color
    """Who moves first from here."""
    prisoners: list[int]
    """The prisoners that Black and White hold."""
    moves: int
    """How many moves the record has before this position."""


class TimeTerms(TypedDict):
    """What was agreed about time; `days` is null unless it is days per move."""

    time: TimeControl
    """The time control."""
    days: int | None
    """Days per move; null for every other time control."""
    lateness: str
    """What happens when time runs out: `strict` (a loss), `claim` (the opponent may claim the win) or `friendly` (days
    of grace first)."""
    off_time: list[str]
    """When clocks may stand still: `vacation`, `weekend`, `night`, `pause`."""


class RatingTerms(TypedDict):
    """What a rated game counts."""

    resignation_rates_from: int
    """A resignation or a count rates once each side has played so many times."""
    pair_days: int
    """Games that the same two end within so many days weigh less and less."""
    pair_factor: float
    """Each of them counts this part of the one before."""
    pair_factor_of_guesses: float
    """The same while one of the two ratings is a guess."""


class Challenge(TimeTerms):
    """An offer with its exact terms; `token` is shown to its creator only. With `by_rank`, `handicap`, `color`, `komi`
    and `rated` are what it means for you."""

    id: int
    """The number of the offer."""
    creator: str
    """The name of the player who made it."""
    creator_rank: str | None
    """The rank of that player; null for one who was never rated."""
    opponent: str | None
    """The name of the player whom it is made to; null for an offer to anyone or by a link."""
    opponent_rank: str | None
    """The rank of that player; null for one who was never rated."""
    token: str | None
    """The secret of a private link, for its creator only; null for all others."""
    width: int
    """The width of the board, in points."""
    height: int
    """The height of the board, in points."""
    rule_set: str
    """The key of the rule set, such as `japanese`."""
    komi: str
    """What White gets, in points, a decimal as text."""
    handicap: int
    """How many handicap stones Black gets; 0 for none."""
    color: str
    """The colour that its creator wants: `random`, `black` or `white`."""
    by_rank: bool
    """Whether handicap, colours and komi follow from the ranks of the two."""
    rated: bool
    """Whether the game would be rated."""
    unrated_reason: str | None
    """Why it would not be rated: a key; null for a rated game."""
    rating_terms: RatingTerms | None
    """What a rated game counts; null for an unrated one."""
    private: bool
    """Whether only its players may see the game."""
    position: Position | None
    """The position that the game begins from; null for an empty board."""
    status: Literal["open", "accepted", "declined", "withdrawn", "countered"]
    """What became of the offer."""
    answer_to: int | None
    """The number of the offer that this one answers with other terms; null when it answers none."""
    game: int | None
    """The number of the game that came of it; null for none yet."""
    created_at: Moment
    """When it was made (UTC)."""


class Challenges(Page):
    """A page of offers, the newest first."""

    results: list[Challenge]
    """The offers of this page."""


class SeatOf(TypedDict):
    """Who plays a colour; and what a finished rated game did to their rating, null for others."""

    color: Color
    """The colour."""
    username: str
    """The player's name."""
    bot: bool
    """Whether a program plays."""
    rank: str | None
    """The rank as it stands beside the name; null for those who were never rated."""
    rating_before: float | None
    """The player's rating before this game, in Glicko-2 points; null while it goes on, and for an unrated game."""
    rating_after: float | None
    """The player's rating after it, in Glicko-2 points; null as above."""


class GameRow(TimeTerms):
    """A game in a list. `number` is that of its last action: send it as `expected`."""

    id: int
    """The number of the game."""
    number: int
    """The number of its last action; send it as `expected`."""
    players: list[SeatOf]
    """The two players, Black first."""
    width: int
    """The width of the board, in points."""
    height: int
    """The height of the board, in points."""
    rule_set: str
    """The key of the rule set, such as `japanese`."""
    komi: str
    """What White gets, in points, a decimal as text."""
    handicap: int
    """How many handicap stones Black got; 0 for none."""
    rated: bool
    """Whether the game counts for ratings."""
    unrated_reason: str | None
    """Why it does not: a key; null for a rated game."""
    private: bool
    """Whether only its players may see it."""
    phase: Literal["play", "stone_removal", "finished"]
    """Where the game is: stones are played, dead stones are agreed on, or it is over."""
    move_number: int
    """How many moves have been played, passes counted in."""
    to_play: Color | None
    """Who has to act; null when nobody has to."""
    deadline: Moment | None
    """When the time of that side runs out (UTC); null when no clock runs."""
    result: str | None
    """The result as SGF writes it, such as `B+3.5`, `W+R`, `W+T`, `0` or `Void`; null while the game goes on."""
    end_reason: str | None
    """Why the game is over: `score`, `resignation`, `time`, `forfeit`, `capture`, `no_result`, `both_lose`, `cancelled`
    or `annulled`; null while it goes on."""
    started_at: Moment
    """When it began (UTC)."""
    last_action_at: Moment
    """When the last action was recorded (UTC)."""
    finished_at: Moment | None
    """When it ended (UTC); null while it goes on."""


class Games(Page):
    """A page of games, the newest first."""

    results: list[GameRow]
    """The games of this page."""


class GameRecord(GameRow):
    """A game with its record."""

    sgf: str
    """The whole record, SGF FF[4]."""


class Term(TypedDict):
    """One line of a score."""

    name: str
    """What is counted: `territory`, `stones`, `captured`, `dead`, `pass_stones`, `komi` or `compensation`."""
    B: str
    """What Black gets for it, in points, a decimal as text; what is taken off is negative."""
    W: str
    """What White gets for it, in points, a decimal as text; what is taken off is negative."""


class Score(TypedDict):
    """A count, term by term."""

    terms: list[Term]
    """The lines of the count; they sum to the totals."""
    totals: TextByColor
    """The points of each side."""
    margin: str
    """How many points Black is ahead, a decimal as text; negative when White is, 0 for a draw."""
    winner: Color | None
    """Who is ahead; null for a draw."""
    territory: PointsByColor
    """The points of the board that are each side's territory."""
    dame: list[str]
    """The empty points that count for nobody, as vertices."""
    seki: list[str]
    """The points of groups in seki, as vertices."""
    open_borders: list[str]
    """Neutral points through which a territory is open to the enemy, as vertices."""


class Proposal(TypedDict):
    """Stones that one side takes for dead, and the score that follows. `by` is null when a moderator set them."""

    number: int
    """The number of the proposal; answers to it name it."""
    by: Color | None
    """Who made it; null when a moderator set the stones."""
    dead: list[str]
    """The stones that it takes for dead, as vertices."""
    score: Score
    """The count that follows."""


class Move(TypedDict):
    """A stone, or a pass (`point` null)."""

    color: Color
    """Who moved."""
    point: str | None
    """Where, as a vertex; null for a pass."""


class Settling(TypedDict):
    """A dispute is being played out: turns since it began, stones handed over by passes."""

    turns: ByColor
    """How many turns each side has had since it began."""
    handed_over: ByColor
    """How many stones each side has handed over by passes."""


class UndoRequest(TypedDict):
    """Somebody asks to go back to the position after move `to`."""

    to: int
    """The number of moves that would be left."""
    by: Color
    """Who asks."""


class NoResult(TypedDict):
    """Whether the game may end without a result because a position keeps coming back, and who proposed it."""

    possible: bool
    """Whether a position has come back so often that the game may end without a result."""
    asked_by: Color | None
    """Who proposed it; null when nobody has."""


class Facts(TypedDict):
    """What one side has left. Only what its time control has is not null."""

    running: bool
    """Whether this side's clock runs now."""
    left: int
    """What is left until this side loses on time, overtime counted in, in seconds."""
    main_time: int
    """What is left of the main time, in seconds."""
    in_overtime: bool
    """Whether the main time is used up."""
    period_left: int | None
    """What is left of the present period of overtime, in seconds."""
    period_number: int | None
    """Which period of overtime it is, from 1."""
    stones: int | None
    """Canadian: how many stones are still to be played in the period."""


class Added(TypedDict):
    """Why a deadline is later than the clock alone says."""

    kind: str
    """Why: `outage`, `pause`, `vacation`, `weekend`, `night`, or a grace."""
    seconds: int
    """By how much, in seconds."""


class StandingStill(TypedDict):
    """Why the clock stands still now, and until when."""

    kind: str
    """Why: `outage`, `pause`, `vacation`, `weekend` or `night`."""
    until: Moment
    """When it goes on (UTC)."""


class Clock(TypedDict):
    """The clocks at the moment `at`."""

    at: Moment
    """The moment that all of this is true for (UTC)."""
    deadline: Moment | None
    """When the running clock is used up (UTC); null when none runs."""
    reasons: list[Added]
    """Why the deadline is later than the clock alone says."""
    standing_still: StandingStill | None
    """Why the clock stands still now; null when it does not."""
    graces: int
    """How many times days of grace have been given in this game."""
    B: Facts | None
    """What Black has left."""
    W: Facts | None
    """What White has left."""


class PauseOffer(TypedDict):
    """Somebody proposes that both clocks stand still until then."""

    by: Color
    """Who proposes it."""
    until: Moment
    """When the pause would end (UTC)."""


class EndPhase(TypedDict):
    """How often play has stopped, and what can be done about a dispute now."""

    count: int
    """How often play has stopped so far."""
    settled: bool
    """Whether the dispute has been settled on the board."""
    may_resume: bool
    """Whether play may be resumed without settling, as in the first end phase of a game."""
    may_settle: bool
    """Whether either side may demand settling now, whoever has to act."""
    rejection_ends: bool
    """Whether a rejection, and `settle`, ends the game: counted as it stands, with all stones alive."""


class Doubt(TypedDict):
    """How the open proposal differs from the server's own count. Both sides get it however small the difference is,
    others only with `confirmation`."""

    stones: list[str]
    """The stones at issue, as vertices."""
    estimate: str
    """The result as the server counts it, such as `W+3.5`."""
    points: str
    """By how many points the two counts differ, a decimal as text."""
    other_winner: bool
    """Whether the server sees another winner."""
    unsure: list[str]
    """The stones of which the server cannot tell whether they are dead, as vertices."""
    confirmation: bool
    """Whether accepting takes a second confirmation, for so far apart are they or so unsure is the server; silence then
    does not accept."""


class Suggestion(TypedDict):
    """What the server takes for dead while the score is agreed on, and the result that would follow."""

    dead: list[str]
    """The stones that the server takes for dead, as vertices."""
    result: str
    """The result that would follow, such as `B+3.5`."""


class SecondOpinion(TypedDict):
    """What an engine takes for dead."""

    engine: str
    """The name of the engine."""
    dead: list[str]
    """The stones that it takes for dead, as vertices."""


class Marking(TypedDict):
    """For the side that marks: the server's suggestion, an engine's opinion, and its own draft."""

    suggested: list[str]
    """The stones that the server takes for dead, as vertices."""
    unsure: list[list[str]]
    """Groups of which the server cannot tell whether they are dead, each as vertices."""
    second_opinion: SecondOpinion | None
    """What an engine says; null when none was asked or it has not answered yet."""
    draft: list[str] | None
    """The stones that you have marked so far, as vertices; null when you have marked nothing."""


class Legal(TypedDict):
    """Where the side to play may play, why not on the other empty points, and which move's position superko repeats."""

    points: list[str]
    """The points where the side to play may play, as vertices."""
    refused: dict[str, str]
    """For every other empty point the code that a move there is refused with, by vertex."""
    repeats: dict[str, int | None]
    """For points that superko forbids: the number of the move whose position would come back, by vertex."""


class Line(TypedDict):
    """The game as a line of moves, without what was taken back. `start` has the handicap stones on it."""

    start: list[str]
    """The rows of the board before the first move: `.` is empty, `X` Black, `O` White."""
    moves: list[Move]
    """The moves in order."""


class RuleSet(TypedDict):
    """The rules of a game, as they were when it began."""

    key: str
    """The key of the rule set."""
    counting: str
    """How the score is counted: `brainking`, `territory`, `area` or `aga`."""
    ko: str
    """Which positions may not come back: `simple` (the one before), `positional` or `situational` (any earlier one)."""
    self_capture: str
    """Which of one's own chains one may take off: `forbidden` (none), `multi_stone` or `allowed`."""
    komi: list[str]
    """The komi between equals on 9x9, 13x13 and 19x19, in points, as text."""
    handicap_placement: str
    """Where handicap stones go: `fixed` (the star points) or `free`."""
    compensation: str
    """What White gets for handicap stones: `none`, `per_stone` or `per_stone_after_first`."""
    pass_stones: str
    """When a pass hands a stone to the opponent: `never`, `always` or `settling`."""
    last_pass_white: bool
    """Whether White makes the last pass."""
    resumer_moves_first: bool
    """Who moves first when play is resumed: the side that asked (true) or its opponent."""
    all_stones_alive: bool
    """Whether all stones that are left on the board count as alive."""
    rejection_always_settles: bool
    """Whether rejecting a proposal always leads to settling on the board."""


class Game(GameRow):
    """The whole state of a game as this viewer may see it. In `board`, "." is empty, X is Black, O is White."""

    stage: str
    """What is to be done: a finer `phase`, such as `marking` or `deciding`."""
    board: list[str]
    """The rows of the board from the top."""
    last_move: Move | None
    """The last move; null before the first."""
    prisoners: ByColor
    """The prisoners that each side holds."""
    pass_stones: ByColor
    """The stones that each side got by the opponent's passes."""
    passes: int
    """How many passes stand at the end of the game so far."""
    settling: Settling | None
    """How far a dispute has been played out; null when none is."""
    proposal: Proposal | None
    """The open proposal of dead stones; null when there is none."""
    rejections: int
    """How many proposals have been rejected."""
    end_phase: EndPhase
    """The end phases so far, and what can be done about a dispute."""
    undo_request: UndoRequest | None
    """The open request to take moves back; null when there is none."""
    no_result: NoResult
    """About ending the game without a result."""
    clock: Clock | None
    """The clocks; null in a game without."""
    pause_offer: PauseOffer | None
    """The open offer of a pause; null when there is none."""
    doubt: Doubt | None
    """Why the open proposal should be looked at twice; null when nothing speaks against it."""
    suggestion: Suggestion | None
    """What the server takes for dead; null while stones are played, and for others than the two sides."""
    marking: Marking | None
    """What helps the side that marks; null for all others."""
    rules: RuleSet
    """The rules of this game, one by one."""
    legal: Legal | None
    """Where one may play; null unless it was asked for, and while no stones are played."""
    line: Line | None
    """The moves that led here; null unless it was asked for."""


class Outcome(TypedDict):
    """How a moderator decided a game."""

    winner: Color | None
    """Who won; null when nobody did."""
    reason: str
    """Why the game is over, as in `end_reason`."""
    margin: str | None
    """By how many points, a decimal as text; null when points did not decide."""


class Receipt(TypedDict):
    """An action as it was recorded, and what came of it. What was asked is there, too, by kind."""

    game: int
    """The number of the game."""
    number: int
    """The number of the action, from 1 without a gap."""
    kind: str
    """What was done. There are kinds that only the server or a moderator does."""
    color: Color | None
    """Who did it; null for the server and for moderators."""
    captured: list[str]
    """The stones that came off the board, as vertices."""
    move_number: int
    """How many moves there are after it."""
    phase: str
    """The phase after it."""
    stage: str
    """The stage after it."""
    to_play: Color | None
    """Who has to act after it; null when nobody has to."""
    deadline: Moment | None
    """When that side's time runs out (UTC); null when no clock runs."""
    result: str | None
    """The result as SGF writes it; null while the game goes on."""
    received_at: Moment
    """When the server got it (UTC), which is what counts for the clock."""
    point: NotRequired[str]
    """Where a stone was played, as a vertex."""
    points: NotRequired[list[str]]
    """Where handicap stones were placed, as vertices."""
    dead: NotRequired[list[str]]
    """The stones that were proposed or set as dead, as vertices."""
    proposal: NotRequired[int]
    """The number of the proposal that it is about."""
    then: NotRequired[str]
    """What the one who rejected wants: `mark`, `resume` or `settle`."""
    reason: NotRequired[str]
    """Why, in the words of the one who did it."""
    outcome: NotRequired[Outcome]
    """How a moderator decided the game."""
    to: NotRequired[int]
    """The number of moves that are left after taking back."""
    days: NotRequired[int]
    """How many days were given."""
    until: NotRequired[str]
    """The end of the pause (UTC)."""
    first: NotRequired[Color | None]
    """Who moves first; null: as the rules say."""
    side: NotRequired[Color]
    """Whose clock was changed."""
    minutes: NotRequired[int]
    """By how many minutes."""
    in_doubt: NotRequired[bool]
    """That the open proposal was in doubt, so that silence did not accept it."""


class Receipts(TypedDict):
    """Actions in the order of their numbers."""

    results: list[Receipt]
    """The actions."""


class Message(TypedDict):
    """What somebody said, when the game was at `number`. `hidden` by those who keep order: the text is empty."""

    id: int
    """The number of the message."""
    author: str
    """The name of the one who said it."""
    text: str
    """What was said."""
    hidden: bool
    """Whether those who keep order have hidden it."""
    number: int
    """The number of the game's last action when it was said."""
    said_at: Moment
    """When it was said (UTC)."""


class Messages(Page):
    """A page of the chat, the latest first."""

    results: list[Message]
    """The messages of this page."""


class Report(TypedDict):
    """What I reported. `answer` is "right" when something was done about it, "no_action" when not."""

    id: int
    """The number of the report."""
    kind: str
    """What it is about: a key."""
    player: str | None
    """The name of the one who was reported; null when the account is gone."""
    game: int | None
    """The number of the game that it is about; null for none."""
    text: str
    """What I wrote."""
    at: Moment
    """When I reported it (UTC)."""
    answer: Literal["right", "no_action"] | None
    """What came of it; null while it waits."""
    answered_at: Moment | None
    """When it was answered (UTC); null while it waits."""


class Reports(Page):
    """A page of my reports, the newest first."""

    results: list[Report]
    """The reports of this page."""


class Appeal(TypedDict):
    """An appeal; without an `outcome` it waits for its answer. `text` is for the one who appealed."""

    text: str | None
    """Why it should be decided otherwise; null for all but the one who appealed."""
    outcome: Literal["upheld", "changed", "lifted"] | None
    """What came of it; null while it waits."""
    reason: str | None
    """Why, in the words of the one who answered; null while it waits."""


class Decision(TypedDict):
    """What those who keep order decided about me, or in a game of mine, and why.

    `ruling` is the kind of the action in the game's record, where it was a ruling. `games_then` says what becomes of a
    suspended player's running games at `games_at`.
    """

    id: int
    """The number of the decision."""
    measure: str
    """What was done: a key."""
    reason: str
    """Why."""
    at: Moment
    """When it was decided (UTC)."""
    until: Moment | None
    """When it ends (UTC); null: it does not end by itself, or is done at once."""
    game: int | None
    """The number of the game that it is about; null for none."""
    ruling: str | None
    """The kind of the action in that game; null when it was no ruling."""
    taken_back_at: Moment | None
    """When it was taken back (UTC); null while it stands."""
    games_then: Literal["play_on", "lost", "annulled"] | None
    """What becomes of the running games; null when nothing does."""
    games_at: Moment | None
    """When that happens (UTC); null when nothing does."""
    appeal: Appeal | None
    """The appeal against it; null when there is none."""


class Decisions(Page):
    """A page of decisions, the newest first."""

    results: list[Decision]
    """The decisions of this page."""


class Note(TypedDict):
    """My private note about a game; an empty text is none."""

    text: str
    """The note."""
    changed_at: Moment | None
    """When it was last written (UTC); null when there is none."""


class Marks(TypedDict):
    """My draft of dead stones."""

    dead: list[str]
    """The stones that are marked now, as vertices."""


class Again(TypedDict):
    """What asking for a rematch made: an offer, or a game when the opponent had asked, too."""

    game: int | None
    """The number of the game that began; null when none did."""
    challenge: int | None
    """The number of the offer; null when a game began."""


class Sgf(TypedDict):
    """The record as SGF FF[4]."""

    sgf: str
    """The whole file as text."""


class WhyCounted(TypedDict):
    """Why a point counts or not, and for whom."""

    why: str
    """What the point is: `living_stone`, `territory`, `under_dead_stone`, `dame`, `open_border`, `false_eye` or `seki`.
    What the point is: `living_stone`, `territory`, `under_dead_stone`, `dame`, `open_border`, `false_eye` or `seki`."""
    color: Color | None
    """Whose it is; null where it counts for nobody."""


class Totals(TypedDict):
    """A result under one rule set."""

    result: str
    """The result as SGF writes it."""
    totals: TextByColor
    """The points of each side."""


class HalfCount(TypedDict):
    """The Chinese way: Black's points, and how many Black needs."""

    B: str
    """Black's points, a decimal as text."""
    needed: str
    """What Black must have more than to win, in points, a decimal as text."""


class Count(TypedDict):
    """A count, explained point by point and side by side."""

    dead: list[str]
    """The stones that are taken for dead, as vertices."""
    score: Score
    """The count under the rules of the game."""
    points: dict[str, WhyCounted]
    """Every point of the board that counts or might, by vertex."""
    side_by_side: dict[str, Totals]
    """The same board under other rules, by the key of the rule set."""
    by_territory: Totals | None
    """AGA rules: the same counted by territory; null for all others."""
    half_count: HalfCount | None
    """The older way to say an area count; null where territory is counted."""


class Notice(TypedDict):
    """Something that the player should know."""

    id: int
    """The number of the notice."""
    kind: str
    """What happened: a key."""
    game: int | None
    """The number of the game that it is about; null for none."""
    challenge: int | None
    """The number of the offer that it is about; null for none."""
    path: str | None
    """The address of the page that it leads to, on this server; null for none."""
    by: str | None
    """The name of the one who did it; null for the server."""
    created_at: Moment
    """When it happened (UTC)."""
    read: bool
    """Whether it has been read."""


class Notices(Page):
    """A page of notices, the newest first."""

    results: list[Notice]
    """The notices of this page."""


class Read(TypedDict):
    """How many notices were marked as read."""

    read: int
    """How many notices."""


class SavedGame(TypedDict):
    """A game that a vacation saved from a loss on time."""

    game: int
    """The number of the game."""
    deadline: Moment | None
    """When its time would now run out (UTC), the vacation counted in; null when no clock runs."""


class Vacation(TypedDict):
    """A vacation, and the games that it saved from a loss on time."""

    begin: Moment
    """When it began (UTC)."""
    end: Moment
    """When it ends (UTC), or ended."""
    automatic: bool
    """Whether it began by itself, before a loss on time."""
    saved: list[SavedGame]
    """The games that would have been lost on time when it began by itself."""


class VacationBegun(Vacation):
    """The vacation that has just begun."""

    asked_until: Moment | None
    """The end that was asked for (UTC); null: as long as there is vacation left."""
    shortened: bool
    """Whether it ends earlier than that, because no more vacation is left."""


class Night(TypedDict):
    """From when until when, on the wall clock."""

    begin: str
    """The time of day when it begins, such as `22:00`, in `zone`."""
    end: str
    """The time of day when it ends, such as `07:00`, in `zone`."""


class Week(TypedDict):
    """The hours that do not count."""

    zone: str
    """The time zone, by its name in the IANA database."""
    weekend: list[int]
    """The weekdays that do not count: 1 is Monday, 7 Sunday."""
    night: Night | None
    """The hours that do not count; null for none."""
    may_change_at: Moment | None
    """When it can be changed again (UTC); null: now."""


class MyTime(TypedDict):
    """What a player has chosen about time; durations in seconds."""

    vacation: Vacation | None
    """The vacation that goes on; null when there is none."""
    vacation_left: int
    """How much vacation is left, in seconds."""
    vacations: list[Vacation]
    """My vacations, the latest first, at most 100."""
    week: Week
    """The hours of each week that do not count."""
    automatic_vacation: bool
    """Whether a vacation begins by itself before a loss on time."""
    remind_day: bool
    """Whether I am reminded a day before my time runs out."""
    remind_hours: bool
    """Whether I am reminded some hours before my time runs out."""
    remind_by_mail: bool
    """Whether reminders come as letters, too."""
    has_calendar: bool
    """Whether my deadlines are at a secret address, for calendars."""


class Calendar(TypedDict):
    """The secret address of a calendar."""

    path: str
    """The address, below that of the server."""


class Webhook(TypedDict):
    """Where events are sent. `secret` is in the answer that made it, and nowhere else."""

    id: int
    """The number of the webhook."""
    url: str
    """The address that events are sent to."""
    created_at: Moment
    """When it was made (UTC)."""
    sent: int
    """The number of the last event that it took."""
    failures: int
    """How many times in a row the next event has been refused."""
    failing_since: Moment | None
    """Since when (UTC); null while all is well."""
    last_answer: str
    """What the address answered last, in a few words; may be empty."""
    last_success_at: Moment | None
    """When it last took an event (UTC); null: never yet."""
    disabled_at: Moment | None
    """When it was switched off after days of failures (UTC); null while it is on."""
    secret: NotRequired[str]
    """What requests are signed with. It is in the answer that made it, and nowhere else."""


class Webhooks(TypedDict):
    """My webhooks, the oldest first."""

    results: list[Webhook]
    """The webhooks."""


class Event(TypedDict):
    """One thing that happened; `number` counts mine from 1. What it is about depends on its type."""

    number: int
    """The number of the event among mine, from 1."""
    type: str
    """What happened, such as `game.action`. New types may come."""
    at: Moment
    """When it happened (UTC)."""
    game: int | None
    """The number of the game that it is about; null for none."""
    action: Receipt | None
    """The action; null when it is about none."""
    message: Message | None
    """The message; null when it is about none."""
    challenge: Challenge | None
    """The offer as it is now; null when it is about none."""


class Hello(TypedDict):
    """The first line of a stream. `missed`: something between is no longer kept; fetch the state."""

    type: Literal["hello"]
    """Always `hello`."""
    number: int
    """What follows comes after this number."""
    missed: bool
    """Whether something before that is no longer kept: then fetch the states that you need."""


class GameEvent(TypedDict):
    """One line of a game's stream: an action with its number, or that there is chat or another deadline to fetch."""

    type: Literal["action", "chat", "clock", "error"]
    """What the line is."""
    number: NotRequired[int]
    """The number of the action."""
    action: NotRequired[Receipt]
    """The action."""
    code: NotRequired[str]
    """With `error`: why the stream ends."""


class App(TypedDict):
    """A registered program."""

    client_id: str
    """What the program calls itself by in OAuth."""
    name: str
    """What players read."""
    redirect_uris: list[str]
    """The addresses that codes may be sent to."""
    created_at: Moment
    """When it was registered (UTC)."""


class Apps(TypedDict):
    """My registered programs."""

    results: list[App]
    """The programs."""


class Grant(TypedDict):
    """A program that may act for me."""

    client_id: str
    """What the program calls itself by in OAuth."""
    name: str
    """What its maker calls it."""
    scopes: list[str]
    """What it may do."""


class Blocked(TypedDict):
    """A player whom one has blocked."""

    username: str
    """The player's name."""
    at: Moment
    """Since when (UTC)."""


class Blocks(TypedDict):
    """The players whom one has blocked."""

    results: list[Blocked]
    """The players."""


class Grants(TypedDict):
    """The programs that may act for me."""

    results: list[Grant]
    """The programs."""


class Session(TypedDict):
    """Where I am signed in by a browser."""

    id: int
    """The number of the session."""
    device: str
    """Browser and system as far as the browser tells, such as `Firefox, Linux`; `?` when it does not."""
    address: str
    """The network address that it was last used from."""
    began_at: Moment
    """When somebody signed in (UTC)."""
    last_used_at: Moment
    """When it was last used (UTC), exact to five minutes."""


class Sessions(TypedDict):
    """Where I am signed in by browsers, the latest used first."""

    results: list[Session]
    """The sessions."""


class Ended(TypedDict):
    """How many sessions ended."""

    ended: int
    """How many sessions ended."""
