"""The template context of a player's analysis of a game, and the base of all pages that show a tree at one node."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property

from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from rules import Color, GameState, Stage
from study.api import outputs
from study.core.nodes import PASS, ROOT, TreeNode
from study.core.record import RecordMoves, with_side_to_move
from study.core.shape import make_shape
from study.core.tree import TreeValue
from study.services.trees import OpenedTree, can_mark_conditional, undoable_cuts
from wording import words
from wording.board_text import joined_edges_sentence
from wording.refusals import SENTENCES

from . import drawing
from .book import openings_url_after, openings_url_of_start

TOOLS = ("play", "triangle", "square", "circle", "cross", "letter", "number")


class TreePage:
    """A page that shows a tree at a node: the first in `at` that exists. `tool` says what a tap on the board does, such
    as playing a move or setting a mark."""

    def __init__(self, tree: TreeValue, record: RecordMoves, at: Sequence[str], tool: str = "play") -> None:
        self.tree, self.record = tree, record
        self.shape = make_shape(tree, record)
        self.at = next(filter(self.shape.knows, at), ROOT)
        self.tool = tool if tool in TOOLS else "play"
        self.key = uuid.uuid4().hex

    @cached_property
    def nodes(self) -> Mapping[str, TreeNode]:
        """Return the visible nodes of the player's tree by name."""
        return self.tree.visible_nodes()

    @cached_property
    def node(self) -> TreeNode:
        """Return the displayed node with the player's annotations."""
        return self.nodes.get(self.at, TreeNode())

    @cached_property
    def state(self) -> GameState:
        """Return the position at this node."""
        return self.record.state_at(self.at, self.tree.nodes)

    @cached_property
    def following_moves(self) -> list[tuple[str, str, str]]:
        """Return the next moves as tuples: the letter on the board, the node name, and the vertex (or "pass"). Moves
        for which no letter is left are missing."""
        names = self.shape.after.get(self.at, [])
        moves = [self.shape.places[name].move for name in names]
        return list(zip(drawing.next_letters(moves, self.node.signs), names, moves))  # noqa: B905 - more have no letter

    @property
    def next_moves(self) -> list[tuple[str, str, SafeString]]:
        """Return the next moves for links as tuples: the letter on the board, the node name, and the move as HTML with
        its number and stone."""
        places = self.shape.places
        return [
            (letter, name, drawing.numbered_move_html(places[name].number, places[name].color, places[name].move))
            for letter, name, _move in self.following_moves
        ]

    @property
    def board(self) -> SafeString:
        """Return the board at the displayed node as SVG, with marks and the letters of the next moves."""
        letters = {move: letter for letter, _name, move in self.following_moves if move != PASS}
        return drawing.board_picture(self.state.board, self.state.last_move, self.node.signs, letters)

    @property
    def joined_edges(self) -> str:
        """Return a sentence saying that the board's edges are joined, "" if they are not."""
        return joined_edges_sentence(self.state.board)

    @property
    def grid(self) -> SafeString:
        """Return the HTML of the buttons that lie over the board, one for each point."""
        labels = {
            move: pgettext("label of a point", "next move %(sign)s") % {"sign": letter}
            for letter, _n, move in self.following_moves
        }
        last = self.shape.places[self.at].move if self.at != ROOT else PASS
        if last != PASS:
            labels[last] = pgettext("text", "last move")
        labels |= {
            point: pgettext("analysis", "marked %(sign)s") % {"sign": mark_in_words(sign)}
            for point, sign in self.node.signs.items()
        }
        middle = drawing.LETTERS.replace("I", "")[self.state.board.width // 2] + str(self.state.board.height // 2 + 1)
        return drawing.board_buttons(self.state.board, labels, middle if last == PASS else last)

    @property
    def tree_drawing(self) -> SafeString:
        """Return the drawing of the tree as SVG."""
        return drawing.tree_picture(self.shape, self.at, self.nodes)

    @property
    def outline(self) -> SafeString:
        """Return the tree as an HTML list."""
        return drawing.tree_list(self.shape, self.at, self.nodes)

    @property
    def number(self) -> int:
        """Return the number of moves up to this node."""
        return 0 if self.at == ROOT else self.shape.places[self.at].number

    @property
    def move_text(self) -> SafeString | str:
        """Return the move that led to the displayed node, as HTML, or "Before the first move"."""
        if self.at == ROOT:
            return _("Before the first move")
        place = self.shape.places[self.at]
        return drawing.numbered_move_html(place.number, place.color, place.move)

    @property
    def next_color_letter(self) -> str:
        """Return the colour of the next move in the analysis, "B" or "W"."""
        color = with_side_to_move(self.state).to_play
        assert color is not None
        return color.letter

    @property
    def to_play(self) -> str:
        """Return the colour of the next move in the analysis, as text."""
        color = with_side_to_move(self.state).to_play
        assert color is not None
        return words.turn_text(color)

    @property
    def step_button_nodes(self) -> dict[str, str]:
        """Return the names of the nodes to which the buttons of the page lead, by button: first, previous, next and
        last."""
        way, along = self.shape.path_to(self.at), self.shape.main_line_after(self.at)
        return {
            "first": ROOT,
            "previous": way[-2] if len(way) > 1 else ROOT,
            "next": along[0] if along else self.at,
            "last": along[-1] if along else self.at,
        }

    @property
    def last_move_number(self) -> int:
        """Return the number of the last move of the displayed line."""
        return self.number + len(self.shape.main_line_after(self.at))

    @property
    def can_be_cut(self) -> bool:
        """Return whether the node can be cut off, because it is not a move of the game."""
        return self.at != ROOT and self.shape.places[self.at].own

    @property
    def tools(self) -> list[tuple[str, str]]:
        """Return the tools for taps on the board, each with its name and its label."""
        return [("play", pgettext("what a tap does", "Play")), *((sign, mark_in_words(sign)) for sign in TOOLS[1:])]


class AnalysisPage(TreePage):
    """The page of a player's analysis at the node `at`, by default the current position."""

    def __init__(self, opened: OpenedTree, at: str, tool: str = "play") -> None:
        super().__init__(opened.tree, opened.record, (at, opened.record.head), tool)
        self.opened, self.game, self.seat = opened, opened.game, opened.seat

    @property
    def has_two_colors(self) -> bool:
        """Return whether the game has two colours. The page's script can only draw such games; other games have a page
        without the script."""
        return self.game.agreed_variant.two_sided

    @property
    def openings_urls(self) -> tuple[str, str]:
        """Return the URLs of the openings at the beginning of the game and at this node; both are "" if openings do not
        apply."""
        record, places = self.opened.record, self.shape.places
        return openings_url_of_start(record), openings_url_after(
            record, (places[name].move for name in self.shape.path_to(self.at))
        )

    @property
    def can_mark_conditional(self) -> bool:
        """Return whether moves can be marked as conditional."""
        return can_mark_conditional(self.game)

    @property
    def cuts(self) -> list[tuple[str, int]]:
        """Return the cuts that can be undone, newest first, each with the number of moves that undoing it restores."""
        return [(cut.id, len(cut.nodes)) for cut in reversed(undoable_cuts(self.opened))]

    @property
    def playable_point(self) -> str:
        """Return the displayed move's point if the owner can play this move in the game now, otherwise "". The owner
        can do so if the move follows the current position and it is the owner's turn."""
        if not self.can_be_cut or self.node.parent != self.opened.record.head or self.node.move == PASS:
            return ""
        return self.node.move if self._owner_to_play else ""

    @cached_property
    def _owner_to_play(self) -> str:
        """Return the owner's colour if the owner is to move in the game, otherwise ""."""
        present = self.game.state()
        mine = present.to_play is not None and present.to_play == self.seat.color
        return present.to_play.letter if mine and present.to_play and present.stage is Stage.PLAY else ""

    @property
    def script_data(self) -> SafeString:
        """Return the data for the page's script, as an HTML element."""
        record, setup = self.opened.record, self.game.agreed_setup
        root = record.states[ROOT]
        turns = {
            name: with_side_to_move(state).to_play for name, state in record.states.items() if record.knows_move(name)
        }
        data = {
            "tree": outputs.tree_json(self.opened),
            "at": self.at,
            "cells": "".join(root.board.rows()),
            "columns": setup.width,
            "rows": setup.height,
            "turn": root.to_play.letter if root.to_play else "B",
            "turns": {
                name: turn.letter
                for name, turn in turns.items()
                if turn is not None and turn.letter == record.stones[name].color
            },
            "rules": {
                "ko": setup.ruleset.ko.value,
                "selfCapture": setup.ruleset.self_capture.value,
                "wraps": setup.variant.wraps,
            },
            "mayPlay": self._owner_to_play,
            "canArm": self.can_mark_conditional,
            "language": get_language(),
            "words": script_texts(),
        }
        return json_script(data, "boot")


def mark_in_words(sign: str) -> str:
    """Return a mark in words. Letters and numbers are returned unchanged."""
    names = {
        "triangle": pgettext("mark", "triangle"),
        "square": pgettext("mark", "square"),
        "circle": pgettext("mark", "circle"),
        "cross": pgettext("mark", "cross"),
        "letter": "A, B, C",
        "number": "1, 2, 3",
    }
    return names.get(sign, sign)


def script_texts() -> dict[str, object]:
    """Return the translated texts that the script of the analysis page displays, by name."""
    return {
        "saved": pgettext("analysis", "Saved %(time)s"),
        "notSaved": pgettext("analysis", "Not saved"),
        "refused": {code: str(SENTENCES[code]) for code in ("occupied", "self_capture", "ko", "superko")},
        "pass": pgettext("text", "pass"),
        "empty": pgettext("text", "empty"),
        "black": pgettext("text", "black"),
        "white": pgettext("text", "white"),
        "last": pgettext("text", "last move"),
        "separator": words.list_separator(),
        "next": pgettext("label of a point", "next move %(sign)s"),
        "marked": pgettext("analysis", "marked %(sign)s"),
        "before": _("Before the first move"),
        "toPlay": {"B": words.turn_text(Color.BLACK), "W": words.turn_text(Color.WHITE)},
        "signs": {sign: mark_in_words(sign) for sign in TOOLS[1:]},
        "play": _("Play %(point)s in the game…"),
        "back": ngettext("Restore %(number)s move", "Restore %(number)s moves", 2),
        "captures": _("Prisoners: Black %(black)s, White %(white)s"),
    }
