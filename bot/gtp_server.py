"""A server of the Go Text Protocol, version 2. The server reads one command per line and responds to each."""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import BinaryIO

from rules import (
    ORDINARY,
    RULE_SETS,
    Color,
    GameState,
    Pass,
    Play,
    Point,
    RulesError,
    RuleSet,
    Setup,
    Variant,
    apply,
    new_game,
    parse_vertex,
    score_of,
    vertex,
)
from rules.errors import BadHandicap, SuperkoViolation
from rules.estimate import suggest_dead
from rules.handicap import fixed_points, max_fixed_stones
from rules.notation import COLUMNS
from rules.ruleset import KoRule
from rules.variants.presets import PRESETS

from .levels import HIGHEST, choose_move_at_level
from .player import with_side_to_move

NAME, VERSION = "igo-bot", "1"
SMALLEST, LARGEST = 5, 25
JOIN_EDGES = "igo-join_edges"
"""The private command for a board whose edges are joined, as on a torus."""
JOINED = PRESETS["torus"]
RULES = RULE_SETS["chinese"]
"""The player's own rules: positional superko, which is legal under every rule of ko. How the score is counted can be
chosen (`--rules`, kgs-rules)."""
LENIENT = replace(RULES, ko=KoRule.SIMPLE)
"""The rules for moves that the controller sends, which may have been played under another ko rule."""

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
_COMMENT = re.compile(r"#.*")


class CommandRefused(Exception):
    """Raised for a command that cannot be carried out. The message is the response."""


class Quit(Exception):
    """Raised when the controller ends the session."""


class GtpServer:
    """One GTP session: a board, its history and the player's random numbers. `rules` is the key of the rule set used
    for scoring, and `level` the strength, as a number of bot.levels."""

    def __init__(self, seed: int | None = None, rules: str = "chinese", level: int = HIGHEST) -> None:
        self.level = level
        self.dice = random.Random(seed)  # noqa: S311 - a game, not a secret
        self.rules = rules_counting_like(rules)
        self.komi = RULE_SETS[rules].default_komi(19, 19, 0)
        self.states: list[GameState] = []
        self._start_new_game(19)
        self.commands: dict[str, Callable[[Sequence[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: NAME,
            "version": lambda words: VERSION,
            "known_command": lambda words: str(_word_at(words, 0) in self.commands).lower(),
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": _quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "kgs-rules": self._rules,
            "play": self._play,
            "genmove": self._genmove,
            "kgs-genmove_cleanup": self._genmove,
            "undo": self._undo,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "final_status_list": self._final_status_list,
            "final_score": self._final_score,
            "showboard": self._showboard,
            JOIN_EDGES: self._join_edges,
        }

    @property
    def state(self) -> GameState:
        """Return the current state of the game."""
        return self.states[-1]

    def answer(self, line: str) -> str | None:
        """Return the response to one line of input, including the empty line that ends the response. Return None if the
        line needs no response. Raises Quit."""
        words = _COMMENT.sub("", _CONTROL.sub("", line)).split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdecimal() else ""
        try:
            return f"={number} {self._run_command(words)}".rstrip() + "\n\n"
        except Quit as end:
            raise Quit(f"={number}\n\n") from end
        except CommandRefused as refusal:
            return f"?{number} {refusal}\n\n"

    def _run_command(self, words: Sequence[str]) -> str:
        command = self.commands.get(words[0]) if words else None
        if command is None:
            raise CommandRefused("unknown command")
        return command(words[1:])

    def _start_new_game(self, size: int, variant: Variant = ORDINARY) -> None:
        self.states = [new_game(Setup(size, size, self.rules, self.komi, variant=variant))]

    def _boardsize(self, words: Sequence[str]) -> str:
        size = _integer(words, 0)
        if not SMALLEST <= size <= LARGEST:
            raise CommandRefused("unacceptable size")
        self._start_new_game(size)
        return ""

    def _clear_board(self, words: Sequence[str]) -> str:
        self._start_new_game(self.state.setup.width)
        return ""

    def _join_edges(self, words: Sequence[str]) -> str:
        """Clear the board and join its opposite edges. This lasts until the next command that sets the size or clears
        the board."""
        self._start_new_game(self.state.setup.width, JOINED)
        return ""

    def _komi(self, words: Sequence[str]) -> str:
        try:
            komi = Decimal(_word_at(words, 0))
        except InvalidOperation as error:
            raise CommandRefused("syntax error") from error
        if not komi.is_finite() or abs(komi) > LARGEST * LARGEST:
            raise CommandRefused("syntax error")
        self.komi = komi
        self._apply_komi_and_rules()
        return ""

    def _rules(self, words: Sequence[str]) -> str:
        key = _word_at(words, 0)
        if key not in RULE_SETS:
            raise CommandRefused("unknown rule set")
        self.rules = rules_counting_like(key)
        self._apply_komi_and_rules()
        return ""

    def _apply_komi_and_rules(self) -> None:
        """Replace the komi and the rules with the current ones in all stored states of the game."""
        changed = replace(self.state.setup, komi=self.komi, ruleset=self.rules)
        self.states = [replace(state, setup=changed) for state in self.states]

    def _play(self, words: Sequence[str]) -> str:
        color, text = _color(words), _word_at(words, 1)
        if text.lower() == "resign":
            return ""
        self._play_move(color, None if text.lower() == "pass" else self._point(text))
        return ""

    def _play_move(self, color: Color, point: Point | None) -> None:
        """Play a move of this colour on the server's board, no matter who moved last. Raises CommandRefused for an
        illegal move."""
        before = with_side_to_move(self.state, color)
        action = Pass(color) if point is None else Play(color, point)
        try:
            self.states.append(_apply_despite_superko(before, action))
        except RulesError as error:
            raise CommandRefused("illegal move") from error

    def _point(self, text: str) -> Point:
        try:
            return parse_vertex(text, self.state.setup.width, self.state.setup.height)
        except RulesError as error:
            raise CommandRefused("invalid coordinate") from error

    def _genmove(self, words: Sequence[str]) -> str:
        color = _color(words)
        point = choose_move_at_level(self.level, self.state, color, self.dice)
        self._play_move(color, point)
        return "pass" if point is None else self._vertex(point)

    def _vertex(self, point: Point) -> str:
        return vertex(point, self.state.setup.height)

    def _undo(self, words: Sequence[str]) -> str:
        if len(self.states) == 1:
            raise CommandRefused("cannot undo")
        self.states.pop()
        return ""

    def _fixed_handicap(self, words: Sequence[str]) -> str:
        return self._place_handicap(_integer(words, 0), most=self._most_handicap())

    def _place_free_handicap(self, words: Sequence[str]) -> str:
        asked = _integer(words, 0)
        return self._place_handicap(min(asked, self._most_handicap()), most=asked)

    def _most_handicap(self) -> int:
        return max_fixed_stones(self.state.setup.width, self.state.setup.height)

    def _place_handicap(self, stones: int, most: int) -> str:
        if not 2 <= stones <= most:
            raise CommandRefused("invalid number of stones")
        points = fixed_points(self.state.setup.width, self.state.setup.height, stones)
        self._start_with_black_stones(points)
        return self._vertices(points)

    def _set_free_handicap(self, words: Sequence[str]) -> str:
        points = [self._point(word) for word in words]
        if len(points) < 2 or len(set(points)) != len(points) or len(points) >= len(self.state.board.cells):
            raise CommandRefused("bad vertex list")
        self._start_with_black_stones(points)
        return ""

    def _start_with_black_stones(self, points: Iterable[Point]) -> None:
        """Start a new game with handicap stones on these points."""
        if any(self.state.board.cells):
            raise CommandRefused("board not empty")
        stones = tuple(points)
        board = self.state.board.with_stones((Color.BLACK, point) for point in stones)
        setup = replace(self.state.setup, start=tuple(board.rows()), first=Color.WHITE, handicap=len(stones))
        try:
            self.states = [new_game(setup)]
        except BadHandicap as error:
            raise CommandRefused("bad vertex list") from error

    def _vertices(self, points: Iterable[Point]) -> str:
        return " ".join(self._vertex(point) for point in points)

    def _final_status_list(self, words: Sequence[str]) -> str:
        status = _word_at(words, 0)
        if status not in ("dead", "alive", "seki"):
            raise CommandRefused("syntax error")
        if status == "seki":
            return ""
        dead = suggest_dead(self.state.board, ruleset=self.rules)
        living = {point for point in self.state.board.points() if self.state.board[point]} - dead
        return self._vertices(sorted(dead if status == "dead" else living))

    def _final_score(self, words: Sequence[str]) -> str:
        return score_of(self.state, suggest_dead(self.state.board, ruleset=self.rules)).sgf_result

    def _showboard(self, words: Sequence[str]) -> str:
        rows = self.state.board.rows()
        letters = " ".join(COLUMNS[: len(rows)])
        lines = [f"{len(rows) - row:2} {' '.join(cells)}" for row, cells in enumerate(rows)]
        return "\n".join(["", f"   {letters}", *lines, f"   {letters}"])


def rules_counting_like(key: str) -> RuleSet:
    """Return the rules for the built-in player: its own rules for play, but the counting of the rule set with this
    key."""
    chosen = RULE_SETS[key]
    return replace(
        RULES,
        key=key,
        counting=chosen.counting,
        compensation=chosen.compensation,
        all_stones_alive=chosen.all_stones_alive,
        ties_to_black=chosen.ties_to_black,
    )


def _apply_despite_superko(before: GameState, action: Pass | Play) -> GameState:
    """Return the state after the action, even if superko forbids it."""
    try:
        return apply(before, action)
    except SuperkoViolation:
        after = apply(replace(before, setup=replace(before.setup, ruleset=LENIENT)), action)
        return replace(after, setup=before.setup)


def _quit(words: Sequence[str]) -> str:
    raise Quit


def _word_at(words: Sequence[str], place: int) -> str:
    try:
        return words[place]
    except IndexError as error:
        raise CommandRefused("syntax error") from error


def _integer(words: Sequence[str], place: int) -> int:
    text = _word_at(words, place)
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise CommandRefused("syntax error")
    return int(text)


def _color(words: Sequence[str]) -> Color:
    color = _COLORS.get(_word_at(words, 0).lower())
    if color is None:
        raise CommandRefused("syntax error")
    return color


def answer_all(server: GtpServer, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Read GTP commands from `lines`, and write the responses to `out`, until the session ends."""
    for line in lines:
        try:
            answer = server.answer(line.decode("ascii", "replace"))
        except Quit as end:
            _write_response(out, str(end))
            return
        _write_response(out, answer or "")


def _write_response(out: BinaryIO, answer: str) -> None:
    out.write(answer.encode("ascii", "replace"))
    out.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a GTP session on standard input and output; return the exit code."""
    parser = argparse.ArgumentParser(prog="bot", description="A Go player that speaks GTP 2.")
    parser.add_argument("--seed", type=int, help="play the same game every time")
    parser.add_argument("--rules", choices=RULE_SETS, default=RULES.key, help="how the game is counted")
    levels = range(1, HIGHEST + 1)
    parser.add_argument("--level", type=int, choices=levels, default=HIGHEST, help="how well to play (%(default)s)")
    asked = parser.parse_args(arguments)
    answer_all(GtpServer(asked.seed, asked.rules, asked.level), sys.stdin.buffer, sys.stdout.buffer)
    return 0
