"""What the API answers, as types. The server's OpenAPI schema is made from them, so they are the schema.

Points are vertices such as "K11". Colours are "B" and "W". Moments are ISO 8601 in UTC, durations whole seconds; the
points of a score and komi are decimals written as text.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

Moment = Annotated[str, "date-time"]
Color = Literal["B", "W"]


class ByColor(TypedDict):
    B: int
    W: int


class TextByColor(TypedDict):
    B: str
    W: str


class PointsByColor(TypedDict):
    B: list[str]
    W: list[str]


class Problem(TypedDict):
    """A refusal (RFC 9457). `code` is stable; `detail` is for people, in their language.

    Some codes say more in fields of their own: `number`, `field`, `move_number`, `scope`, ...
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: NotRequired[Any]


class Token(TypedDict):
    """A personal token. Its text is in the answer that made it, and nowhere else."""

    id: int
    name: str
    hint: str
    scopes: list[str]
    created_at: Moment
    expires_at: Moment | None
    last_used_at: Moment | None


class NewToken(TypedDict):
    """The token that was just made."""

    token: str
    expires_at: Moment | None
    scopes: list[str]
    name: str


class Tokens(TypedDict):
    """My personal tokens, the latest first."""

    results: list[Token]


class Person(TypedDict):
    """What anybody may know of a player. `rank` is as it stands beside a name: "6k", "6k?" while it is a guess, null
    for those who were never rated."""

    username: str
    bio: str
    joined: Moment
    bot: bool
    rank: str | None


class Me(Person):
    """What a player may know of themselves."""

    email: str
    language: str
    theme: str
    time_zone: str
    after_sending: str
    show_coordinates: bool
    digits: str
    motion: str


class Record(TypedDict):
    """Finished games with a winner."""

    won: int
    lost: int


class Rating(TypedDict):
    """A Glicko-2 rating: of all games (`size` null) or of those on one size of board. `provisional`: no more than a
    guess yet."""

    size: int | None
    rank: str
    provisional: bool
    rating: float
    deviation: float
    games: int
    at: Moment


class RatingEvent(TypedDict):
    """What a rated game made of a player's ratings, overall and on its size. `score` is 1, 0.5 or 0. `game` and
    `opponent` are null for a private game of others."""

    game: int | None
    opponent: str | None
    at: Moment
    size: int
    color: Color
    score: float
    rank: str
    provisional: bool
    rating_before: float
    rating: float
    deviation: float
    size_rating: float
    size_deviation: float


class RatingEvents(TypedDict):
    """A page of a player's rated games, the newest first."""

    next: str | None
    previous: str | None
    results: list[RatingEvent]


class Profile(Person):
    """A player as their page shows them. `between`: my games against them; null when nobody is signed in."""

    record: Record
    ratings: list[Rating]
    running: int
    between: Record | None
    on_vacation_until: Moment | None


class TimeControl(TypedDict):
    """A time control; which fields there are depends on the system."""

    system: str
    main_time: NotRequired[int]
    increment: NotRequired[int]
    cap: NotRequired[int | None]
    period_time: NotRequired[int]
    periods: NotRequired[int | None]
    stones: NotRequired[int]
    per_move: NotRequired[int]


class Position(TypedDict):
    """A position to play on from."""

    start: list[str]
    first: Color
    prisoners: list[int]
    moves: int


class TimeTerms(TypedDict):
    """What was agreed about time; `days` is null unless it is days per move."""

    time: TimeControl
    days: int | None
    lateness: str
    off_time: list[str]


class Challenge(TimeTerms):
    """An offer with its exact terms; `token` is shown to its creator only. With `by_rank`, `handicap`, `color`, `komi`
    and `rated` are what it means for you."""

    id: int
    creator: str
    creator_rank: str | None
    opponent: str | None
    opponent_rank: str | None
    token: str | None
    width: int
    height: int
    rule_set: str
    komi: str
    handicap: int
    color: str
    by_rank: bool
    rated: bool
    unrated_reason: str | None
    private: bool
    position: Position | None
    status: Literal["open", "accepted", "declined", "withdrawn", "countered"]
    answer_to: int | None
    game: int | None
    created_at: Moment


class Challenges(TypedDict):
    """A page of offers, the newest first."""

    next: str | None
    previous: str | None
    results: list[Challenge]


class SeatOf(TypedDict):
    """Who plays a colour; and what a finished rated game did to their rating, null for others."""

    color: Color
    username: str
    bot: bool
    rank: str | None
    rating_before: float | None
    rating_after: float | None


class GameRow(TimeTerms):
    """A game in a list. `number` is that of its last action: send it as `expected`."""

    id: int
    number: int
    players: list[SeatOf]
    width: int
    height: int
    rule_set: str
    komi: str
    handicap: int
    rated: bool
    unrated_reason: str | None
    private: bool
    phase: Literal["play", "stone_removal", "finished"]
    move_number: int
    to_play: Color | None
    deadline: Moment | None
    result: str | None
    end_reason: str | None
    started_at: Moment
    last_action_at: Moment
    finished_at: Moment | None


class Games(TypedDict):
    """A page of games, the newest first. `next` and `previous` are addresses of other pages."""

    next: str | None
    previous: str | None
    results: list[GameRow]


class Term(TypedDict):
    """One line of a score."""

    name: str
    B: str
    W: str


class Score(TypedDict):
    """A count, term by term."""

    terms: list[Term]
    totals: TextByColor
    margin: str
    winner: Color | None
    territory: PointsByColor
    dame: list[str]
    seki: list[str]
    open_borders: list[str]


class Proposal(TypedDict):
    """Stones that one side takes for dead, and the score that follows. `by` is null when a moderator set them."""

    number: int
    by: Color | None
    dead: list[str]
    score: Score


class Move(TypedDict):
    """A stone, or a pass (`point` null)."""

    color: Color
    point: str | None


class Settling(TypedDict):
    """A dispute is being played out: turns since it began, stones handed over by passes."""

    turns: ByColor
    handed_over: ByColor


class UndoRequest(TypedDict):
    """Somebody asks to go back to the position after move `to`."""

    to: int
    by: Color


class NoResult(TypedDict):
    """Whether the game may end without a result because a position keeps coming back, and who proposed it."""

    possible: bool
    asked_by: Color | None


class Facts(TypedDict):
    """What one side has left. Only what its time control has is not null."""

    running: bool
    left: int
    main_time: int
    in_overtime: bool
    period_left: int | None
    period_number: int | None
    stones: int | None


class Added(TypedDict):
    """Why a deadline is later than the clock alone says."""

    kind: str
    seconds: int


class StandingStill(TypedDict):
    """Why the clock stands still now, and until when."""

    kind: str
    until: Moment


class Clock(TypedDict):
    """The clocks at the moment `at`."""

    at: Moment
    deadline: Moment | None
    reasons: list[Added]
    standing_still: StandingStill | None
    graces: int
    B: Facts | None
    W: Facts | None


class PauseOffer(TypedDict):
    """Somebody proposes that both clocks stand still until then."""

    by: Color
    until: Moment


class EndPhase(TypedDict):
    """How often play has stopped, and what can be done about a dispute now.

    `settled`: it has been settled on the board. `may_resume`: play may be resumed without settling, which it may in
    the first end phase of a game. `may_settle`: either side may demand settling, whoever has to act. `rejection_ends`:
    a rejection ends the game, counted as it stands with all stones alive, and so does `settle`.
    """

    count: int
    settled: bool
    may_resume: bool
    may_settle: bool
    rejection_ends: bool


class Doubt(TypedDict):
    """How the open proposal differs from the server's own count.

    `stones` are those at issue, `estimate` the server's count, `points` how far apart the two are. `confirmation`:
    they are so far apart that accepting takes a second confirmation and silence does not accept. Both sides get it
    however small the difference is, others only with `confirmation`.
    """

    stones: list[str]
    estimate: str
    points: str
    other_winner: bool
    confirmation: bool


class Suggestion(TypedDict):
    """What the server takes for dead while the score is agreed on, and the result that would follow."""

    dead: list[str]
    result: str


class SecondOpinion(TypedDict):
    """What an engine takes for dead."""

    engine: str
    dead: list[str]


class Marking(TypedDict):
    """For the side that marks: the server's suggestion, an engine's opinion, and its own draft."""

    suggested: list[str]
    second_opinion: SecondOpinion | None
    draft: list[str] | None


class Legal(TypedDict):
    """Where the side to play may play, why not on the other empty points, and which move's position superko repeats."""

    points: list[str]
    refused: dict[str, str]
    repeats: dict[str, int | None]


class Line(TypedDict):
    """The game as a line of moves, without what was taken back. `start` has the handicap stones on it."""

    start: list[str]
    moves: list[Move]


class Game(GameRow):
    """The whole state of a game as this viewer may see it. In `board`, "." is empty, X is Black, O is White."""

    stage: str
    board: list[str]
    last_move: Move | None
    prisoners: ByColor
    pass_stones: ByColor
    passes: int
    settling: Settling | None
    proposal: Proposal | None
    rejections: int
    end_phase: EndPhase
    undo_request: UndoRequest | None
    no_result: NoResult
    clock: Clock | None
    pause_offer: PauseOffer | None
    doubt: Doubt | None
    suggestion: Suggestion | None
    marking: Marking | None
    rules: dict[str, Any]
    legal: Legal | None
    line: Line | None


class Receipt(TypedDict):
    """An action as it was recorded, and what came of it. What was asked is there, too, by kind."""

    game: int
    number: int
    kind: str
    color: Color | None
    captured: list[str]
    move_number: int
    phase: str
    stage: str
    to_play: Color | None
    deadline: Moment | None
    result: str | None
    received_at: Moment
    point: NotRequired[str]
    points: NotRequired[list[str]]
    dead: NotRequired[list[str]]
    proposal: NotRequired[int]
    then: NotRequired[str]
    reason: NotRequired[str]
    outcome: NotRequired[dict[str, Any]]
    to: NotRequired[int]
    days: NotRequired[int]
    until: NotRequired[str]
    first: NotRequired[Color | None]
    side: NotRequired[Color]
    minutes: NotRequired[int]
    in_doubt: NotRequired[bool]


class Receipts(TypedDict):
    """Actions in the order of their numbers."""

    results: list[Receipt]


class Message(TypedDict):
    """What somebody said, when the game was at `number`. `hidden` by those who keep order: the text is empty."""

    id: int
    author: str
    text: str
    hidden: bool
    number: int
    said_at: Moment


class Messages(TypedDict):
    """A page of the chat, the latest first."""

    next: str | None
    previous: str | None
    results: list[Message]


class Report(TypedDict):
    """What I reported. `answer` is "right" when something was done about it, "no_action" when not."""

    id: int
    kind: str
    player: str | None
    game: int | None
    text: str
    at: Moment
    answer: Literal["right", "no_action"] | None
    answered_at: Moment | None


class Reports(TypedDict):
    """A page of my reports, the newest first."""

    next: str | None
    previous: str | None
    results: list[Report]


class Appeal(TypedDict):
    """An appeal; without an `outcome` it waits for its answer. `text` is for the one who appealed."""

    text: str | None
    outcome: Literal["upheld", "changed", "lifted"] | None
    reason: str | None


class Decision(TypedDict):
    """What those who keep order decided about me, or in a game of mine, and why.

    `ruling` is the kind of the action in the game's record, where it was a ruling. `games_then` says what becomes of a
    suspended player's running games at `games_at`.
    """

    id: int
    measure: str
    reason: str
    at: Moment
    until: Moment | None
    game: int | None
    ruling: str | None
    taken_back_at: Moment | None
    games_then: Literal["play_on", "lost", "annulled"] | None
    games_at: Moment | None
    appeal: Appeal | None


class Decisions(TypedDict):
    """A page of decisions, the newest first."""

    next: str | None
    previous: str | None
    results: list[Decision]


class Note(TypedDict):
    """My private note about a game; an empty text is none."""

    text: str
    changed_at: Moment | None


class Marks(TypedDict):
    """My draft of dead stones."""

    dead: list[str]


class Again(TypedDict):
    """What asking for a rematch made: an offer, or a game when the opponent had asked, too."""

    game: int | None
    challenge: int | None


class Sgf(TypedDict):
    """The record as SGF FF[4]."""

    sgf: str


class WhyCounted(TypedDict):
    """Why a point counts or not, and for whom."""

    why: str
    color: Color | None


class Totals(TypedDict):
    """A result under one rule set."""

    result: str
    totals: TextByColor


class HalfCount(TypedDict):
    """The Chinese way: Black's points, and how many Black needs."""

    B: str
    needed: str


class Count(TypedDict):
    """A count, explained point by point and side by side."""

    dead: list[str]
    score: Score
    points: dict[str, WhyCounted]
    side_by_side: dict[str, Totals]
    by_territory: Totals | None
    half_count: HalfCount | None


class Notice(TypedDict):
    """Something that the player should know."""

    id: int
    kind: str
    game: int | None
    challenge: int | None
    path: str | None
    by: str | None
    created_at: Moment
    read: bool


class Notices(TypedDict):
    """A page of notices, the newest first."""

    next: str | None
    previous: str | None
    results: list[Notice]


class Read(TypedDict):
    """How many notices were marked as read."""

    read: int


class Vacation(TypedDict):
    """A vacation, and how many games it saved from a loss on time."""

    begin: Moment
    end: Moment
    automatic: bool
    saved: Any


class Night(TypedDict):
    """From when until when, on the wall clock."""

    begin: str
    end: str


class Week(TypedDict):
    """The hours that do not count."""

    zone: str
    weekend: list[int]
    night: Night | None
    may_change_at: Moment | None


class MyTime(TypedDict):
    """What a player has chosen about time; durations in seconds."""

    vacation: Vacation | None
    vacation_left: int
    vacations: list[Vacation]
    week: Week
    automatic_vacation: bool
    remind_day: bool
    remind_hours: bool
    remind_by_mail: bool
    has_calendar: bool


class Calendar(TypedDict):
    """The secret address of a calendar."""

    path: str


class Webhook(TypedDict):
    """Where events are sent. `secret` is in the answer that made it, and nowhere else."""

    id: int
    url: str
    created_at: Moment
    sent: int
    failures: int
    failing_since: Moment | None
    last_answer: str
    last_success_at: Moment | None
    disabled_at: Moment | None
    secret: NotRequired[str]


class Webhooks(TypedDict):
    """My webhooks, the oldest first."""

    results: list[Webhook]


class Event(TypedDict):
    """One thing that happened; `number` counts mine from 1. What it is about depends on its type."""

    number: int
    type: str
    at: Moment
    game: int | None
    action: Receipt | None
    message: Message | None
    challenge: Challenge | None


class Hello(TypedDict):
    """The first line of a stream. `missed`: something between is no longer kept; fetch the state."""

    type: Literal["hello"]
    number: int
    missed: bool


class GameEvent(TypedDict):
    """One line of a game's stream: an action with its number, or that there is chat or another deadline to fetch."""

    type: Literal["action", "chat", "clock", "error"]
    number: NotRequired[int]
    action: NotRequired[Receipt]
    code: NotRequired[str]


class App(TypedDict):
    """A registered program."""

    client_id: str
    name: str
    redirect_uris: list[str]
    created_at: Moment


class Apps(TypedDict):
    """My registered programs."""

    results: list[App]


class Grant(TypedDict):
    """A program that may act for me."""

    client_id: str
    name: str
    scopes: list[str]


class Blocked(TypedDict):
    """A player whom one has blocked."""

    username: str
    at: Moment


class Blocks(TypedDict):
    """The players whom one has blocked."""

    results: list[Blocked]


class Grants(TypedDict):
    """The programs that may act for me."""

    results: list[Grant]
