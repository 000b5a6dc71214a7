"""The interface between our engine and the shared cases' runner; the docstring of `run_cases.py` defines it.

The EGF's old ratings are here only for their cases: the server uses Glicko-2.
"""

from __future__ import annotations

import math
import sys
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.sgf_text import decode_sgf
from ratings import glicko2
from rules import RULE_SETS, Board, ByColor, Color, Point, from_sgf, overtime, sgf, to_sgf
from rules import clock as clocks
from rules import score as count
from rules.board import Placement
from rules.clock import TimeControl, TimeSystem
from rules.clock.time_left import total_left
from rules.errors import RulesError
from rules.estimate import suggest_dead
from rules.handicap import fixed_points
from rules.ko import check_ko, history_key
from rules.ruleset import CountingMethod, KoRule, SelfCaptureRule
from rules.scoring import TERMS, ScoreContext, ScoreCounts
from rules.scoring import score_aga_territory as aga_territory
from tests.rules.variant_adapter import variant

__all__ = ["variant"]


class Game:
    """A board with a history: cases need not alternate, so they do without turns and phases."""

    def __init__(self, board: Board, first: Color, ko: KoRule, self_capture: SelfCaptureRule) -> None:
        self.board, self.ko, self.self_capture = board, ko, self_capture
        self.history = [history_key(board.key, first)]
        self.lost = ByColor(0, 0)

    def try_(self, color: Color, point: Point) -> Placement:
        placed = self.board.place(color, point, self.self_capture)
        check_ko(self.ko, self.history, history_key(placed.board.key, color.opponent))
        return placed


def new_game(w, h, start, first, ko, suicide):
    board = Board.from_rows(start) if start else Board.empty(w, h)
    rule = SelfCaptureRule.MULTI_STONE if suicide else SelfCaptureRule.FORBIDDEN
    return Game(board, Color.from_letter(first), KoRule(ko), rule)


def play(game, color, point):
    side = Color.from_letter(color)
    if point:
        try:
            at = from_sgf(point, game.board.width, game.board.height)
            placed = game.try_(side, at)
        except RulesError:
            return False
        game.board = placed.board
        other = side.opponent
        game.lost = game.lost.updated(other, game.lost[other] + len(placed.captured))
        game.lost = game.lost.updated(side, game.lost[side] + len(placed.self_captured))
    game.history.append(history_key(game.board.key, side.opponent))
    return True


def board(game):
    return game.board.rows()


def captures(game):
    return game.lost.black, game.lost.white


def legal(game, color, point):
    try:
        game.try_(Color.from_letter(color), from_sgf(point, game.board.width, game.board.height))
    except RulesError:
        return False
    return True


def _count(case, ruleset, pass_stones=ByColor(0, 0)):  # noqa: B008
    position = Board.from_rows(case["board"])
    dead = [from_sgf(point, position.width, position.height) for point in case["dead"]]
    prisoners = ByColor(case.get("white_lost", 0), case.get("black_lost", 0))
    beside = ScoreContext(Decimal(str(case["komi"])), prisoners, pass_stones)
    return position, count(position, dead, ruleset, beside)


def _answer(position, score, bonus=0):
    rows = [["."] * position.width for _ in range(position.height)]
    for letter, points in (("B", score.territory.black), ("W", score.territory.white)):
        for column, row in points:
            rows[row][column] = letter
    totals = score.totals
    return {
        "black": float(totals.black),
        "white": float(totals.white) + bonus,
        "territory": ["".join(row) for row in rows],
    }


def score(case):
    ruleset = RULE_SETS["chinese" if case["scoring"] == "area" else "japanese"]
    bonus = case["white_bonus"] if case["scoring"] == "area" else 0
    answer = _answer(*_count(case, ruleset), bonus)
    if case["scoring"] == "area":
        del answer["territory"]
    return answer


def score_brainking(case):
    return _answer(*_count(case, RULE_SETS["brainking"]))


def score_aga_territory(case):
    position = Board.from_rows(case["board"])
    return _answer(
        position,
        aga_territory(
            position,
            [from_sgf(point, position.width, position.height) for point in case["dead"]],
            ScoreContext(
                Decimal(str(case["komi"])),
                ByColor(case["white_lost"], case["black_lost"]),
                ByColor(case["black_passes"], case["white_passes"]),
            ),
        ),
    )


def score_arithmetic(case):
    """Worked examples as numbers."""
    given = case["input"]
    if "question" in given:
        return {str(n): float(RULE_SETS["brainking"].default_komi(n, n, 0)) for n in (9, 13, 19)}
    if "black_area" in given:
        more = 2 * given["black_area"] > given["points"]
        return {"winner": "black" if more else "white", "black_more_than_half": more}
    counting = CountingMethod.BRAINKING if case["method"] == "subtract_own_losses" else CountingMethod.TERRITORY
    lost = given["captured"]
    counts = ScoreCounts(
        territory=ByColor(given["territory"]["black"], given["territory"]["white"]),
        stones=ByColor(0, 0),
        dead=ByColor(given["dead"]["black"], given["dead"]["white"]),
        prisoners=ByColor(lost["white"], lost["black"]),
        pass_stones=ByColor(0, 0),
        komi=Decimal(str(given["komi"])),
        compensation=0,
    )
    terms = TERMS[counting](counts)
    black, white = sum(term.points.black for term in terms), sum(term.points.white for term in terms)
    winner = "black" if black > white else "white"
    return {"black": float(black), "white": float(white), "winner": winner, "margin": float(black - white)}


def handicap_points(size, stones):
    return [to_sgf(point) for point in fixed_points(size, size, stones)]


def dead_stones(rows, rules):
    ruleset = RULE_SETS.get(rules, RULE_SETS["chinese"])
    return [to_sgf(point) for point in suggest_dead(Board.from_rows(rows), ruleset=ruleset)]


def sgf_parse(data):
    """The games of a file, as the runner wants to know them."""
    return [_sgf_facts(root) for root in sgf.parse(decode_sgf(data).text)]


def _sgf_facts(root):
    nodes = list(root.walk())
    values: dict[str, int] = {}
    for _, node in nodes:
        for name, raws in node.properties.items():
            values[name] = values.get(name, 0) + len(raws)
    main = list(root.main_line())
    return {
        "nodes": len(nodes),
        "leaves": sum(not node.children for _, node in nodes),
        "depth": 1 + max(depth for depth, _ in nodes),
        "root_children": len(root.children),
        "main_nodes": len(main),
        "main_moves": " ".join(_sgf_moves(main)),
        "values": values,
        "text": lambda index, name: nodes[index][1].text(name),
    }


def _sgf_moves(main):
    size = main[0].simple_text("SZ").strip() or "19"
    for node in main:
        for letter in "BW":
            if letter in node:
                point = node.simple_text(letter)
                small = not size.isdigit() or int(size) <= 19
                yield letter + ("" if point == "tt" and small else point)


START = datetime(2026, 3, 1, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


def _dgs_control(system, main, byo, periods):
    if not byo or (system == "japanese" and not periods):
        return TimeControl.absolute(main * HOUR)
    if system == "fischer":
        return TimeControl.fischer(main * HOUR, byo * HOUR)
    if system == "canadian":
        return TimeControl.canadian(main * HOUR, periods, byo * HOUR)
    return TimeControl.byo_yomi(main * HOUR, periods, byo * HOUR)


def _dgs_state(control, left):
    """As DGS writes it: -1 before byo-yomi; of Japanese periods it counts those after the one that runs."""
    if not total_left(control, left):
        return [0, 0, 0]
    if left.main:
        return [left.main // HOUR, 0, -1]
    return [0, left.period // HOUR, left.stones if control.system is TimeSystem.CANADIAN else left.periods - 1]


def time_run(system, main, byo, periods, events):
    """Black thinks; White answers at once."""
    control, now = _dgs_control(system, main, byo, periods), START
    clock = clocks.start(control, Color.BLACK, now)
    for elapsed, moved in events:
        now += elapsed * HOUR
        if moved:
            clock = clocks.after_move(control, clock, Color.WHITE, now)
            clock = clocks.after_move(control, clock, Color.BLACK, now)
        else:
            clock = clocks.charge(control, clock, now)
        state = _dgs_state(control, clock.sides.black)
        yield state
        if state == [0, 0, 0]:
            return


def _ogs_control(system, main, start):
    period = start.get("period_time", start.get("block_time", 0)) * SECOND
    return {
        "absolute": lambda: TimeControl.absolute(main),
        "simple": lambda: TimeControl.days_per_move(main),
        "fischer": lambda: TimeControl.fischer(main, SECOND),
        "byoyomi": lambda: TimeControl.byo_yomi(main, start["periods"], period),
        "canadian": lambda: TimeControl.canadian(main, start["moves_left"], period),
    }[system]()


def clock(system, start, elapsed):
    control = _ogs_control(system, start["thinking_time"] * SECOND, start)
    running = clocks.start(control, Color.BLACK, START)
    left = clocks.remaining(control, running, Color.BLACK, START + elapsed * SECOND)
    return {
        "thinking_time": left.main / SECOND,
        "period_time": left.period / SECOND,
        "block_time": left.period / SECOND,
        "periods": left.periods,
    }


def parse_overtime(text):
    control = overtime.parse_overtime(text)
    if control is None:
        return None
    return {
        "system": {TimeSystem.BYO_YOMI: "byoyomi", TimeSystem.DAYS: "simple"}.get(control.system, control.system.value),
        "stones_per_period": control.stones,
        "period_time": control.period_time / SECOND,
        "periods": control.periods,
        "time_increment": control.increment / SECOND,
        "per_move": control.per_move / SECOND,
    }


def rating(system, given):
    if system == "glicko2":
        return _glicko2(given)
    if "opponent" in given:
        return {"win_probability": _egf_expected(given["rating"], given["opponent"])}
    winner, loser = given["winner"], given["loser"]
    expected = _egf_expected(winner + given["winner_handicap_points"], loser)
    change = 1 - expected
    return {"winner": winner + _egf_con(winner) * change, "loser": loser - _egf_con(loser) * change}


def _glicko2(given):
    player, opponents = given["player"], given["opponents"]
    results = [(glicko2.Strength(o["rating"], o["rd"], 0.06), o["score"]) for o in opponents]
    after = glicko2.update_strength(
        glicko2.Strength(player["rating"], player["rd"], player["vol"]), results, given["tau"]
    )
    return {"rating": after.rating, "rd": after.deviation, "vol": after.volatility}


def _egf_expected(own, other):
    a = 200 - (min(own, other) - 100) / 20
    return 1 / (math.exp((other - own) / a) + 1)


_EGF_CON = [
    116, 110, 105, 100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 51, 47, 43, 39, 35, 31, 27, 24, 21, 18, 15, 13, 11, 10,
]  # fmt: skip
"""By hundreds from 100 to 2700; between them in proportion."""


def _egf_con(own):
    hundreds = min(max(own / 100 - 1, 0), len(_EGF_CON) - 1.001)
    low = int(hundreds)
    return _EGF_CON[low] + (_EGF_CON[low + 1] - _EGF_CON[low]) * (hundreds - low)
