"""The sides of a game and their clocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from games.services.deadlines import ClockNow, clock_now
from games.services.pauses import pause_now
from rules import Color, Stage
from wording import time_words, words

from .panel import Panel


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


class SidesPanel(Panel):
    """Who plays, what they have captured, how much time they have."""

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

    def _note(self, seat: Seat, on: bool) -> str:
        if not on:
            return ""
        if self.me is not None and seat.pk == self.me.pk:
            return _("your answer") if self.stage is Stage.DECIDING else _("your turn")
        return _("to act")

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
    def standing(self) -> str:
        """Why the clock stands still right now, "" when it runs."""
        return time_words.standing(self.clock.standing)

    @property
    def paused_until(self) -> datetime | None:
        """Until when the game is paused."""
        return None if self.game.is_finished else pause_now(self.game, self.now)
