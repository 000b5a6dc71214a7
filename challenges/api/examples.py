"""Examples in the schema. A test sends every one of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

CHALLENGES = examples(
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
COUNTERS = examples(with_other_terms={"size": 13, "days": 5, "rated": False})
