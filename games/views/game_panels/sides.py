"""The sides of a game and their clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.core.hidden_ranks import is_rank_shown
from games.models import Seat
from games.services.deadlines import ClockNow, clock_now
from games.services.pauses import current_pause_end
from rules import Color, Stage
from rules.off_time import OffTimeKind
from wording import dates, time_words, variant_words, words

from .panel import GamePanel
from .steps import captures_text


@dataclass(frozen=True, slots=True)
class SideStrip:
    """The texts next to the board about one side. `captured` is the number of captures, and `goal` how many captures
    win. `clock` is the time left, and `note` is what the side has to do now, or that it is out of the game. `order` is
    the number of the seat in games of several players. `captured` and `komi` are "" if players share the colours
    (V79)."""

    seat: Seat
    color: Color
    color_name: str
    captured: str
    goal: str
    komi: str
    outcome: str
    note: str
    clock: str
    more: str
    soon: bool
    on: bool
    counts_down: bool
    rating: str
    is_mine: bool
    order: str


@dataclass(frozen=True, slots=True)
class SharedColor:
    """A colour that players share: its name, captures and komi."""

    color: Color
    name: str
    captured: str
    komi: str


class PlayersAndClocksPanel(GamePanel):
    """The panel with the players, their captures and their time."""

    @cached_property
    def strips(self) -> tuple[SideStrip, ...]:
        """Return the texts about each side, in the order of the page. They begin with the next side to act. The last
        one is shown below the board: the viewer's own side, otherwise Black's."""
        below = self.me or self.game.seat_list()[0]
        seats = self.game.seat_list()
        above = [*seats[below.index + 1 :], *seats[: below.index]]
        return (*map(self._make_strip, above), self._make_strip(below))

    @property
    def strips_above(self) -> tuple[SideStrip, ...]:
        """Return the texts about the sides shown above the board."""
        return self.strips[:-1]

    @property
    def strip_below(self) -> SideStrip:
        """Return the texts about the side shown below the board."""
        return self.strips[-1]

    @property
    def shared_colors(self) -> list[SharedColor]:
        """Return the colours of a game whose players share them, with their captures (V79). Return [] for other
        games."""
        colors = self.game.agreed_setup.order.colors if self.game.rotates_colors else ()
        return [
            SharedColor(
                color, str(words.COLOR_NAMES[color]), captures_text(self.state.prisoners[color]), self._komi_text(color)
            )
            for color in colors
        ]

    def _make_strip(self, seat: Seat) -> SideStrip:
        color, on, rotates = Color(seat.color), self.game.turn == seat.index, self.game.rotates_colors
        is_out = seat.index in self.game.left_seats and not self.game.is_finished
        return SideStrip(
            seat=seat,
            color=color,
            color_name=str(words.COLOR_NAMES[color]),
            captured="" if rotates else captures_text(self.state.prisoners[color]),
            goal=variant_words.captures_to_win_text(self.game.agreed_variant, color),
            komi="" if rotates else self._komi_text(color),
            outcome=self._outcome_text(color),
            note=_("out of the game") if is_out else self._task_text(on),
            order=words.localized_number(seat.index + 1) if len(self.game.seat_list()) > 2 else "",
            clock="" if is_out else self._time_left_text(color, on),
            more=""
            if self.game.is_finished
            else time_words.overtime_text(self.game.agreed_time, self.clock.facts[color]),
            soon=on and words.is_running_short(self.game.deadline, self.now),
            on=on,
            counts_down=on and self.counts_down,
            rating=self._rating_text(seat),
            is_mine=self.me is not None and seat.pk == self.me.pk,
        )

    def _komi_text(self, color: Color) -> str:
        """Return the komi of this side as text, or "" if it has none. With two colours only White has komi; with more,
        each colour has its own. If the variant does not score the board, no side has komi."""
        if not self.game.agreed_variant.is_scored:
            return ""
        whites = self.game.agreed_komi if color is Color.WHITE else 0
        komi = self.game.agreed_variant.komi.get(color.letter, whites)
        return pgettext("text", "komi %(komi)s") % {"komi": words.localized_number(komi)} if komi else ""

    def _outcome_text(self, color: Color) -> str:
        """Return as text whether this side won or lost, or its place with more than two colours. Return "" before the
        end and without a winner."""
        outcome = self.present.outcome
        if outcome is not None and outcome.is_of_many_colors:
            place = next(place for place, group in enumerate(outcome.places, 1) if color in group)
            return pgettext("how a side has ended", "Place %(place)s") % {"place": words.localized_number(place)}
        if outcome is None or outcome.winner is None:
            return ""
        if outcome.winner is color:
            return pgettext("a side of a finished game", "Won")
        return pgettext("a side of a finished game", "Lost")

    def _rating_text(self, seat: Seat) -> str:
        event = self.game.rating_event_of(seat) if is_rank_shown(seat.player) else None
        return "" if event is None else words.rating_change_with_values(event)

    def _task_text(self, is_on_turn: bool) -> str:
        """Return a text about what this side has to do now, or "" if it is not on turn."""
        if not is_on_turn:
            return ""
        asked = {Stage.MARKING: pgettext("clock", "to mark"), Stage.DECIDING: pgettext("clock", "to answer")}
        return asked.get(self.stage) or pgettext("clock", "to move")

    @property
    def weekends(self) -> list[tuple[str, str]]:
        """Return the names of players and their weekends in this game. Return [] if the game allows no weekends, and
        for teams."""
        seats = self.game.seat_list()
        if (
            self.game.is_finished
            or OffTimeKind.WEEKEND not in self.game.off_kinds
            or len({seat.color for seat in seats}) < len(seats)
        ):
            return []
        days = self.clock.weekends
        return [(seat.player.shown_name, time_words.weekend_text(days[Color(seat.color)])) for seat in seats]

    @property
    def shared_weekend(self) -> str:
        """Return the weekend that all players share, or "" if their weekends differ or they have none."""
        days = {days for _name, days in self.weekends}
        return days.pop() if len(days) == 1 else ""

    @cached_property
    def clock(self) -> ClockNow:
        """Return the game's clock at the time of the request."""
        return clock_now(self.game, self.now)

    def _time_left_text(self, color: Color, is_on_turn: bool) -> str:
        """Return the time that this side has left as text. If each player of a colour has a clock of their own, return
        "" for players who are not on turn (V38, V79)."""
        facts, variant = self.clock.facts[color], self.game.agreed_variant
        has_own = self.game.rotates_colors or variant.skips_members_out_of_time
        if self.game.is_finished or (not is_on_turn and (facts is None or has_own)):
            return ""
        return time_words.clock_text(facts)

    @property
    def counts_down(self) -> bool:
        """Return whether the page's script can count down the time: no off time may come before the deadline, and the
        side must not be in overtime with a number of stones."""
        due, running = self.clock.due, self.present.to_play
        facts = None if running is None else self.clock.facts[running]
        if due is None or facts is None or (facts.stones and facts.in_overtime):
            return False
        return abs((due.instant - self.now) - facts.left) < timedelta(seconds=1)

    @property
    def deadline_reasons(self) -> list[str]:
        """Return a sentence for each kind of off time, such as weekends, that makes the deadline later than now plus
        the time left on the clock (R55)."""
        return time_words.added_time_texts(self.clock.due)

    @property
    def is_deadline_passed_unclaimed(self) -> bool:
        """Return whether the deadline has passed in a game that continues until the opponent claims the win."""
        return self.game.deadline is not None and self.game.deadline <= self.now

    @cached_property
    def deadline_text(self) -> str:
        """Return the deadline in the reader's time zone as text, or "" if there is none."""
        return "" if self.game.deadline is None else dates.full_time(self.game.deadline)

    @property
    def clock_stop_sentence(self) -> str:
        """Return a sentence on why the clock is stopped now, or "" if it runs."""
        return time_words.stopped_sentence(self.clock.standing)

    @property
    def paused_until(self) -> datetime | None:
        """Return the end of the game's pause, or None if the game is not paused."""
        return None if self.game.is_finished else current_pause_end(self.game, self.now)
