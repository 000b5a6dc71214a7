"""Evaluate positions over GTP: with kata-analyze (KataGo and compatible engines), otherwise with GNU Go's
estimate_score, which gives only a rough score, without win rates and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal

from gtp import Engine, EngineError, EngineRefused
from rules import Board, Color, RuleSet, ScoreContext
from rules.outcome import format_points
from rules.position_estimate import komi_for_stones

from .game_positions import GamePositions, Judgement
from .katago import LONGEST_LINE, katago_komi_of, katago_rules_of
from .process import SECONDS_OF_SILENCE, Reviewer, UnsupportedGame

CHINESE = "--chinese-rules"
"""GNU Go's option for area scoring; the default is territory."""
CENTISECONDS = 20
"""The interval of kata-analyze's reports, in hundredths of a second."""
_INFO = re.compile(r"(?:^|\s)info\s+")


class ScoreEstimateReviewer(Reviewer):
    """Evaluates positions with `gnugo --mode gtp`, which only estimates the score roughly. Each position is set up
    separately, so that only the stones on the board are scored."""

    def judgements(self, course: GamePositions, turns: Sequence[int], visits: int) -> Iterator[tuple[int, Judgement]]:
        """Yield the evaluations of the positions after `turns` moves, in ascending order, each as the number of moves
        and the evaluation. Raises UnsupportedGame for boards that the engine does not support, and EngineError."""
        for turn in sorted(turns):
            board, context = course.boards[turn], course.contexts[turn]
            try:
                lead = score_estimate(self.process, board, course.setup.ruleset, context)
            except EngineRefused as error:
                raise UnsupportedGame(str(error)) from error
            yield turn, Judgement(None, float(lead))


class KataAnalyzeReviewer(Reviewer):
    """Evaluates positions with `katago gtp -config ... -model ...`. The game is played on the engine's board, move by
    move. The engine's win rates must be those of the side to move, which is KataGo's default."""

    def judgements(self, course: GamePositions, turns: Sequence[int], visits: int) -> Iterator[tuple[int, Judgement]]:
        """Yield the evaluations of the positions after `turns` moves, in ascending order, each as the number of moves
        and the evaluation. Raises UnsupportedGame for boards that the engine does not support, and EngineError."""
        self._set_up_engine(course)
        at = 0
        for turn in sorted(turns):
            while at < turn:
                self._play_on_engine(course, at)
                at += 1
            yield turn, self._judge(course, turn, visits)

    def _set_up_engine(self, course: GamePositions) -> None:
        try:
            self.process.set_up_position(course.boards[0])
            self.process.send(f"komi {format_points(katago_komi_of(course))}")
        except EngineRefused as error:
            raise UnsupportedGame(str(error)) from error
        with suppress(EngineRefused):  # an engine that follows KataGo may know no rules
            self.process.send(f"kata-set-rules {katago_rules_of(course)}")
            self.process.send("kata-set-rule whiteHandicapBonus 0")

    def _play_on_engine(self, course: GamePositions, index: int) -> None:
        """Play the move with this index on the engine's board. If the engine's rules forbid it, set up the position
        after the move."""
        move = course.moves[index]
        try:
            self.process.send(f"play {move.color.name.lower()} {course.name_of(move)}")
        except EngineRefused:
            self.process.set_up_position(course.boards[index + 1])

    def _judge(self, course: GamePositions, turn: int, visits: int) -> Judgement:
        color = course.to_play(turn)
        command = f"kata-analyze {color.letter.lower()} {CENTISECONDS}"
        self.process.send_line(command)
        sign = self.process.read_line(command, SECONDS_OF_SILENCE)
        if not sign.startswith("="):
            raise EngineError(f"{command!r} was answered by {sign[:80]!r}")
        found = self._report_after_visits(command, visits)
        self.process.send_line("")  # any line ends it
        while self.process.read_line(command, SECONDS_OF_SILENCE):
            pass
        return _judgement_for_black(found, color)

    def _report_after_visits(self, command: str, visits: int) -> list[dict[str, list[str]]]:
        """Return the engine's report once the engine has searched at least this many visits."""
        while True:
            line = self.process.read_line(command, SECONDS_OF_SILENCE)
            found = [_parse_fields(part) for part in _INFO.split(line) if part]
            if found and sum(int(_info_value(info, "visits")) for info in found) >= visits:
                return found


def score_estimate(engine: Engine, board: Board, ruleset: RuleSet, context: ScoreContext) -> Decimal:
    """Return Black's lead in points in this position under these rules, as GNU Go's command estimate_score computes it.

    The engine gets only the stones and one komi. That komi includes everything else that affects the score, such as
    prisoners. Raises EngineError.
    """
    engine.set_up_position(board)
    by_area = CHINESE in engine.command
    engine.send(f"komi {format_points(komi_for_stones(board, ruleset, context, by_area=by_area))}")
    answer = engine.send("estimate_score").split(" ")[0]
    match = re.fullmatch(r"([BW])\+([0-9]+(?:\.[0-9]+)?)|0(?:\.0)?", answer)
    if match is None:
        raise EngineError(f"estimate_score was answered by {answer[:40]!r}")
    points = Decimal(match[2] or 0)
    return -points if match[1] == "W" else points


def _parse_fields(text: str) -> dict[str, list[str]]:
    """Return the fields of a report such as `move D4 visits 12 pv D4 Q16` by name. The last field, pv, has several
    words."""
    words, fields = text.split(), dict[str, list[str]]()
    while words:
        name = words.pop(0)
        fields[name], words = (words, []) if name == "pv" else (words[:1], words[1:])
    return fields


def _info_value(info: dict[str, list[str]], name: str) -> str:
    try:
        return info[name][0]
    except (KeyError, IndexError) as error:
        raise EngineError(f"kata-analyze did not say {name}") from error


def _judgement_for_black(found: Sequence[dict[str, list[str]]], to_move: Color) -> Judgement:
    try:
        best = min(found, key=lambda info: int(_info_value(info, "order")))
        winrate, score = float(_info_value(best, "winrate")), float(_info_value(best, "scoreLead"))
        visits = sum(int(_info_value(info, "visits")) for info in found)
    except ValueError as error:
        raise EngineError(f"kata-analyze did not answer with a number: {error}") from error
    if to_move is not Color.BLACK:
        winrate, score = 1 - winrate, -score
    line = tuple(move[:4] for move in best.get("pv", [])[:LONGEST_LINE])
    return Judgement(winrate, score, _info_value(best, "move")[:4], visits, line)
