"""KataGo's analysis engine, whose queries and responses are lines of JSON (KataGo's docs/Analysis_Engine.md).

All positions are queried at once, with the moves before them, so that ko is known and a graphics card is fully used.
Responses arrive in any order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from gtp import EngineError
from rules import BLACK_AND_WHITE, vertex
from rules.outcome import format_points
from rules.position_estimate import AREA

from .game_positions import GamePositions, Judgement
from .process import SECONDS_OF_SILENCE, Reviewer, UnsupportedGame

RULES = {
    "brainking": "japanese",
    "leaflet": "japanese",
    "japanese": "japanese",
    "korean": "korean",
    "chinese": "chinese",
    "aga": "aga",
    "bga": "bga",
    "new_zealand": "new-zealand",
    "tromp_taylor": "tromp-taylor",
}
"""KataGo's names for the server's rule sets, or for KataGo's most similar ones. Other rule sets are scored by area, as
under Tromp-Taylor rules."""
LONGEST_LINE = 12


def katago_rules_of(course: GamePositions) -> str:
    """Return KataGo's name for the rules of this game, or "tromp-taylor" if KataGo does not have them."""
    return RULES.get(course.setup.ruleset.key, "tromp-taylor")


def katago_komi_of(course: GamePositions) -> Decimal:
    """Return the komi for KataGo, which includes compensation for handicap stones and the prisoners at the start of the
    game. KataGo cannot be given these separately, because it would treat the stones of a set-up position as handicap
    stones."""
    setup, held = course.setup, course.contexts[0].prisoners
    if setup.ruleset.counting in AREA:
        return setup.komi + setup.ruleset.compensation_for(setup.handicap)
    return setup.komi - held.black + held.white


class KataGoReviewer(Reviewer):
    """Evaluates positions with `katago analysis -config ... -model ...`."""

    def judgements(self, course: GamePositions, turns: Sequence[int], visits: int) -> Iterator[tuple[int, Judgement]]:
        """Yield the evaluations of the positions after `turns` moves, in any order, each as the number of moves and the
        evaluation. Raises UnsupportedGame if KataGo does not support the game, and EngineError."""
        if not turns:
            return
        self.process.send_line(json.dumps(_analysis_query(course, turns, visits), separators=(",", ":")))
        left = set(turns)
        while left:
            answer = self._next_response()
            turn = answer.get("turnNumber")
            if answer.get("isDuringSearch") or turn not in left:
                continue
            left.discard(turn)
            yield turn, _judgement_from_answer(answer)

    def _next_response(self) -> Mapping[str, Any]:
        """Return the engine's next response to the query. Other output, such as warnings, is skipped. Raises
        UnsupportedGame if KataGo refuses the query, and EngineError."""
        while True:
            line = self.process.read_line("analysis", SECONDS_OF_SILENCE)
            if not line.startswith("{"):
                continue
            try:
                answer = json.loads(line)
            except ValueError as error:
                raise EngineError(f"the engine answered {line[:80]!r}") from error
            if "error" in answer:
                raise UnsupportedGame(str(answer["error"])[:200])
            if answer.get("id") == "game" and "turnNumber" in answer:
                return answer  # type: ignore[no-any-return]


def _analysis_query(course: GamePositions, turns: Sequence[int], visits: int) -> dict[str, Any]:
    setup, start = course.setup, course.boards[0]
    stones = [
        [color.letter, vertex(point, setup.height)]
        for color in BLACK_AND_WHITE
        for point in start.points()
        if start[point] is color
    ]
    return {
        "id": "game",
        "boardXSize": setup.width,
        "boardYSize": setup.height,
        "rules": katago_rules_of(course),
        "whiteHandicapBonus": "0",
        "komi": float(format_points(katago_komi_of(course))),
        "initialStones": stones,
        "initialPlayer": course.first.letter,
        "moves": [[move.color.letter, course.name_of(move)] for move in course.moves],
        "analyzeTurns": list(turns),
        "maxVisits": visits,
        "analysisPVLen": LONGEST_LINE,
        "priority": 0,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
    }


def _judgement_from_answer(answer: Mapping[str, Any]) -> Judgement:
    """Return the evaluation in a response. Raises EngineError if the response has none."""
    try:
        root, found = answer["rootInfo"], sorted(answer["moveInfos"], key=lambda info: info["order"])
        best = found[0] if found else {"move": "", "pv": []}
        return Judgement(
            winrate=float(root["winrate"]),
            score=float(root["scoreLead"]),
            best=str(best["move"])[:4],
            visits=int(root["visits"]),
            line=tuple(str(move)[:4] for move in best["pv"][:LONGEST_LINE]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise EngineError(f"the engine left something out: {error!r}") from error
