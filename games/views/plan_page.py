"""The page of conditional moves: the board after one line of moves, and all conditional moves as rows of text (C21)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from django.templatetags.static import static
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.models import Game, Plan
from games.services import plans
from rules import Board, Color, GameState, Move, Pass, Play, Point, RulesError, apply
from rules.plan import Branch, branches_along, parse_move, read_plan
from rules.plan import Plan as Branches
from wording.refusals import SENTENCES, sentence_for
from wording.words import list_separator

from .game_page import GamePage
from .game_panels.planned import BETWEEN, PlanRow

if TYPE_CHECKING:
    from accounts.models import Player


@dataclass(frozen=True, slots=True)
class LineSelection:
    """The viewer's choices on the page. `at` are the opponent's moves along one line of the plan. `theirs` is the
    opponent's next move, and `mine` the reply to it that is not saved yet. `tapped` is a point tapped on the board,
    which becomes first `theirs`, then `mine`."""

    at: str = ""
    theirs: str = ""
    mine: str = ""
    tapped: str = ""


THE_PRESENT = LineSelection()


class PlanPage(GamePage):
    """The page of the viewer's conditional moves; the viewer has a seat in the game."""

    def __init__(self, game: Game, viewer: Player, now: datetime, looked: LineSelection = THE_PRESENT) -> None:
        super().__init__(game, viewer, now)
        assert self.me is not None
        self.plan = plans.find_plan(self.me) or Plan(seat=self.me)
        self.line: tuple[Branch, ...] = ()
        self.theirs = self.mine = ""
        if self.can_plan:
            self.line = branches_along(self.branches, self._parse_line(looked.at))
            self._set_choice(looked)

    @property
    def branches(self) -> Branches:
        """Return the player's active conditional moves, or () if there are none."""
        return read_plan(self.plan.branches, self.game.agreed_setup) if self.plan.is_armed else ()

    @cached_property
    def rows(self) -> list[PlanRow]:
        """Return the player's conditional moves as rows of text: the active ones, or those that remained when the plan
        ended."""
        return self.rows_of(self.plan)

    @property
    def line_parameter(self) -> str:
        """Return the opponent's moves along the displayed line, as the value of a URL parameter."""
        return BETWEEN.join(self._move_text(branch.theirs) for branch in self.line)

    @property
    def state_after(self) -> GameState:
        """Return the state of the game after the displayed line of moves, and after the opponent's move that the viewer
        chose."""
        state = self.present
        for branch in self.line:
            state = _state_after(_state_after(state, branch.theirs), branch.mine)
        return _state_after(state, self._parse_move(self.theirs)) if self.theirs else state

    @property
    def position(self) -> Board:
        """Return the stones of the position `state_after`, as the viewer sees them."""
        return self.show.board(self.state_after)

    @property
    def last_move(self) -> Move | None:
        """Return the last move before the position `state_after`."""
        return self.show.last_move(self.state_after)

    @property
    def chosen_reply_text(self) -> SafeString:
        """Return the reply that is not saved yet as a sentence."""
        return self._answer_text(
            Branch(self._parse_move(self.theirs), self._parse_move(self.mine)), follows=bool(self.line)
        )

    @property
    def ends_play(self) -> bool:
        """Return whether the unsaved reply is a pass after a pass, which stops play (C16)."""
        return bool(self.mine) and self._parse_move(self.mine) is None and self._parse_move(self.theirs) is None

    @property
    def script_data_element(self) -> SafeString:
        """Return an HTML element with the data that the page's script needs for planning on the board of the game
        page."""
        assert self.me is not None
        setup, present, last = self.game.agreed_setup, self.present, self.present.last_move
        data = {
            "api": f"/api/v1/games/{self.game.pk}/plan/",
            "style": static("css/study.css"),
            "cells": "".join(present.board.rows()),
            "columns": setup.width,
            "rows": setup.height,
            "turn": present.to_play.letter if present.to_play else "",
            "mine": Color(self.me.color).letter,
            "last": {"color": last.color.letter, "move": self._move_text(last.point)} if last else {},
            "rules": {
                "ko": setup.ruleset.ko.value,
                "selfCapture": setup.ruleset.self_capture.value,
                "wraps": setup.variant.wraps,
            },
            "move": present.move_number,
            "number": self.game.number,
            "version": self.plan.version,
            "branches": self.plan.branches if self.plan.is_armed else [],
            "language": get_language(),
            "words": self._script_words(),
        }
        return json_script(data, "plan-boot")

    def _script_words(self) -> dict[str, object]:
        name = str(self.opponent.player.shown_name) if self.opponent else ""
        return {
            "theirs": _("Choose a move for %(name)s on the board") % {"name": name},
            "mine": _("Choose your reply to %(move)s on the board"),
            "mineAfterPass": _("On the board, choose your reply to their pass"),
            "theyPass": pgettext("text", "They pass"),
            "youPass": pgettext("text", "You pass"),
            "present": pgettext("conditional moves", "Current position"),
            "saved": pgettext("text", "Saved."),
            "failed": pgettext("conditional moves", "Not saved. Try again."),
            "refused": {code: str(SENTENCES[code]) for code in ("occupied", "self_capture", "ko", "superko")},
            "pass": pgettext("text", "pass"),
            "empty": pgettext("text", "empty"),
            "black": pgettext("text", "black"),
            "white": pgettext("text", "white"),
            "separator": list_separator(),
            "next": pgettext("label of a point", "next move %(sign)s"),
        }

    def _set_choice(self, looked: LineSelection) -> None:
        theirs, mine = looked.theirs, looked.mine
        if looked.tapped:
            theirs, mine = (theirs, looked.tapped) if theirs else (looked.tapped, "")
        self.theirs = self._legal_vertex(theirs)
        self.mine = self._legal_vertex(mine) if self.theirs else ""
        if self.mine and self._parse_move(self.mine) is not None:
            self.pending = self.mine

    def _legal_vertex(self, text: str) -> str:
        """Return the move in this text as a vertex. If the move is illegal in that position, return "" and set the
        error message."""
        text = text.strip()
        if not text:
            return ""
        try:
            point = self._parse_move(text)
            _state_after(self.state_after, point)
        except RulesError as error:
            self.refusal = f"{text.upper()}: {sentence_for(error)}"
            return ""
        return self._move_text(point)

    def _parse_line(self, at: str) -> tuple[Point | None, ...]:
        try:
            return tuple(self._parse_move(word) for word in at.split(BETWEEN) if word)
        except RulesError:
            return ()

    def _parse_move(self, word: str) -> Point | None:
        return parse_move(word, self.game.agreed_setup)


def _state_after(state: GameState, point: Point | None) -> GameState:
    color = state.to_play
    assert color is not None
    return apply(state, Pass(Color(color)) if point is None else Play(Color(color), point))
