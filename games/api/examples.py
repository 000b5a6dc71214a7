"""Example requests and responses for the API schema. A test sends each of them to the server
(tests/api/test_schema.py)."""

from __future__ import annotations

from api.examples import examples

ACTIONS = examples(
    a_stone={"kind": "play", "point": "E5", "expected": 0},
    a_pass={"kind": "pass", "expected": 1},
    a_stone_with_a_message={"kind": "play", "point": "D4", "expected": 1, "message": "Have a good game!"},
    a_proposal={"kind": "propose", "dead": ["C3", "D3"], "expected": 40},
    an_answer={"kind": "reject", "proposal": 1, "then": "mark", "reason": "C3 lives", "expected": 41},
)
MESSAGES = examples(a_greeting={"text": "Have a good game!"})
WEEKS = examples(
    a_weekend={"zone": "Europe/Helsinki", "weekend": [6, 7], "night": {"begin": "22:00", "end": "07:00"}},
)
