"""Examples in the schema. A test sends every one of them to the server (tests/games/api/test_schema.py)."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample


def _examples(**bodies: dict[str, Any]) -> list[OpenApiExample]:
    return [OpenApiExample(name.replace("_", " "), value=body, request_only=True) for name, body in bodies.items()]


CHALLENGES = _examples(
    to_anyone={"size": 9, "days": 3},
    to_one_player={
        "size": 19,
        "opponent": "babak",
        "handicap": 4,
        "color": "white",
        "time": {"system": "fischer", "main_time": 259200, "increment": 86400, "cap": 604800},
    },
    by_a_private_link={"width": 13, "height": 9, "rule_set": "chinese", "komi": "7.5", "link": True},
    from_a_file={"sgf": "(;SZ[9];B[ee];W[gc];B[cg])", "moves": 2, "time": {"system": "none"}},
)
COUNTERS = _examples(with_other_terms={"size": 13, "days": 5, "rated": False})
ACTIONS = _examples(
    a_stone={"kind": "play", "point": "E5", "expected": 0},
    a_pass={"kind": "pass", "expected": 1},
    a_proposal={"kind": "propose", "dead": ["C3", "D3"], "expected": 40},
    an_answer={"kind": "reject", "proposal": 1, "then": "mark", "reason": "C3 lives", "expected": 41},
)
MESSAGES = _examples(a_greeting={"text": "Have a good game!"})
WEEKS = _examples(
    a_weekend={"zone": "Europe/Helsinki", "weekend": [6, 7], "night": {"begin": "22:00", "end": "07:00"}},
)
