"""One method for each operation of the API, made from the OpenAPI document by tests/client/generate.py."""
# ruff: noqa: PLR0913

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict, cast

from . import api_types as types
from .calling import UNSET, Calls, Sent, Unset, in_path, new_key

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

BoardThemeEnum = Literal["wood", "paper", "slate", "contrast"]

CalendarEnum = Literal["solar"]

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

EnteringEnum = Literal["open", "club", "approval", "invitation"]

FinalGamesEnum = Literal[1, 3, 5]

FollowingEnum = Literal["over", "date", "hand"]

GoalEnum = Literal["connect", "cut", "kill", "live", "race"]

HandicapEnum = Literal["no", "either", "yes"]

JoiningEnum = Literal["open", "request", "invitation"]

KomiByEnum = Literal["secret", "open", "creator", "joiner"]

LatenessEnum = Literal["strict", "claim", "friendly"]

LeagueActActEnum = Literal["start", "close", "remove", "director", "no_director", "notice", "end"]

LeaguePlaceDoEnum = Literal["join", "leave", "resign", "stay", "go"]

LetterEnum = Literal["now", "hourly", "daily", "off"]

LevelEnum = Literal["notice", "moves", "board", "picture"]

MembershipDoEnum = Literal["join", "leave", "notices"]

MonthsEnum = Literal[1, 3]

MotionEnum = Literal["none"]

NextOrderEnum = Literal["deadline", "waiting", "opponent", "priority"]

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

RepeatsEnum = Literal["week", "month", "quarter"]

ReportKindEnum = Literal[
    "abuse", "profile", "program", "score", "stalling", "sandbagging", "accounts", "escaping", "other"
]

RequestEnum = Literal["undo", "no_result", "pause", "draw"]

RuleSetEnum = Literal[
    "brainking", "japanese", "korean", "chinese", "aga", "bga", "new_zealand", "tromp_taylor", "ing", "leaflet"
]

RulingEnum = Literal[
    "black", "white", "red", "blue", "green", "yellow", "ranking", "no_result", "both_lose", "annulled"
]

RungDoEnum = Literal["join", "leave", "pause", "back"]

SameOpponentEnum = Literal["always", "after", "days_7", "days_30", "days_90", "never"]

ScopesEnum = Literal[
    "account:read",
    "account:write",
    "challenge:read",
    "challenge:write",
    "events:play",
    "events:direct",
    "clubs:manage",
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

StartFromEnum = Literal["crosscut"]

StartingEnum = Literal["hand", "date", "full"]

TakenColorEnum = Literal["black", "white"]

TeamMatchActActEnum = Literal["accept", "decline", "withdraw", "ask", "lineup", "ready", "result", "cancel"]

TeamMatchActResultEnum = Literal[
    "black_wins", "white_wins", "draw", "black_by_default", "white_by_default", "both_lose", "both_win", "void"
]

TeamMatchActSideEnum = Literal["home", "away"]

TeamMatchPlaceDoEnum = Literal["play", "refuse"]

ThemeEnum = Literal["light", "dark", "contrast"]

TiebreaksEnum = Literal["sos", "sos_1", "sos_2", "sodos", "sosos", "direct", "rank", "rating", "lot"]

TournamentKindEnum = Literal["round_robin", "swiss", "mcmahon", "groups", "sections", "knockout", "double_knockout"]

TournamentThenEnum = Literal["sections", "knockout"]

WhatEnum = Literal["ranks", "sizes", "clocks", "rules", "handicap"]


class BoardSeatsRequest(TypedDict):
    """A pairing."""

    black: str
    """The name of who has Black, or the bye."""
    white: NotRequired[str | None]
    """White; null for a bye."""
    handicap: NotRequired[int]
    """Handicap stones."""


class ChannelsRequest(TypedDict):
    """By what you are told of one kind; what is left out stays."""

    bell: NotRequired[bool]
    """Whether it is new on the bell."""
    letter: NotRequired[LetterEnum]
    """When an e-mail leaves: `now`, `hourly` or `daily` with others in one e-mail, `off` for never."""
    push: NotRequired[bool]
    """Whether it is pushed to the devices on which you allowed it."""
    sound: NotRequired[bool]
    """Whether an open page sounds, where sounds are switched on (`sounds` of your settings)."""


class ColorsRequest(TypedDict):
    """Which colours play."""

    count: NotRequired[int]
    """How many: 2 to 6, in the order `B`, `W`, `R`, `U` (blue), `G`, `Y`."""
    komi: NotRequired[list[str]]
    """The komi of each, in points, as text, where there are more than two; else empty, and `komi` is White's."""


class GoalRequest(TypedDict):
    """How a game is won before it is scored."""

    captures: NotRequired[list[int]]
    """How many captured stones win, for each colour; empty where captures do not decide."""
    on_stop: NotRequired[Literal["most", "count"]]
    """What happens when play stops for the first time: `most`, the side with the larger share of its number wins;
    `count`, the board is scored.
    """


class KindsRequest(TypedDict):
    """Kinds by their names; what is left out stays."""

    turn: NotRequired[ChannelsRequest]
    """It is your turn."""
    time: NotRequired[ChannelsRequest]
    """Your time is running short, or ran out."""
    answer: NotRequired[ChannelsRequest]
    """Something waits for your answer: a challenge, an undo or a pause."""
    game: NotRequired[ChannelsRequest]
    """A game began or ended, or something was agreed in it."""
    message: NotRequired[ChannelsRequest]
    """You received a message."""
    followed: NotRequired[ChannelsRequest]
    """Players and games that you follow."""
    staff: NotRequired[ChannelsRequest]
    """From the moderators and the server."""


class NightRequest(TypedDict):
    """From when until when, on the wall clock; over midnight when the end is the earlier."""

    begin: str
    """The time of day when it begins, such as `22:00`, in `zone`."""
    end: str
    """The time of day when it ends, such as `07:00`, in `zone`."""


class TermsRequest(TypedDict):
    """The terms of a game."""

    size: NotRequired[int]
    """The size of a square board, in points."""
    width: NotRequired[int]
    """The width of the board, in points."""
    height: NotRequired[int]
    """The height of the board, in points."""
    rule_set: NotRequired[RuleSetEnum]
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
    """Days per move: short for such a `time`."""
    time: NotRequired[TimeControlRequest]
    """The time control; three days per move by default."""
    lateness: NotRequired[LatenessEnum]
    """What happens when time runs out: a loss, a claim, or extra days first."""
    off_time: NotRequired[list[OffTimeEnum]]
    """When clocks may stop; vacation, weekend and pause by default."""
    by_rank: NotRequired[bool]
    """Whether handicap, colours and komi follow from the ranks of the two."""
    by_komi: NotRequired[bool]
    """Whether, with `by_rank`, komi evens the ranks out instead of stones."""
    komi_by: NotRequired[KomiByEnum]
    """Instead of a komi: a `secret` or an `open` auction for it before the game begins, or the `creator` or the
    `joiner` names it and the other one chooses the colour. Not with komi, color, handicap or by_rank.
    """
    rated: NotRequired[bool]
    """Whether the game counts for ratings, where its terms allow that."""
    variant: NotRequired[VariantRequest]
    """How it is played otherwise than ordinary Go."""
    start_from: NotRequired[StartFromEnum]
    """A position to start from instead of an empty board."""
    sgf: NotRequired[str]
    """A record (SGF) to play on from, instead of a size."""
    moves: NotRequired[int]
    """After how many of its moves; after all by default."""
    private: NotRequired[bool]
    """Whether only its players may see the game."""
    analysis: NotRequired[bool]
    """Whether a tree of variations and conditional moves may be kept while the game runs."""
    teaching: NotRequired[bool]
    """Whether it is a teaching game: both players read comments on its moves immediately, and undo without asking.
    Such games are unrated.
    """
    undo_unseen: NotRequired[bool]
    """Whether a player may undo their last move without asking until the opponent has seen it: see `take_back`."""


class TimeControlRequest(TypedDict):
    """A time control; which fields there are depends on the system."""

    system: Literal["days", "fischer", "byo_yomi", "canadian", "absolute", "none"]
    """Which clock: `days` (per move), `fischer`, `byo_yomi`, `canadian`, `absolute` or `none`."""
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
    """Canadian: how many stones a period is for."""
    per_move: NotRequired[int]
    """Days per move: the time for each turn, in seconds."""


class VariantRequest(TypedDict):
    """How a game differs from ordinary Go, in five parts. A part that a request leaves out is that of ordinary Go."""

    colors: NotRequired[ColorsRequest]
    """The colours."""
    seats: NotRequired[list[int]]
    """How many members each colour's team has; empty for one player a colour."""
    clock: NotRequired[Literal["team", "member"]]
    """What happens when a team's time runs out: `team`, the team loses; `member`, the player on turn is out and is
    skipped. Only with `seats`.
    """
    goal: NotRequired[GoalRequest]
    """The goal."""
    view: NotRequired[ViewRequest]
    """What is shown."""
    passing: NotRequired[bool]
    """Whether passing is allowed."""


class ViewRequest(TypedDict):
    """Which stones are shown until play stops for the first time."""

    kind: NotRequired[Literal["open", "one_color", "fading", "none"]]
    """`open`, everything; `one_color`, all stones alike; `fading`, only the stones of the last turns; `none`, no
    stones.
    """
    keep: NotRequired[int]
    """Fading: the stones of how many turns are shown; 0 for all other views."""
    of: NotRequired[Literal["B", "W", "R", "U", "G", "Y"] | None]
    """Whose view it is; null for both."""
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
        same step; a token also needs `chat:write` for it. If either is refused, nothing is stored. - `play` with
        `plan` (if you like), `point`: Play a stone (R2 to R5). Where stones are hidden, an illegal move is refused
        with `illegal` and recorded; after three of them in a turn the next one loses the turn (V28). - `pass` with
        `plan` (if you like): Pass (R6); the second in a row stops play. - `stop`: Stop play and mark the dead
        stones, when the opponent has answered three passes in a row with plays (R17). - `place_handicap` with
        `points`: Place all free handicap stones as one action (R41). - `resign`: Resign, at any time, also out of
        turn and in the end phase (R7). - `cancel`: Cancel the game, by either side, before each side has played
        once. It has no result. - `propose` with `dead`: Submit a marking as the next numbered proposal (R11, R12).
        - `withdraw` with `proposal`: Withdraw one's own proposal while it is unanswered (R12). - `accept` with
        `proposal`, `confirmed` (if you like): Accept a proposal: its score is the result (R13). - `reject` with
        `proposal`, `then`, `reason` (if you like): Reject a proposal, say what comes next and, if one likes, why
        (R12). - `resume`: Play on instead of marking (R14). - `settle`: Demand that the dispute is settled on the
        board, no matter who has to act; after a settling, that the game ends, counted as it stands (R17). -
        `request_undo`: Ask to undo one's own last move: the last one, or the one before the opponent's answer. In a
        teaching game it is undone without asking (C37). - `answer_undo` with `allow`: Allow or decline the
        opponent's request. Silence and a new move decline it, too. - `request_no_result`: Propose to end the game
        without a result, when a position has been on the board three times (R8). - `answer_no_result` with `allow`:
        Agree to end the game without a result, or decline. - `request_pause` with `until`: Propose that both clocks
        stop until then, or, in a pause, that it ends then. Moves are possible meanwhile. - `answer_pause` with
        `allow`: Agree to the opponent's proposal of a pause, or decline. - `request_draw`: Offer a draw, while the
        game is played. A new move of either side withdraws it. - `answer_draw` with `allow`: Agree to a draw, or
        decline. - `withdraw_request` with `request`: Withdraw one's own unanswered request. - `take_back`: Undo
        your own last move without asking, where the game allows it (`undo_unseen`) and the opponent has not seen
        it: they have not opened the game, none of their programs has read it, no e-mail or push message about it
        has left, and no conditional move has answered it. - `ask_to_resign`: Ask your partners whether you may
        resign for the team; done when more than half of the members agree. The question lapses with the team's next
        turn (V36). - `answer_partner` with `allow`: Say whether the partner who asks may resign for the team (V36).
        - `leave`: Leave a game in which your partners play on: your turns are skipped (V39). - `invite_successor`
        with `username`: Invite somebody to a seat of your team that its player has left, within seven days of that.
        They have to agree, and one of the opponents has to accept them. A second invitation takes the place of the
        first (V39). - `admit_successor` with `allow`: Say whether somebody may take the empty seat of your
        opponents; one of you is enough (V39). - `claim_win`: End a game whose other side has run out of time: in
        deciding, the proposal stands as accepted unless it is in doubt (R52). - `grant_time` with `days`: Give the
        opponent more days for this turn. - `refuse_win`: Play on instead of winning on time: the opponent has three
        days for the move. - `report_stalling`: Report that the opponent delays the scoring: the clocks stop for
        three days, unless they have been stopped for a moderator before. - `call_referee`: Ask a moderator to rule,
        once in a game and after the second rejection; the clocks stop for a while. - `decide` with `ruling`,
        `reason`, `ranking` (if you like): End the game with this result. - `set_marking` with `dead`, `reason`: End
        a game whose play has stopped by the count of this marking, which binds. - `let_resume` with `reason`,
        `first` (if you like): Let play go on instead of marking, and the clocks, if they stood still for a
        moderator; `first` moves first, None: as the rules say (R14). - `adjust_clock` with `side`, `minutes`,
        `reason`: Give this side more time, in whole minutes, no matter who has to act.
        """
        return cast(
            "types.Acted",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/actions/",
                Sent(
                    body={
                        "kind": kind,
                        "expected": expected,
                        "message": message,
                        "plan": plan,
                        "point": point,
                        "points": points,
                        "dead": dead,
                        "proposal": proposal,
                        "confirmed": confirmed,
                        "then": then,
                        "reason": reason,
                        "allow": allow,
                        "until": until,
                        "request": request,
                        "username": username,
                        "days": days,
                        "ruling": ruling,
                        "ranking": ranking,
                        "first": first,
                        "side": side,
                        "minutes": minutes,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def actions(self, game_id: int, *, after: int | Unset = UNSET) -> types.Receipts:
        """The actions after number `after` (0 by default), in order, at most 500 at a time."""
        return cast(
            "types.Receipts",
            self._ask("GET", f"games/{in_path(game_id)}/actions/", Sent(query={"after": after})).json(),
        )

    def address_try(self, *, idempotency_key: str | None = None) -> None:
        """Resume e-mails to your address after its mail server refused five in a row."""
        self._ask("POST", "me/notifications/address/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()}))

    def app_delete(self, client_id: str) -> None:
        """Delete it, with all access that it has."""
        self._ask("DELETE", f"me/apps/{in_path(client_id)}/", Sent())

    def app_register(self, *, name: str, redirect_uris: list[str], idempotency_key: str | None = None) -> types.App:
        """Register a program that asks players for access by OAuth 2.1: authorization code with PKCE (S256), at the
        addresses in `/.well-known/oauth-authorization-server`. It is public: `client_id` is all it needs.
        """
        return cast(
            "types.App",
            self._ask(
                "POST",
                "me/apps/",
                Sent(
                    body={"name": name, "redirect_uris": redirect_uris},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def appeal(self, decision_id: int, *, text: str, idempotency_key: str | None = None) -> types.Decision:
        """Ask that somebody else looks at a decision: once, within 30 days. Open to those who are suspended."""
        return cast(
            "types.Decision",
            self._ask(
                "POST",
                f"decisions/{in_path(decision_id)}/appeal/",
                Sent(body={"text": text}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def apps(self) -> types.Apps:
        """Your registered programs."""
        return cast("types.Apps", self._ask("GET", "me/apps/", Sent()).json())

    def become_bot(self, *, idempotency_key: str | None = None) -> types.Me:
        """Make this account a bot, permanently; possible before its first game. Everybody sees that a program plays.
        Its games are unrated, it plays at most 100 at the same time, and it does not look for games: it is
        challenged, or challenges somebody by name.
        """
        return cast(
            "types.Me",
            self._ask("POST", "me/bot/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()})).json(),
        )

    def block(self, username: str) -> None:
        """Block a player: no challenges, no offers seen, no chat, either way. Games that are going on go on."""
        self._ask("PUT", f"me/blocks/{in_path(username)}/", Sent())

    def blocks(self) -> types.Blocks:
        """The players you have blocked. They are not notified."""
        return cast("types.Blocks", self._ask("GET", "me/blocks/", Sent()).json())

    def bulletin_dismiss(self, bulletin_id: int, *, idempotency_key: str | None = None) -> None:
        """Do not show it above your games any more."""
        self._ask(
            "POST",
            f"bulletins/{in_path(bulletin_id)}/dismiss/",
            Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
        )

    def bulletins(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Bulletins:
        """What is up now, the latest first. Votes are told once you have voted."""
        return cast(
            "types.Bulletins", self._ask("GET", "bulletins/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def calendar_end(self) -> None:
        """End the address: it stops working."""
        self._ask("DELETE", "me/calendar/", Sent())

    def calendar_make(self, *, idempotency_key: str | None = None) -> types.Calendar:
        """Make a new address; an earlier one stops working. It is shown here only."""
        return cast(
            "types.Calendar",
            self._ask("POST", "me/calendar/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()})).json(),
        )

    def challenge(self, challenge_id: int) -> types.Challenge:
        """The exact terms of an offer."""
        return cast("types.Challenge", self._ask("GET", f"challenges/{in_path(challenge_id)}/", Sent()).json())

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
        """Accept an offer; the game starts. A private link needs its `token`. An offer by ranks needs `handicap` and
        `color` as it showed them to you; with others it is refused (`terms_changed`). Beyond its limits:
        `rank_outside` with `lowest`, `highest` and `rank`, `rank_unsettled`, `same_opponent` with `until`,
        `already_joined` with `game`. With `color` `both` two games begin: the answer is the one in which you move
        first, and each has an event `challenge.accepted`.
        """
        return cast(
            "types.Game",
            self._ask(
                "POST",
                f"challenges/{in_path(challenge_id)}/accept/",
                Sent(
                    body={"token": token, "handicap": handicap, "color": color, "komi": komi},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def challenge_bid(
        self,
        challenge_id: int,
        *,
        komi: str | Unset = UNSET,
        color: TakenColorEnum | Unset = UNSET,
        token: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Challenge:
        """Join an offer with `komi_by`, and bid: who bids more gives that komi and has Black. In an open auction bid
        above the other (`bid_too_low` with `above`), or take `color` `white`; where one names the komi, the other
        takes a `color`. Then the game begins, and is the offer's `game`. `not_your_bid`: the other one is to bid or
        choose. After three days without, the offer is over. A private link needs its `token`.
        """
        return cast(
            "types.Challenge",
            self._ask(
                "POST",
                f"challenges/{in_path(challenge_id)}/bid/",
                Sent(
                    body={"komi": komi, "color": color, "token": token},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def challenge_counter(
        self,
        challenge_id: int,
        *,
        size: int | Unset = UNSET,
        width: int | Unset = UNSET,
        height: int | Unset = UNSET,
        rule_set: RuleSetEnum | Unset = UNSET,
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
        variant: VariantRequest | Unset = UNSET,
        start_from: StartFromEnum | Unset = UNSET,
        sgf: str | Unset = UNSET,
        moves: int | Unset = UNSET,
        token: str | Unset = UNSET,
        private: bool | Unset = UNSET,
        analysis: bool | Unset = UNSET,
        teaching: bool | Unset = UNSET,
        undo_unseen: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ChallengeMade:
        """Answer an offer with other terms: a new offer to its creator. One that was made to you alone is closed by
        it; one to anyone stays open. A private link needs its `token`.
        """
        return cast(
            "types.ChallengeMade",
            self._ask(
                "POST",
                f"challenges/{in_path(challenge_id)}/counter/",
                Sent(
                    body={
                        "size": size,
                        "width": width,
                        "height": height,
                        "rule_set": rule_set,
                        "komi": komi,
                        "handicap": handicap,
                        "color": color,
                        "days": days,
                        "time": time,
                        "lateness": lateness,
                        "off_time": off_time,
                        "by_rank": by_rank,
                        "by_komi": by_komi,
                        "komi_by": komi_by,
                        "rated": rated,
                        "variant": variant,
                        "start_from": start_from,
                        "sgf": sgf,
                        "moves": moves,
                        "token": token,
                        "private": private,
                        "analysis": analysis,
                        "teaching": teaching,
                        "undo_unseen": undo_unseen,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def challenge_create(
        self,
        *,
        size: int | Unset = UNSET,
        width: int | Unset = UNSET,
        height: int | Unset = UNSET,
        rule_set: RuleSetEnum | Unset = UNSET,
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
        seats: list[str | None] | Unset = UNSET,
        private: bool | Unset = UNSET,
        analysis: bool | Unset = UNSET,
        teaching: bool | Unset = UNSET,
        undo_unseen: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ChallengeMade:
        """Offer a game: to anyone, to one player (`opponent`), or by a private link (`link`)."""
        return cast(
            "types.ChallengeMade",
            self._ask(
                "POST",
                "challenges/",
                Sent(
                    body={
                        "size": size,
                        "width": width,
                        "height": height,
                        "rule_set": rule_set,
                        "komi": komi,
                        "handicap": handicap,
                        "color": color,
                        "days": days,
                        "time": time,
                        "lateness": lateness,
                        "off_time": off_time,
                        "by_rank": by_rank,
                        "by_komi": by_komi,
                        "komi_by": komi_by,
                        "rated": rated,
                        "variant": variant,
                        "start_from": start_from,
                        "sgf": sgf,
                        "moves": moves,
                        "opponent": opponent,
                        "link": link,
                        "lowest_rank": lowest_rank,
                        "highest_rank": highest_rank,
                        "rank_span": rank_span,
                        "established": established,
                        "same_opponent": same_opponent,
                        "games": games,
                        "seats": seats,
                        "private": private,
                        "analysis": analysis,
                        "teaching": teaching,
                        "undo_unseen": undo_unseen,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def challenge_decline(self, challenge_id: int, *, idempotency_key: str | None = None) -> types.Challenge:
        """Decline an offer that was made to you."""
        return cast(
            "types.Challenge",
            self._ask(
                "POST",
                f"challenges/{in_path(challenge_id)}/decline/",
                Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def challenge_seat(
        self,
        challenge_id: int,
        *,
        index: int | Unset = UNSET,
        token: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Challenge:
        """Agree to the terms of a game of more than two seats and to who sits where: on the seat that you are meant
        for (`seats`), or on a free one. When all have agreed the game begins, and is the offer's `game`. To say no,
        decline: your seat is free then. Refused with `no_seat_for_you` when that seat is somebody else's or there
        is none.
        """
        return cast(
            "types.Challenge",
            self._ask(
                "POST",
                f"challenges/{in_path(challenge_id)}/seat/",
                Sent(body={"index": index, "token": token}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def challenge_seats(
        self,
        challenge_id: int,
        *,
        seats: list[str | None],
        by_lot: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Challenge:
        """Place people and their order anew, in your own offer of a game of more than two seats. All others agree once
        more. Among three colours and more the offer begins with `seats_by_lot`, unless it came with `seats`.
        """
        return cast(
            "types.Challenge",
            self._ask(
                "PUT",
                f"challenges/{in_path(challenge_id)}/seats/",
                Sent(
                    body={"seats": seats, "by_lot": by_lot}, headers={"Idempotency-Key": idempotency_key or new_key()}
                ),
            ).json(),
        )

    def challenge_withdraw(self, challenge_id: int, *, idempotency_key: str | None = None) -> None:
        """Withdraw your own offer."""
        self._ask(
            "DELETE",
            f"challenges/{in_path(challenge_id)}/",
            Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
        )

    def challenges(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        variant: Literal["ordinary", "capture", "no_pass", "one_color", "blind", "pair", "multi_color"] | Unset = UNSET,
    ) -> types.Challenges:
        """The waiting room, and the open offers that you made or received, the newest first."""
        return cast(
            "types.Challenges",
            self._ask("GET", "challenges/", Sent(query={"cursor": cursor, "limit": limit, "variant": variant})).json(),
        )

    def club(self, club_id: int) -> types.Club:
        """A club with what it says and allows, and how you stand to it."""
        return cast("types.Club", self._ask("GET", f"clubs/{in_path(club_id)}/", Sent()).json())

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
        """Manage a club. `invite`, `admit`, `decline`, `unban` take a `player`; `remove`, `ban` a `player`, perhaps a
        `reason`; `role` a `player` and a `role` (`owner` hands the club over); `notice` a `text`; `delete_notice` a
        `notice`; `link` (a new one ends the one before) and `end_link` nothing; `close` a `reason`, by the owner:
        its ladders close, its tournaments that have not begun are cancelled. What is missing: `bad_club` with its
        `field`.
        """
        return cast(
            "types.Club",
            self._ask(
                "POST",
                f"clubs/{in_path(club_id)}/acts/",
                Sent(
                    body={"act": act, "player": player, "role": role, "reason": reason, "text": text, "notice": notice},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

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
        """Change what a club says and allows; its name only by its owner."""
        return cast(
            "types.Club",
            self._ask(
                "PATCH",
                f"clubs/{in_path(club_id)}/",
                Sent(
                    body={
                        "name": name,
                        "about": about,
                        "rules": rules,
                        "place": place,
                        "link": link,
                        "letters": letters,
                        "shape": shape,
                        "shade": shade,
                        "joining": joining,
                        "hidden_members": hidden_members,
                        "events_by": events_by,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

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
        """Found a club, which you own. Refusals: `address_not_confirmed`, `too_few_games_to_found`, `too_many_clubs`,
        `club_name_taken`, `bad_club` with its `field`.
        """
        return cast(
            "types.Club",
            self._ask(
                "POST",
                "clubs/",
                Sent(
                    body={
                        "name": name,
                        "about": about,
                        "rules": rules,
                        "place": place,
                        "link": link,
                        "letters": letters,
                        "shape": shape,
                        "shade": shade,
                        "joining": joining,
                        "hidden_members": hidden_members,
                        "events_by": events_by,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def club_log(self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.ClubLog:
        """What was done in the club, the latest first; for those who manage it."""
        return cast(
            "types.ClubLog",
            self._ask("GET", f"clubs/{in_path(club_id)}/acts/", Sent(query={"cursor": cursor, "limit": limit})).json(),
        )

    def club_members(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubMembers:
        """The members, the newest first. `not_member`: the club shows them to members only."""
        return cast(
            "types.ClubMembers",
            self._ask(
                "GET", f"clubs/{in_path(club_id)}/members/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def club_membership(
        self,
        club_id: int,
        *,
        do: MembershipDoEnum,
        sentence: str | Unset = UNSET,
        invitation: str | Unset = UNSET,
        told: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.ClubMembership:
        """Join, leave, or choose whether you are told of notices. Refusals: `already_member`, `banned_from_club`,
        `needs_invitation`, `asked_lately`, `link_ended`, `too_many_memberships`, `club_full`, `owner_stays`,
        `not_member`.
        """
        return cast(
            "types.ClubMembership",
            self._ask(
                "POST",
                f"clubs/{in_path(club_id)}/membership/",
                Sent(
                    body={"do": do, "sentence": sentence, "invitation": invitation, "told": told},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def club_notices(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubNotices:
        """The notices of a club, the latest first."""
        return cast(
            "types.ClubNotices",
            self._ask(
                "GET", f"clubs/{in_path(club_id)}/notices/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def club_requests(
        self, club_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.ClubRequests:
        """Who asks to join, is invited or is banned, the latest first; for those who manage the club."""
        return cast(
            "types.ClubRequests",
            self._ask(
                "GET", f"clubs/{in_path(club_id)}/requests/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def clubs(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET, q: str | Unset = UNSET) -> types.Clubs:
        """Clubs, the newest first; with `q` those in whose name or place these words occur."""
        return cast(
            "types.Clubs", self._ask("GET", "clubs/", Sent(query={"cursor": cursor, "limit": limit, "q": q})).json()
        )

    def comment(
        self, game_id: int, *, text: str, node: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Comment:
        """Say something at a move, in at most 2000 characters. While the game runs its players do, at moves of the
        game, and it is sealed: open to all who may see the game, at its end. Afterwards everybody who is signed in
        and may see the game, at any move of its review. `thread_closed`: not you, or not now; `not_shared`: there
        is no such move in what you may see.
        """
        return cast(
            "types.Comment",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/comments/",
                Sent(body={"text": text, "node": node}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def comment_withdraw(self, game_id: int, comment_id: int) -> None:
        """Delete a comment of yours, unless moderators have hidden it."""
        self._ask("DELETE", f"games/{in_path(game_id)}/comments/{in_path(comment_id)}/", Sent())

    def comments(self, game_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Comments:
        """What is said at the moves of a game, the latest first. While it runs, only what you have written yourself;
        in a teaching game what both players have. When it is over, all of it, for all who may see the game.
        """
        return cast(
            "types.Comments",
            self._ask(
                "GET", f"games/{in_path(game_id)}/comments/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def count(self, game_id: int, *, dead: str | Unset = UNSET) -> types.Count:
        """Why every point counts or not, and the same board under Japanese, Chinese and AGA rules. Counted are the
        stones in `dead`, else those of the open proposal or of the result.
        """
        return cast(
            "types.Count", self._ask("GET", f"games/{in_path(game_id)}/count/", Sent(query={"dead": dead})).json()
        )

    def decisions(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Decisions:
        """What the moderators decided about you and in your games, the newest first."""
        return cast(
            "types.Decisions", self._ask("GET", "decisions/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def device_add(
        self, *, endpoint: str, p256dh: str, auth: str, name: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Device:
        """Wake a device from now on by web push (RFC 8030): it gets `{"kind", "game", "number"}`, encrypted. The same
        address again changes the keys, and is no second device; at most ten. HTTPS only, and no address but those
        of the internet. When its push service says that it is gone, it is forgotten. It ends with the token or the
        access of the program that added it, or with the session.
        """
        return cast(
            "types.Device",
            self._ask(
                "POST",
                "me/push/",
                Sent(
                    body={"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "name": name},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def device_remove(self, device_id: int) -> None:
        """Wake this device no more."""
        self._ask("DELETE", f"me/push/{in_path(device_id)}/", Sent())

    def devices(self) -> types.Devices:
        """The devices that are woken when there is something for you to do, and the server's key for another one."""
        return cast("types.Devices", self._ask("GET", "me/push/", Sent()).json())

    def estimate(self, game_id: int, *, move: int | Unset = UNSET) -> types.Estimate:
        """Whose the points of a position seem to become. While the game goes on only where its terms allow analysis
        (`analysis_off`), and never by an engine.
        """
        return cast(
            "types.Estimate", self._ask("GET", f"games/{in_path(game_id)}/estimate/", Sent(query={"move": move})).json()
        )

    def events(self, *, since: int | Unset = UNSET, wait: int | Unset = UNSET) -> Iterator[types.Hello | types.Event]:
        """What happens in your games and with your challenges, live. The first line says the number that the stream
        begins after; `missed` there means that something before it is no longer kept (events are, for 14 days):
        fetch the state then. Every event comes once, in order, and has a number of its own; numbers of events that
        the token may not hear of are left out. Every 15 seconds without one there is a heartbeat: an empty line, or
        a comment.
        """
        return cast(
            "Iterator[types.Hello | types.Event]", self._lines("events", Sent(query={"since": since, "wait": wait}))
        )

    def feed_end(self) -> None:
        """Revoke the secret URL."""
        self._ask("DELETE", "me/notifications/feed/", Sent())

    def feed_make(self, *, idempotency_key: str | None = None) -> types.TurnFeed:
        """Create a new secret URL. The previous one stops working. It is only shown in this response."""
        return cast(
            "types.TurnFeed",
            self._ask(
                "POST", "me/notifications/feed/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()})
            ).json(),
        )

    def follow(self, username: str) -> None:
        """Follow a player, who is told once. You hear when they begin public games."""
        self._ask("PUT", f"follows/{in_path(username)}/", Sent())

    def followers(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Follows:
        """The players who follow you, the latest first."""
        return cast(
            "types.Follows", self._ask("GET", "followers/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def follows(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Follows:
        """The players you follow, the latest first; a friend is one who follows you, too."""
        return cast(
            "types.Follows", self._ask("GET", "follows/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def game(
        self,
        game_id: int,
        *,
        legal: Literal["0", "1", "false", "true"] | Unset = UNSET,
        line: Literal["0", "1", "false", "true"] | Unset = UNSET,
    ) -> types.Game:
        """The whole state. With `If-None-Match` it is 304 when nothing but the clocks' ticking has changed."""
        return cast(
            "types.Game",
            self._ask("GET", f"games/{in_path(game_id)}/", Sent(query={"legal": legal, "line": line})).json(),
        )

    def game_events(
        self, game_id: int, *, since: int | Unset = UNSET, wait: int | Unset = UNSET
    ) -> Iterator[types.Hello | types.GameEvent]:
        """The actions of a game after number `since`, and then every one as it happens. `chat` and `suggestion` (for
        its players), `clock` and, of a finished game, `review` lines have no number: they say that there is
        something to fetch.
        """
        return cast(
            "Iterator[types.Hello | types.GameEvent]",
            self._lines(f"games/{in_path(game_id)}/events", Sent(query={"since": since, "wait": wait})),
        )

    def game_mute(self, game_id: int) -> None:
        """Mute one of your games: no e-mail, push or sound about it but that time is running short."""
        self._ask("PUT", f"me/notifications/muted/{in_path(game_id)}/", Sent())

    def game_unmute(self, game_id: int) -> None:
        """Hear of it as of other games."""
        self._ask("DELETE", f"me/notifications/muted/{in_path(game_id)}/", Sent())

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
        variant: Literal["capture", "no_pass", "one_color", "blind", "pair", "multi_color"] | Unset = UNSET,
        waiting: bool | Unset = UNSET,
    ) -> types.Games:
        """Games that you may see, the newest first. `mine=true`: those that you play; `waiting=true`: those in which
        you have to act; `phase=running`: those that are not finished.
        """
        return cast(
            "types.Games",
            self._ask(
                "GET",
                "games/",
                Sent(
                    query={
                        "active_since": active_since,
                        "cursor": cursor,
                        "ids": ids,
                        "limit": limit,
                        "mine": mine,
                        "phase": phase,
                        "player": player,
                        "rated": rated,
                        "rule_set": rule_set,
                        "since": since,
                        "size": size,
                        "until": until,
                        "variant": variant,
                        "waiting": waiting,
                    }
                ),
            ).json(),
        )

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
        variant: Literal["capture", "no_pass", "one_color", "blind", "pair", "multi_color"] | Unset = UNSET,
        waiting: bool | Unset = UNSET,
    ) -> Iterator[types.GameRecord]:
        """The games that `games` would list, each with its record, as one JSON object a line: the newest first, at
        most 300 at a time. Go on with `before`, the number of the last game that you got. Reasons of rejections are
        in the records of your own games only.
        """
        return cast(
            "Iterator[types.GameRecord]",
            self._lines(
                "games/export",
                Sent(
                    query={
                        "active_since": active_since,
                        "before": before,
                        "ids": ids,
                        "mine": mine,
                        "phase": phase,
                        "player": player,
                        "rated": rated,
                        "rule_set": rule_set,
                        "since": since,
                        "size": size,
                        "until": until,
                        "variant": variant,
                        "waiting": waiting,
                    }
                ),
            ),
        )

    def grant_end(self, client_id: str) -> None:
        """End its access."""
        self._ask("DELETE", f"me/grants/{in_path(client_id)}/", Sent())

    def grants(self) -> types.Grants:
        """Who has access to your account by OAuth, and for what."""
        return cast("types.Grants", self._ask("GET", "me/grants/", Sent()).json())

    def ladder(self, ladder_id: int) -> types.Ladder:
        """A ladder with its terms, and where you stand."""
        return cast("types.Ladder", self._ask("GET", f"ladders/{in_path(ladder_id)}/", Sent()).json())

    def ladder_challenge(
        self, ladder_id: int, *, player: str, place: int, idempotency_key: str | None = None
    ) -> types.LadderGame:
        """Challenge a player: the game starts at once. `ladder_refuses` says in `why` why not; `stale`: they do not
        stand at `place` any more. To decline, the other one cancels the game before it has begun, and loses it.
        """
        return cast(
            "types.LadderGame",
            self._ask(
                "POST",
                f"ladders/{in_path(ladder_id)}/challenges/",
                Sent(
                    body={"player": player, "place": place}, headers={"Idempotency-Key": idempotency_key or new_key()}
                ),
            ).json(),
        )

    def ladder_challenges(
        self, ladder_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.LadderGames:
        """Challenges with their games, the latest first."""
        return cast(
            "types.LadderGames",
            self._ask(
                "GET", f"ladders/{in_path(ladder_id)}/challenges/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def ladder_close(self, ladder_id: int, *, reason: str, idempotency_key: str | None = None) -> types.Ladder:
        """Close a ladder that you run, or as a moderator any: nobody joins or challenges any more, running games go on
        and still move places. Refusals: `not_owner`, `ladder_closed`, `reason_needed`.
        """
        return cast(
            "types.Ladder",
            self._ask(
                "POST",
                f"ladders/{in_path(ladder_id)}/close/",
                Sent(body={"reason": reason}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

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
        """Make a ladder, which anybody may join; its terms stand. Two at most: `bad_ladder`."""
        return cast(
            "types.Ladder",
            self._ask(
                "POST",
                "ladders/",
                Sent(
                    body={"terms": terms, "name": name, "about": about, "club": club, "by_rank": by_rank},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def ladder_moves(
        self, ladder_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.LadderMoves:
        """How places changed, the latest first; who only moved up or down by that has no line."""
        return cast(
            "types.LadderMoves",
            self._ask(
                "GET", f"ladders/{in_path(ladder_id)}/moves/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def ladder_places(self, ladder_id: int, *, page: int | Unset = UNSET) -> types.LadderPlaces:
        """A hundred places; each says why you cannot challenge whom (`why_not`), null when you can."""
        return cast(
            "types.LadderPlaces",
            self._ask("GET", f"ladders/{in_path(ladder_id)}/places/", Sent(query={"page": page})).json(),
        )

    def ladder_rung(self, ladder_id: int, *, do: RungDoEnum, idempotency_key: str | None = None) -> types.Ladder:
        """Join, leave, pause, or come back. Refusals: `already_on_ladder`, `not_on_ladder`, `bot_not_allowed`."""
        return cast(
            "types.Ladder",
            self._ask(
                "POST",
                f"ladders/{in_path(ladder_id)}/rung/",
                Sent(body={"do": do}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def ladders(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        state: Literal["open", "closed"] | Unset = UNSET,
    ) -> types.Ladders:
        """Ladders, the newest first: those that can be joined, or those that are closed."""
        return cast(
            "types.Ladders",
            self._ask("GET", "ladders/", Sent(query={"cursor": cursor, "limit": limit, "state": state})).json(),
        )

    def league(self, league_id: int) -> types.League:
        """A league with its terms, and what you are in it."""
        return cast("types.League", self._ask("GET", f"leagues/{in_path(league_id)}/", Sent()).json())

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
        """Direct a league. `start` begins the first season, `close` confirms the results of one under review; `remove`
        takes a `player` and a `reason`; `director`, `no_director` a `player`; `notice` a `text`; `end`, after which
        no season follows, a `reason`. What is missing: `bad_act` with its `field`. Results are set in the
        tournaments that the groups are.
        """
        return cast(
            "types.League",
            self._ask(
                "POST",
                f"leagues/{in_path(league_id)}/acts/",
                Sent(
                    body={"act": act, "player": player, "text": text, "reason": reason},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def league_challenge(self, league_id: int, *, player: str, idempotency_key: str | None = None) -> types.LeagueGame:
        """With free pairing, challenge a player of your group: the game starts at once. `league_refuses` says in `why`
        why not. To decline, the other one cancels the game before it has begun, and loses it.
        """
        return cast(
            "types.LeagueGame",
            self._ask(
                "POST",
                f"leagues/{in_path(league_id)}/challenges/",
                Sent(body={"player": player}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

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
        """Make a league, which anybody may join, or the members of its `club`; its terms stand. Two at most:
        `bad_league`.
        """
        return cast(
            "types.League",
            self._ask(
                "POST",
                "leagues/",
                Sent(
                    body={
                        "terms": terms,
                        "name": name,
                        "about": about,
                        "club": club,
                        "size": size,
                        "up": up,
                        "factor": factor,
                        "months": months,
                        "at_once": at_once,
                        "free": free,
                        "starts_at": starts_at,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def league_log(self, league_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.LeagueLog:
        """Everything that was done in a league, the latest first; what was done in a group stands in the log of its
        tournament.
        """
        return cast(
            "types.LeagueLog",
            self._ask(
                "GET", f"leagues/{in_path(league_id)}/log/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def league_membership(
        self, league_id: int, *, do: LeaguePlaceDoEnum, idempotency_key: str | None = None
    ) -> types.League:
        """Join, leave, or say whether you play the next season. Refusals: `already_in_league`, `not_in_league`,
        `bot_not_allowed`, of a club's league `not_member`.
        """
        return cast(
            "types.League",
            self._ask(
                "POST",
                f"leagues/{in_path(league_id)}/membership/",
                Sent(body={"do": do}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def league_season(self, league_id: int, season_number: int, *, page: int | Unset = UNSET) -> types.LeagueSeason:
        """A season with the tables of ten of its groups, from the top."""
        return cast(
            "types.LeagueSeason",
            self._ask(
                "GET", f"leagues/{in_path(league_id)}/seasons/{in_path(season_number)}/", Sent(query={"page": page})
            ).json(),
        )

    def leagues(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Leagues:
        """Leagues that are not closed, the newest first."""
        return cast(
            "types.Leagues", self._ask("GET", "leagues/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def lesson(self, lesson: str) -> types.Lesson:
        """A lesson with its pages."""
        return cast("types.Lesson", self._ask("GET", f"lessons/{in_path(lesson)}/", Sent()).json())

    def lesson_try(
        self, lesson: str, number: int, *, point: str, idempotency_key: str | None = None
    ) -> types.LessonOutcome:
        """What comes of a point of a page. Who is signed in and chooses right has done the page."""
        return cast(
            "types.LessonOutcome",
            self._ask(
                "POST",
                f"lessons/{in_path(lesson)}/{in_path(number)}/",
                Sent(body={"point": point}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def lessons(self) -> types.Lessons:
        """All lessons, in the order in which they are best taken."""
        return cast("types.Lessons", self._ask("GET", "lessons/", Sent()).json())

    def machine_review(self, game_id: int) -> types.MachineReview:
        """The review of a finished game as far as it is made. `no_review` (404) when nobody has asked for one,
        `not_finished` while the game goes on, `position_in_play` while a running game has had a position of this
        one. A `review` line of the game's stream says when there is more.
        """
        return cast("types.MachineReview", self._ask("GET", f"games/{in_path(game_id)}/machine-review/", Sent()).json())

    def machine_review_ask(self, game_id: int, *, idempotency_key: str | None = None) -> types.MachineReview:
        """Have a finished game reviewed (201). What was asked for before is given back (200), so it may be asked again
        without harm; what failed is tried again. `no_engine`, `not_finished`, `position_in_play`, `review_limit`,
        `reviews_waiting` say why not.
        """
        return cast(
            "types.MachineReview",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/machine-review/",
                Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def machine_reviews_choice(self) -> types.ReviewChoice:
        """Whether pages hide computer analyses from you."""
        return cast("types.ReviewChoice", self._ask("GET", "me/machine-reviews/", Sent()).json())

    def machine_reviews_choose(self, *, hidden: bool) -> types.ReviewChoice:
        """Hide computer analyses on all pages from you, or show them again."""
        return cast("types.ReviewChoice", self._ask("PUT", "me/machine-reviews/", Sent(body={"hidden": hidden})).json())

    def marks(self, game_id: int, *, dead: list[str], expected: int) -> types.Marks:
        """Set the draft: these stones, and no others, are marked dead. Only you see it."""
        return cast(
            "types.Marks",
            self._ask(
                "PUT", f"games/{in_path(game_id)}/marks/", Sent(body={"dead": dead, "expected": expected})
            ).json(),
        )

    def me(self) -> types.Me:
        """Your own account."""
        return cast("types.Me", self._ask("GET", "me/", Sent()).json())

    def me_change(
        self,
        *,
        language: str | Unset = UNSET,
        theme: ThemeEnum | BlankEnum | Unset = UNSET,
        board_theme: BoardThemeEnum | Unset = UNSET,
        bio: str | Unset = UNSET,
        sounds: bool | Unset = UNSET,
        show_coordinates: bool | Unset = UNSET,
        digits: DigitsEnum | BlankEnum | Unset = UNSET,
        calendar: CalendarEnum | BlankEnum | Unset = UNSET,
        motion: MotionEnum | BlankEnum | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        after_sending: AfterSendingEnum | Unset = UNSET,
        next_order: NextOrderEnum | Unset = UNSET,
    ) -> types.Me:
        """Change account settings: language, time zone, theme, about you (not for guests), ..."""
        return cast(
            "types.Me",
            self._ask(
                "PATCH",
                "me/",
                Sent(
                    body={
                        "language": language,
                        "theme": theme,
                        "board_theme": board_theme,
                        "bio": bio,
                        "sounds": sounds,
                        "show_coordinates": show_coordinates,
                        "digits": digits,
                        "calendar": calendar,
                        "motion": motion,
                        "time_zone": time_zone,
                        "after_sending": after_sending,
                        "next_order": next_order,
                    }
                ),
            ).json(),
        )

    def me_delete(
        self, *, username: str, password: str, code: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> None:
        """Delete your account, immediately and permanently: your name goes, running games end by resignation, finished
        ones stay with your opponents. Your name, your password and, with a second factor, a code are needed again.
        """
        self._ask(
            "POST",
            "me/delete/",
            Sent(
                body={"username": username, "password": password, "code": code},
                headers={"Idempotency-Key": idempotency_key or new_key()},
            ),
        )

    def me_export(self, *, username: str, password: str, code: str | Unset = UNSET) -> bytes:
        """All that is kept about you, as a zip archive; a README in it says what each file is. Your name, your
        password and, with a second factor, a code are needed again. Ten times an hour, the page's tries counted in.
        """
        return self._ask(
            "POST", "me/export/", Sent(body={"username": username, "password": password, "code": code})
        ).content

    def me_rename(self, *, name: str) -> types.Me:
        """Change your name; possible once in 30 days, its capitals at any time. The old one leads to your profile for
        a year.
        """
        return cast("types.Me", self._ask("PUT", "me/name/", Sent(body={"name": name})).json())

    def messages(self, game_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Messages:
        """What was said, the latest first; for the players and moderators."""
        return cast(
            "types.Messages",
            self._ask(
                "GET", f"games/{in_path(game_id)}/messages/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def mute(self, username: str) -> None:
        """Mute a player: you read nothing of what they say among spectators."""
        self._ask("PUT", f"me/muted/{in_path(username)}/", Sent())

    def mutes(self) -> types.Muted:
        """The players you have muted among spectators. They are not told."""
        return cast("types.Muted", self._ask("GET", "me/muted/", Sent()).json())

    def my_notifications(self) -> types.MyNotifications:
        """Your notification settings: channels by kind, the form of e-mails and when they may be sent."""
        return cast("types.MyNotifications", self._ask("GET", "me/notifications/", Sent()).json())

    def my_notifications_change(
        self,
        *,
        kinds: KindsRequest | Unset = UNSET,
        level: LevelEnum | Unset = UNSET,
        daily_at: int | Unset = UNSET,
        quiet: QuietEnum | Unset = UNSET,
        quiet_begin: str | Unset = UNSET,
        quiet_end: str | Unset = UNSET,
        play_by_link: bool | Unset = UNSET,
        play_by_reply: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> types.MyNotifications:
        """Change notification settings. Fields that are left out stay."""
        return cast(
            "types.MyNotifications",
            self._ask(
                "PATCH",
                "me/notifications/",
                Sent(
                    body={
                        "kinds": kinds,
                        "level": level,
                        "daily_at": daily_at,
                        "quiet": quiet,
                        "quiet_begin": quiet_begin,
                        "quiet_end": quiet_end,
                        "play_by_link": play_by_link,
                        "play_by_reply": play_by_reply,
                    },
                    headers={"If-Match": if_match},
                ),
            ).json(),
        )

    def my_study(self) -> types.StudyChoice:
        """What becomes of your analyses when your games are over."""
        return cast("types.StudyChoice", self._ask("GET", "me/study/", Sent()).json())

    def my_study_change(self, *, sharing: SharingEnum) -> types.StudyChoice:
        """Choose it, for all games about which you say nothing else."""
        return cast("types.StudyChoice", self._ask("PUT", "me/study/", Sent(body={"sharing": sharing})).json())

    def my_time(self) -> types.MyTime:
        """Your vacation, weekend and night, and reminders; durations in seconds."""
        return cast("types.MyTime", self._ask("GET", "me/time/", Sent()).json())

    def my_time_change(
        self,
        *,
        automatic_vacation: bool | Unset = UNSET,
        remind_day: bool | Unset = UNSET,
        remind_hours: bool | Unset = UNSET,
        remind_by_mail: bool | Unset = UNSET,
    ) -> types.MyTime:
        """Choose reminders, and whether a vacation begins automatically before a loss on time."""
        return cast(
            "types.MyTime",
            self._ask(
                "PATCH",
                "me/time/",
                Sent(
                    body={
                        "automatic_vacation": automatic_vacation,
                        "remind_day": remind_day,
                        "remind_hours": remind_hours,
                        "remind_by_mail": remind_by_mail,
                    }
                ),
            ).json(),
        )

    def my_week(self, *, zone: str, weekend: list[int], night: NightRequest | Unset | None = UNSET) -> types.MyTime:
        """Choose the hours that do not count; once in 30 days."""
        return cast(
            "types.MyTime",
            self._ask("PUT", "me/week/", Sent(body={"zone": zone, "weekend": weekend, "night": night})).json(),
        )

    def next_game(self, *, after: int | Unset = UNSET) -> types.NextGame:
        """The game in which you should act next, in the order that you chose (`next_order` of `me`)."""
        return cast("types.NextGame", self._ask("GET", "games/next/", Sent(query={"after": after})).json())

    def note(self, game_id: int) -> types.Note:
        """Your private note about one of your games. Nobody else sees it."""
        return cast("types.Note", self._ask("GET", f"games/{in_path(game_id)}/note/", Sent()).json())

    def note_write(self, game_id: int, *, text: str, priority: PriorityEnum | Unset = UNSET) -> types.Note:
        """Replace your note, and say how soon you want to play the game; a `priority` that is left out stays."""
        return cast(
            "types.Note",
            self._ask("PUT", f"games/{in_path(game_id)}/note/", Sent(body={"text": text, "priority": priority})).json(),
        )

    def notices(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Notices:
        """Your notices, the newest first."""
        return cast(
            "types.Notices", self._ask("GET", "notices/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def notices_read(self, *, idempotency_key: str | None = None) -> types.Read:
        """Mark all as read."""
        return cast(
            "types.Read",
            self._ask("POST", "notices/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()})).json(),
        )

    def openings(
        self,
        *,
        bots: Literal["0", "1", "false", "true"] | Unset = UNSET,
        moves: str | Unset = UNSET,
        size: str | Unset = UNSET,
        stones: str | Unset = UNSET,
    ) -> types.Openings:
        """What was played from a position in finished public games, and how they ended. The position is that after
        `moves`; positions that differ by turning or mirroring the board only are one.
        """
        return cast(
            "types.Openings",
            self._ask(
                "GET", "openings/", Sent(query={"bots": bots, "moves": moves, "size": size, "stones": stones})
            ).json(),
        )

    def plan(self, game_id: int) -> types.Plan:
        """My conditional moves in a game that I play. Nobody else sees them, or whether there are any."""
        return cast("types.Plan", self._ask("GET", f"games/{in_path(game_id)}/plan/", Sent()).json())

    def plan_end(self, game_id: int, *, if_match: str | Unset = UNSET) -> types.Plan:
        """End my conditional moves."""
        return cast(
            "types.Plan",
            self._ask("DELETE", f"games/{in_path(game_id)}/plan/", Sent(headers={"If-Match": if_match})).json(),
        )

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
        """Replace my conditional moves while the opponent has to play. When a move of the opponent's is among them, my
        answer is played at that moment, as an action of its own, and takes no time; a move that is not among them
        ends them. At most 200 answers, 30 one after the other, each legal where it is played.
        """
        return cast(
            "types.Plan",
            self._ask(
                "PUT",
                f"games/{in_path(game_id)}/plan/",
                Sent(
                    body={"branches": branches, "expected": expected, "version": version, "holds": holds},
                    headers={"If-Match": if_match},
                ),
            ).json(),
        )

    def player(self, username: str) -> types.Profile:
        """What anyone can see of a player; games count as far as you may see them."""
        return cast("types.Profile", self._ask("GET", f"players/{in_path(username)}/", Sent()).json())

    def player_ratings(
        self, username: str, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.RatingEvents:
        """What each rated game made of a player's ratings, the newest first. A private game is not named to others."""
        return cast(
            "types.RatingEvents",
            self._ask(
                "GET", f"players/{in_path(username)}/ratings/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def players(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        max_rank: str | Unset = UNSET,
        min_rank: str | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> types.People:
        """The players with an open account. With `search` those whose name begins so, the last to join first. Without
        it those who have a rank, the strongest first. Ranks are those of now, so a player whose rank changes
        between two pages may be missing or come twice.
        """
        return cast(
            "types.People",
            self._ask(
                "GET",
                "players/",
                Sent(
                    query={
                        "cursor": cursor,
                        "limit": limit,
                        "max_rank": max_rank,
                        "min_rank": min_rank,
                        "search": search,
                    }
                ),
            ).json(),
        )

    def post_write(
        self,
        username: str,
        *,
        text: str | Unset = UNSET,
        quick: QuickEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Post:
        """Write to a player. In your first week only to opponents, friends, staff and who wrote to you (`too_new`); a
        bot always so.
        """
        return cast(
            "types.Post",
            self._ask(
                "POST",
                f"threads/{in_path(username)}/",
                Sent(body={"text": text, "quick": quick}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def posts(self, username: str, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Posts:
        """What the two of you wrote, the latest first. Reading it here marks nothing as read."""
        return cast(
            "types.Posts",
            self._ask("GET", f"threads/{in_path(username)}/", Sent(query={"cursor": cursor, "limit": limit})).json(),
        )

    def problem(self, problem: str) -> types.GoProblem:
        """A Go problem with its position."""
        return cast("types.GoProblem", self._ask("GET", f"problems/{in_path(problem)}/", Sent()).json())

    def problem_answer(self, problem: str, *, idempotency_key: str | None = None) -> types.GoProblemAnswer:
        """Give up, and be told every first move with what follows on it. For those who are signed in it counts as a
        first try that was wrong, if it is the first.
        """
        return cast(
            "types.GoProblemAnswer",
            self._ask(
                "POST",
                f"problems/{in_path(problem)}/answer/",
                Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def problem_daily(self) -> types.DailyProblem:
        """Whether you hear of the problem of the day: as the event `problem.daily`, and on your devices."""
        return cast("types.DailyProblem", self._ask("GET", "problems/daily/", Sent()).json())

    def problem_daily_change(self, *, daily: bool) -> types.DailyProblem:
        """Begin, with tomorrow's, or end."""
        return cast("types.DailyProblem", self._ask("PUT", "problems/daily/", Sent(body={"daily": daily})).json())

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
        """Have a position of a game of yours proved, at most ten a day. It is shown to everybody, with your name and
        free to use (CC0 1.0), if its answer is clear.
        """
        return cast(
            "types.OwnGoProblem",
            self._ask(
                "POST",
                "problems/players/",
                Sent(
                    body={"game": game, "move": move, "goal": goal, "first": first, "stones": stones, "area": area},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def problem_today(self) -> types.GoProblem:
        """The problem of the day (UTC), the same for everybody. None comes back for 60 days."""
        return cast("types.GoProblem", self._ask("GET", "problems/today/", Sent()).json())

    def problem_try(self, problem: str, *, point: str, idempotency_key: str | None = None) -> types.GoProblemOutcome:
        """What comes of a first move. For those who are signed in the first try counts, and a right one solves it."""
        return cast(
            "types.GoProblemOutcome",
            self._ask(
                "POST",
                f"problems/{in_path(problem)}/",
                Sent(body={"point": point}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def problems(self) -> types.GoProblems:
        """All Go problems, the easiest first."""
        return cast("types.GoProblems", self._ask("GET", "problems/", Sent()).json())

    def problems_due(self) -> types.GoProblemsDue:
        """The problems that are due to be solved again, if you want that."""
        return cast("types.GoProblemsDue", self._ask("GET", "problems/due/", Sent()).json())

    def problems_of_players(self) -> types.OwnGoProblems:
        """The latest problems that players have made of their games, and what came of yours."""
        return cast("types.OwnGoProblems", self._ask("GET", "problems/players/", Sent()).json())

    def problems_read(self, *, sgf: str, idempotency_key: str | None = None) -> types.GoProblemsRead:
        """Have the positions of an SGF collection proved, at most ten a day; send nothing that is not yours."""
        return cast(
            "types.GoProblemsRead",
            self._ask(
                "POST",
                "problems/players/sgf/",
                Sent(body={"sgf": sgf}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def problems_repeat(self, *, repeating: bool) -> types.GoProblemsDue:
        """Begin or end that what you try comes back. Ending forgets what was due."""
        return cast(
            "types.GoProblemsDue", self._ask("PUT", "problems/due/", Sent(body={"repeating": repeating})).json()
        )

    def rank_convert(self, system: Literal["aga", "dgs", "egf", "kgs", "ogs"], rank: str) -> types.RankConversion:
        """What a rank of a system (`egf`, `aga`, `ogs`, `dgs`, `kgs`), such as `7k`, is about in the others: from the
        weakest to the strongest that the sources of `rank_table` allow, null where none says it.
        """
        return cast(
            "types.RankConversion", self._ask("GET", f"ranks/{in_path(system)}/{in_path(rank)}/", Sent()).json()
        )

    def rank_table(self) -> types.RankTable:
        """Which ranks of the EGF, the AGA, OGS, the Dragon Go Server and KGS published sources take for equal, row by
        row with the source. The sources are old in part and measure nothing.
        """
        return cast("types.RankTable", self._ask("GET", "ranks/", Sent()).json())

    def records(self, *, before: int | Unset = UNSET, page: int | Unset = UNSET) -> bytes:
        """Your games as SGF in a zip archive, the latest 1000. Those before them: `before`, with the smallest number
        in the names of its files (`2026-03-02-17.sgf` is game 17), or `page=2`.
        """
        return self._ask("GET", "me/games.zip", Sent(query={"before": before, "page": page})).content

    def rematch(self, game_id: int, *, idempotency_key: str | None = None) -> types.Again:
        """Offer a rematch, or accept the opponent's: the answer names the challenge or the game."""
        return cast(
            "types.Again",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/rematch/",
                Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

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
        league: int | Unset = UNSET,
        team_match: int | Unset = UNSET,
        text: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Report:
        """Report a player to the moderators: by name, as a player of a `game` (the opponent when `player` is left
        out), as the author of a `message`, a `post` or a `club_notice`, as the owner of a `club`, the organiser of
        a `league`, or by name as somebody in a `team_match`. What you add about the same person joins your open
        report.
        """
        return cast(
            "types.Report",
            self._ask(
                "POST",
                "reports/",
                Sent(
                    body={
                        "kind": kind,
                        "player": player,
                        "game": game,
                        "message": message,
                        "post": post,
                        "club": club,
                        "club_notice": club_notice,
                        "league": league,
                        "team_match": team_match,
                        "text": text,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def reports(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Reports:
        """What you reported, the newest first, with the answers: `right` or `no_action`."""
        return cast(
            "types.Reports", self._ask("GET", "reports/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def review(self, game_id: int) -> types.Review:
        """A finished game with the analyses that its players show, your own among them, the variations that readers
        propose, and what an engine would have played. What is said at its moves: `comments`.
        """
        return cast("types.Review", self._ask("GET", f"games/{in_path(game_id)}/review/", Sent()).json())

    def say(
        self,
        game_id: int,
        *,
        text: str | Unset = UNSET,
        quick: QuickEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Write a message."""
        return cast(
            "types.Message",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/messages/",
                Sent(body={"text": text, "quick": quick}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def search(self, search_id: int) -> types.SearchNow:
        """A search of yours, and why it has found nobody yet."""
        return cast("types.SearchNow", self._ask("GET", f"searches/{in_path(search_id)}/", Sent()).json())

    def search_cancel(self, search_id: int, *, idempotency_key: str | None = None) -> None:
        """Cancel a search; the games that it found go on. Refusal: `search_over`."""
        self._ask(
            "DELETE", f"searches/{in_path(search_id)}/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()})
        )

    def search_create(
        self,
        *,
        sizes: list[int],
        clocks: list[ClocksEnum],
        rule_set: RuleSetEnum | Unset = UNSET,
        insists: bool | Unset = UNSET,
        up: int | Unset | None = UNSET,
        down: int | Unset | None = UNSET,
        handicap: HandicapEnum | Unset = UNSET,
        games: int | Unset = UNSET,
        standing: bool | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Search:
        """Look for opponents, for 30 days, or with `standing` until you cancel it. As soon as somebody wants the same
        a game starts: an event `match_found`, with `game` and `player`. At most five at the same time
        (`too_many_searches`); the same wishes again are the same search.
        """
        return cast(
            "types.Search",
            self._ask(
                "POST",
                "searches/",
                Sent(
                    body={
                        "sizes": sizes,
                        "clocks": clocks,
                        "rule_set": rule_set,
                        "insists": insists,
                        "up": up,
                        "down": down,
                        "handicap": handicap,
                        "games": games,
                        "standing": standing,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def search_matches(
        self, search_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.Matches:
        """Whom a search has found and why, the latest first."""
        return cast(
            "types.Matches",
            self._ask(
                "GET", f"searches/{in_path(search_id)}/matches/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def search_widen(self, search_id: int, *, what: WhatEnum, idempotency_key: str | None = None) -> types.Search:
        """Widen a search in one way: one of its `can_widen`. Refusal: `search_over`."""
        return cast(
            "types.Search",
            self._ask(
                "POST",
                f"searches/{in_path(search_id)}/widen/",
                Sent(body={"what": what}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def searches(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Searches:
        """Your searches and standing offers, the newest first, those that are over, too."""
        return cast(
            "types.Searches", self._ask("GET", "searches/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

    def seat_answer(self, game_id: int, *, allow: bool, idempotency_key: str | None = None) -> types.SeatOffers:
        """Agree to take the seat, or decline. Once you have agreed an opponent has to accept you."""
        return cast(
            "types.SeatOffers",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/seat/",
                Sent(body={"allow": allow}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def seat_offers(self, game_id: int) -> types.SeatOffers:
        """The invitations that hold: all for those who play, and your own."""
        return cast("types.SeatOffers", self._ask("GET", f"games/{in_path(game_id)}/seat/", Sent()).json())

    def server(self) -> types.Server:
        """Return the server's name, version, rule sets, limits and links."""
        return cast("types.Server", self._ask("GET", "", Sent()).json())

    def session_end(self, session_id: int) -> None:
        """Sign out in this browser."""
        self._ask("DELETE", f"me/sessions/{in_path(session_id)}/", Sent())

    def sessions(self) -> types.Sessions:
        """Browsers in which you are signed in, the last used first. Programs are in `tokens` and `me/grants`."""
        return cast("types.Sessions", self._ask("GET", "me/sessions/", Sent()).json())

    def sessions_end(self) -> types.Ended:
        """Sign out in all browsers, except this one. Their open connections close within five seconds."""
        return cast("types.Ended", self._ask("DELETE", "me/sessions/", Sent()).json())

    def sgf(self, game_id: int, *, with_: str | Unset = UNSET) -> types.Sgf:
        """The game as SGF FF[4], in the field `sgf`."""
        return cast("types.Sgf", self._ask("GET", f"games/{in_path(game_id)}/sgf/", Sent(query={"with": with_})).json())

    def sgf_file(self, game_id: int, *, with_: str | Unset = UNSET) -> str:
        """The game as an SGF file, FF[4], as programs that read SGF open it from an address."""
        return self._ask("GET", f"games/{in_path(game_id)}/game.sgf", Sent(query={"with": with_})).content.decode()

    def star(self, game_id: int, *, note: str | Unset = UNSET, tag: str | Unset = UNSET) -> types.Star:
        """Follow a public game, or replace your note and tag. You hear when it ends."""
        return cast(
            "types.Star", self._ask("PUT", f"stars/{in_path(game_id)}/", Sent(body={"note": note, "tag": tag})).json()
        )

    def stars(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Stars:
        """The games you follow, the latest first, with your notes and tags."""
        return cast("types.Stars", self._ask("GET", "stars/", Sent(query={"cursor": cursor, "limit": limit})).json())

    def talk(self, game_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Remarks:
        """What spectators say under a public game, the latest first. While it goes on for those who are signed in and
        do not play in it (`talk_sealed`), then for everybody. What blocked and muted players say is left out.
        """
        return cast(
            "types.Remarks",
            self._ask("GET", f"games/{in_path(game_id)}/talk/", Sent(query={"cursor": cursor, "limit": limit})).json(),
        )

    def talk_say(
        self,
        game_id: int,
        *,
        text: str | Unset = UNSET,
        quick: QuickEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Remark:
        """Say something as a spectator, in at most 1000 characters; the players read it when the game is over."""
        return cast(
            "types.Remark",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/talk/",
                Sent(body={"text": text, "quick": quick}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def teacher(self, game_id: int, *, username: str, idempotency_key: str | None = None) -> None:
        """Invite somebody to teach at a public game of yours that is over. What they write in its review is marked and
        comes first; it gives them no right. At most three people; the same one again changes nothing.
        """
        self._ask(
            "POST",
            f"games/{in_path(game_id)}/review/teachers/",
            Sent(body={"username": username}, headers={"Idempotency-Key": idempotency_key or new_key()}),
        )

    def team_match(self, match_id: int) -> types.TeamMatch:
        """A match with its terms, both teams, the boards and how it stands."""
        return cast("types.TeamMatch", self._ask("GET", f"team-matches/{in_path(match_id)}/", Sent()).json())

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
        """Lead a team. The challenged club does `accept` or `decline`, the other one `withdraw` before that; captains
        `ask` a `player`, set the `lineup` of `players` from the top board down, stronger ranks above, and call it
        `ready`; both ready: the round starts. Moderators set the `result` of a `round` and `board` and `cancel`,
        both with a `reason`. What is missing: `bad_act` with its `field`; `match_refuses` says in `why` what is
        wrong.
        """
        return cast(
            "types.TeamMatch",
            self._ask(
                "POST",
                f"team-matches/{in_path(match_id)}/acts/",
                Sent(
                    body={
                        "act": act,
                        "player": player,
                        "players": players,
                        "side": side,
                        "round": round,
                        "board": board,
                        "result": result,
                        "reason": reason,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

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
        """Challenge another club, as one who may make events for yours; it answers within seven days. `bad_match`
        names the `field`: also when a club already has five matches that have not ended.
        """
        return cast(
            "types.TeamMatch",
            self._ask(
                "POST",
                "team-matches/",
                Sent(
                    body={"terms": terms, "club": club, "guest": guest, "boards": boards, "rounds": rounds},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def team_match_log(
        self, match_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.TeamMatchLog:
        """Everything that was done in a match, the latest first."""
        return cast(
            "types.TeamMatchLog",
            self._ask(
                "GET", f"team-matches/{in_path(match_id)}/log/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def team_match_place(
        self, match_id: int, *, do: TeamMatchPlaceDoEnum, idempotency_key: str | None = None
    ) -> types.TeamMatch:
        """Say whether you play for your club, until the round starts. `match_refuses` says in `why` why you cannot."""
        return cast(
            "types.TeamMatch",
            self._ask(
                "POST",
                f"team-matches/{in_path(match_id)}/place/",
                Sent(body={"do": do}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def team_matches(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.TeamMatches:
        """Matches of two clubs, the newest first."""
        return cast(
            "types.TeamMatches",
            self._ask("GET", "team-matches/", Sent(query={"cursor": cursor, "limit": limit})).json(),
        )

    def thread_mute(self, username: str, *, muted: bool) -> types.Thread:
        """Mute the conversation, or end that: no notices and no count of what the other writes, who is not told."""
        return cast(
            "types.Thread", self._ask("PATCH", f"threads/{in_path(username)}/", Sent(body={"muted": muted})).json()
        )

    def thread_read(self, username: str, *, idempotency_key: str | None = None) -> None:
        """Mark what the other wrote as read."""
        self._ask(
            "POST",
            f"threads/{in_path(username)}/read/",
            Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
        )

    def threads(self, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET) -> types.Threads:
        """Your conversations, those that began last first; `unread` says where something is new."""
        return cast(
            "types.Threads", self._ask("GET", "threads/", Sent(query={"cursor": cursor, "limit": limit})).json()
        )

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
        """Exchange name and password for a token: for the header `Authorization: Bearer ...` of other requests. It is
        shown here only, and expires. A page of the settings makes tokens, too.
        """
        return cast(
            "types.NewToken",
            self._ask(
                "POST",
                "token/",
                Sent(
                    body={
                        "username": username,
                        "password": password,
                        "code": code,
                        "name": name,
                        "scopes": scopes,
                        "days": days,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def token_delete(self) -> None:
        """Revoke the token of this request."""
        self._ask("DELETE", "token/", Sent())

    def token_revoke(self, token_id: int) -> None:
        """Revoke one of your tokens."""
        self._ask("DELETE", f"tokens/{in_path(token_id)}/", Sent())

    def tokens(self) -> types.Tokens:
        """Your personal tokens, without their texts."""
        return cast("types.Tokens", self._ask("GET", "tokens/", Sent()).json())

    def tournament(self, tournament_id: int) -> types.Tournament:
        """A tournament with its terms, and whether you may enter."""
        return cast("types.Tournament", self._ask("GET", f"tournaments/{in_path(tournament_id)}/", Sent()).json())

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
        proposal: str | Unset = UNSET,
        seeds: list[str] | Unset = UNSET,
        instead_of: list[str] | Unset = UNSET,
        text: str | Unset = UNSET,
        reason: str | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Tournament:
        """Direct a tournament. `open`, `start`, `close`, `propose` take nothing; `cancel` a `reason`; `invite`,
        `approve`, `decline`, `director`, `no_director` a `player`; `remove` a `player` and a `reason`; `forbid` a
        `player`, an `other` and a `reason`; `allow`, which takes that back, a `player` and an `other`; `swap` a
        `player`, an `other` and the `proposal`; `fix` the same, and the first gets Black against the other;
        `exchange` a `player` and an `other`, who change sections; `seed`, before the start of a knockout or of
        sections, `seeds` (all others follow by rank or by lot, none: no seeds any more), `instead_of` the seeds
        that you saw, if any, and a `reason`; `bars`, until the first round of a McMahon is published, a `bar`, a
        `floor` and a `reason`; `publish` the `proposal`; `result` a `round`, a `board`, a `result` and a `reason`;
        `adjust` a `player`, `halves` and a `reason`; `rank` a `player`, a `rank`, perhaps a `correction`, and a
        `reason`; `notice` a `text`; `replace` a `player`, an `other` from the waiting list (who waits longest
        without it) and a `reason`; `time` a `player`, `days` and a `reason`; `extend` a `round` and `days`; `copy`
        answers with the new draft; `once` lets no other tournament follow this one. What is missing: `bad_act` with
        its `field`. When another director was quicker: `conflict` with the `proposal`, or `seeding_changed` with
        the `seeds` of now.
        """
        return cast(
            "types.Tournament",
            self._ask(
                "POST",
                f"tournaments/{in_path(tournament_id)}/acts/",
                Sent(
                    body={
                        "act": act,
                        "player": player,
                        "other": other,
                        "round": round,
                        "board": board,
                        "result": result,
                        "halves": halves,
                        "days": days,
                        "rank": rank,
                        "bar": bar,
                        "floor": floor,
                        "correction": correction,
                        "proposal": proposal,
                        "seeds": seeds,
                        "instead_of": instead_of,
                        "text": text,
                        "reason": reason,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def tournament_bracket(self, tournament_id: int) -> types.TournamentBracket:
        """The matches of a knockout, each after those that lead to it. `no_such_bracket`: it has none, or none yet."""
        return cast(
            "types.TournamentBracket", self._ask("GET", f"tournaments/{in_path(tournament_id)}/bracket/", Sent()).json()
        )

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
        bar: str | Unset = UNSET,
        floor: str | Unset = UNSET,
        following: FollowingEnum | Unset = UNSET,
        round_days: int | Unset | None = UNSET,
        tiebreaks: list[TiebreaksEnum] | Unset = UNSET,
        after_timeout: AfterTimeoutEnum | Unset = UNSET,
        strike_out: bool | Unset = UNSET,
        half_for_missed: bool | Unset = UNSET,
        late_entry: bool | Unset = UNSET,
        without_review: bool | Unset = UNSET,
        entering: EnteringEnum | Unset = UNSET,
        fewest: int | Unset = UNSET,
        most: int | Unset = UNSET,
        lowest_rank: str | Unset | None = UNSET,
        highest_rank: str | Unset | None = UNSET,
        established: bool | Unset = UNSET,
        least_games: int | Unset = UNSET,
        starting: StartingEnum | Unset = UNSET,
        starts_at: str | Unset | None = UNSET,
        repeats: RepeatsEnum | BlankEnum | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.Tournament:
        """Make a draft, which only you see; the act `open` opens entry, and then its terms stand."""
        return cast(
            "types.Tournament",
            self._ask(
                "POST",
                "tournaments/",
                Sent(
                    body={
                        "terms": terms,
                        "name": name,
                        "about": about,
                        "club": club,
                        "kind": kind,
                        "rounds": rounds,
                        "games_each": games_each,
                        "group_size": group_size,
                        "drawing": drawing,
                        "best": best,
                        "then": then,
                        "final_games": final_games,
                        "third_place": third_place,
                        "seeding": seeding,
                        "at_once": at_once,
                        "handicaps": handicaps,
                        "bar": bar,
                        "floor": floor,
                        "following": following,
                        "round_days": round_days,
                        "tiebreaks": tiebreaks,
                        "after_timeout": after_timeout,
                        "strike_out": strike_out,
                        "half_for_missed": half_for_missed,
                        "late_entry": late_entry,
                        "without_review": without_review,
                        "entering": entering,
                        "fewest": fewest,
                        "most": most,
                        "lowest_rank": lowest_rank,
                        "highest_rank": highest_rank,
                        "established": established,
                        "least_games": least_games,
                        "starting": starting,
                        "starts_at": starts_at,
                        "repeats": repeats,
                    },
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def tournament_enter(
        self, tournament_id: int, *, waiting: bool | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.TournamentEntry:
        """Enter. Refusals: `event_full` (send `waiting`), `rank_too_low`, `rank_too_high`, `provisional`,
        `too_few_games`, `too_many_games`, `not_invited`, `entry_closed`, `already_entered`, `bot_not_allowed`.
        """
        return cast(
            "types.TournamentEntry",
            self._ask(
                "POST",
                f"tournaments/{in_path(tournament_id)}/entries/",
                Sent(body={"waiting": waiting}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def tournament_entries(
        self, tournament_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.TournamentEntries:
        """Who has entered or waits for a place, the latest first."""
        return cast(
            "types.TournamentEntries",
            self._ask(
                "GET", f"tournaments/{in_path(tournament_id)}/entries/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def tournament_file(self, tournament_id: int, form: Literal["csv", "h9", "json", "xml"]) -> str:
        """The results: `h9` as the European Go Database takes them, `csv`, `json`, or `xml` for OpenGotha. Names are
        those of the accounts.
        """
        return self._ask("GET", f"tournaments/{in_path(tournament_id)}/files/{in_path(form)}/", Sent()).content.decode()

    def tournament_games(self, tournament_id: int) -> bytes:
        """The finished games as SGF in a zip archive, named by round, board and number (`r02-b003-1234.sgf`)."""
        return self._ask("GET", f"tournaments/{in_path(tournament_id)}/games.zip", Sent()).content

    def tournament_log(
        self, tournament_id: int, *, cursor: str | Unset = UNSET, limit: int | Unset = UNSET
    ) -> types.TournamentLog:
        """Everything that was done in a tournament, the latest first."""
        return cast(
            "types.TournamentLog",
            self._ask(
                "GET", f"tournaments/{in_path(tournament_id)}/log/", Sent(query={"cursor": cursor, "limit": limit})
            ).json(),
        )

    def tournament_pair(
        self,
        tournament_id: int,
        round_number: int,
        *,
        pairings: list[BoardSeatsRequest],
        idempotency_key: str | None = None,
    ) -> types.TournamentPairings:
        """Propose pairings of your own for the next round of a Swiss or a McMahon, instead of those of the server; the
        act `publish` publishes them. `bad_pairings` says in `why` what does not fit: a player is `unknown`, there
        `twice` or `missing` (`name`), or a `pair` may not be.
        """
        return cast(
            "types.TournamentPairings",
            self._ask(
                "POST",
                f"tournaments/{in_path(tournament_id)}/rounds/{in_path(round_number)}/pairings/",
                Sent(body={"pairings": pairings}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def tournament_pairings(self, tournament_id: int, round_number: int) -> types.TournamentPairings:
        """The pairings of a round; of a proposed one for directors only."""
        return cast(
            "types.TournamentPairings",
            self._ask(
                "GET", f"tournaments/{in_path(tournament_id)}/rounds/{in_path(round_number)}/pairings/", Sent()
            ).json(),
        )

    def tournament_sections(self, tournament_id: int, *, stage: int | Unset = UNSET) -> types.TournamentSections:
        """The sections of a stage with their tables; none where it is not played in sections, and before the start."""
        return cast(
            "types.TournamentSections",
            self._ask("GET", f"tournaments/{in_path(tournament_id)}/sections/", Sent(query={"stage": stage})).json(),
        )

    def tournament_standings(self, tournament_id: int, *, round: int | Unset = UNSET) -> types.TournamentStandings:
        """The standings, empty before the start."""
        return cast(
            "types.TournamentStandings",
            self._ask("GET", f"tournaments/{in_path(tournament_id)}/standings/", Sent(query={"round": round})).json(),
        )

    def tournament_stay(
        self,
        tournament_id: int,
        *,
        confirm: bool | Unset = UNSET,
        skips: list[int] | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TournamentEntry:
        """Say that you still play when you were asked, and which rounds to come you skip."""
        return cast(
            "types.TournamentEntry",
            self._ask(
                "POST",
                f"tournaments/{in_path(tournament_id)}/stay/",
                Sent(
                    body={"confirm": confirm, "skips": skips}, headers={"Idempotency-Key": idempotency_key or new_key()}
                ),
            ).json(),
        )

    def tournament_withdraw(
        self, tournament_id: int, *, now: bool | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.TournamentEntry:
        """Withdraw. Running games go on and no more are paired; with `now` they are resigned."""
        return cast(
            "types.TournamentEntry",
            self._ask(
                "POST",
                f"tournaments/{in_path(tournament_id)}/withdraw/",
                Sent(body={"now": now}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def tournaments(
        self,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        state: Literal["open", "running", "review", "finished", "cancelled"] | Unset = UNSET,
    ) -> types.Tournaments:
        """Tournaments, the newest first; drafts are in no list."""
        return cast(
            "types.Tournaments",
            self._ask("GET", "tournaments/", Sent(query={"cursor": cursor, "limit": limit, "state": state})).json(),
        )

    def translate(
        self, *, post: int | Unset = UNSET, message: int | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Translation:
        """Have a `post` (a private message or what a spectator said; scope `message:read`) or a `message` of a game's
        chat (`chat:read`) translated into the language that you ask for. 404 `no_translator` where the server has
        no translation service; a text is sent to that only by this.
        """
        return cast(
            "types.Translation",
            self._ask(
                "POST",
                "translations/",
                Sent(
                    body={"post": post, "message": message}, headers={"Idempotency-Key": idempotency_key or new_key()}
                ),
            ).json(),
        )

    def tree(self, game_id: int) -> types.Tree:
        """Your variations, marks and texts for one of your games, with the moves of the game as their trunk."""
        return cast("types.Tree", self._ask("GET", f"games/{in_path(game_id)}/tree/", Sent()).json())

    def tree_change(
        self,
        game_id: int,
        *,
        operations: list[dict[str, Any]],
        expected: int | Unset = UNSET,
        since: int | Unset = UNSET,
        idempotency_key: str | None = None,
    ) -> types.TreeSaved:
        """Change it by operations: all of them or none. They merge with what other devices of yours have sent, in any
        order; one that was sent before, by its `id`, changes nothing.
        """
        return cast(
            "types.TreeSaved",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/tree/",
                Sent(
                    body={"operations": operations, "expected": expected, "since": since},
                    headers={"Idempotency-Key": idempotency_key or new_key()},
                ),
            ).json(),
        )

    def tree_read(self, game_id: int, *, sgf: str, idempotency_key: str | None = None) -> types.TreeRead:
        """Let the variations, marks and comments of a file into your analysis of this game. What is there stays; what
        of the file is not taken is counted. To get such a file: `sgf`, with `with=tree`.
        """
        return cast(
            "types.TreeRead",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/tree/sgf/",
                Sent(body={"sgf": sgf}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def tree_share(self, game_id: int, *, shared: bool | None) -> types.Shown:
        """Say whether your analysis of this game is shown to all who may see the game, once it is over. Before that
        nobody sees it.
        """
        return cast(
            "types.Shown",
            self._ask("PUT", f"games/{in_path(game_id)}/tree/sharing/", Sent(body={"shared": shared})).json(),
        )

    def unblock(self, username: str) -> None:
        """Unblock the player."""
        self._ask("DELETE", f"me/blocks/{in_path(username)}/", Sent())

    def unfollow(self, username: str) -> None:
        """Follow the player no more."""
        self._ask("DELETE", f"follows/{in_path(username)}/", Sent())

    def unmute(self, username: str) -> None:
        """Read the player again."""
        self._ask("DELETE", f"me/muted/{in_path(username)}/", Sent())

    def unstar(self, game_id: int) -> None:
        """Follow the game no more."""
        self._ask("DELETE", f"stars/{in_path(game_id)}/", Sent())

    def vacation_end(self, *, idempotency_key: str | None = None) -> types.Vacation:
        """Come back."""
        return cast(
            "types.Vacation",
            self._ask("DELETE", "me/vacation/", Sent(headers={"Idempotency-Key": idempotency_key or new_key()})).json(),
        )

    def vacation_start(self, *, until: str | Unset = UNSET, idempotency_key: str | None = None) -> types.VacationBegun:
        """Go on vacation: your clocks stop in games that allow it. With an `until` that is later than there is
        vacation left, it ends earlier: `shortened` says so.
        """
        return cast(
            "types.VacationBegun",
            self._ask(
                "POST",
                "me/vacation/",
                Sent(body={"until": until}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def variation(
        self, game_id: int, *, moves: list[str], node: str | Unset = UNSET, idempotency_key: str | None = None
    ) -> types.Proposed:
        """Propose a line of moves at a finished game, for all who may see it: at most 30 at a time, 200 altogether.
        The same line again changes nothing.
        """
        return cast(
            "types.Proposed",
            self._ask(
                "POST",
                f"games/{in_path(game_id)}/review/variations/",
                Sent(body={"node": node, "moves": moves}, headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def variations_remove(self, game_id: int) -> None:
        """Take back all that you propose at this game. Your comments stay."""
        self._ask("DELETE", f"games/{in_path(game_id)}/review/variations/", Sent())

    def vote(self, bulletin_id: int, *, choice: int, idempotency_key: str | None = None) -> None:
        """Answer the question of a bulletin, once (`already_voted`). Nobody sees who voted how."""
        self._ask(
            "POST",
            f"bulletins/{in_path(bulletin_id)}/vote/",
            Sent(body={"choice": choice}, headers={"Idempotency-Key": idempotency_key or new_key()}),
        )

    def webhook_create(self, *, url: str, idempotency_key: str | None = None) -> types.Webhook:
        """Send your events from now on to this address: each as one POST, in order, again until it is answered 2xx,
        and signed as Standard Webhooks says. The secret to check that with is shown here only, and not to a retry
        with the same key: if the answer was lost, delete the webhook and make another. After three days of failures
        it is switched off. It ends with the token or the access of the program that made it. HTTPS only, and no
        address but those of the internet.
        """
        return cast(
            "types.Webhook",
            self._ask(
                "POST", "webhooks/", Sent(body={"url": url}, headers={"Idempotency-Key": idempotency_key or new_key()})
            ).json(),
        )

    def webhook_delete(self, webhook_id: int) -> None:
        """Stop sending events to this address."""
        self._ask("DELETE", f"webhooks/{in_path(webhook_id)}/", Sent())

    def webhook_enable(self, webhook_id: int, *, idempotency_key: str | None = None) -> types.Webhook:
        """Try again one that was switched off, from the first event that it did not take."""
        return cast(
            "types.Webhook",
            self._ask(
                "POST",
                f"webhooks/{in_path(webhook_id)}/enable/",
                Sent(headers={"Idempotency-Key": idempotency_key or new_key()}),
            ).json(),
        )

    def webhooks(self) -> types.Webhooks:
        """Your webhooks, and whether they are working."""
        return cast("types.Webhooks", self._ask("GET", "webhooks/", Sent()).json())
