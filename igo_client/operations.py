"""One method for each operation of the API, made from the OpenAPI document by tests/client/generate.py."""
# ruff: noqa: PLR0913
# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict

from . import api_types as types
from .calling import UNSET, Calls, Unset

AbsenceEnum = Literal["none", "half", "point"]

ActActEnum = Literal[
    "open",
    "start",
    "cancel",
    "close",
    "invite",
    "approve",
    "decline",
    "remove",
    "propose",
    "swap",
    "fix",
    "seed",
    "bars",
    "exchange",
    "replace",
    "time",
    "extend",
    "copy",
    "once",
    "publish",
    "forbid",
    "allow",
    "result",
    "adjust",
    "rank",
    "labels",
    "director",
    "no_director",
    "notice",
]

ActResultEnum = Literal[
    "black_wins",
    "white_wins",
    "draw",
    "black_by_default",
    "white_by_default",
    "both_lose",
    "both_win",
    "void",
    "struck",
]

ActionKindEnum = Literal[
    "play",
    "pass",
    "stop",
    "place_handicap",
    "resign",
    "cancel",
    "propose",
    "withdraw",
    "accept",
    "reject",
    "resume",
    "settle",
    "request_undo",
    "answer_undo",
    "request_no_result",
    "answer_no_result",
    "request_pause",
    "answer_pause",
    "request_draw",
    "answer_draw",
    "withdraw_request",
    "answer_result",
    "take_back",
    "ask_to_resign",
    "answer_partner",
    "leave",
    "invite_successor",
    "admit_successor",
    "claim_win",
    "grant_time",
    "refuse_win",
    "report_stalling",
    "call_referee",
    "decide",
    "set_marking",
    "let_resume",
    "adjust_clock",
]

ActionThenEnum = Literal["mark", "resume", "settle", "end"]

AfterSendingEnum = Literal["stay", "next", "list"]

AfterTimeoutEnum = Literal["ask", "out", "ignore"]

BlankEnum = Literal[""]

BoardThemeEnum = Literal["wood", "paper", "slate", "contrast", "bamboo", "walnut", "jade", "indigo"]

ButtonsEnum = Literal["pass", "resign", "pass resign"]

CalendarEnum = Literal["solar"]

ClassActActEnum = Literal["invite", "remove", "link", "end_link", "message", "homework", "end_homework"]

ClassMembershipDoEnum = Literal["join", "leave"]

ClassPositionColorEnum = Literal["random", "black", "white"]

ClocksEnum = Literal["days_1", "days_3", "days_7", "fischer", "byo_yomi", "canadian", "absolute"]

ClubActActEnum = Literal[
    "invite",
    "admit",
    "decline",
    "remove",
    "ban",
    "unban",
    "role",
    "link",
    "end_link",
    "notice",
    "delete_notice",
    "close",
]

ClubRoleEnum = Literal["owner", "manager", "captain", "member"]

ColorEnum = Literal["random", "black", "white", "both"]

DigitsEnum = Literal["latin"]

DrawingEnum = Literal["snake", "drawn", "hand"]

DrawnFromEnum = Literal["top", "bottom"]

EnteringEnum = Literal["open", "club", "approval", "invitation"]

FinalGamesEnum = Literal[1, 3, 5]

FollowingEnum = Literal["over", "date", "hand"]

GoalEnum = Literal["connect", "cut", "kill", "live", "race"]

HandicapEnum = Literal["no", "either", "yes"]

ImportedNameActEnum = Literal["propose", "confirm", "decline"]

JoiningEnum = Literal["open", "request", "invitation"]

KomiByEnum = Literal["secret", "open", "creator", "joiner"]

LadderPlaceDoEnum = Literal["join", "leave", "pause", "back"]

LanguageEnum = Literal["en", "fi", "fa"]

LatenessEnum = Literal["strict", "claim", "friendly"]

LeagueActActEnum = Literal["start", "close", "remove", "director", "no_director", "notice", "end"]

LeaguePlaceDoEnum = Literal["join", "leave", "resign", "stay", "go"]

LetterEnum = Literal["now", "hourly", "daily", "off"]

MembershipDoEnum = Literal["join", "leave", "notices"]

MonthsEnum = Literal[1, 3]

MotionEnum = Literal["none"]

NextOrderEnum = Literal["deadline", "waiting", "opponent", "priority"]

NotificationsLevelEnum = Literal["notice", "moves", "board", "picture"]

OffTimeEnum = Literal["vacation", "weekend", "night", "pause"]

PriorityEnum = Literal["high", "normal", "low"]

QuickEnum = Literal[
    "hello",
    "thanks",
    "good_move",
    "slow",
    "slip",
    "again",
    "whose_turn",
    "your_turn",
    "little_time",
    "may_i_resign",
    "yes",
    "no",
]

QuietEnum = Literal["clock", "own", "none"]

RankNameEnum = Literal[
    "30k",
    "29k",
    "28k",
    "27k",
    "26k",
    "25k",
    "24k",
    "23k",
    "22k",
    "21k",
    "20k",
    "19k",
    "18k",
    "17k",
    "16k",
    "15k",
    "14k",
    "13k",
    "12k",
    "11k",
    "10k",
    "9k",
    "8k",
    "7k",
    "6k",
    "5k",
    "4k",
    "3k",
    "2k",
    "1k",
    "1d",
    "2d",
    "3d",
    "4d",
    "5d",
    "6d",
    "7d",
    "8d",
    "9d",
]

RemindersEnum = Literal[72, 48, 24, 12, 6, 3, 1]

RepeatsEnum = Literal["week", "month", "quarter"]

ReportKindEnum = Literal[
    "abuse", "spam", "profile", "program", "score", "stalling", "sandbagging", "accounts", "escaping", "other"
]

RequestEnum = Literal["undo", "no_result", "pause", "draw", "result"]

RuleSetNameEnum = Literal[
    "brainking", "japanese", "korean", "chinese", "aga", "bga", "new_zealand", "tromp_taylor", "ing", "leaflet"
]

RulingEnum = Literal[
    "black", "white", "red", "blue", "green", "yellow", "ranking", "no_result", "both_lose", "annulled"
]

SameOpponentEnum = Literal["always", "after", "days_7", "days_30", "days_90", "never"]

ScopesEnum = Literal[
    "account:read",
    "account:write",
    "challenge:read",
    "challenge:write",
    "events:play",
    "events:direct",
    "clubs:manage",
    "classes:manage",
    "game:read",
    "game:play",
    "chat:read",
    "chat:write",
    "message:read",
    "message:write",
    "note:read",
    "note:write",
    "study:write",
    "webhook:write",
    "notify:write",
    "session:write",
    "bot:play",
    "moderation:write",
]

SeedingEnum = Literal["rank", "drawn"]

ShadeEnum = Literal["black", "white", "red", "orange", "green", "teal", "blue", "purple"]

ShapeEnum = Literal["stone", "board", "shield", "diamond"]

SharingEnum = Literal["ask", "always", "never"]

SideEnum = Literal["B", "W"]

SideOrColorEnum = Literal["B", "W", "R", "U", "G", "Y"]

SimulStartsEnum = Literal["host", "full", "at_once"]

SizeEnum = Literal[9, 13, 19]

StartFromEnum = Literal["crosscut"]

StartingEnum = Literal["hand", "date", "full"]

StateEnum = Literal["open", "answered", "hidden"]

SystemEnum = Literal["egf", "aga", "ogs", "dgs", "kgs", "igs"]

TakenColorEnum = Literal["black", "white"]

TeamMatchActActEnum = Literal["accept", "decline", "withdraw", "ask", "lineup", "ready", "result", "cancel"]

TeamMatchActResultEnum = Literal[
    "black_wins", "white_wins", "draw", "black_by_default", "white_by_default", "both_lose", "both_win", "void"
]

TeamMatchActSideEnum = Literal["home", "away"]

TeamMatchPlaceDoEnum = Literal["play", "refuse"]

ThemeEnum = Literal["light", "dark", "contrast"]

TiebreaksEnum = Literal["sos", "sos_1", "sos_2", "sodos", "sosos", "direct", "rank", "rating", "lot"]

TopicActActEnum = Literal["follow", "unfollow", "mute", "unmute", "close", "reopen"]

TournamentKindEnum = Literal["round_robin", "swiss", "mcmahon", "groups", "sections", "knockout", "double_knockout"]

TournamentThenEnum = Literal["sections", "knockout"]

WhatEnum = Literal["ranks", "sizes", "clocks", "rules", "handicap"]


class BoardSeatsRequest(TypedDict):
    """The two players of a board, by name, and their handicap."""

    black: str
    """The name of the player who has Black, or the bye."""
    white: NotRequired[str | None]
    """White; null for a bye."""
    handicap: NotRequired[int]
    """Handicap stones."""


class ChannelsRequest(TypedDict):
    """The channels of one kind of notification. Omitted channels do not change."""

    bell: NotRequired[bool]
    """Whether notifications of this kind are shown at the bell."""
    letter: NotRequired[LetterEnum]
    """When e-mails are sent: `now`, as an `hourly` or `daily` digest, or `off` for never."""
    push: NotRequired[bool]
    """Whether notifications of this kind are pushed to the devices on which you allowed that."""
    sound: NotRequired[bool]
    """Whether an open page plays a sound, if sounds are on (`sounds` in your settings)."""


class ColorsRequest(TypedDict):
    """The colours that play, and their komi."""

    count: NotRequired[int]
    """The number of colours: 2 to 6, in the order `B`, `W`, `R`, `U` (blue), `G`, `Y`."""
    komi: NotRequired[list[str]]
    """In games of more than two colours, the komi of each colour in points, as text. Otherwise empty, and `komi` is
    White's.
    """


class GoalRequest(TypedDict):
    """How a game can be won or ends before the board is scored."""

    captures: NotRequired[list[int]]
    """How many captured stones win, for each colour; empty where captures do not decide."""
    on_stop: NotRequired[Literal["most", "count"]]
    """What happens when play stops for the first time: `most`, the side with the larger share of its number wins;
    `count`, the board is scored.
    """


class KindsRequest(TypedDict):
    """Kinds of notifications by name. Omitted kinds do not change."""

    turn: NotRequired[ChannelsRequest]
    """It is your turn."""
    time: NotRequired[ChannelsRequest]
    """Your time is running short, or ran out."""
    answer: NotRequired[ChannelsRequest]
    """You are asked something: a challenge, an undo or a pause."""
    game: NotRequired[ChannelsRequest]
    """A game started or ended, or the players agreed on something."""
    message: NotRequired[ChannelsRequest]
    """You received a message."""
    followed: NotRequired[ChannelsRequest]
    """Players and games that you follow."""
    staff: NotRequired[ChannelsRequest]
    """From the moderators and the server."""


class NamedFileRequest(TypedDict):
    """An SGF file and its name, in an upload of several files."""

    name: str
    """Its name, which the answer repeats."""
    sgf: str
    """SGF with one or many problems: the right line first, or marked by RIGHT, `Correct`, `+` or TE."""


class NightRequest(TypedDict):
    """The beginning and end of the night in wall-clock time; the night spans midnight if its end is earlier than its
    beginning.
    """

    begin: str
    """The time of day when the night begins, such as `22:00`, in `zone`."""
    end: str
    """The time of day when the night ends, such as `07:00`, in `zone`."""


class TermsRequest(TypedDict):
    """The terms of a game."""

    size: NotRequired[int]
    """The size of a square board, in points."""
    width: NotRequired[int]
    """The width of the board, in points."""
    height: NotRequired[int]
    """The height of the board, in points."""
    rule_set: NotRequired[RuleSetNameEnum]
    """The key of the rule set; brainking by default, or the one that the file names."""
    komi: NotRequired[str]
    """What White gets, in points, a decimal as text such as "6.5"; the rule set's own by default."""
    handicap: NotRequired[int]
    """How many handicap stones Black gets: 2 to 9; in a teaching game up to 25, of which Black places those after the
    ninth.
    """
    color: NotRequired[ColorEnum]
    """The colour that you want."""
    days: NotRequired[int]
    """Days per move: a short form of such a `time`."""
    time: NotRequired[TimeControlRequest]
    """The time control; three days per move by default."""
    lateness: NotRequired[LatenessEnum]
    """What happens when time runs out: a loss, a claim, or extra days first."""
    off_time: NotRequired[list[OffTimeEnum]]
    """When clocks may stop; vacation, weekend and pause by default."""
    by_rank: NotRequired[bool]
    """Whether handicap, colours and komi follow from the ranks of the two."""
    by_komi: NotRequired[bool]
    """With `by_rank`: whether komi instead of handicap stones makes up for the difference."""
    komi_by: NotRequired[KomiByEnum]
    """Instead of a komi: a `secret` or an `open` auction before the game, or the `creator` or the `joiner` names it
    and the other player chooses the colour. Not together with komi, color, handicap or by_rank.
    """
    rated: NotRequired[bool]
    """Whether the game counts for ratings, where its terms allow that."""
    strict: NotRequired[bool]
    """A short form of `undo`, `undo_unseen`, `chat` and `analysis`, all false, whatever else they say."""
    variant: NotRequired[VariantRequest]
    """How the game differs from standard Go."""
    start_from: NotRequired[StartFromEnum]
    """A position to start from instead of an empty board."""
    sgf: NotRequired[str]
    """A record (SGF) to play on from, instead of a size."""
    moves: NotRequired[int]
    """After how many of its moves; after all by default."""
    private: NotRequired[bool]
    """Whether only the players of the game may see it."""
    analysis: NotRequired[bool]
    """Whether a tree of variations and conditional moves may be kept while the game runs."""
    undo: NotRequired[bool]
    """Whether a player may request an undo: see `request_undo`."""
    chat: NotRequired[bool]
    """Whether the players may write in the chat while the game is in progress. After the game they always may."""
    teaching: NotRequired[bool]
    """Whether it is a teaching game: both players read comments on its moves immediately, and undo without asking.
    Such games are unrated.
    """
    undo_unseen: NotRequired[bool]
    """Whether a player may undo their last move without asking until the opponent has seen it: see `take_back`."""


class TimeControlRequest(TypedDict):
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


class UploadedFileRequest(TypedDict):
    """A file with game records, or a zip archive of such files."""

    file_name: str
    """The name of the file."""
    content: str
    """The bytes of the file in base64: SGF, GIB, NGF or UGF, or a zip archive of these."""


class VariantRequest(TypedDict):
    """How a game differs from standard Go. In a request, a part that is left out is as in standard Go."""

    colors: NotRequired[ColorsRequest]
    """The colours."""
    seats: NotRequired[list[int]]
    """How many members each colour's team has; empty for one player a colour. A single number, 3, 5 or 7, is that of
    players who all play both colours in turn (Zen Go): no one wins, and a seat's colour is that of its turn now or
    of its last one.
    """
    clock: NotRequired[Literal["team", "member"]]
    """What happens when a team's time runs out: `team`, the team loses; `member`, the player on turn is out and is
    skipped. Only with `seats`.
    """
    goal: NotRequired[GoalRequest]
    """The goal."""
    view: NotRequired[ViewRequest]
    """Which stones are shown."""
    passing: NotRequired[bool]
    """Whether passing is allowed."""
    wraps: NotRequired[bool]
    """Whether each edge of the board continues at the opposite edge, as on a torus."""


class ViewRequest(TypedDict):
    """Which stones are visible until play stops for the first time."""

    kind: NotRequired[Literal["open", "one_color", "fading", "none"]]
    """`open`, everything; `one_color`, all stones alike; `fading`, only the stones of the last turns; `none`, no
    stones.
    """
    keep: NotRequired[int]
    """Fading: the stones of how many turns are shown; 0 for all other views."""
    of: NotRequired[Literal["B", "W", "R", "U", "G", "Y"] | None]
    """The colour whose view this is; null for both players."""
    tries: NotRequired[int]
    """How many illegal tries a turn has where not everything is shown; one more loses the turn."""


class Operations(Calls):
    """Every operation of the API, by its name in the document."""

    def act(
        self,
        game_id: int,
        *,
        kind: ActionKindEnum,
        expected: int,
        message: str | Unset = UNSET,
        plan: list[list[Any]] | Unset = UNSET,
        point: str | Unset = UNSET,
        points: list[str] | Unset = UNSET,
        dead: list[str] | Unset = UNSET,
        proposal: int | Unset = UNSET,
        confirmed: bool | Unset = UNSET,
        then: ActionThenEnum | Unset = UNSET,
        reason: str | Unset = UNSET,
        allow: bool | Unset = UNSET,
        until: str | Unset = UNSET,
        request: RequestEnum | Unset = UNSET,
        username: str | Unset = UNSET,
        days: int | Unset = UNSET,
        ruling: RulingEnum | Unset = UNSET,
        ranking: list[str] | Unset = UNSET,
        first: SideOrColorEnum | Unset = UNSET,
        side: SideOrColorEnum | Unset = UNSET,
        minutes: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Acted:
        """Perform an action. `expected` is the number of the last action that you saw; the response is the recorded
        action. A retry with the same Idempotency-Key gets the same response and changes nothing. `actions` of the
        game lists the kinds that you may use now. A `message` with a play or a pass is posted in the chat in the
        same step; a token also needs `chat:write` for it. If either is refused, nothing is stored.

        - `play` with `plan` (if you like), `point`: Play a stone (R2 to R5). In a game with hidden stones an
          illegal move is refused with `illegal` and recorded; after three of them in a turn the next one loses the
          turn (V28).
        - `pass` with `plan` (if you like): Pass (R6). The second pass in a row stops play.
        - `stop`: Stop play, and then mark the dead stones. This is possible when the opponent has answered three of
          your passes in a row with plays (R17).
        - `place_handicap` with `points`: Place all free handicap stones as one action (R41).
        - `resign`: Resign, at any time, also out of turn and in the end phase (R7).
        - `cancel`: Cancel the game, which then has no result. Either side can do this until each side has played
          once.
        - `propose` with `dead`: Propose which stones are dead. The proposal gets the next number (R11, R12).
        - `withdraw` with `proposal`: Withdraw your own proposal while it is unanswered (R12).
        - `accept` with `proposal`, `confirmed` (if you like): Accept a proposal: its score is the result (R13).
        - `reject` with `proposal`, `then`, `reason` (if you like): Reject a proposal, choose what happens next and,
          optionally, give a reason (R12).
        - `resume`: Resume play instead of marking dead stones (R14).
        - `settle`: Demand that the dispute is played out on the board. You can do this even when it is not your
          turn. After the dispute has been played out, demand that the game ends with the board scored as it is
          (R17).
        - `request_undo`: Ask to undo your own last move, also if the opponent has already answered it. In a
          teaching game the move is undone without asking (C37).
        - `answer_undo` with `allow`: Allow or decline the opponent's undo request. A request without an answer ends
          with a new move.
        - `request_no_result`: Propose to end the game without a result, when a position has been on the board three
          times (R8).
        - `answer_no_result` with `allow`: Agree to end the game without a result, or decline.
        - `request_pause` with `until`: Propose that both clocks stop until `until`. During a pause, propose that
          the pause ends at that time. Moves are possible during a pause.
        - `answer_pause` with `allow`: Agree to the opponent's proposal of a pause, or decline.
        - `request_draw`: Offer a draw while the game is in play. A new move by either side ends the offer.
        - `answer_draw` with `allow`: Agree to a draw, or decline.
        - `withdraw_request` with `request`: Withdraw the player's own unanswered request.
        - `answer_result` with `allow`: Answer whether you accept the result that the server predicts. To accept it
          is to resign; otherwise you play on. The server asks once in a game, and the question lapses with your
          next move.
        - `take_back`: Undo your own last move without a request, if the game allows this (`undo_unseen`) and the
          opponent has not seen the move: they have not opened the game, none of their programs has read it, no
          e-mail or push message about it was sent, and no conditional move has answered it.
        - `ask_to_resign`: Ask your partners whether to resign for the team; the team resigns when more than half of
          the members agree. The question lapses with the team's next turn (V36).
        - `answer_partner` with `allow`: Agree or disagree when a partner asks to resign for the team (V36).
        - `leave`: Leave a game in which your partners play on: your turns are skipped (V39).
        - `invite_successor` with `username`: Invite a player to a seat of your team, at most seven days after its
          former player has left. The invited player has to agree, and an opponent has to accept the player. A
          second invitation replaces the first (V39).
        - `admit_successor` with `allow`: Accept or refuse the player whom your opponents invited to their empty
          seat. The first answer from your team counts (V39).
        - `claim_win`: Win a game in which the opponent has run out of time. If the opponent had to decide about a
          proposal, the proposal counts as accepted instead, unless it is in doubt (R52).
        - `grant_time` with `days`: Give the opponent more days for this turn.
        - `refuse_win`: Decline a win on time: the game continues, and the opponent gets three days for the move.
          This is possible within a week.
        - `report_stalling`: Report that the opponent delays the scoring. The clocks stop for three days, unless
          they were already stopped for a moderator earlier in this game.
        - `call_referee`: Ask a moderator to rule. This is possible once per game, after the second rejected
          proposal, or if the opponent plays on instead of accepting the predicted result. The clocks stop for a
          while, so that a moderator has time to act.
        - `decide` with `ruling`, `reason`, `ranking` (if you like): End the game with this result.
        - `set_marking` with `dead`, `reason`: Decide which stones are dead, after play has stopped. The game ends
          with the score of this marking.
        - `let_resume` with `reason`, `first` (if you like): Resume play instead of marking dead stones, and restart
          the clocks if they were stopped for a moderator. `first` is the side to move first. Without it, the rules
          decide who moves first (R14).
        - `adjust_clock` with `side`, `minutes`, `reason`: Give this side more time, in whole minutes, no matter
          which side has to act.
        """
        return self._ask("POST", "games/{game_id}/actions/", locals()).json()

    def actions(self, game_id: int, *, after: int | Unset = UNSET) -> types.Receipts:
        """List the actions after number `after` (0 by default), in order, at most 500 at a time."""
        return self._ask("GET", "games/{game_id}/actions/", locals()).json()

    def address_try(self, *, idempotency_key: str | None = None) -> None:
        """Resume e-mails to your address after its mail server refused five in a row."""
        self._ask("POST", "me/notifications/address/", locals())

    def app_delete(self, client_id: str) -> None:
        """Delete a program that you registered, and all access that it has."""
        self._ask("DELETE", "me/apps/{client_id}/", locals())

    def app_register(self, *, name: str, redirect_uris: list[str], idempotency_key: str | None = None) -> types.App:
        """Register an app that asks players for access by OAuth 2.1. It uses an authorization code with PKCE (S256),
        at the URLs in `/.well-known/oauth-authorization-server`. It is a public client, which has a `client_id` but
        no secret.
        """
        return self._ask("POST", "me/apps/", locals()).json()

    def appeal(self, decision_id: int, *, text: str, idempotency_key: str | None = None) -> types.Decision:
        """Appeal against a decision, once, within 30 days. Another moderator looks at it. Suspended players can also
        appeal.
        """
        return self._ask("POST", "decisions/{decision_id}/appeal/", locals()).json()

    def apps(self) -> types.Apps:
        """List the programs that you registered."""
        return self._ask("GET", "me/apps/", locals()).json()

    def become_bot(self, *, idempotency_key: str | None = None) -> types.Me:
        """Make this account a bot, permanently. This is only possible before the account's first game. Everyone can
        see that a program plays. Games of a bot are unrated, and at most 100 can be in progress at the same time. A
        bot cannot search for games. It is challenged, or challenges a player by name.
        """
        return self._ask("POST", "me/bot/", locals()).json()

    def block(self, username: str) -> None:
        """Block a player: no challenges, offers or chat between you. Games in progress continue."""
        self._ask("PUT", "me/blocks/{username}/", locals())

    def blocks(self) -> types.Blocks:
        """List the players you have blocked. They are not notified."""
        return self._ask("GET", "me/blocks/", locals()).json()

    def board(self, board: str) -> types.DemoBoard:
        """Return a demonstration board with its moves, marks, comments and latest questions."""
        return self._ask("GET", "boards/{board}/", locals()).json()

    def board_ask(
        self, board: str, *, text: str, node: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.BoardQuestion:
        """Ask a question about a move on an open board. You can ask 20 questions on a board, and a board has at most
        500. Further questions are refused with `too_many_questions`.
        """
        return self._ask("POST", "boards/{board}/questions/", locals()).json()

    def board_audience(self, board: str) -> types.LinkAudience:
        """Return who may see your board."""
        return self._ask("GET", "boards/{board}/audience/", locals()).json()

    def board_change(
        self,
        board: str,
        *,
        operations: list[dict[str, Any]] | Unset = UNSET,
        shown: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.DemoBoardRow:
        """Change your board by operations, all of them or none, and choose the node that everyone sees. Followers of
        the board are notified at once that it has a new version.
        """
        return self._ask("POST", "boards/{board}/changes/", locals()).json()

    def board_delete(self, board: str) -> None:
        """Delete your board with its questions."""
        self._ask("DELETE", "boards/{board}/", locals())

    def board_edit(self, board: str, *, name: str | Unset = UNSET, closed: bool | Unset = UNSET) -> types.DemoBoard:
        """Rename your board, close it, or open it again. A closed board remains readable as a study."""
        return self._ask("PATCH", "boards/{board}/", locals()).json()

    def board_make(
        self,
        *,
        name: str,
        size: SizeEnum | Unset = UNSET,
        ruleset: RuleSetNameEnum | Unset = UNSET,
        wraps: bool | Unset = UNSET,
        game: int | Unset = UNSET,
        sgf: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.BoardMade:
        """Make a demonstration board, which only you can see: empty, or with the moves of a finished game or an SGF
        file. You can have 50 boards; another one is refused with `too_many_boards`.
        """
        return self._ask("POST", "boards/", locals()).json()

    def board_question_change(self, board: str, question_id: int, *, state: StateEnum) -> types.BoardQuestion:
        """Mark a question on your board as open, answered or hidden."""
        return self._ask("PATCH", "boards/{board}/questions/{question_id}/", locals()).json()

    def board_question_withdraw(self, board: str, question_id: int) -> None:
        """Delete your own question."""
        self._ask("DELETE", "boards/{board}/questions/{question_id}/", locals())

    def board_sgf(self, board: str) -> types.Sgf:
        """Return the board as SGF (FF[4]) with its variations, marks and comments, in the field `sgf`."""
        return self._ask("GET", "boards/{board}/sgf/", locals()).json()

    def board_share(
        self,
        board: str,
        *,
        everyone: bool | Unset = UNSET,
        players: list[str] | Unset = UNSET,
        clubs: list[int] | Unset = UNSET,
        classes: list[int] | Unset = UNSET,
        link: bool | Unset = UNSET,
    ) -> types.LinkAudience:
        """Set who may see your board; this replaces the earlier choice. An empty body makes it private."""
        return self._ask("PUT", "boards/{board}/audience/", locals()).json()

    def boards(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.DemoBoards:
        """List your demonstration boards, and those of others that are shared with you or everyone, newest first."""
        return self._ask("GET", "boards/", locals()).json()

    def bulletin_dismiss(self, bulletin_id: int, *, idempotency_key: str | None = None) -> None:
        """Dismiss a bulletin. It no longer appears above your games."""
        self._ask("POST", "bulletins/{bulletin_id}/dismiss/", locals())

    def bulletins(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Bulletins:
        """List the current bulletins, the latest first. The votes are included once you have voted."""
        return self._ask("GET", "bulletins/", locals()).json()

    def calendar_end(self) -> None:
        """Revoke the secret address for calendar apps."""
        self._ask("DELETE", "me/calendar/", locals())

    def calendar_make(self, *, idempotency_key: str | None = None) -> types.Calendar:
        """Create a secret address of your deadlines for calendar apps. The previous one stops working. It is only
        shown in this response.
        """
        return self._ask("POST", "me/calendar/", locals()).json()

    def challenge(self, challenge_id: int) -> types.Challenge:
        """Return the exact terms of an offer."""
        return self._ask("GET", "challenges/{challenge_id}/", locals()).json()

    def challenge_accept(
        self,
        challenge_id: int,
        *,
        token: str | Unset = UNSET,
        handicap: int | Unset = UNSET,
        color: ColorEnum | Unset = UNSET,
        komi: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Game:
        """Accept an offer and start the game. A private link needs its `token`. An offer with `by_rank` needs
        `handicap` and `color` as the offer showed them to you; for other values the answer is `terms_changed`. If
        you are outside the offer's limits, the answer is `rank_outside` with `lowest`, `highest` and `rank`,
        `rank_unsettled`, `same_opponent` with `until`, or `already_joined` with `game`. If `color` is `both`, two
        games start. You get the one where you move first, and an event `challenge.accepted` for each.
        """
        return self._ask("POST", "challenges/{challenge_id}/accept/", locals()).json()

    def challenge_bid(
        self,
        challenge_id: int,
        *,
        komi: str | Unset = UNSET,
        color: TakenColorEnum | Unset = UNSET,
        token: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Challenge:
        """Join an offer with `komi_by`, and bid. The higher bidder gives that komi and plays Black. In an open
        auction, bid more than the other player, or take the `color` `white`; for a lower bid the answer is
        `bid_too_low` with the other bid in `above`. If one player names the komi, the other chooses a `color`. Then
        the game starts, and the offer's `game` is its id. Refusal: `not_your_bid`, if the other player has to bid
        or choose. After three days without a bid the offer ends. A private link needs its `token`.
        """
        return self._ask("POST", "challenges/{challenge_id}/bid/", locals()).json()

    def challenge_counter(
        self,
        challenge_id: int,
        *,
        size: int | Unset = UNSET,
        width: int | Unset = UNSET,
        height: int | Unset = UNSET,
        rule_set: RuleSetNameEnum | Unset = UNSET,
        komi: str | Unset = UNSET,
        handicap: int | Unset = UNSET,
        color: ColorEnum | Unset = UNSET,
        days: int | Unset = UNSET,
        time: TimeControlRequest | Unset = UNSET,
        lateness: LatenessEnum | Unset = UNSET,
        off_time: list[OffTimeEnum] | Unset = UNSET,
        by_rank: bool | Unset = UNSET,
        by_komi: bool | Unset = UNSET,
        komi_by: KomiByEnum | Unset = UNSET,
        rated: bool | Unset = UNSET,
        strict: bool | Unset = UNSET,
        variant: VariantRequest | Unset = UNSET,
        start_from: StartFromEnum | Unset = UNSET,
        sgf: str | Unset = UNSET,
        moves: int | Unset = UNSET,
        token: str | Unset = UNSET,
        private: bool | Unset = UNSET,
        analysis: bool | Unset = UNSET,
        undo: bool | Unset = UNSET,
        chat: bool | Unset = UNSET,
        teaching: bool | Unset = UNSET,
        undo_unseen: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ChallengeMade:
        """Answer an offer with other terms, as a new offer to its creator. An offer to you alone is closed by this; an
        offer to anyone stays open. A private link needs its `token`.
        """
        return self._ask("POST", "challenges/{challenge_id}/counter/", locals()).json()

    def challenge_create(
        self,
        *,
        size: int | Unset = UNSET,
        width: int | Unset = UNSET,
        height: int | Unset = UNSET,
        rule_set: RuleSetNameEnum | Unset = UNSET,
        komi: str | Unset = UNSET,
        handicap: int | Unset = UNSET,
        color: ColorEnum | Unset = UNSET,
        days: int | Unset = UNSET,
        time: TimeControlRequest | Unset = UNSET,
        lateness: LatenessEnum | Unset = UNSET,
        off_time: list[OffTimeEnum] | Unset = UNSET,
        by_rank: bool | Unset = UNSET,
        by_komi: bool | Unset = UNSET,
        komi_by: KomiByEnum | Unset = UNSET,
        rated: bool | Unset = UNSET,
        strict: bool | Unset = UNSET,
        variant: VariantRequest | Unset = UNSET,
        start_from: StartFromEnum | Unset = UNSET,
        sgf: str | Unset = UNSET,
        moves: int | Unset = UNSET,
        opponent: str | Unset = UNSET,
        link: bool | Unset = UNSET,
        lowest_rank: str | Unset | None = UNSET,
        highest_rank: str | Unset | None = UNSET,
        rank_span: int | Unset | None = UNSET,
        established: bool | Unset = UNSET,
        same_opponent: SameOpponentEnum | Unset = UNSET,
        games: int | Unset = UNSET,
        simul_places: int | Unset | None = UNSET,
        simul_starts: SimulStartsEnum | Unset = UNSET,
        seats: list[str | None] | Unset = UNSET,
        private: bool | Unset = UNSET,
        analysis: bool | Unset = UNSET,
        undo: bool | Unset = UNSET,
        chat: bool | Unset = UNSET,
        teaching: bool | Unset = UNSET,
        undo_unseen: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ChallengeMade:
        """Offer a game: to anyone, to one player (`opponent`), or by a private link (`link`)."""
        return self._ask("POST", "challenges/", locals()).json()

    def challenge_decline(self, challenge_id: int, *, idempotency_key: str | None = None) -> types.Challenge:
        """Decline an offer that was made to you."""
        return self._ask("POST", "challenges/{challenge_id}/decline/", locals()).json()

    def challenge_seat(
        self,
        challenge_id: int,
        *,
        index: int | Unset = UNSET,
        token: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Challenge:
        """Agree to the terms of a game with more than two seats, and to its seating. You take the seat reserved for
        you (`seats`), or a free one. When everyone has agreed, the game starts, and the offer's `game` is its id.
        In simultaneous games you take a place; the handicap follows from the ranks when the games start. To refuse
        or leave, decline the offer: your seat is then free. Refusal: `no_seat_for_you`, if that seat belongs to
        someone else or no seat is left. If you are outside the limits of simultaneous games, the refusals are those
        of `challenge_accept`.
        """
        return self._ask("POST", "challenges/{challenge_id}/seat/", locals()).json()

    def challenge_seats(
        self,
        challenge_id: int,
        *,
        seats: list[str | None],
        by_lot: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Challenge:
        """Change who sits where, in your own offer of a game with more than two seats. Everyone else has to agree
        again. With three colours or more, seats are drawn (`seats_by_lot`), unless the offer was created with
        `seats`.
        """
        return self._ask("PUT", "challenges/{challenge_id}/seats/", locals()).json()

    def challenge_start(self, challenge_id: int, *, idempotency_key: str | None = None) -> types.Challenge:
        """Start your simultaneous games with all players who have taken a place (`simul_boards` has their games). Free
        places are closed. Refusal: `nothing_to_start`, if no one has a place, or if the offer is not a simul whose
        games start together.
        """
        return self._ask("POST", "challenges/{challenge_id}/start/", locals()).json()

    def challenge_withdraw(self, challenge_id: int, *, idempotency_key: str | None = None) -> None:
        """Withdraw your own offer."""
        self._ask("DELETE", "challenges/{challenge_id}/", locals())

    def challenges(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        variant: Literal["ordinary", "capture", "no_pass", "one_color", "blind", "pair", "multi_color", "zen", "torus"]
        | Unset = UNSET,
    ) -> types.Challenges:
        """List the open games of others, and your own open offers that you made or received, the newest first."""
        return self._ask("GET", "challenges/", locals()).json()

    def class_act(
        self,
        class_id: int,
        *,
        act: ClassActActEnum,
        player: str | Unset = UNSET,
        text: str | Unset = UNSET,
        item: str | Unset = UNSET,
        due: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Class:
        """Perform an action in a class that you teach, and return the class. `act` names the action. The other fields
        that each action takes are listed here. If one of them is missing, the response is `bad_class` with the name
        of the `field`.

        - `invite` with a `player`: invite the player.
        - `remove` with a `player`: remove the pupil, or withdraw the player's invitation.
        - `link`: create a link with which anyone can join, and disable the previous one. `end_link` only disables
          the link.
        - `message` with a `text`: write a message to all pupils.
        - `homework` with an `item` and a `due` date: assign a lesson, the problems of a goal (`GOAL-problems`), or
          your own lesson or collection (`own-KEY`), which must be shared with the class. Refusals:
          `too_much_homework`, `already_homework`.
        - `end_homework` with an `item`: delete this item of homework.
        """
        return self._ask("POST", "classes/{class_id}/acts/", locals()).json()

    def class_card(self, class_id: int, *, player: str, idempotency_key: str | None = None) -> types.ClassCard:
        """Create a new card for a child in a class that you teach. The child's old code and links stop working, and
        all sessions end. Refusals: `not_pupil`, `too_many_cards`.
        """
        return self._ask("POST", "classes/{class_id}/cards/", locals()).json()

    def class_change(self, class_id: int, *, name: str | Unset = UNSET, about: str | Unset = UNSET) -> types.Class:
        """Change the name or the description of a class that you teach."""
        return self._ask("PATCH", "classes/{class_id}/", locals()).json()

    def class_children(
        self, class_id: int, *, names: list[str], idempotency_key: str | None = None
    ) -> types.ClassCards:
        """Create accounts for children in a class that you teach, and return their cards. The codes are only in this
        response. Refusals: `class_full`, `too_many_cards`.
        """
        return self._ask("POST", "classes/{class_id}/children/", locals()).json()

    def class_create(self, *, name: str, about: str | Unset = UNSET, idempotency_key: str | None = None) -> types.Class:
        """Create a class that you teach. Refusals: `cannot_teach_class`, `address_not_confirmed`, `too_many_classes`,
        `bad_class` with its `field`.
        """
        return self._ask("POST", "classes/", locals()).json()

    def class_delete(self, class_id: int) -> None:
        """Delete a class that you teach, with its messages and homework."""
        self._ask("DELETE", "classes/{class_id}/", locals())

    def class_details(self, class_id: int, *, invitation: str | Unset = UNSET) -> types.Class:
        """Return a class, for the people in it, invited players, and everyone with its link."""
        return self._ask("GET", "classes/{class_id}/", locals()).json()

    def class_games(
        self,
        class_id: int,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        show: Literal["running", "reviews"] | Unset = UNSET,
    ) -> types.Games:
        """List the pupils' games in progress, or their reviewed games, as far as you may see them, the newest first."""
        return self._ask("GET", "classes/{class_id}/games/", locals()).json()

    def class_membership(
        self,
        class_id: int,
        *,
        do: ClassMembershipDoEnum,
        invitation: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ClassMembership:
        """Join or leave a class. The teacher can see the pupils' progress in lessons and problems. Refusals:
        `already_in_class`, `too_many_classes`, `class_full`, `no_bots_in_classes`, `not_pupil`.
        """
        return self._ask("POST", "classes/{class_id}/membership/", locals()).json()

    def class_messages(
        self, class_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClassMessages:
        """List the teacher's messages to a class, the latest first. Pupils with a block between them and the teacher
        get none.
        """
        return self._ask("GET", "classes/{class_id}/messages/", locals()).json()

    def class_position(self, class_id: int, number: int) -> types.ClassPositionGames:
        """Return a position with the games that were played from it. The teacher gets the games of all pupils, a pupil
        only their own.
        """
        return self._ask("GET", "classes/{class_id}/positions/{number}/", locals()).json()

    def class_position_give(
        self,
        class_id: int,
        *,
        name: str,
        due: str,
        sgf: str | Unset = UNSET,
        game: int | Unset = UNSET,
        rows: str | Unset = UNSET,
        moves: int | Unset = UNSET,
        first: SideEnum | Unset = UNSET,
        rule_set: RuleSetNameEnum | Unset = UNSET,
        komi: str | Unset = UNSET,
        level: int | Unset | None = UNSET,
        color: ClassPositionColorEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ClassPositionGames:
        """Give a class that you teach a position as homework, for unrated games against the computer or a classmate.
        Refusals: `bad_class` with its `field`, `bad_sgf`, `too_much_homework`. To delete the position, use the
        action `end_homework` of `class_act`.
        """
        return self._ask("POST", "classes/{class_id}/positions/", locals()).json()

    def class_position_play(
        self, class_id: int, number: int, *, idempotency_key: str | None = None
    ) -> types.ClassPositionPlay:
        """Start your game from a position. If you have one in progress, return that game instead. With a classmate as
        the opponent, the game starts when a second pupil does the same; until then you have an open offer. A game
        that was scored, or had at least ten moves, finishes the homework.
        """
        return self._ask("POST", "classes/{class_id}/positions/{number}/", locals()).json()

    def class_position_stop(self, class_id: int, number: int) -> None:
        """Stop waiting for a classmate; your open offer is withdrawn. A game that has started stays."""
        self._ask("DELETE", "classes/{class_id}/positions/{number}/", locals())

    def class_pupils(self, class_id: int) -> types.ClassPupils:
        """List all pupils of a class. The teacher sees the progress of all pupils, and each pupil only their own."""
        return self._ask("GET", "classes/{class_id}/pupils/", locals()).json()

    def classes(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Classes:
        """List your classes and your invitations to classes, the newest first."""
        return self._ask("GET", "classes/", locals()).json()

    def club(self, club_id: int) -> types.Club:
        """Return a club, its rules and your own membership."""
        return self._ask("GET", "clubs/{club_id}/", locals()).json()

    def club_act(
        self,
        club_id: int,
        *,
        act: ClubActActEnum,
        player: str | Unset = UNSET,
        role: ClubRoleEnum | Unset = UNSET,
        reason: str | Unset = UNSET,
        text: str | Unset = UNSET,
        notice: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Club:
        """Manage a club, and return it. `act` names the action. The other fields that each action takes are listed
        here. If one of them is missing, the answer is `bad_club` with the name of the `field`.

        - `invite` with a `player`: invite the player, or admit a player who has already asked to join.
        - `admit` or `decline` with a `player`: answer the player's request to join.
        - `remove` with a `player` and an optional `reason`: remove the member, or withdraw the player's invitation.
        - `ban` with a `player` and an optional `reason`: ban the player, who need not be a member. `unban` with a
          `player` lifts the ban.
        - `role` with a `player` and a `role`: change the member's role. With the role `owner`, hand the club over.
        - `link`: create an invitation link, and disable the previous one. `end_link` only disables the link.
        - `notice` with a `text`: write a notice for all members.
        - `delete_notice` with a `notice`: delete the notice with this number.
        - `close` with a `reason`, for the owner: close the club and its ladders, and cancel its tournaments that
          have not started.
        """
        return self._ask("POST", "clubs/{club_id}/acts/", locals()).json()

    def club_change(
        self,
        club_id: int,
        *,
        name: str | Unset = UNSET,
        about: str | Unset = UNSET,
        rules: str | Unset = UNSET,
        place: str | Unset = UNSET,
        link: str | Unset = UNSET,
        letters: str | Unset = UNSET,
        shape: ShapeEnum | Unset = UNSET,
        shade: ShadeEnum | Unset = UNSET,
        joining: JoiningEnum | Unset = UNSET,
        hidden_members: bool | Unset = UNSET,
        events_by: ClubRoleEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Club:
        """Change a club's texts and rules. Only the owner can change its name."""
        return self._ask("PATCH", "clubs/{club_id}/", locals()).json()

    def club_crest_remove(self, club_id: int) -> None:
        """Remove a club's crest; its pages show the emblem again. For its managers only."""
        self._ask("DELETE", "clubs/{club_id}/crest/", locals())

    def club_crest_store(self, club_id: int, *, content: str) -> types.Club:
        """Upload a club's crest, which replaces its emblem on all pages. For its managers only. Refusals:
        `bad_picture`; `pictures_off` where the server allows no pictures.
        """
        return self._ask("PUT", "clubs/{club_id}/crest/", locals()).json()

    def club_found(
        self,
        *,
        name: str,
        about: str | Unset = UNSET,
        rules: str | Unset = UNSET,
        place: str | Unset = UNSET,
        link: str | Unset = UNSET,
        letters: str | Unset = UNSET,
        shape: ShapeEnum | Unset = UNSET,
        shade: ShadeEnum | Unset = UNSET,
        joining: JoiningEnum | Unset = UNSET,
        hidden_members: bool | Unset = UNSET,
        events_by: ClubRoleEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Club:
        """Create a club that you own. Refusals: `address_not_confirmed`, `too_few_games_to_found`, `too_many_clubs`,
        `club_name_taken`, `bad_club` with the name of the `field`.
        """
        return self._ask("POST", "clubs/", locals()).json()

    def club_game(self, club_id: int, imported_id: int) -> types.ImportedRecord:
        """Return an imported game with its record in SGF."""
        return self._ask("GET", "clubs/{club_id}/games/{imported_id}/", locals()).json()

    def club_games(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET, player: str | Unset = UNSET
    ) -> types.ImportedGames:
        """List the games that a club imported from other servers, the latest first. They are finished and unrated. If
        only members may see the club's list of members, others get `not_member`.
        """
        return self._ask("GET", "clubs/{club_id}/games/", locals()).json()

    def club_import(
        self, club_id: int, *, file_name: str, content: str, idempotency_key: str | None = None
    ) -> types.ClubImport:
        """Import games: an SGF file, a zip or tar.gz archive of SGF files, or the JSON of OGS. Games that the club has
        already are left out. A large file is read in the background: its `state` is then `waiting`. At most 20
        uploads a day, 1,000 games an upload, 5,000 games a club. Refusals: `no_file`, `upload_too_large`,
        `too_many_imports`, `too_many_imported_games`, `not_club_owner`.
        """
        return self._ask("POST", "clubs/{club_id}/imports/", locals()).json()

    def club_import_delete(self, club_id: int, import_id: int) -> None:
        """Delete an upload with its games. For the owner of the club and for moderators."""
        self._ask("DELETE", "clubs/{club_id}/imports/{import_id}/", locals())

    def club_imports(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubImports:
        """List the uploads of a club, the latest first, with the errors in their files. For its owner only."""
        return self._ask("GET", "clubs/{club_id}/imports/", locals()).json()

    def club_invite_many(
        self, club_id: int, *, people: str, idempotency_key: str | None = None
    ) -> types.ClubInvitations:
        """Invite up to 50 players by their names. A player who cannot be invited does not stop the others, and is
        listed in `refused` with the reason. E-mail addresses are checked and returned, but nothing is sent to them.
        For an empty list, or more than 50 players, the answer is `bad_club`.
        """
        return self._ask("POST", "clubs/{club_id}/invitations/", locals()).json()

    def club_log(self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.ClubLog:
        """List everything that was done in the club, the latest first. For its managers only."""
        return self._ask("GET", "clubs/{club_id}/acts/", locals()).json()

    def club_members(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubMembers:
        """List a club's members, the newest first. Members also see the day of the last visit. If only members may see
        the list, others get `not_member`.
        """
        return self._ask("GET", "clubs/{club_id}/members/", locals()).json()

    def club_membership(
        self,
        club_id: int,
        *,
        do: MembershipDoEnum,
        sentence: str | Unset = UNSET,
        invitation: str | Unset = UNSET,
        gets_notices: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ClubMembership:
        """Join or leave a club, or choose whether you get its notices. Refusals: `already_member`, `banned_from_club`,
        `needs_invitation`, `asked_lately`, `link_ended`, `too_many_memberships`, `club_full`, `owner_stays`,
        `not_member`.
        """
        return self._ask("POST", "clubs/{club_id}/membership/", locals()).json()

    def club_name_map(
        self,
        club_id: int,
        name_id: int,
        *,
        act: ImportedNameActEnum,
        player: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ImportedName:
        """Map a name to a member. The owner of the club proposes a `player`; the member confirms or declines.
        Refusals: `not_a_member`, `not_club_owner`, `no_such_imported_name`.
        """
        return self._ask("POST", "clubs/{club_id}/names/{name_id}/", locals()).json()

    def club_names(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ImportedNames:
        """List the names in imported games, the latest first. The owner gets all of them, others only their own."""
        return self._ask("GET", "clubs/{club_id}/names/", locals()).json()

    def club_notices(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubNotices:
        """List a club's notices, the latest first."""
        return self._ask("GET", "clubs/{club_id}/notices/", locals()).json()

    def club_requests(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubRequests:
        """List the players who asked to join, are invited or are banned, the latest first. For the club's managers
        only.
        """
        return self._ask("GET", "clubs/{club_id}/requests/", locals()).json()

    def clubs(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET, q: str | Unset = UNSET) -> types.Clubs:
        """List clubs, the newest first. `q` searches their names and places."""
        return self._ask("GET", "clubs/", locals()).json()

    def collection(self, collection: str) -> types.ProblemCollectionPage:
        """Return a collection with its problems, in order. Only its author sees problems that are being checked or
        were refused.
        """
        return self._ask("GET", "collections/{collection}/", locals()).json()

    def collection_audience(self, collection: str) -> types.LinkAudience:
        """Return who may see your collection."""
        return self._ask("GET", "collections/{collection}/audience/", locals()).json()

    def collection_change(
        self,
        collection: str,
        *,
        name: str | Unset = UNSET,
        about: str | Unset = UNSET,
        language: LanguageEnum | Unset = UNSET,
        level: RankNameEnum | BlankEnum | Unset = UNSET,
        order: list[int] | Unset = UNSET,
    ) -> types.ProblemCollectionPage:
        """Change the name, description, language or level of your collection, or the order of its problems."""
        return self._ask("PATCH", "collections/{collection}/", locals()).json()

    def collection_delete(self, collection: str) -> None:
        """Delete your collection with its problems."""
        self._ask("DELETE", "collections/{collection}/", locals())

    def collection_make(
        self,
        *,
        name: str,
        about: str | Unset = UNSET,
        language: LanguageEnum | Unset = UNSET,
        level: RankNameEnum | BlankEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ProblemCollection:
        """Make an empty problem collection, which only you can see. You can have 50 lessons and collections together;
        another one is refused with `too_many_materials`.
        """
        return self._ask("POST", "collections/", locals()).json()

    def collection_problem(self, collection: str, number: int) -> types.CollectionProblem:
        """Return a problem of a collection with its position."""
        return self._ask("GET", "collections/{collection}/problems/{number}/", locals()).json()

    def collection_problem_delete(self, collection: str, number: int) -> None:
        """Delete a problem of your collection."""
        self._ask("DELETE", "collections/{collection}/problems/{number}/", locals())

    def collection_share(
        self,
        collection: str,
        *,
        everyone: bool | Unset = UNSET,
        players: list[str] | Unset = UNSET,
        clubs: list[int] | Unset = UNSET,
        classes: list[int] | Unset = UNSET,
        link: bool | Unset = UNSET,
    ) -> types.LinkAudience:
        """Set who may see your collection; this replaces the earlier choice. An empty body makes it private."""
        return self._ask("PUT", "collections/{collection}/audience/", locals()).json()

    def collection_try(
        self, collection: str, number: int, *, point: str, idempotency_key: str | None = None
    ) -> types.GoProblemOutcome:
        """Try a first move, and get the result. If you are signed in, a right move marks the problem as solved."""
        return self._ask("POST", "collections/{collection}/problems/{number}/", locals()).json()

    def collection_upload(
        self,
        collection: str,
        *,
        sgf: str | Unset = UNSET,
        files: list[NamedFileRequest] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.CollectionUpload:
        """Add the problems of one SGF file, or of several, to your collection. Each problem is checked before others
        see it. A collection has at most 200 problems, and you can add 500 a day; more are refused with
        `collection_full`. With `files`, the answer lists for each file the problems that were left out, or the
        `error` that prevented adding any.
        """
        return self._ask("POST", "collections/{collection}/problems/", locals()).json()

    def collections(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.ProblemCollections:
        """List your problem collections, and those of others that are shared with you or everyone, the newest first."""
        return self._ask("GET", "collections/", locals()).json()

    def comment(
        self, game_id: int, *, text: str, node: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Comment:
        """Comment on a move, in at most 2000 characters. During the game, only its players can comment, and only on
        moves of the game. Their comments are sealed until the game ends. After the game, everyone who is signed in
        and can see the game can comment on any move of its review. Refusals: `thread_closed`, if you cannot write
        there now; `not_shared`, if you cannot see such a move.
        """
        return self._ask("POST", "games/{game_id}/comments/", locals()).json()

    def comment_withdraw(self, game_id: int, comment_id: int) -> None:
        """Delete your own comment, unless moderators have hidden it."""
        self._ask("DELETE", "games/{game_id}/comments/{comment_id}/", locals())

    def comments(self, game_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Comments:
        """List the comments on a game's moves, the latest first. During the game you only get your own comments, or in
        a teaching game those of both players. After the game, everyone who can see the game gets all of them.
        """
        return self._ask("GET", "games/{game_id}/comments/", locals()).json()

    def count(self, game_id: int, *, dead: str | Unset = UNSET) -> types.Count:
        """Explain for every point why it counts or not, and return the score under Japanese, Chinese and AGA rules.
        The stones in `dead` count as dead. Without `dead`, the dead stones of the open proposal or of the result
        are used.
        """
        return self._ask("GET", "games/{game_id}/count/", locals()).json()

    def decisions(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Decisions:
        """List the moderators' decisions about you, your games and the clubs that you manage, the newest first."""
        return self._ask("GET", "decisions/", locals()).json()

    def device_add(
        self, *, endpoint: str, p256dh: str, auth: str, name: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Device:
        """Send push notifications to a device from now on (RFC 8030). It gets `{"kind", "game", "number"}`, encrypted.
        Sending the same address again changes its keys. You can have ten devices. The address must be HTTPS on the
        public internet. A device is removed when its push service reports that it is gone. It is also removed with
        the session, the token or the program's access that added it.
        """
        return self._ask("POST", "me/push/", locals()).json()

    def device_remove(self, device_id: int) -> None:
        """Remove a device: it gets no more push notifications."""
        self._ask("DELETE", "me/push/{device_id}/", locals())

    def devices(self) -> types.Devices:
        """List your devices that get push notifications, with the server's key for adding one."""
        return self._ask("GET", "me/push/", locals()).json()

    def estimate(self, game_id: int, *, move: int | Unset = UNSET) -> types.Estimate:
        """Estimate the territory of a position, and who is ahead. During the game this is only possible if its terms
        allow analysis; otherwise the answer is `analysis_off`. An engine is only used after the game.
        """
        return self._ask("GET", "games/{game_id}/estimate/", locals()).json()

    def events(self, *, since: int | Unset = UNSET, wait: int | Unset = UNSET) -> Iterator[types.Hello | types.Event]:
        """Stream what happens in your games and to your challenges. The first line has the number after which the
        stream begins. If its `missed` is true, some events have been deleted (events are kept for 14 days), and you
        need to fetch the current state. Every event is sent once, in order, with its own number. Events outside the
        token's scopes are left out. After 15 seconds without an event, a heartbeat is sent: an empty line or a
        comment.
        """
        return self._lines("events", locals())

    def federation_data(self) -> types.FederationData:
        """Return your real name and your Go federation numbers. All fields are empty if you have given none."""
        return self._ask("GET", "me/federations/", locals()).json()

    def federation_data_delete(self) -> None:
        """Delete your data for federations. Result files then have your user name."""
        self._ask("DELETE", "me/federations/", locals())

    def federation_data_store(
        self,
        *,
        family_name: str,
        given_name: str | Unset = UNSET,
        country: str | Unset = UNSET,
        club: str | Unset = UNSET,
        egd_pin: str | Unset = UNSET,
        aga_number: str | Unset = UNSET,
        ffg_licence: str | Unset = UNSET,
        is_findable: bool | Unset = UNSET,
    ) -> types.FederationData:
        """Store your real name and your Go federation numbers (not for guests)."""
        return self._ask("PUT", "me/federations/", locals()).json()

    def feed_end(self) -> None:
        """Revoke the secret URL of your feed."""
        self._ask("DELETE", "me/notifications/feed/", locals())

    def feed_make(self, *, idempotency_key: str | None = None) -> types.TurnFeed:
        """Create a new secret URL for the feed of your turns. The previous URL stops working. The new one is only
        shown in this response.
        """
        return self._ask("POST", "me/notifications/feed/", locals()).json()

    def follow(self, username: str) -> None:
        """Follow a player, who is notified once. You get a notification when they start public games."""
        self._ask("PUT", "follows/{username}/", locals())

    def followers(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Follows:
        """List the players who follow you, the latest first."""
        return self._ask("GET", "followers/", locals()).json()

    def follows(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Follows:
        """List the players you follow, the latest first. A friend is a player who also follows you."""
        return self._ask("GET", "follows/", locals()).json()

    def game(
        self,
        game_id: int,
        *,
        legal: Literal["0", "1", "false", "true"] | Unset = UNSET,
        line: Literal["0", "1", "false", "true"] | Unset = UNSET,
    ) -> types.Game:
        """Return the whole state of a game. With `If-None-Match` the answer is 304 if only the clocks have ticked."""
        return self._ask("GET", "games/{game_id}/", locals()).json()

    def game_events(
        self, game_id: int, *, since: int | Unset = UNSET, wait: int | Unset = UNSET
    ) -> Iterator[types.Hello | types.GameEvent]:
        """Stream the actions of a game after number `since`, and then every new one. Lines without a number mean that
        there is something new to fetch: `chat` and `suggestion` (for players), `clock`, and `review` after the
        game.
        """
        return self._lines("games/{game_id}/events", locals())

    def game_mute(self, game_id: int) -> None:
        """Mute one of your games: no e-mail, push or sound about it, except when time is running short."""
        self._ask("PUT", "me/notifications/muted/{game_id}/", locals())

    def game_unmute(self, game_id: int) -> None:
        """Unmute one of your games."""
        self._ask("DELETE", "me/notifications/muted/{game_id}/", locals())

    def games(
        self,
        *,
        active_since: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        ids: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        mine: bool | Unset = UNSET,
        phase: Literal["play", "stone_removal", "finished", "running"] | Unset = UNSET,
        player: str | Unset = UNSET,
        rated: bool | Unset = UNSET,
        rule_set: Literal[
            "brainking", "japanese", "korean", "chinese", "aga", "bga", "new_zealand", "tromp_taylor", "ing", "leaflet"
        ]
        | Unset = UNSET,
        since: str | Unset = UNSET,
        size: int | Unset = UNSET,
        until: str | Unset = UNSET,
        variant: Literal["capture", "no_pass", "one_color", "blind", "pair", "multi_color", "zen", "torus"]
        | Unset = UNSET,
        waiting: bool | Unset = UNSET,
    ) -> types.Games:
        """List the games that you may see, the newest first. `mine=true` returns your own games, `waiting=true` those
        where it is your turn, and `phase=running` those in progress.
        """
        return self._ask("GET", "games/", locals()).json()

    def games_export(
        self,
        *,
        active_since: str | Unset = UNSET,
        before: int | Unset = UNSET,
        ids: str | Unset = UNSET,
        mine: bool | Unset = UNSET,
        phase: Literal["play", "stone_removal", "finished", "running"] | Unset = UNSET,
        player: str | Unset = UNSET,
        rated: bool | Unset = UNSET,
        rule_set: Literal[
            "brainking", "japanese", "korean", "chinese", "aga", "bga", "new_zealand", "tromp_taylor", "ing", "leaflet"
        ]
        | Unset = UNSET,
        since: str | Unset = UNSET,
        size: int | Unset = UNSET,
        until: str | Unset = UNSET,
        variant: Literal["capture", "no_pass", "one_color", "blind", "pair", "multi_color", "zen", "torus"]
        | Unset = UNSET,
        waiting: bool | Unset = UNSET,
    ) -> Iterator[types.GameRecord]:
        """Return the games that `games` would list, each with its record, as one JSON object a line. The newest come
        first, at most 300 at a time. Continue with `before`, the number of the last game that you got. Only the
        records of your own games have the reasons of rejections.
        """
        return self._lines("games/export", locals())

    def grant_end(self, client_id: str) -> None:
        """Revoke a program's access to your account."""
        self._ask("DELETE", "me/grants/{client_id}/", locals())

    def grants(self) -> types.Grants:
        """List the programs that have access to your account by OAuth, with their scopes."""
        return self._ask("GET", "me/grants/", locals()).json()

    def ladder(self, ladder_id: int) -> types.Ladder:
        """Return a ladder with its terms and your own place."""
        return self._ask("GET", "ladders/{ladder_id}/", locals()).json()

    def ladder_challenge(
        self, ladder_id: int, *, player: str, place: int, idempotency_key: str | None = None
    ) -> types.LadderGame:
        """Challenge a player on a ladder: the game starts immediately. Refusals: `ladder_refuses` with the reason in
        `why`; `stale`, if the player is no longer at `place`. To decline, the challenged player cancels the game
        before it has begun, and loses it.
        """
        return self._ask("POST", "ladders/{ladder_id}/challenges/", locals()).json()

    def ladder_challenges(
        self, ladder_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.LadderGames:
        """List a ladder's challenges with their games, the latest first."""
        return self._ask("GET", "ladders/{ladder_id}/challenges/", locals()).json()

    def ladder_close(self, ladder_id: int, *, reason: str, idempotency_key: str | None = None) -> types.Ladder:
        """Close a ladder that you run, or as a moderator any ladder. No one can join or challenge any more; games in
        progress continue and still change places. Refusals: `not_owner`, `ladder_closed`, `reason_needed`.
        """
        return self._ask("POST", "ladders/{ladder_id}/close/", locals()).json()

    def ladder_create(
        self,
        *,
        terms: TermsRequest,
        name: str,
        about: str | Unset = UNSET,
        club: int | Unset | None = UNSET,
        by_rank: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Ladder:
        """Create a ladder that anyone can join. Its terms cannot be changed. You can have two open ladders; for a
        third, or if a field is not valid, the answer is `bad_ladder`.
        """
        return self._ask("POST", "ladders/", locals()).json()

    def ladder_moves(
        self, ladder_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.LadderMoves:
        """List the changes of places, the latest first. Players who only moved because of another player's change are
        not listed.
        """
        return self._ask("GET", "ladders/{ladder_id}/moves/", locals()).json()

    def ladder_places(self, ladder_id: int, *, page: int | Unset = UNSET) -> types.LadderPlaces:
        """List the places of a ladder from the top, a hundred a page. `why_not` says why you cannot challenge the
        player there; it is null if you can.
        """
        return self._ask("GET", "ladders/{ladder_id}/places/", locals()).json()

    def ladder_rung(self, ladder_id: int, *, do: LadderPlaceDoEnum, idempotency_key: str | None = None) -> types.Ladder:
        """Join or leave a ladder, or pause your place or resume it. Refusals: `already_on_ladder`, `not_on_ladder`,
        `bot_not_allowed`.
        """
        return self._ask("POST", "ladders/{ladder_id}/rung/", locals()).json()

    def ladders(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        state: Literal["open", "closed"] | Unset = UNSET,
    ) -> types.Ladders:
        """List ladders, the newest first: those open to join, or the closed ones."""
        return self._ask("GET", "ladders/", locals()).json()

    def league(self, league_id: int) -> types.League:
        """Return a league with its terms and your own role in it."""
        return self._ask("GET", "leagues/{league_id}/", locals()).json()

    def league_act(
        self,
        league_id: int,
        *,
        act: LeagueActActEnum,
        player: str | Unset = UNSET,
        text: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.League:
        """Direct a league, and return it. `act` names the action. The other fields that each action takes are listed
        here. If one of them is missing, the answer is `bad_act` with the name of the `field`.

        - `start`: begin the first season now.
        - `close`: confirm the results of the season under review.
        - `remove` with a `player` and a `reason`: remove the player from the league. Unfinished games in the group
          are lost by forfeit.
        - `director` or `no_director` with a `player`: make the player a director, or end this.
        - `notice` with a `text`: send a notice to all players. Ten a day are possible, then the answer is
          `too_many_notices`.
        - `end` with a `reason`: end the league after the current season.

        Results are set in the groups, which are tournaments.
        """
        return self._ask("POST", "leagues/{league_id}/acts/", locals()).json()

    def league_challenge(self, league_id: int, *, player: str, idempotency_key: str | None = None) -> types.LeagueGame:
        """Challenge a player of your group, in a league with free pairing: the game starts immediately. Refusal:
        `league_refuses` with the reason in `why`. To decline, the challenged player cancels the game before it has
        begun, and loses it.
        """
        return self._ask("POST", "leagues/{league_id}/challenges/", locals()).json()

    def league_create(
        self,
        *,
        terms: TermsRequest,
        name: str,
        about: str | Unset = UNSET,
        club: int | Unset | None = UNSET,
        size: int | Unset = UNSET,
        up: int | Unset = UNSET,
        factor: int | Unset = UNSET,
        months: MonthsEnum | Unset = UNSET,
        at_once: int | Unset = UNSET,
        free: bool | Unset = UNSET,
        starts_at: str | Unset | None = UNSET,
        idempotency_key: str | None = None,
    ) -> types.League:
        """Create a league that anyone can join, or only the members of its `club`. Its terms cannot be changed. You
        can have two open leagues; for a third, or if a field is not valid, the answer is `bad_league`.
        """
        return self._ask("POST", "leagues/", locals()).json()

    def league_log(self, league_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.LeagueLog:
        """List everything that was done in a league, the latest first. Actions in a group are in the log of the
        group's tournament.
        """
        return self._ask("GET", "leagues/{league_id}/log/", locals()).json()

    def league_membership(
        self, league_id: int, *, do: LeaguePlaceDoEnum, idempotency_key: str | None = None
    ) -> types.League:
        """Join or leave a league, or say whether you will play the next season. Refusals: `already_in_league`,
        `not_in_league`, `bot_not_allowed`; in a club's league also `not_member`.
        """
        return self._ask("POST", "leagues/{league_id}/membership/", locals()).json()

    def league_season(self, league_id: int, season_number: int, *, page: int | Unset = UNSET) -> types.LeagueSeason:
        """Return a season with the standings of its groups, ten groups a page, from the top division down."""
        return self._ask("GET", "leagues/{league_id}/seasons/{season_number}/", locals()).json()

    def leagues(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Leagues:
        """List the leagues that are not closed, the newest first."""
        return self._ask("GET", "leagues/", locals()).json()

    def lesson(self, lesson: str) -> types.Lesson:
        """Return a lesson with its pages."""
        return self._ask("GET", "lessons/{lesson}/", locals()).json()

    def lesson_try(
        self, lesson: str, number: int, *, point: str, idempotency_key: str | None = None
    ) -> types.LessonOutcome:
        """Answer a page of a lesson with a point, and get the result. If you are signed in, a right answer marks the
        page as done.
        """
        return self._ask("POST", "lessons/{lesson}/{number}/", locals()).json()

    def lessons(self) -> types.Lessons:
        """List all lessons, in the recommended order."""
        return self._ask("GET", "lessons/", locals()).json()

    def library(
        self,
        *,
        cursor: str | Unset = UNSET,
        event: str | Unset = UNSET,
        folder: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        player: str | Unset = UNSET,
        rules: Literal[
            "aga", "bga", "brainking", "chinese", "ing", "japanese", "korean", "leaflet", "new_zealand", "tromp_taylor"
        ]
        | Unset = UNSET,
        since: str | Unset = UNSET,
        size: Literal[9, 13, 19] | Unset = UNSET,
        tag: str | Unset = UNSET,
        until: str | Unset = UNSET,
    ) -> types.LibraryRecords:
        """List the records in your library, the newest first."""
        return self._ask("GET", "library/", locals()).json()

    def library_add(
        self,
        *,
        folder: str | Unset = UNSET,
        tags: list[str] | Unset = UNSET,
        sgf: str | Unset = UNSET,
        files: list[UploadedFileRequest] | Unset = UNSET,
        games: list[int] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.LibraryAdded:
        """Add the games of one or more files to your library, variations and comments included. Files that cannot be
        read are left out, with the reason; if no file can be read, the request is refused. Games that your library
        already has are not added again. A library can have 5,000 records and 50 MB; more are refused with
        `library_full`.
        """
        return self._ask("POST", "library/", locals()).json()

    def library_audience(self, record_id: int) -> types.LibraryAudience:
        """Return who may see your record."""
        return self._ask("GET", "library/{record_id}/audience/", locals()).json()

    def library_change(
        self, record_id: int, *, folder: str | Unset = UNSET, tags: list[str] | Unset = UNSET
    ) -> types.LibraryRecord:
        """Put a record into a folder, or change its tags."""
        return self._ask("PATCH", "library/{record_id}/", locals()).json()

    def library_delete(self, record_id: int) -> None:
        """Delete a record."""
        self._ask("DELETE", "library/{record_id}/", locals())

    def library_download(
        self,
        *,
        as_: Literal["zip", "sgf"] | Unset = UNSET,
        event: str | Unset = UNSET,
        folder: str | Unset = UNSET,
        player: str | Unset = UNSET,
        rules: Literal[
            "aga", "bga", "brainking", "chinese", "ing", "japanese", "korean", "leaflet", "new_zealand", "tromp_taylor"
        ]
        | Unset = UNSET,
        since: str | Unset = UNSET,
        size: Literal[9, 13, 19] | Unset = UNSET,
        tag: str | Unset = UNSET,
        until: str | Unset = UNSET,
    ) -> bytes:
        """Return all records that match the query: as a zip archive of the files as they were uploaded, or as one SGF
        collection in UTF-8.
        """
        return self._ask("GET", "library/download/", locals()).content

    def library_file(self, record_id: int) -> str:
        """Return the file of a record, byte for byte as it was uploaded."""
        return self._ask("GET", "library/{record_id}/sgf/", locals()).content.decode()

    def library_positions(
        self,
        record_id: int,
        *,
        at: int | Unset = UNSET,
        from_: str | Unset = UNSET,
        swapped: bool | Unset = UNSET,
        to: str | Unset = UNSET,
    ) -> types.LibraryPositions:
        """Search the whole board of a position in your library, in records shared with you, and in the first 24 moves
        of public games on this server. Rotated and mirrored positions count.

        With `from` and `to`, search a rectangle of 4x4 to 10x10 points at a corner or side, within the first 60
        moves.
        """
        return self._ask("GET", "library/{record_id}/positions/", locals()).json()

    def library_record(self, record_id: int) -> types.LibraryRecord:
        """Return a record of your library, or one that is shared with you, without its file."""
        return self._ask("GET", "library/{record_id}/", locals()).json()

    def library_search(
        self,
        *,
        board: str | Unset = UNSET,
        from_: str | Unset = UNSET,
        swapped: bool | Unset = UNSET,
        to: str | Unset = UNSET,
    ) -> types.LibraryPositions:
        """Search a rectangle of a board in your library, in records shared with you, and in public games on this
        server, as `library_positions` does: 4x4 to 10x10 points at a corner or side, within the first 60 moves.
        """
        return self._ask("GET", "library/positions/", locals()).json()

    def library_share(
        self,
        record_id: int,
        *,
        everyone: bool | Unset = UNSET,
        players: list[str] | Unset = UNSET,
        clubs: list[int] | Unset = UNSET,
        classes: list[int] | Unset = UNSET,
    ) -> types.LibraryAudience:
        """Set who may see your record; this replaces the earlier choice. An empty body makes it private."""
        return self._ask("PUT", "library/{record_id}/audience/", locals()).json()

    def library_shared(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.LibraryRecords:
        """List other players' records that you may see, the newest first: shared with you, with one of your clubs, or
        with everyone. Their folders and tags are left out.
        """
        return self._ask("GET", "library/shared/", locals()).json()

    def machine_review(self, game_id: int) -> types.MachineReview:
        """Return the computer analysis of a finished game as far as it is ready. Refusals: `no_review` (404), if no
        one has requested one; `not_finished`; `position_in_play`, if a game in progress has had the same position.
        A `review` line in the game's stream means that more of the analysis is ready.
        """
        return self._ask("GET", "games/{game_id}/machine-review/", locals()).json()

    def machine_review_ask(self, game_id: int, *, idempotency_key: str | None = None) -> types.MachineReview:
        """Request the computer analysis of a finished game (201). If it exists already, you get it (200), so retries
        are safe. A failed analysis is tried again. Refusals: `no_engine`, `not_finished`, `position_in_play`,
        `review_limit`, `reviews_waiting`.
        """
        return self._ask("POST", "games/{game_id}/machine-review/", locals()).json()

    def machine_reviews_choice(self) -> types.ReviewChoice:
        """Return whether computer analysis is hidden from you on all pages."""
        return self._ask("GET", "me/machine-reviews/", locals()).json()

    def machine_reviews_choose(self, *, hidden: bool) -> types.ReviewChoice:
        """Hide computer analysis from yourself on all pages, or show it again."""
        return self._ask("PUT", "me/machine-reviews/", locals()).json()

    def marks(self, game_id: int, *, dead: list[str], expected: int) -> types.Marks:
        """Replace your draft of a marking. The stones in the body are marked as dead, and no others. Only you can see
        the draft.
        """
        return self._ask("PUT", "games/{game_id}/marks/", locals()).json()

    def me(self) -> types.Me:
        """Return your own account."""
        return self._ask("GET", "me/", locals()).json()

    def me_change(
        self,
        *,
        language: str | Unset = UNSET,
        theme: ThemeEnum | BlankEnum | Unset = UNSET,
        board_theme: BoardThemeEnum | Unset = UNSET,
        bio: str | Unset = UNSET,
        country: str | Unset = UNSET,
        sounds: bool | Unset = UNSET,
        shows_watching: bool | Unset = UNSET,
        hides_rank: bool | Unset = UNSET,
        sees_ranks: bool | Unset = UNSET,
        show_coordinates: bool | Unset = UNSET,
        digits: DigitsEnum | BlankEnum | Unset = UNSET,
        calendar: CalendarEnum | BlankEnum | Unset = UNSET,
        motion: MotionEnum | BlankEnum | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        after_sending: AfterSendingEnum | Unset = UNSET,
        next_order: NextOrderEnum | Unset = UNSET,
    ) -> types.Me:
        """Change your account settings: language, time zone, theme, the text about you (not for guests), and others."""
        return self._ask("PATCH", "me/", locals()).json()

    def me_delete(
        self, *, username: str, password: str, code: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> None:
        """Delete your account, immediately and permanently. Your name is removed, games in progress end by
        resignation, and finished games stay with your opponents. Your name, your password and, with two-factor
        authentication, a code are required.
        """
        self._ask("POST", "me/delete/", locals())

    def me_export(self, *, username: str, password: str, code: str | Unset = UNSET) -> bytes:
        """Return everything that is stored about you, as a zip archive. A README in it explains each file. Your name,
        your password and, with two-factor authentication, a code are required. At most ten tries an hour, on the
        website and through the API together.
        """
        return self._ask("POST", "me/export/", locals()).content

    def me_rename(self, *, name: str) -> types.Me:
        """Change your name, at most once every 30 days. Upper and lower case can be changed at any time. The old name
        redirects to your profile for a year.
        """
        return self._ask("PUT", "me/name/", locals()).json()

    def messages(self, game_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Messages:
        """List the messages of a game's chat, the latest first. For its players and moderators only."""
        return self._ask("GET", "games/{game_id}/messages/", locals()).json()

    def mute(self, username: str) -> None:
        """Mute a player: you no longer see what they write as a spectator."""
        self._ask("PUT", "me/muted/{username}/", locals())

    def mutes(self) -> types.Muted:
        """List the players you have muted: you do not see what they write as spectators. Players are not notified when
        you mute them.
        """
        return self._ask("GET", "me/muted/", locals()).json()

    def my_notifications(self) -> types.MyNotifications:
        """Return your notification settings: channels by kind, how e-mails look, and when they may be sent."""
        return self._ask("GET", "me/notifications/", locals()).json()

    def my_notifications_change(
        self,
        *,
        kinds: KindsRequest | Unset = UNSET,
        level: NotificationsLevelEnum | Unset = UNSET,
        daily_at: int | Unset = UNSET,
        quiet: QuietEnum | Unset = UNSET,
        quiet_begin: str | Unset = UNSET,
        quiet_end: str | Unset = UNSET,
        play_by_link: bool | Unset = UNSET,
        play_by_reply: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> types.MyNotifications:
        """Change your notification settings. Fields that are left out do not change."""
        return self._ask("PATCH", "me/notifications/", locals()).json()

    def my_study(self) -> types.StudyChoice:
        """Return whether your analysis is shared after your games."""
        return self._ask("GET", "me/study/", locals()).json()

    def my_study_change(self, *, sharing: SharingEnum) -> types.StudyChoice:
        """Choose whether your analyses are shared after your games. A different choice for a single game takes
        precedence.
        """
        return self._ask("PUT", "me/study/", locals()).json()

    def my_time(self) -> types.MyTime:
        """Return your vacation, weekend, night and reminders. Durations are in seconds."""
        return self._ask("GET", "me/time/", locals()).json()

    def my_time_change(
        self,
        *,
        automatic_vacation: bool | Unset = UNSET,
        reminders: list[RemindersEnum] | Unset = UNSET,
        remind_day: bool | Unset = UNSET,
        remind_hours: bool | Unset = UNSET,
        remind_by_mail: bool | Unset = UNSET,
    ) -> types.MyTime:
        """Choose reminders, and whether a vacation begins automatically before a loss on time."""
        return self._ask("PATCH", "me/time/", locals()).json()

    def my_week(self, *, zone: str, weekend: list[int], night: NightRequest | Unset | None = UNSET) -> types.MyTime:
        """Choose your weekend and night, when your clocks stop, once every 30 days."""
        return self._ask("PUT", "me/week/", locals()).json()

    def next_game(self, *, after: int | Unset = UNSET) -> types.NextGame:
        """Return the id of the next game where it is your turn, in the order you chose (`next_order` of `me`). It is
        null if there is none.
        """
        return self._ask("GET", "games/next/", locals()).json()

    def note(self, game_id: int) -> types.Note:
        """Return your private note about one of your games. No one else can see it."""
        return self._ask("GET", "games/{game_id}/note/", locals()).json()

    def note_write(self, game_id: int, *, text: str, priority: PriorityEnum | Unset = UNSET) -> types.Note:
        """Replace your note about a game, and its priority. A `priority` that is left out does not change."""
        return self._ask("PUT", "games/{game_id}/note/", locals()).json()

    def notices(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Notices:
        """List your notifications, the newest first."""
        return self._ask("GET", "notices/", locals()).json()

    def notices_read(self, *, idempotency_key: str | None = None) -> types.Read:
        """Mark all your notifications as read."""
        return self._ask("POST", "notices/", locals()).json()

    def openings(
        self,
        *,
        bots: Literal["0", "1", "false", "true"] | Unset = UNSET,
        moves: str | Unset = UNSET,
        size: str | Unset = UNSET,
        stones: str | Unset = UNSET,
    ) -> types.Openings:
        """List the moves that were played from a position in finished public games, and how those games ended. The
        position is the one after `moves`. Rotated and mirrored positions count as one.
        """
        return self._ask("GET", "openings/", locals()).json()

    def plan(self, game_id: int) -> types.Plan:
        """Return your conditional moves in one of your games. No one else can see them, or whether there are any."""
        return self._ask("GET", "games/{game_id}/plan/", locals()).json()

    def plan_end(self, game_id: int, *, if_match: str | Unset = UNSET) -> types.Plan:
        """Delete your conditional moves."""
        return self._ask("DELETE", "games/{game_id}/plan/", locals()).json()

    def plan_write(
        self,
        game_id: int,
        *,
        branches: list[list[Any]],
        expected: int,
        version: int | Unset = UNSET,
        holds: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> types.Plan:
        """Replace your conditional moves while the opponent has to play. If the opponent plays one of the planned
        moves, your answer is played immediately as an action of its own, and takes no time. Any other move ends the
        plan. A plan has at most 200 answers, 30 in one line, each legal where it is played.
        """
        return self._ask("PUT", "games/{game_id}/plan/", locals()).json()

    def player(self, username: str) -> types.Profile:
        """Return a player's public profile. Only games that you may see are counted."""
        return self._ask("GET", "players/{username}/", locals()).json()

    def player_lesson(self, lesson_key: str) -> types.PlayerLessonPages:
        """Return a lesson with its pages, in order."""
        return self._ask("GET", "player-lessons/{lesson_key}/", locals()).json()

    def player_lesson_add(
        self,
        lesson_key: str,
        *,
        task: str,
        rows: str,
        right: str,
        good: str,
        bad: str,
        first: SideEnum | Unset = UNSET,
        before: str | Unset = UNSET,
        answer: str | Unset = UNSET,
        after: str | Unset = UNSET,
        answers: str | Unset = UNSET,
        replies: str | Unset = UNSET,
        taps: bool | Unset = UNSET,
        buttons: ButtonsEnum | BlankEnum | Unset = UNSET,
        rings: str | Unset = UNSET,
        claims: str | Unset = UNSET,
        statistics: str | Unset = UNSET,
        ruleset: RuleSetNameEnum | Unset = UNSET,
        count: RuleSetNameEnum | BlankEnum | Unset = UNSET,
        dead: str | Unset = UNSET,
        komi: str | Unset = UNSET,
        black_prisoners: int | Unset = UNSET,
        white_prisoners: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.PlayerLessonSource:
        """Add a page to your lesson. Before the page is stored, the server tries every answer and verifies every
        claim; a page that fails is refused with `bad_lesson_page`. A lesson has at most 60 pages; another page is
        refused with `lesson_full`.
        """
        return self._ask("POST", "player-lessons/{lesson_key}/pages/", locals()).json()

    def player_lesson_audience(self, lesson_key: str) -> types.LinkAudience:
        """Return who may see your lesson."""
        return self._ask("GET", "player-lessons/{lesson_key}/audience/", locals()).json()

    def player_lesson_change(
        self,
        lesson_key: str,
        *,
        name: str | Unset = UNSET,
        about: str | Unset = UNSET,
        language: LanguageEnum | Unset = UNSET,
        level: RankNameEnum | BlankEnum | Unset = UNSET,
        order: list[int] | Unset = UNSET,
    ) -> types.PlayerLessonPages:
        """Change the name, description, language or level of your lesson, or the order of its pages."""
        return self._ask("PATCH", "player-lessons/{lesson_key}/", locals()).json()

    def player_lesson_delete(self, lesson_key: str) -> None:
        """Delete your lesson with its pages."""
        self._ask("DELETE", "player-lessons/{lesson_key}/", locals())

    def player_lesson_make(
        self,
        *,
        name: str,
        about: str | Unset = UNSET,
        language: LanguageEnum | Unset = UNSET,
        level: RankNameEnum | BlankEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.PlayerLesson:
        """Make an empty lesson, which only you can see. You can have 50 lessons and collections together; another one
        is refused with `too_many_materials`.
        """
        return self._ask("POST", "player-lessons/", locals()).json()

    def player_lesson_page(self, lesson_key: str, number: int) -> types.LessonStep:
        """Return a page of a lesson with its position."""
        return self._ask("GET", "player-lessons/{lesson_key}/pages/{number}/", locals()).json()

    def player_lesson_page_delete(self, lesson_key: str, number: int) -> None:
        """Delete a page of your lesson."""
        self._ask("DELETE", "player-lessons/{lesson_key}/pages/{number}/source/", locals())

    def player_lesson_replace(
        self,
        lesson_key: str,
        number: int,
        *,
        task: str,
        rows: str,
        right: str,
        good: str,
        bad: str,
        first: SideEnum | Unset = UNSET,
        before: str | Unset = UNSET,
        answer: str | Unset = UNSET,
        after: str | Unset = UNSET,
        answers: str | Unset = UNSET,
        replies: str | Unset = UNSET,
        taps: bool | Unset = UNSET,
        buttons: ButtonsEnum | BlankEnum | Unset = UNSET,
        rings: str | Unset = UNSET,
        claims: str | Unset = UNSET,
        statistics: str | Unset = UNSET,
        ruleset: RuleSetNameEnum | Unset = UNSET,
        count: RuleSetNameEnum | BlankEnum | Unset = UNSET,
        dead: str | Unset = UNSET,
        komi: str | Unset = UNSET,
        black_prisoners: int | Unset = UNSET,
        white_prisoners: int | Unset = UNSET,
    ) -> types.PlayerLessonSource:
        """Replace a page of your lesson, after the same checks as for a new page."""
        return self._ask("PUT", "player-lessons/{lesson_key}/pages/{number}/source/", locals()).json()

    def player_lesson_share(
        self,
        lesson_key: str,
        *,
        everyone: bool | Unset = UNSET,
        players: list[str] | Unset = UNSET,
        clubs: list[int] | Unset = UNSET,
        classes: list[int] | Unset = UNSET,
        link: bool | Unset = UNSET,
    ) -> types.LinkAudience:
        """Set who may see your lesson; this replaces the earlier choice. An empty body makes it private."""
        return self._ask("PUT", "player-lessons/{lesson_key}/audience/", locals()).json()

    def player_lesson_source(self, lesson_key: str, number: int) -> types.PlayerLessonSource:
        """Return all fields of a page of your lesson."""
        return self._ask("GET", "player-lessons/{lesson_key}/pages/{number}/source/", locals()).json()

    def player_lesson_try(
        self, lesson_key: str, number: int, *, point: str, idempotency_key: str | None = None
    ) -> types.LessonOutcome:
        """Answer a page of a lesson with a point, and get the result. If you are signed in, a right answer marks the
        page as done.
        """
        return self._ask("POST", "player-lessons/{lesson_key}/pages/{number}/", locals()).json()

    def player_lessons(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.PlayerLessons:
        """List your lessons, and those of others that are shared with you or everyone, the newest first."""
        return self._ask("GET", "player-lessons/", locals()).json()

    def player_ratings(
        self, username: str, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.RatingEvents:
        """List how each rated game changed a player's ratings, the newest first. Private games are not named to
        others. The list is empty if the player hides their rank from you.
        """
        return self._ask("GET", "players/{username}/ratings/", locals()).json()

    def players(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        max_rank: str | Unset = UNSET,
        min_rank: str | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> types.People:
        """List the active players. With `search`, list the players whose names begin with it, the newest first.
        Otherwise list the players who have a rank, the strongest first. If a rank changes between two pages, a
        player may be missing or listed twice.
        """
        return self._ask("GET", "players/", locals()).json()

    def post_write(
        self,
        username: str,
        *,
        text: str | Unset = UNSET,
        quick: QuickEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Post:
        """Write a message to a player. In your first week you can write only to opponents, friends, staff and players
        who wrote to you; for other players the answer is `too_new`. For bots this limit is permanent.
        """
        return self._ask("POST", "threads/{username}/", locals()).json()

    def posts(self, username: str, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Posts:
        """List your messages with a player, the latest first. This does not mark them as read."""
        return self._ask("GET", "threads/{username}/", locals()).json()

    def posts_found(
        self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET, q: str | Unset = UNSET
    ) -> types.FoundPosts:
        """List your private messages, the latest first; `q` searches them. Quick replies are searched in the requested
        language.
        """
        return self._ask("GET", "private-messages/", locals()).json()

    def problem(self, problem: str) -> types.GoProblem:
        """Return a Go problem with its position."""
        return self._ask("GET", "problems/{problem}/", locals()).json()

    def problem_answer(self, problem: str, *, idempotency_key: str | None = None) -> types.GoProblemAnswer:
        """Give up, and get the correct first moves, and for each first move the moves that follow it. If you are
        signed in and have not tried yet, this counts as a wrong first try.
        """
        return self._ask("POST", "problems/{problem}/answer/", locals()).json()

    def problem_daily(self) -> types.DailyProblem:
        """Return whether you subscribed to the problem of the day. Subscribers get the event `problem.daily`, and a
        notification on their devices.
        """
        return self._ask("GET", "problems/daily/", locals()).json()

    def problem_daily_change(self, *, daily: bool) -> types.DailyProblem:
        """Subscribe to the problem of the day, starting tomorrow, or unsubscribe."""
        return self._ask("PUT", "problems/daily/", locals()).json()

    def problem_make(
        self,
        *,
        game: int,
        goal: GoalEnum,
        first: SideEnum,
        stones: str,
        area: str,
        move: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.OwnGoProblem:
        """Submit a position of your own game as a problem, at most ten a day. A problem with a clear answer is
        published with your name, free to use (CC0 1.0).
        """
        return self._ask("POST", "problems/players/", locals()).json()

    def problem_today(self) -> types.GoProblem:
        """Return the problem of the day (UTC), the same for everyone. No problem is repeated within 60 days."""
        return self._ask("GET", "problems/today/", locals()).json()

    def problem_try(self, problem: str, *, point: str, idempotency_key: str | None = None) -> types.GoProblemOutcome:
        """Try a first move, and get the result. If you are signed in, only the first try counts for the problem's
        grade, and any right try marks the problem as solved.
        """
        return self._ask("POST", "problems/{problem}/", locals()).json()

    def problems(self) -> types.GoProblems:
        """List all Go problems, the easiest first."""
        return self._ask("GET", "problems/", locals()).json()

    def problems_due(self) -> types.GoProblemsDue:
        """List the problems that are due to be repeated, if you turned repetition on."""
        return self._ask("GET", "problems/due/", locals()).json()

    def problems_of_players(self) -> types.OwnGoProblems:
        """List the latest problems from players' games, and the status of yours."""
        return self._ask("GET", "problems/players/", locals()).json()

    def problems_read(self, *, sgf: str, idempotency_key: str | None = None) -> types.GoProblemsRead:
        """Submit the positions of an SGF collection as problems, at most ten a day. Send only your own work."""
        return self._ask("POST", "problems/players/sgf/", locals()).json()

    def problems_repeat(self, *, repeating: bool) -> types.GoProblemsDue:
        """Turn the repetition of problems on or off. Turning it off deletes all due dates."""
        return self._ask("PUT", "problems/due/", locals()).json()

    def rank_convert(
        self, system: Literal["aga", "dgs", "egf", "igs", "kgs", "ogs"], rank: str
    ) -> types.RankConversion:
        """Compare a rank of a system (`egf`, `aga`, `ogs`, `dgs`, `kgs`, `igs`), such as `7k`, with the other systems.
        For each of them, the answer has the weakest and the strongest equivalent rank in the sources of
        `rank_table`, or null if there is none.
        """
        return self._ask("GET", "ranks/{system}/{rank}/", locals()).json()

    def rank_table(self) -> types.RankTable:
        """List the ranks of EGF, AGA, OGS, Dragon Go Server, KGS and IGS that published sources consider equal, with
        the sources. Some sources are old, and none are measurements.
        """
        return self._ask("GET", "ranks/", locals()).json()

    def records(self, *, before: int | Unset = UNSET, page: int | Unset = UNSET) -> bytes:
        """Return your latest 1000 games as SGF in a zip archive. For older ones, send as `before` the smallest number
        in the file names (`2026-03-02-17.sgf` is game 17), or use `page=2`.
        """
        return self._ask("GET", "me/games.zip", locals()).content

    def rematch(self, game_id: int, *, idempotency_key: str | None = None) -> types.Again:
        """Offer a rematch, or accept the opponent's offer of one. Return the number of the new offer or of the game."""
        return self._ask("POST", "games/{game_id}/rematch/", locals()).json()

    def report(
        self,
        *,
        kind: ReportKindEnum,
        player: str | Unset = UNSET,
        game: int | Unset = UNSET,
        message: int | Unset = UNSET,
        post: int | Unset = UNSET,
        club: int | Unset = UNSET,
        club_notice: int | Unset = UNSET,
        tournament: int | Unset = UNSET,
        ladder: int | Unset = UNSET,
        league: int | Unset = UNSET,
        team_match: int | Unset = UNSET,
        record: int | Unset = UNSET,
        collection: str | Unset = UNSET,
        board: str | Unset = UNSET,
        board_question: int | Unset = UNSET,
        text: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Report:
        """Report something to the moderators: a player by name, or your opponent in a `game`. Or report the author of
        a `message`, `post`, `club_notice`, `board_question` or problem `collection`, the owner of a `club`, shared
        `record` or demonstration `board`, the organiser of a `tournament`, `ladder` or `league`, or someone in a
        `team_match`. Further reports about the same player are added to your open report.
        """
        return self._ask("POST", "reports/", locals()).json()

    def reports(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Reports:
        """List your reports, the newest first, with the answers: `right` or `no_action`."""
        return self._ask("GET", "reports/", locals()).json()

    def review(self, game_id: int) -> types.Review:
        """Return a finished game with everything its review shows: the players' shared analysis and your own, readers'
        variations, and the engine's lines. Comments on its moves are in `comments`.
        """
        return self._ask("GET", "games/{game_id}/review/", locals()).json()

    def say(
        self,
        game_id: int,
        *,
        text: str | Unset = UNSET,
        quick: QuickEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Write a message in the chat of a game."""
        return self._ask("POST", "games/{game_id}/messages/", locals()).json()

    def search(self, search_id: int) -> types.SearchNow:
        """Return one of your searches, and why it has not found anyone yet."""
        return self._ask("GET", "searches/{search_id}/", locals()).json()

    def search_cancel(self, search_id: int, *, idempotency_key: str | None = None) -> None:
        """Cancel a search. Games that it has found continue. Refusal: `search_over`."""
        self._ask("DELETE", "searches/{search_id}/", locals())

    def search_create(
        self,
        *,
        sizes: list[int],
        clocks: list[ClocksEnum],
        rule_set: RuleSetNameEnum | Unset = UNSET,
        insists: bool | Unset = UNSET,
        up: int | Unset | None = UNSET,
        down: int | Unset | None = UNSET,
        handicap: HandicapEnum | Unset = UNSET,
        games: int | Unset = UNSET,
        standing: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Search:
        """Search for opponents for 30 days, or with `standing` until you cancel it. A game starts as soon as another
        player's search matches, and you get the event `match_found` with `game` and `player`. You can have five
        open searches; for a sixth the answer is `too_many_searches`. The same preferences again return the same
        search.
        """
        return self._ask("POST", "searches/", locals()).json()

    def search_matches(
        self, search_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.Matches:
        """List the players that a search has found and why, the latest first."""
        return self._ask("GET", "searches/{search_id}/matches/", locals()).json()

    def search_widen(self, search_id: int, *, what: WhatEnum, idempotency_key: str | None = None) -> types.Search:
        """Widen a search in one of the ways in its `can_widen`. Refusal: `search_over`."""
        return self._ask("POST", "searches/{search_id}/widen/", locals()).json()

    def searches(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Searches:
        """List your searches and standing offers, the newest first, including finished ones."""
        return self._ask("GET", "searches/", locals()).json()

    def seat_answer(self, game_id: int, *, allow: bool, idempotency_key: str | None = None) -> types.SeatOffers:
        """Accept or decline the invitation to a vacant seat. After you have accepted, an opponent has to accept you.
        Without an open invitation the answer is 404.
        """
        return self._ask("POST", "games/{game_id}/seat/", locals()).json()

    def seat_offers(self, game_id: int) -> types.SeatOffers:
        """List the open invitations to seats of a game: all of them for its players, otherwise your own."""
        return self._ask("GET", "games/{game_id}/seat/", locals()).json()

    def server(self) -> types.Server:
        """Return the server's name, version, rule sets, limits and links."""
        return self._ask("GET", "", locals()).json()

    def session_end(self, session_id: int) -> None:
        """Sign out in the browser that has this session."""
        self._ask("DELETE", "me/sessions/{session_id}/", locals())

    def sessions(self) -> types.Sessions:
        """List the browsers where you are signed in, the last used first. For programs that have access to your
        account, see `tokens` and `me/grants`.
        """
        return self._ask("GET", "me/sessions/", locals()).json()

    def sessions_end(self) -> types.Ended:
        """Sign out in all browsers, except this one. Their open connections close within five seconds."""
        return self._ask("DELETE", "me/sessions/", locals()).json()

    def sgf(self, game_id: int, *, with_: str | Unset = UNSET) -> types.Sgf:
        """Return the game as SGF (FF[4]), in the field `sgf`."""
        return self._ask("GET", "games/{game_id}/sgf/", locals()).json()

    def sgf_file(self, game_id: int, *, with_: str | Unset = UNSET) -> str:
        """Return the game as an SGF file (FF[4]), for programs that open SGF from a URL."""
        return self._ask("GET", "games/{game_id}/game.sgf", locals()).content.decode()

    def star(self, game_id: int, *, note: str | Unset = UNSET, tag: str | Unset = UNSET) -> types.Star:
        """Follow a public game, or replace your note and tag. You get a notification when it ends."""
        return self._ask("PUT", "stars/{game_id}/", locals()).json()

    def stars(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Stars:
        """List the games you follow, the latest first, with your notes and tags."""
        return self._ask("GET", "stars/", locals()).json()

    def starting_rank(self) -> types.StartingRank:
        """Return the rank that your rating started from, and whether you can still change it. `system`, `rank` and
        `here` are null if you have stated none.
        """
        return self._ask("GET", "me/starting-rank/", locals()).json()

    def starting_rank_delete(self) -> None:
        """Delete the starting rank that you stated, before your first rated game. After that game the answer is
        `already_rated`.
        """
        self._ask("DELETE", "me/starting-rank/", locals())

    def starting_rank_state(self, *, system: SystemEnum, rank: str) -> types.StartingRank:
        """State a rank that you have elsewhere, before your first rated game. Your rating starts from the middle of
        its equivalents here, at most 3d, and stays provisional. Refusals: `already_rated`, `no_equivalent`.
        """
        return self._ask("PUT", "me/starting-rank/", locals()).json()

    def talk(self, game_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Remarks:
        """List the spectators' messages under a public game, the latest first. During the game only signed-in readers
        who do not play in it can read them, and others get `talk_sealed`. After the game everyone can. Messages of
        players you blocked or muted are left out.
        """
        return self._ask("GET", "games/{game_id}/talk/", locals()).json()

    def talk_say(
        self,
        game_id: int,
        *,
        text: str | Unset = UNSET,
        quick: QuickEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Remark:
        """Write a message as a spectator, in at most 1000 characters. The players can read it after the game."""
        return self._ask("POST", "games/{game_id}/talk/", locals()).json()

    def teacher(self, game_id: int, *, username: str, idempotency_key: str | None = None) -> None:
        """Invite a teacher to the review of a finished public game of yours. A teacher's comments are marked as such
        and come first; a teacher has no other rights. A game can have three teachers. Inviting the same player
        again changes nothing.
        """
        self._ask("POST", "games/{game_id}/review/teachers/", locals())

    def team_match(self, match_id: int) -> types.TeamMatch:
        """Return a match with its terms, both teams, the boards and the score."""
        return self._ask("GET", "team-matches/{match_id}/", locals()).json()

    def team_match_act(
        self,
        match_id: int,
        *,
        act: TeamMatchActActEnum,
        player: str | Unset = UNSET,
        players: list[str] | Unset = UNSET,
        side: TeamMatchActSideEnum | Unset = UNSET,
        round: int | Unset = UNSET,
        board: int | Unset = UNSET,
        result: TeamMatchActResultEnum | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TeamMatch:
        """Perform an action in a team match, and return the match. `act` names the action. The other fields that each
        action takes are listed here. If one of them is missing, the answer is `bad_act` with the name of the
        `field`. If a player or a lineup is not allowed, the answer is `match_refuses` with the reason in `why`.

        - `accept` or `decline`, by the challenged club: answer the challenge.
        - `withdraw`, by the challenging club: withdraw the challenge before it is answered.
        - `ask` with a `player`, by a captain: ask the player to play.
        - `lineup` with `players`, by a captain: set the lineup from board 1 down, stronger ranks first. A board
          with the name `""` is forfeited.
        - `ready`, by a captain: confirm the lineup. When both lineups are confirmed, the round starts.
        - `result` with a `round`, a `board`, a `result` and a `reason`, by a moderator: set the result of the
          board.
        - `cancel` with a `reason`, by a moderator: end the match without a result.
        """
        return self._ask("POST", "team-matches/{match_id}/acts/", locals()).json()

    def team_match_create(
        self,
        *,
        terms: TermsRequest,
        club: int,
        guest: int,
        boards: int | Unset = UNSET,
        rounds: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TeamMatch:
        """Challenge another club to a match, if you may create events for your own club. The other club has seven days
        to answer. Refusal: `bad_match` with the `field`, also if a club already has five unfinished matches.
        """
        return self._ask("POST", "team-matches/", locals()).json()

    def team_match_log(
        self, match_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.TeamMatchLog:
        """List everything that was done in a match, the latest first."""
        return self._ask("GET", "team-matches/{match_id}/log/", locals()).json()

    def team_match_place(
        self, match_id: int, *, do: TeamMatchPlaceDoEnum, idempotency_key: str | None = None
    ) -> types.TeamMatch:
        """Say whether you will play for your club. You can change your answer until the round starts. Refusal:
        `match_refuses` with the reason in `why`.
        """
        return self._ask("POST", "team-matches/{match_id}/place/", locals()).json()

    def team_matches(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.TeamMatches:
        """List the matches between clubs, the newest first."""
        return self._ask("GET", "team-matches/", locals()).json()

    def thread_mute(
        self, username: str, *, muted: bool | Unset = UNSET, archived: bool | Unset = UNSET
    ) -> types.Thread:
        """Mute or unmute a conversation, move it to the archive or back. A muted conversation has no notifications and
        no count of new messages. An archived conversation returns to the list after the next message, unless it is
        muted. The other player is not notified.
        """
        return self._ask("PATCH", "threads/{username}/", locals()).json()

    def thread_read(self, username: str, *, idempotency_key: str | None = None) -> None:
        """Mark the other player's messages as read."""
        self._ask("POST", "threads/{username}/read/", locals())

    def threads(
        self, *, archived: bool | Unset = UNSET, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.Threads:
        """List your conversations, the newest first. `unread` is the number of new messages."""
        return self._ask("GET", "threads/", locals()).json()

    def token_create(
        self,
        *,
        username: str,
        password: str,
        code: str | Unset = UNSET,
        name: str | Unset = UNSET,
        scopes: list[ScopesEnum] | Unset = UNSET,
        days: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.NewToken:
        """Exchange your name and password for a token, to send as `Authorization: Bearer ...`. The token is only shown
        in this response, and expires. You can also create tokens on the settings page.
        """
        return self._ask("POST", "token/", locals()).json()

    def token_delete(self) -> None:
        """Revoke the token of this request."""
        self._ask("DELETE", "token/", locals())

    def token_revoke(self, token_id: int) -> None:
        """Revoke one of your tokens."""
        self._ask("DELETE", "tokens/{token_id}/", locals())

    def tokens(self) -> types.Tokens:
        """List your personal tokens, without their secrets."""
        return self._ask("GET", "tokens/", locals()).json()

    def topic(self, topic_id: int) -> types.Topic:
        """Return a topic, with the number of its posts that you have not read."""
        return self._ask("GET", "discussion/{topic_id}/", locals()).json()

    def topic_change(self, topic_id: int, *, act: TopicActActEnum) -> types.Topic:
        """Follow, unfollow, mute or unmute a topic, or close or reopen it. Only managers of its club may close and
        reopen a club's topic, and only moderators a topic without a club; others get `cannot_close_topic`.
        """
        return self._ask("PATCH", "discussion/{topic_id}/", locals()).json()

    def topic_post_withdraw(self, topic_id: int, post_id: int) -> None:
        """Delete your own post, unless moderators have hidden it. The title is deleted with the first post, and the
        topic with its only post.
        """
        self._ask("DELETE", "discussion/{topic_id}/posts/{post_id}/", locals())

    def topic_posts(self, topic_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Posts:
        """List the posts of a topic, the latest first. Posts of players you blocked or muted are left out. This does
        not mark them as read.
        """
        return self._ask("GET", "discussion/{topic_id}/posts/", locals()).json()

    def topic_reply(self, topic_id: int, *, text: str, idempotency_key: str | None = None) -> types.Post:
        """Write a post in a topic. Refusals: `topic_closed`, `too_many_posts`, `no_bots_in_discussions`."""
        return self._ask("POST", "discussion/{topic_id}/posts/", locals()).json()

    def topic_start(
        self, *, title: str, text: str, club: int | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Topic:
        """Start a topic with its first post, and follow it. You can start three topics a day; for a fourth the answer
        is `too_many_topics`.
        """
        return self._ask("POST", "discussion/", locals()).json()

    def topics(
        self,
        *,
        club: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        q: str | Unset = UNSET,
    ) -> types.Topics:
        """List topics, the newest first. With `club`, list the topics of this club, for its members; others get
        `not_member`. Without it, list the topics of the whole server. `q` searches titles and posts.
        """
        return self._ask("GET", "discussion/", locals()).json()

    def tournament(self, tournament_id: int) -> types.Tournament:
        """Return a tournament with its terms, and whether you can enter."""
        return self._ask("GET", "tournaments/{tournament_id}/", locals()).json()

    def tournament_act(
        self,
        tournament_id: int,
        *,
        act: ActActEnum,
        player: str | Unset = UNSET,
        other: str | Unset = UNSET,
        round: int | Unset = UNSET,
        board: int | Unset = UNSET,
        result: ActResultEnum | BlankEnum | Unset = UNSET,
        halves: int | Unset = UNSET,
        days: int | Unset = UNSET,
        rank: str | Unset = UNSET,
        bar: str | Unset = UNSET,
        floor: str | Unset = UNSET,
        correction: int | Unset = UNSET,
        family: str | Unset = UNSET,
        club_group: str | Unset = UNSET,
        proposal: str | Unset = UNSET,
        seeds: list[str] | Unset = UNSET,
        instead_of: list[str] | Unset = UNSET,
        text: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Tournament:
        """Direct a tournament, and return it. `act` names the action. The other fields that each action takes are
        listed here. If one of them is missing or not valid, the answer is `bad_act` with the name of the `field`.

        - `open`: open entry, so that everyone can see the tournament.
        - `start` with an optional `proposal`: start the tournament. With the `proposal`, round 1 is published as
          previewed. If the preview is out of date, the tournament does not start, and the answer is `conflict`.
        - `close`: make the results final, when they are under review.
        - `cancel` with a `reason`: cancel the tournament. Games in progress continue.
        - `copy`: create a draft with the same terms. The answer is the draft.
        - `once`: end the series, so that the tournament is not repeated.
        - `notice` with a `text` and an optional `player`: send a notice to all entrants, or to this player only.
          Ten a day are possible to each, then the answer is `too_many_notices`.
        - `invite` with a `player` and an optional `rank`: invite the player.
        - `approve` or `decline` with a `player`: answer the player's application.
        - `remove` with a `player` and a `reason`: remove the player.
        - `replace` with a `player`, a `reason` and an optional `other`: give the player's seat to `other` from the
          waiting list. The default is the player who has waited longest.
        - `director` or `no_director` with a `player`: make the player a director, or end this.
        - `propose`: pair the next round for directors to check. Before the start of a Swiss, a McMahon or groups,
          draw a preview of round 1.
        - `swap` with a `player`, an `other` and the `proposal`: swap the two players in the proposed pairings.
        - `fix` with a `player`, an `other` and the `proposal`: pair the two players in the proposal, the first as
          Black.
        - `publish` with the `proposal`: publish the proposed pairings.
        - `forbid` with a `player`, an `other` and a `reason`: avoid pairing the two players.
        - `allow` with a `player` and an `other`: undo `forbid`.
        - `exchange` with a `player` and an `other`: swap the sections of the two players.
        - `seed` with `seeds`, `instead_of` and a `reason`: seed these players, before the start of a knockout or of
          sections. `instead_of` are the seeds that you saw, if any. All other players follow by rank or by lot. An
          empty list removes all seeds.
        - `bars` with a `bar`, a `floor` and a `reason`: set the bar and the floor of a McMahon, until its first
          round is published.
        - `result` with a `round`, a `board`, a `result` and a `reason`: set the result of a game.
        - `adjust` with a `player`, `halves` and a `reason`: give or deduct half points.
        - `rank` with a `player`, a `rank`, an optional `correction` and a `reason`: set the player's rank, and in a
          McMahon the extra points at the start.
        - `labels` with a `player`, and a `family`, a `club_group` or both: set the labels by which the pairing
          keeps players apart. An empty label is removed, and one that is left out stays.
        - `time` with a `player`, `days` and a `reason`: add time to the player's clocks, even if it is not the
          player's turn.
        - `extend` with a `round` and `days`: extend a round in progress.

        If another director was faster, the answer is `conflict` with the current `proposal`, or `seeding_changed`
        with the current `seeds`.
        """
        return self._ask("POST", "tournaments/{tournament_id}/acts/", locals()).json()

    def tournament_bracket(self, tournament_id: int) -> types.TournamentBracket:
        """List the matches of a knockout, each after those that lead to it. Refusal: `no_such_bracket`, if the
        tournament is not a knockout or has not started.
        """
        return self._ask("GET", "tournaments/{tournament_id}/bracket/", locals()).json()

    def tournament_change(
        self,
        tournament_id: int,
        *,
        terms: TermsRequest,
        name: str,
        kind: TournamentKindEnum,
        about: str | Unset = UNSET,
        club: int | Unset | None = UNSET,
        rounds: int | Unset = UNSET,
        games_each: int | Unset = UNSET,
        group_size: int | Unset = UNSET,
        drawing: DrawingEnum | Unset = UNSET,
        best: int | Unset = UNSET,
        then: TournamentThenEnum | Unset = UNSET,
        final_games: FinalGamesEnum | Unset = UNSET,
        third_place: bool | Unset = UNSET,
        seeding: SeedingEnum | Unset = UNSET,
        at_once: int | Unset = UNSET,
        handicaps: bool | Unset = UNSET,
        komi_handicap: bool | Unset = UNSET,
        bar: str | Unset = UNSET,
        floor: str | Unset = UNSET,
        tiebreaks: list[TiebreaksEnum] | Unset = UNSET,
        half_for_missed: bool | Unset = UNSET,
        absence: AbsenceEnum | BlankEnum | Unset = UNSET,
        drawn_down: DrawnFromEnum | BlankEnum | Unset = UNSET,
        drawn_up: DrawnFromEnum | BlankEnum | Unset = UNSET,
        clubs_apart: bool | Unset = UNSET,
        club_groups_apart: bool | Unset = UNSET,
        families_apart: bool | Unset = UNSET,
        following: FollowingEnum | Unset = UNSET,
        round_days: int | Unset | None = UNSET,
        after_timeout: AfterTimeoutEnum | Unset = UNSET,
        strike_out: bool | Unset = UNSET,
        late_entry: bool | Unset = UNSET,
        without_review: bool | Unset = UNSET,
        stones_to_capture: int | Unset = UNSET,
        entering: EnteringEnum | Unset = UNSET,
        fewest: int | Unset = UNSET,
        most: int | Unset = UNSET,
        lowest_rank: str | Unset | None = UNSET,
        highest_rank: str | Unset | None = UNSET,
        established: bool | Unset = UNSET,
        asks_proof: bool | Unset = UNSET,
        least_games: int | Unset = UNSET,
        starting: StartingEnum | Unset = UNSET,
        starts_at: str | Unset | None = UNSET,
        repeats: RepeatsEnum | BlankEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Tournament:
        """Change one of your tournaments before its start. Send all options, as when you create one. If players have
        entered, each is asked to agree to changed rules within 72 hours, or is withdrawn. Until all have answered,
        the action `start` is refused with `answers_awaited`. Name, description, club, places and the limits of
        entry can change without asking.
        """
        return self._ask("PUT", "tournaments/{tournament_id}/", locals()).json()

    def tournament_consent(self, tournament_id: int, *, shares_name: bool) -> types.Tournament:
        """Allow result files for federations to have your real name and numbers, or withdraw that. Refusals:
        `not_entered`; `no_federation_data` if you have given no name; `name_in_file` if you withdraw after a file
        with your name has been made.
        """
        return self._ask("PUT", "tournaments/{tournament_id}/consent/", locals()).json()

    def tournament_costs(
        self,
        tournament_id: int,
        *,
        act: Literal["fix", "swap"] | Unset = UNSET,
        other: str | Unset = UNSET,
        player: str | Unset = UNSET,
        proposal: str | Unset = UNSET,
    ) -> types.TournamentCosts:
        """Return how a change of the proposed pairings would affect each pairing criterion: its value before and
        after. `act` names the change: `swap` swaps the two players, and `fix` pairs them with each other. Nothing
        is stored.
        """
        return self._ask("GET", "tournaments/{tournament_id}/costs/", locals()).json()

    def tournament_create(
        self,
        *,
        terms: TermsRequest,
        name: str,
        kind: TournamentKindEnum,
        about: str | Unset = UNSET,
        club: int | Unset | None = UNSET,
        rounds: int | Unset = UNSET,
        games_each: int | Unset = UNSET,
        group_size: int | Unset = UNSET,
        drawing: DrawingEnum | Unset = UNSET,
        best: int | Unset = UNSET,
        then: TournamentThenEnum | Unset = UNSET,
        final_games: FinalGamesEnum | Unset = UNSET,
        third_place: bool | Unset = UNSET,
        seeding: SeedingEnum | Unset = UNSET,
        at_once: int | Unset = UNSET,
        handicaps: bool | Unset = UNSET,
        komi_handicap: bool | Unset = UNSET,
        bar: str | Unset = UNSET,
        floor: str | Unset = UNSET,
        tiebreaks: list[TiebreaksEnum] | Unset = UNSET,
        half_for_missed: bool | Unset = UNSET,
        absence: AbsenceEnum | BlankEnum | Unset = UNSET,
        drawn_down: DrawnFromEnum | BlankEnum | Unset = UNSET,
        drawn_up: DrawnFromEnum | BlankEnum | Unset = UNSET,
        clubs_apart: bool | Unset = UNSET,
        club_groups_apart: bool | Unset = UNSET,
        families_apart: bool | Unset = UNSET,
        following: FollowingEnum | Unset = UNSET,
        round_days: int | Unset | None = UNSET,
        after_timeout: AfterTimeoutEnum | Unset = UNSET,
        strike_out: bool | Unset = UNSET,
        late_entry: bool | Unset = UNSET,
        without_review: bool | Unset = UNSET,
        stones_to_capture: int | Unset = UNSET,
        entering: EnteringEnum | Unset = UNSET,
        fewest: int | Unset = UNSET,
        most: int | Unset = UNSET,
        lowest_rank: str | Unset | None = UNSET,
        highest_rank: str | Unset | None = UNSET,
        established: bool | Unset = UNSET,
        asks_proof: bool | Unset = UNSET,
        least_games: int | Unset = UNSET,
        starting: StartingEnum | Unset = UNSET,
        starts_at: str | Unset | None = UNSET,
        repeats: RepeatsEnum | BlankEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Tournament:
        """Create a draft that only you can see. To open entry, perform the action `open` with `tournament_act`."""
        return self._ask("POST", "tournaments/", locals()).json()

    def tournament_enter(
        self,
        tournament_id: int,
        *,
        waiting: bool | Unset = UNSET,
        rank: str | Unset = UNSET,
        proof: str | Unset = UNSET,
        revision: int | Unset | None = UNSET,
        shares_name: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TournamentEntry:
        """Enter a tournament. Refusals: `event_full` (send `waiting` for the waiting list), `rank_too_low`,
        `rank_too_high`, `provisional`, `rank_needed`, `too_few_games`, `too_many_games`, `not_invited`,
        `entry_closed`, `already_entered`, `bot_not_allowed`, `proof_needed`, `no_federation_data`, and
        `event_terms_changed` if the `revision` is not the current one. Players without an established rank can
        state one in `rank`, with a link in `proof`. If the link is not valid, the answer is `bad_act` with the
        `field`.
        """
        return self._ask("POST", "tournaments/{tournament_id}/entries/", locals()).json()

    def tournament_entries(
        self, tournament_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.TournamentEntries:
        """List the players who have entered or are on the waiting list, the latest first."""
        return self._ask("GET", "tournaments/{tournament_id}/entries/", locals()).json()

    def tournament_federation_file(self, tournament_id: int, form: Literal["aga", "egd", "ffg"]) -> str:
        """Make the file of results for a federation: `egd` (.h9), `aga`, or `ffg` (.tou). Players who have allowed
        this are in the file with their real names and numbers, and can no longer withdraw their consent. Other
        players have their user names. Only directors get the file. Refusal: `no_such_file` before the start and for
        variants, which federations do not rate.
        """
        return self._ask("POST", "tournaments/{tournament_id}/federation-files/{form}/", locals()).content.decode()

    def tournament_file(self, tournament_id: int, form: Literal["csv", "h9", "json", "xml"]) -> str:
        """Return the results as a file: `h9` for the European Go Database (not of variants), `csv`, `json`, or `xml`
        for OpenGotha. Names are those of the accounts. If a player hides their rank, only directors get the file,
        and others get `ranks_hidden`.
        """
        return self._ask("GET", "tournaments/{tournament_id}/files/{form}/", locals()).content.decode()

    def tournament_games(self, tournament_id: int) -> bytes:
        """Return the finished games as SGF in a zip archive. Files are named by round, board and number
        (`r02-b003-1234.sgf`).
        """
        return self._ask("GET", "tournaments/{tournament_id}/games.zip", locals()).content

    def tournament_log(
        self, tournament_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.TournamentLog:
        """List everything that was done in a tournament, the latest first."""
        return self._ask("GET", "tournaments/{tournament_id}/log/", locals()).json()

    def tournament_match_players(
        self, tournament_id: int, *, players: str, idempotency_key: str | None = None
    ) -> types.ListedPlayers:
        """Find the players of a list, for directors: a spreadsheet (name, rank, club, country, EGD PIN, username; the
        first line can name the columns), or a list of the European Go Database. No one is invited: use the action
        `invite` of `tournament_act` with the `player` and the `rank`. Only the first 20,000 lines without a player
        are returned. Refusal: `bad_player_list`.
        """
        return self._ask("POST", "tournaments/{tournament_id}/players/", locals()).json()

    def tournament_pair(
        self,
        tournament_id: int,
        round_number: int,
        *,
        pairings: list[BoardSeatsRequest],
        idempotency_key: str | None = None,
    ) -> types.TournamentPairings:
        """Propose your own pairings for the next round of a Swiss or McMahon tournament. The action `publish` of
        `tournament_act` publishes them. Refusal: `bad_pairings` with the reason in `why`: a player is `unknown`,
        listed `twice` or `missing` (`name`), or a `pair` is not allowed.
        """
        return self._ask("POST", "tournaments/{tournament_id}/rounds/{round_number}/pairings/", locals()).json()

    def tournament_pairings(self, tournament_id: int, round_number: int) -> types.TournamentPairings:
        """Return the pairings of a round. Proposed pairings are for directors only."""
        return self._ask("GET", "tournaments/{tournament_id}/rounds/{round_number}/pairings/", locals()).json()

    def tournament_sections(self, tournament_id: int, *, stage: int | Unset = UNSET) -> types.TournamentSections:
        """List the sections of a stage with their tables. The list is empty before the start, and if the stage has no
        sections.
        """
        return self._ask("GET", "tournaments/{tournament_id}/sections/", locals()).json()

    def tournament_standings(self, tournament_id: int, *, round: int | Unset = UNSET) -> types.TournamentStandings:
        """Return the standings; empty before the start. Refusal: `no_such_round` for a round that is not published."""
        return self._ask("GET", "tournaments/{tournament_id}/standings/", locals()).json()

    def tournament_stay(
        self,
        tournament_id: int,
        *,
        confirm: bool | Unset = UNSET,
        revision: int | Unset | None = UNSET,
        skips: list[int] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TournamentEntry:
        """Confirm that you still take part, when you were asked, and choose the rounds that you will skip. After the
        terms have changed, `confirm` agrees to the new terms: send the `revision` that you saw. If it is not the
        current one, the answer is `event_terms_changed` with the current `revision`.
        """
        return self._ask("POST", "tournaments/{tournament_id}/stay/", locals()).json()

    def tournament_withdraw(
        self, tournament_id: int, *, now: bool | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.TournamentEntry:
        """Withdraw from a tournament. Your games in progress continue, and you are not paired again. With `now`, your
        games in progress are resigned.
        """
        return self._ask("POST", "tournaments/{tournament_id}/withdraw/", locals()).json()

    def tournaments(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        state: Literal["open", "running", "review", "finished", "cancelled"] | Unset = UNSET,
    ) -> types.Tournaments:
        """List tournaments, the newest first. Drafts are not listed."""
        return self._ask("GET", "tournaments/", locals()).json()

    def translate(
        self, *, post: int | Unset = UNSET, message: int | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Translation:
        """Translate a message into a language of your choice. Send either `post`, a private or a spectator's message
        (scope `message:read`), or `message`, a message in a game's chat (`chat:read`). Refusal: 404
        `no_translator`, if the server has no translation service. Texts are sent to that service only by this
        operation.
        """
        return self._ask("POST", "translations/", locals()).json()

    def tree(self, game_id: int) -> types.Tree:
        """Return your analysis of one of your games: variations, marks and texts. The variations branch off from the
        game's moves.
        """
        return self._ask("GET", "games/{game_id}/tree/", locals()).json()

    def tree_change(
        self,
        game_id: int,
        *,
        operations: list[dict[str, Any]],
        expected: int | Unset = UNSET,
        since: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TreeSaved:
        """Change your analysis by operations: all of them, or none. Operations from several devices can arrive in any
        order, and give the same analysis. An operation with an `id` that was already sent changes nothing.
        """
        return self._ask("POST", "games/{game_id}/tree/", locals()).json()

    def tree_read(self, game_id: int, *, sgf: str, idempotency_key: str | None = None) -> types.TreeRead:
        """Import variations, marks and comments from an SGF file into your analysis of this game. Nothing is deleted;
        the answer counts what was not imported. To get such a file, read the game's `sgf` with `with=tree`.
        """
        return self._ask("POST", "games/{game_id}/tree/sgf/", locals()).json()

    def tree_share(self, game_id: int, *, shared: bool | None) -> types.Shown:
        """Choose whether everyone who can see the game can see your analysis after the game. With null, your general
        setting applies (`me/study`). Until the game is over, only you can see your analysis.
        """
        return self._ask("PUT", "games/{game_id}/tree/sharing/", locals()).json()

    def unblock(self, username: str) -> None:
        """Unblock a player."""
        self._ask("DELETE", "me/blocks/{username}/", locals())

    def unfollow(self, username: str) -> None:
        """Stop following a player."""
        self._ask("DELETE", "follows/{username}/", locals())

    def unmute(self, username: str) -> None:
        """Unmute a player."""
        self._ask("DELETE", "me/muted/{username}/", locals())

    def unstar(self, game_id: int) -> None:
        """Stop following a game."""
        self._ask("DELETE", "stars/{game_id}/", locals())

    def vacation_end(self, *, idempotency_key: str | None = None) -> types.Vacation:
        """End your vacation now."""
        return self._ask("DELETE", "me/vacation/", locals()).json()

    def vacation_start(self, *, until: str | Unset = UNSET, idempotency_key: str | None = None) -> types.VacationBegun:
        """Start a vacation: your clocks stop in games that allow it. If `until` is later than your remaining vacation
        allows, it ends earlier, and `shortened` is true.
        """
        return self._ask("POST", "me/vacation/", locals()).json()

    def variation(
        self, game_id: int, *, moves: list[str], node: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Proposed:
        """Add a variation to a finished game, for everyone who can see the game. You can add at most 30 moves at a
        time, and 200 to a game. Adding the same line again changes nothing.
        """
        return self._ask("POST", "games/{game_id}/review/variations/", locals()).json()

    def variations_remove(self, game_id: int) -> None:
        """Delete all variations that you added to this game. Your comments stay."""
        self._ask("DELETE", "games/{game_id}/review/variations/", locals())

    def vote(self, bulletin_id: int, *, choice: int, idempotency_key: str | None = None) -> None:
        """Vote on a bulletin's question. You can vote once; a second vote gets `already_voted`. No one can see who
        voted for what.
        """
        self._ask("POST", "bulletins/{bulletin_id}/vote/", locals())

    def webhook_create(self, *, url: str, idempotency_key: str | None = None) -> types.Webhook:
        """Send your events to this address from now on. Each is one POST, in order, retried until the answer is 2xx,
        and signed according to Standard Webhooks. The secret for checking signatures is only shown in this
        response, and not repeated for a retry with the same key. If you lost the answer, delete the webhook and
        create another. After three days of failures the webhook is switched off. It ends with the token or access
        of the program that created it. The address must be HTTPS on the public internet.
        """
        return self._ask("POST", "webhooks/", locals()).json()

    def webhook_delete(self, webhook_id: int) -> None:
        """Stop sending events to this address."""
        self._ask("DELETE", "webhooks/{webhook_id}/", locals())

    def webhook_enable(self, webhook_id: int, *, idempotency_key: str | None = None) -> types.Webhook:
        """Switch a webhook on again. Events are sent from the first one that was not accepted."""
        return self._ask("POST", "webhooks/{webhook_id}/enable/", locals()).json()

    def webhooks(self) -> types.Webhooks:
        """List your webhooks, and whether they are working."""
        return self._ask("GET", "webhooks/", locals()).json()
