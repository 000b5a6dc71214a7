"""What the page of a game shows, from a game, its state and who is looking."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import access, time_words, words
from games.board_svg import Marks, board_svg
from games.errors import SENTENCES, NothingToUndo, sentence_for
from games.models import Action, Draft, Game, Message, Note, Seat
from games.models.action import KINDS, RULINGS, rules_actions
from games.services.asking import What, asked_in_vain
from games.services.cancel import can_cancel
from games.services.chat import is_closed
from games.services.lateness import can_claim, can_grant, can_refuse
from games.services.pauses import pause_now
from games.services.referee import can_call_referee, referee_is_awaited
from games.services.stone_removal import doubt_in
from games.services.suggestions import ensure_suggestion
from games.services.timekeeping import ClockNow, clock_now
from games.services.undo import undo_target
from rules import (
    Color,
    Doubt,
    GameState,
    Move,
    Phase,
    Point,
    Proposal,
    Reason,
    Score,
    Stage,
    parse_vertex,
    refusal,
    repeats_often,
    replay_states,
    score_of,
    vertex,
    why_not,
)
from rules.actions import MOST_WITHDRAWALS
from rules.clock import TimeUp, when_time_is_up
from rules.errors import RulesError
from rules.off_time import Kind

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


@dataclass(frozen=True, slots=True)
class Strip:
    """One side: who, what it has captured, its clock."""

    seat: Seat
    color: Color
    color_name: str
    captured: str
    note: str
    clock: str
    more: str
    soon: bool
    on: bool
    counts_down: bool
    rating: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record: everything that is not a move. What a person wrote runs in its own direction."""

    number: str
    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class Opinion:
    """What an engine says: its name, the stones it takes for dead, where that differs from what is marked."""

    engine: str
    dead: str
    differs: str


class GamePage:
    """The data of the page; templates read its attributes. `pending` is a point that is not sent yet,
    `shown` the number of the move that is looked at (None: the present)."""

    def __init__(
        self,
        game: Game,
        viewer: Player | AnonymousUser,
        now: datetime,
        *,
        point: str = "",
        shown: int | None = None,
        placed: Iterable[str] = (),
    ) -> None:
        self.game, self.viewer, self.now = game, viewer, now
        self.present = game.state()
        self.show = access.visible_to(game, viewer)
        self.me = self.show.seat
        self.shown = shown if shown is not None and 0 <= shown < self.present.move_number else None
        self.state = self._state_shown()
        self.key = uuid.uuid4().hex
        self.refusal = ""
        self.placed = self._chosen(placed) if self.places_handicap else []
        self.pending = self._pending(point)

    # what is looked at

    def _state_shown(self) -> GameState:
        if self.shown is None:
            return self.present
        states = replay_states(self.game.agreed_setup, rules_actions(self.game))
        return next(state for state in states if state.move_number == self.shown)

    @property
    def is_present(self) -> bool:
        """Whether the board shows the game as it is now."""
        return self.shown is None

    @property
    def stage(self) -> Stage:
        """What the side to act is asked for."""
        return self.present.stage

    @property
    def my_turn(self) -> bool:
        """Whether the viewer has to act."""
        return self.me is not None and self.present.to_play == self.me.color

    @property
    def can_play(self) -> bool:
        """Whether a tap on the board may become a move."""
        return self.my_turn and self.stage is Stage.PLAY and self.is_present

    @property
    def can_mark(self) -> bool:
        """Whether a tap on a stone marks it."""
        return self.my_turn and self.stage is Stage.MARKING and self.is_present

    @property
    def places_handicap(self) -> bool:
        """Whether taps collect handicap stones."""
        return self.my_turn and self.stage is Stage.HANDICAP

    @property
    def is_scoring(self) -> bool:
        """Whether the board is about dead stones and territory."""
        return self.stage in (Stage.MARKING, Stage.DECIDING)

    @property
    def board_mode(self) -> str:
        """What a tap on the board does, for the page's script."""
        if self.can_mark:
            return "mark"
        if self.places_handicap:
            return "handicap"
        return "play" if self.can_play else "read"

    @property
    def must_decide(self) -> bool:
        """Whether the viewer has a proposal to answer."""
        return self.my_turn and self.stage is Stage.DECIDING

    @property
    def can_withdraw(self) -> bool:
        """Whether the open proposal is the viewer's own, and can still be withdrawn."""
        proposal, state = self.present.proposal, self.present
        mine = proposal is not None and self.me is not None and proposal.by == self.me.color
        return mine and self.stage is Stage.DECIDING and not state.settled and state.withdrawals < MOST_WITHDRAWALS

    @property
    def can_resume(self) -> bool:
        """Whether the viewer may play on instead of marking: in the first end phase of a game (R17)."""
        return self.can_mark and self.present.may_resume and not self.present.settled

    @property
    def may_resume(self) -> bool:
        """Whether a rejection may lead to playing on."""
        return self.present.may_resume

    @property
    def can_settle(self) -> bool:
        """Whether the viewer may demand settling, whoever has to act (R17)."""
        return self.me is not None and self.present.may_settle

    @property
    def can_end(self) -> bool:
        """Whether the viewer may have the board counted as it stands, after a settling (R17)."""
        return self.me is not None and self.present.phase is Phase.STONE_REMOVAL and self.present.settled

    @property
    def way_out(self) -> str:
        """What a player can do about a dispute, and what comes of it, said before the first rejection (R17)."""
        if self.me is None or not self.is_present or self.present.phase is not Phase.STONE_REMOVAL:
            return ""
        if self.present.settled:
            return _(
                "The dispute has been settled. If this marking is not accepted, the game ends as it stands: all stones "
                "are alive."
            )
        after = _("A marking that is not accepted after that ends the game as it stands, with all stones alive.")
        if self.present.may_settle:
            return _("Either of you may demand settling now, and the other cannot refuse.") + " " + after
        if self.must_settle:
            return _("A marking that is not accepted is settled on the board.") + " " + after
        return (
            _("If you do not agree, either of you may play on once.")
            + " "
            + _("When play has stopped again, either may demand that the dispute is settled on the board.")
            + " "
            + after
        )

    @property
    def silence(self) -> str:
        """What comes of it if the viewer, who has to answer, lets the time run out (R52)."""
        if not self.must_decide or self.game.deadline is None:
            return ""
        up = when_time_is_up(self.game.hardness, self.game.graces)
        said = str(_SILENCE[self.doubt is not None, up is TimeUp.CLAIMABLE])
        return said if up is not TimeUp.GRACE else said + " " + _("Three days of grace come first.")

    @property
    def can_cancel(self) -> bool:
        """Whether the game may still be called off."""
        return self.me is not None and can_cancel(self.game)

    @property
    def can_resign(self) -> bool:
        """Whether the viewer may resign (R7: at any time)."""
        return self.me is not None and not self.game.is_finished

    @cached_property
    def can_ask_undo(self) -> bool:
        """Whether the viewer has a move that could be taken back."""
        if self.me is None or self.game.undo_to is not None or asked_in_vain(self.game, self.me, What.UNDO):
            return False
        try:
            undo_target(self.game, self.me, self.present)
        except NothingToUndo:
            return False
        return True

    @property
    def undo_asked_of_me(self) -> bool:
        """Whether the opponent asks to take a move back."""
        return self.me is not None and self.game.undo_to is not None and self.game.undo_seat != self.me.index

    @property
    def undo_asked_by_me(self) -> bool:
        """Whether the viewer's request is unanswered."""
        return self.me is not None and self.game.undo_seat == self.me.index

    @cached_property
    def can_ask_no_result(self) -> bool:
        """Whether the viewer may propose to end the game without a result (R8)."""
        free = self.me is not None and not self.game.is_finished and self.game.no_result_seat is None
        if self.me is None or not free or not repeats_often(self.present):
            return False
        return not asked_in_vain(self.game, self.me, What.NO_RESULT)

    @property
    def no_result_asked_of_me(self) -> bool:
        """Whether the opponent proposes to end the game without a result."""
        asked = self.game.no_result_seat
        return self.me is not None and asked is not None and asked != self.me.index

    @property
    def no_result_asked_by_me(self) -> bool:
        """Whether the viewer's proposal is unanswered."""
        return self.me is not None and self.game.no_result_seat == self.me.index

    @property
    def can_decide(self) -> bool:
        """Whether the viewer keeps order here."""
        return not self.game.is_finished and access.may_decide(self.viewer, self.game)

    @property
    def can_call_referee(self) -> bool:
        """Whether the viewer may call a referee (R61)."""
        return self.me is not None and can_call_referee(self.game, self.actions)

    @property
    def referee_is_awaited(self) -> bool:
        """Whether a referee was called who has not ruled yet."""
        return not self.game.is_finished and referee_is_awaited(self.actions)

    def _pending(self, point: str) -> str:
        """The point that the viewer chose and did not send, "" when it cannot be played (see `refusal`)."""
        if not point or not self.can_play:
            return ""
        try:
            chosen = parse_vertex(point, self.game.width, self.game.height)
        except RulesError as error:
            self.refusal = str(SENTENCES[error.code])
            return ""
        refused = refusal(self.present, chosen)
        if refused is not None:
            self.refusal = f"{vertex(chosen, self.game.height)}: {sentence_for(refused)}"
            return ""
        return vertex(chosen, self.game.height)

    def _chosen(self, placed: Iterable[str]) -> list[str]:
        """Points for handicap stones, without those that are none."""
        chosen = []
        for text in placed:
            try:
                parse_vertex(text, self.game.width, self.game.height)
            except RulesError as error:
                self.refusal = str(SENTENCES[error.code])
            else:
                chosen.append(text)
        return chosen[: self.game.handicap]

    # the sides

    @cached_property
    def strips(self) -> tuple[Strip, Strip]:
        """The side above the board and the one below it: the viewer's own is below, else Black's."""
        seats = self.game.seat_list()
        below = self.me or seats[0]
        above = next(seat for seat in seats if seat.pk != below.pk)
        return self._strip(above), self._strip(below)

    def _strip(self, seat: Seat) -> Strip:
        color, on = Color(seat.color), self.present.to_play == seat.color
        count = self.state.prisoners[color]
        return Strip(
            seat=seat,
            color=color,
            color_name=str(words.COLOR_NAMES[color]),
            captured=ngettext("%(count)s captured", "%(count)s captured", count) % {"count": words.number(count)},
            note=self._note(seat, on),
            clock=self._clock_words(color, on),
            more=""
            if self.game.is_finished
            else time_words.periods_left(self.game.agreed_time, self.clock.facts[color]),
            soon=on and words.is_soon(self.game.deadline, self.now),
            on=on,
            counts_down=on and self.counts_down,
            rating=self._rating(seat),
        )

    def _rating(self, seat: Seat) -> str:
        event = self.game.rating_event_of(seat)
        return "" if event is None else words.rating_of_game(event)

    @cached_property
    def clock(self) -> ClockNow:
        """The clock at this moment."""
        return clock_now(self.game, self.now)

    def _clock_words(self, color: Color, on: bool) -> str:
        """What this side has left; for the one that has to act, up to the deadline."""
        facts = self.clock.facts[color]
        if self.game.is_finished or (facts is None and not on):
            return ""
        return time_words.on_the_clock(facts)

    @property
    def counts_down(self) -> bool:
        """Whether what is left is simply the time until the deadline, so that the page can go on counting."""
        due, running = self.clock.due, self.present.to_play
        facts = None if running is None else self.clock.facts[running]
        if due is None or facts is None or (facts.stones and facts.in_overtime):
            return False
        return abs((due.instant - self.now) - facts.left) < timedelta(seconds=1)

    @property
    def reasons(self) -> list[str]:
        """Why the deadline is later than the time that is left says (R55)."""
        return time_words.reasons(self.clock.due)

    @property
    def deadline_words(self) -> str:
        """The deadline in the reader's zone."""
        return "" if self.game.deadline is None else time_words.instant(self.game.deadline)

    @property
    def pause_words(self) -> str:
        """The end of the pause that is proposed."""
        return "" if self.pause_asked is None else time_words.instant(self.pause_asked)

    @property
    def standing(self) -> str:
        """Why the clock stands still right now, "" when it runs."""
        return time_words.standing(self.clock.standing)

    @property
    def can_claim(self) -> bool:
        """Whether the viewer may claim the win on time."""
        return self.me is not None and can_claim(self.game, self.me, self.now)

    @property
    def can_grant(self) -> bool:
        """Whether the viewer may give the opponent more time."""
        return self.me is not None and can_grant(self.game, self.me)

    @property
    def can_refuse(self) -> bool:
        """Whether the viewer may refuse the win on time."""
        return self.me is not None and can_refuse(self.game, self.me, self.now)

    @property
    def can_ask_pause(self) -> bool:
        """Whether the viewer may propose a pause, or another end of one."""
        allowed = Kind.PAUSE in self.game.off_kinds and self.game.deadline is not None
        if self.me is None or not allowed or self.game.pause_offer is not None:
            return False
        return not asked_in_vain(self.game, self.me, What.PAUSE)

    @property
    def paused_until(self) -> datetime | None:
        """Until when the game is paused."""
        return None if self.game.is_finished else pause_now(self.game, self.now)

    @property
    def pause_asked(self) -> datetime | None:
        """Until when a pause is proposed, and not answered."""
        offer = self.game.pause_offer
        return None if offer is None or self.me is None else datetime.fromisoformat(offer["until"])

    @property
    def pause_is_mine(self) -> bool:
        """Whether the viewer proposed the pause."""
        return self.me is not None and (self.game.pause_offer or {}).get("seat") == self.me.index

    @property
    def can_report_stalling(self) -> bool:
        """Whether the viewer may report, once in the game, that the scoring is delayed."""
        scoring = self.game.phase == Phase.STONE_REMOVAL.value
        return self.me is not None and scoring and not self.game.stall_reported

    def _note(self, seat: Seat, on: bool) -> str:
        if not on:
            return ""
        if self.me is not None and seat.pk == self.me.pk:
            return _("your answer") if self.stage is Stage.DECIDING else _("your turn")
        return _("to act")

    @property
    def opponent(self) -> Seat | None:
        """The other player, None for a spectator."""
        return None if self.me is None else self.strips[0].seat

    # sentences

    @property
    def heading(self) -> str:
        """What this page is about, now."""
        if self.present.outcome is not None:
            return words.result(self.present.outcome)
        color = self.present.to_play
        assert color is not None
        if self.my_turn:
            return str(words.STAGE_HEADINGS.get(self.stage) or words.your_turn(color))
        if self.stage is Stage.MARKING:
            return _("Scoring: waiting for the marking of dead stones")
        if self.stage is Stage.DECIDING:
            return _("Scoring: waiting for the answer to the proposal")
        return words.to_play(color)

    @property
    def last_point(self) -> str:
        """The point of the last move, "" when there is none or it was a pass."""
        move = self.state.last_move
        if move is None or move.point is None:
            return ""
        return vertex(move.point, self.game.height)

    @property
    def last_words(self) -> str:
        """What happened last."""
        move = self.state.last_move
        if move is None:
            return ""
        if move.point is None:
            return words.passed(move.color)
        return words.played(move.color, vertex(move.point, self.game.height))

    @property
    def proof(self) -> str:
        """R15: that settling costs nobody anything, as a line."""
        settling = self.present.settling
        if settling is None:
            return ""
        given = settling.handed_over
        return _("Stones handed over: Black %(black)s, White %(white)s") % {
            "black": words.number(given.black),
            "white": words.number(given.white),
        }

    # the end phase

    @cached_property
    def dead(self) -> frozenset[Point]:
        """The stones that carry a cross for this viewer: the draft or suggestion, the proposal, the result."""
        if not self.is_present:
            return frozenset()
        if self.counted is not None:
            return self.counted.dead
        return self._draft() if self.can_mark else frozenset()

    def _draft(self) -> frozenset[Point]:
        draft = Draft.objects.filter(seat=self.me, number=self.game.state_number).first()
        marked = self.suggested if draft is None else draft.dead
        return self._points(marked)

    @property
    def opinion(self) -> Opinion | None:
        """The second opinion on this marking, if an engine was asked and has answered."""
        found = self.game.second_opinion
        if not found or not self.is_present or self.stage not in (Stage.MARKING, Stage.DECIDING):
            return None
        proposed = self.present.proposal
        others = self._points(found["dead"]) ^ (self.dead if proposed is None else proposed.dead)
        differs = ", ".join(vertex(point, self.game.height) for point in sorted(others))
        return Opinion(found["engine"], " ".join(found["dead"]), differs)

    @property
    def suggested(self) -> list[str]:
        """The server's suggestion, as vertices."""
        ensure_suggestion(self.game)
        return list(self.game.suggested_dead or [])

    @property
    def unsure_words(self) -> str:
        """The stones of which the server cannot tell whether they are dead, as vertices, while they are marked."""
        if not self.can_mark:
            return ""
        ensure_suggestion(self.game)
        return ", ".join(text for group in self.game.unsure_stones or [] for text in group)

    def _points(self, texts: Iterable[str]) -> frozenset[Point]:
        return frozenset(parse_vertex(text, self.game.width, self.game.height) for text in texts)

    @property
    def dead_vertices(self) -> str:
        """The crosses as a form field."""
        return " ".join(vertex(point, self.game.height) for point in sorted(self.dead))

    @cached_property
    def score(self) -> Score | None:
        """The count that belongs to the crosses."""
        if not self.is_present:
            return None
        if self.counted is not None:
            return self.counted.score
        return score_of(self.present, self.dead) if self.can_mark else None

    @property
    def lead(self) -> str:
        """Who would win by how much."""
        return "" if self.score is None else words.lead(self.score)

    @property
    def counted(self) -> Proposal | None:
        """The proposal that is open, or that became the result."""
        outcome = self.present.outcome
        if outcome is not None and outcome.reason is not Reason.SCORE:
            return None
        return self.present.proposal

    @property
    def score_rows(self) -> list[words.ScoreRow]:
        """The table: every term, then the total."""
        return [] if self.score is None else words.score_rows(self.score)

    @property
    def differences(self) -> frozenset[Point]:
        """Stones at issue, or about which the proposal and the server's suggestion differ."""
        if self.present.proposal is None or not self.is_present or self.game.is_finished:
            return frozenset()
        if self.doubt is not None:
            return self.doubt.stones
        return self.present.proposal.dead ^ self._points(self.suggested)

    @property
    def difference_words(self) -> str:
        """The same as vertices."""
        return ", ".join(vertex(point, self.game.height) for point in sorted(self.differences))

    @cached_property
    def doubt(self) -> Doubt | None:
        """Why the viewer should look twice at the proposal (R60)."""
        return doubt_in(self.game, self.present) if self.must_decide else None

    @property
    def doubt_words(self) -> str:
        """The stones at issue, as vertices."""
        stones = frozenset() if self.doubt is None else self.doubt.stones
        return ", ".join(vertex(point, self.game.height) for point in sorted(stones))

    @property
    def estimated_lead(self) -> str:
        """Who would win by how much if the estimate were right."""
        return "" if self.doubt is None else words.lead(self.doubt.estimate)

    @property
    def can_be_counted(self) -> bool:
        """Whether there is a count to explain."""
        return self.score is not None

    @property
    def open_border_words(self) -> str:
        """Where territory is open, as vertices."""
        points = frozenset() if self.score is None else self.score.open_borders
        return ", ".join(vertex(point, self.game.height) for point in sorted(points))

    @property
    def must_settle(self) -> bool:
        """Whether a rejection always settles under these rules."""
        return self.game.agreed_setup.ruleset.rejection_always_settles

    # the board

    @property
    def board(self) -> SafeString:
        """The picture."""
        ghost = None
        if self.pending and self.me is not None:
            point = parse_vertex(self.pending, self.game.width, self.game.height)
            ghost = Move(Color(self.me.color), point)
        marks = Marks(
            last=self.state.last_move,
            dead=self.dead,
            score=self.score,
            ghost=ghost,
            differs=self.differences,
        )
        board = self.state.board
        if self.placed:
            stones = self._points(self.placed)
            board = board.with_stones((Color.BLACK, point) for point in stones)
        return board_svg(board, marks, labels=self.show_coordinates)

    @property
    def show_coordinates(self) -> bool:
        """Whether the viewer wants letters and numbers around the board."""
        return bool(getattr(self.viewer, "show_coordinates", True))

    @property
    def grid(self) -> SafeString:
        """The buttons over the picture, row by row."""
        return format_html_join("", '<div role="row">{}</div>', ((row,) for row in self._rows()))

    def _rows(self) -> Iterable[SafeString]:
        board, width = self.state.board, self.game.width
        focus = self._focus()
        extras = self._extras()
        for row in range(self.game.height):
            yield format_html_join(
                "",
                '<button role="gridcell" name="point" value="{}" tabindex="{}" aria-label="{}"{}></button>',
                (self._cell(Point(column, row), board[Point(column, row)], focus, extras) for column in range(width)),
            )

    def _cell(
        self, point: Point, stone: Color | None, focus: Point, extras: dict[Point, str]
    ) -> tuple[str, int, str, SafeString | str]:
        name = vertex(point, self.game.height)
        content = self._empty if stone is None else self._stone[stone]
        label = f"{name[0]} {name[1:]}, {content}"
        if point in extras:
            label += f", {extras[point]}"
        flag = format_html(' data-s="{}"', stone.letter) if stone else ""
        return name, 0 if point == focus else -1, label, flag

    @cached_property
    def _empty(self) -> str:
        return _("empty")

    @cached_property
    def _stone(self) -> dict[Color, str]:
        return {Color.BLACK: _("black"), Color.WHITE: _("white")}

    def _focus(self) -> Point:
        """The one tab stop: the last move, else the middle."""
        move = self.state.last_move
        if move is not None and move.point is not None:
            return move.point
        return Point(self.game.width // 2, self.game.height // 2)

    def _extras(self) -> dict[Point, str]:
        extras = self._count_words()
        move = self.state.last_move
        if move is not None and move.point is not None:
            extras[move.point] = _("last move")
        for point in self.dead:
            extras[point] = _("dead")
        if self.can_play:
            extras.update(self._ko_words())
        return extras

    def _count_words(self) -> dict[Point, str]:
        if self.score is None:
            return {}
        words_of: dict[Point, str] = dict.fromkeys(self.score.dame, _("neutral"))
        words_of.update(dict.fromkeys(self.score.seki, _("seki, no point")))
        words_of.update(dict.fromkeys(self.score.territory.black, _("Black's territory")))
        words_of.update(dict.fromkeys(self.score.territory.white, _("White's territory")))
        return words_of

    def _ko_words(self) -> dict[Point, str]:
        """Points where ko forbids to play: beside the last move, where a stone has just been taken."""
        move = self.present.last_move
        if move is None or move.point is None:
            return {}
        column, row = move.point
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        inside = (Point(c, r) for c, r in around if 0 <= c < self.game.width and 0 <= r < self.game.height)
        return {
            point: _("ko, not allowed now") for point in inside if why_not(self.present, point) in ("ko", "superko")
        }

    # steps, record, chat

    @property
    def here(self) -> int:
        """The number of the move that the board shows."""
        return self.state.move_number

    @property
    def previous(self) -> int:
        """The move before it."""
        return max(0, self.here - 1)

    @property
    def following(self) -> int | None:
        """The move after it, None when that is the present."""
        after = self.here + 1
        return after if after < self.present.move_number else None

    @cached_property
    def actions(self) -> list[Action]:
        """The record."""
        return list(self.game.actions.order_by("number"))

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves as "B K11", without those that were taken back."""
        moves: list[tuple[int, str]] = []
        for action in self.actions:
            if action.kind == "undo":
                del moves[action.payload["to"] :]
            elif action.kind in ("play", "pass"):
                letter = Color(action.color or 0).letter
                point = action.payload.get("point") or _("pass")
                moves.append((action.effect["move_number"], f"{letter} {point}"))
        return moves

    @property
    def entries(self) -> list[Entry]:
        """The course of the game beyond its moves (R16)."""
        quiet = ("play", "pass")
        return [self._entry(action) for action in self.actions if action.kind not in quiet]

    def _entry(self, action: Action) -> Entry:
        who = "" if action.color is None else str(words.COLOR_NAMES[Color(action.color)])
        text = f"{who}: {KINDS[action.kind]}" if who else str(KINDS[action.kind])
        return Entry(words.number(action.number), text, self._detail(action))

    def _detail(self, action: Action) -> str:
        payload = action.payload
        if action.kind == "propose":
            return ", ".join(payload["dead"]) or _("no dead stones")
        if action.kind == "reject":
            then = str(_THEN[payload["then"]])
            reason = payload.get("reason") if self.show.reasons else ""
            return format_html("{} <bdi>{}</bdi>", then, reason) if reason else then
        if action.kind == "time_out" and payload.get("in_doubt"):
            return _("The marking was in doubt and did not count as accepted.")
        if "until" in payload:
            return time_words.instant(datetime.fromisoformat(payload["until"]))
        if "days" in payload:
            return time_words.span(timedelta(days=payload["days"]))
        return self._ruling(payload) if action.kind in RULINGS else ""

    def _ruling(self, payload: dict[str, Any]) -> str:
        """What a moderator ruled, with the public reason (R61)."""
        said = []
        if "dead" in payload:
            said.append((", ".join(payload["dead"]) or _("no dead stones")) + ".")
        if payload.get("first"):
            said.append(words.to_play(Color.from_letter(payload["first"])) + ".")
        if "minutes" in payload:
            side = words.COLOR_NAMES[Color.from_letter(payload["side"])]
            said.append(f"{side}: {time_words.span(timedelta(minutes=payload['minutes']))}.")
        return format_html("{}<bdi>{}</bdi>", "".join(f"{one} " for one in said), payload["reason"])

    @cached_property
    def chat(self) -> list[Message]:
        """The last messages, oldest first; nobody else's business."""
        if not self.show.chat:
            return []
        latest = Message.objects.filter(game=self.game).select_related("author")
        return list(reversed(latest.order_by("-said_at", "-pk")[:100]))

    @cached_property
    def is_chat_closed(self) -> bool:
        """Whether nothing can be said here because the players have blocked each other."""
        return self.show.seat is not None and is_closed(self.game, self.show.seat)

    @cached_property
    def note(self) -> str:
        """What the viewer noted down about this game; nobody else's business."""
        found = None if self.show.seat is None else Note.objects.filter(seat=self.show.seat).first()
        return "" if found is None else found.text

    @property
    def handicap_left(self) -> int:
        """How many handicap stones are still to be chosen."""
        return self.game.handicap - len(self.placed)

    @property
    def dialogue(self) -> dict[str, Any]:
        """The sentences that the page's script needs."""
        return {
            "submit": _("Submit move"),
            "submitPoint": _("Submit %s"),
            "placed": _("%s placed, not sent. Submit or cancel."),
            "noPoint": str(SENTENCES["bad_vertex"]),
            "chain": _("%(point)s. Chain of %(stones)s, liberties: %(liberties)s."),
            "lost": _("Connection lost, trying again"),
            "recorded": _("Recorded."),
            "failed": _("Not sent: no connection. Your move is kept here; press Submit to try again."),
            "time": {
                "days": _("%(days)s d %(hours)s h"),
                "hours": _("%(hours)s h %(minutes)s min"),
                "minutes": _("%(minutes)s min"),
                "under": _("under 10 min"),
                "over": _("time has run out"),
            },
        }


_THEN = {
    "mark": gettext_lazy("Mark differently."),
    "resume": gettext_lazy("Play on."),
    "settle": gettext_lazy("Settle by playing it out."),
    "end": gettext_lazy("The game ends as it stands."),
}
_SILENCE = {
    (False, False): gettext_lazy("If your time runs out, this marking counts as accepted."),
    (False, True): gettext_lazy("If your time runs out, your opponent may let this marking count as accepted."),
    (True, False): gettext_lazy(
        "If your time runs out, you lose on time: this marking is in doubt, so it does not count as accepted."
    ),
    (True, True): gettext_lazy(
        "If your time runs out, your opponent may claim a win on time: this marking is in doubt, so it does not count "
        "as accepted."
    ),
}
"""By whether the proposal is in doubt, and whether a loss has to be claimed."""
