"""The data of the game page, from a game, its state and its viewer. Each part of the page has a panel class in a file
of its own."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from games import access, event_names
from games.event_names import EventOfGame, EventRuling
from games.models import Game
from rules import Color, Stage, vertex
from rules.plan import PASSED
from wording import color_words, words
from wording.refusals import SENTENCES

from .game_panels.board import BoardPanel
from .game_panels.first import FirstGameAndEndPanel
from .game_panels.hidden import HiddenInfoPanel
from .game_panels.others import OtherGamesPanel
from .game_panels.planned import ConditionalMovesPanel
from .game_panels.record import RecordPanel
from .game_panels.requests import RequestsPanel
from .game_panels.sides import PlayersAndClocksPanel

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import Player


@dataclass(frozen=True, slots=True)
class BoardSelection:
    """The viewer's choices on the page. `shown` is the number of the move whose position is shown (None: the
    current position). `point` is the unsent point of a move, and `placed` are the unsent points of handicap stones.
    `turn` is whether the viewer requested the turning point of the game."""

    point: str = ""
    shown: int | None = None
    placed: Iterable[str] = ()
    turn: bool = False


THE_PRESENT = BoardSelection()
_YOUR_MOVE = pgettext_lazy("text", "Your move")
_HEADINGS = {Stage.MARKING: gettext_lazy("Mark the dead stones"), Stage.DECIDING: gettext_lazy("Do you agree?")}
"""Headings for actions that the viewer has to take, other than moves."""


class GamePage(
    FirstGameAndEndPanel,
    PlayersAndClocksPanel,
    BoardPanel,
    RecordPanel,
    RequestsPanel,
    ConditionalMovesPanel,
    OtherGamesPanel,
    HiddenInfoPanel,
):
    """The data of the game page, composed of its panels. Templates read its attributes."""

    def __init__(
        self, game: Game, viewer: Player | AnonymousUser, now: datetime, chosen: BoardSelection = THE_PRESENT
    ) -> None:
        super().__init__(game, viewer, now, shown=chosen.shown)
        self.key = uuid.uuid4().hex
        self.is_turning_point_requested = chosen.turn and self.me is not None and self.game.is_finished
        self.placed = self._valid_handicap_points(chosen.placed) if self.places_handicap else []
        self.pending = self._checked_pending(chosen.point or self._held_reply_vertex)

    @property
    def _held_reply_vertex(self) -> str:
        """Return the vertex of the conditional move that the viewer must now send by hand (C15), or "" if there is none
        or it is a pass."""
        return self.waiting_answer_vertex if self.can_play and self.waiting_answer_vertex != PASSED else ""

    @property
    def heading(self) -> str:
        """Return the page's heading. A name in it has its own text direction."""
        if self.present.outcome is not None:
            return words.result_sentence(self.present.outcome)
        color = self.present.to_play
        assert color is not None
        if self.my_turn:
            return str(_HEADINGS.get(self.stage, _YOUR_MOVE))
        if self.me is None and not self.is_scoring:
            return words.turn_text(color)
        text = _("{name} has run out of time") if "claim_win" in self.may else _("Waiting for {name}")
        return format_html(text, name=format_html("<bdi>{}</bdi>", self._name_on_turn))

    @property
    def position_heading(self) -> str:
        """Return the heading of the displayed position: for an earlier position of a game in progress, the number of
        its last move; otherwise `heading`."""
        if self.shows_current_position or self.game.is_finished:
            return self.heading
        numbers = {
            "n": words.localized_number(self.shown_move_number),
            "all": words.localized_number(self.present.move_number),
        }
        return pgettext("position of a game", "Move %(n)s of %(all)s") % numbers

    @property
    def _name_on_turn(self) -> str:
        return self.game.seat_on_turn().player.shown_name

    @property
    def scoring_step(self) -> str:
        """Return the current step of the scoring as text, or "" outside scoring and for earlier positions."""
        if self.present.outcome is not None or not self.is_scoring or not self.shows_current_position:
            return ""
        return _("Scoring, step 1 of 2") if self.stage is Stage.MARKING else _("Scoring, step 2 of 2")

    @property
    def layout_classes(self) -> str:
        """Return the CSS classes of the page, such as `earlier` for an earlier position, `over` for a finished game, or
        `tall` for a tall board."""
        of = {
            "earlier": not self.shows_current_position,
            "over": self.game.is_finished,
            "sealed": self.has_hidden_info,
            "tall": self.game.height > self.game.width,
            "marking": self.can_mark,
            "railed": self.me is not None,
        }
        return " ".join(name for name, holds in of.items() if holds)

    @property
    def must_act_on_board(self) -> bool:
        """Return whether the viewer has to act on the board: play, place handicap stones, mark dead stones, or decide
        about a proposal."""
        return self.shows_current_position and (
            self.can_play or self.places_handicap or self.can_mark or self.must_answer_proposal
        )

    @property
    def is_waiting_for_others(self) -> bool:
        """Return whether the viewer is a player of the running game who has nothing to do on the board now."""
        return self.me is not None and not self.must_act_on_board and not self.game.is_finished

    @property
    def may_analyse(self) -> bool:
        """Return whether the viewer, a player of the game, can use an analysis board of this game now (C31, V3)."""
        return self.me is not None and access.analysis_allowed(self.game)

    @cached_property
    def event(self) -> EventOfGame | None:
        """Return the event that the game belongs to, or None if there is none."""
        return event_names.event_of(self.game)

    @cached_property
    def ruling(self) -> EventRuling | None:
        """Return the event's ruling on the game (E4), or None if the game's own result counts."""
        return event_names.ruling_of(self.game)

    @property
    def has_time_page(self) -> bool:
        """Return whether there is a page with the game's actions about time, such as pauses, for this viewer."""
        if self.is_first_bot_game:
            return False
        return "request_pause" in self.may or (self.me is not None and self.game.deadline is not None)

    @property
    def last_move_vertex(self) -> str:
        """Return the vertex of the last move, or "" after a pass and before the first move."""
        move = self.last_move
        if move is None or move.point is None:
            return ""
        return vertex(move.point, self.game.height)

    @property
    def last_move_text(self) -> str:
        """Return the last move as text, or "" if there is none or play has been resumed since."""
        move = self.last_move
        if move is None or (self.shows_current_position and self.present.is_resumed):
            return ""
        if move.point is None:
            return words.passed_text(move.color)
        return words.played_text(move.color, vertex(move.point, self.game.height))

    @property
    def script_texts_element(self) -> SafeString:
        """Return an HTML element with the texts that the page's script uses."""
        return _dialogue_element(get_language(), wants_latin_digits(), self.game.agreed_setup.order.colors)


class ReadableJSONEncoder(DjangoJSONEncoder):
    """JSON encoder that does not escape letters, because escaped Persian letters are three times as long."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "ensure_ascii": False})


@lru_cache(maxsize=16)
def _dialogue_element(language: str | None, latin_digits: bool, colors: tuple[Color, ...]) -> SafeString:
    """Return the HTML element with the script's texts for a game of these colours. The other arguments are only the
    cache key: they must be the current language and kind of digits."""
    texts = {
        "submit": _("Play the move"),
        "submitPoint": pgettext("text", "Play %s"),
        "submitWithMessage": _("Play %s and send message"),
        "placed": _("You chose %s. Press Play to play there, or cancel."),
        "noPoint": str(SENTENCES["bad_vertex"]),
        "chain": _("%(point)s. Chain of %(stones)s, liberties: %(liberties)s."),
        "stones": [pgettext("text", "empty"), *(str(color_words.STONE_NAMES[color]) for color in colors)],
        "last": pgettext("text", "last move"),
        "separator": words.list_separator(),
        "played": {color.letter: words.played_text(color, "%(point)s") for color in colors},
        "passed": {color.letter: words.passed_text(color) for color in colors},
        "move": pgettext("text", "move %(n)s"),
        "of": pgettext("position of a game", "Move %(n)s of %(all)s"),
        "after": pgettext("text", "after %(time)s"),
        "digits": "".join(map(words.localized_number, range(10))),
        "lost": _("Connection lost. Reconnecting…"),
        "recorded": pgettext("text", "Saved."),
        "failed": _("Your move hasn't been played, because the connection was lost. Press Play to try again."),
        "time": {
            "days": pgettext("duration", "%(days)s d %(hours)s h"),
            "wholeDays": pgettext("text", "%(days)s d"),
            "hours": pgettext("duration", "%(hours)s h %(minutes)s min"),
            "wholeHours": pgettext("text", "%(hours)s h"),
            "minutes": pgettext("text", "%(minutes)s min"),
            "under": _("less than 10 min"),
            "over": _("time has run out"),
        },
    }
    return json_script(texts, "words", ReadableJSONEncoder)
