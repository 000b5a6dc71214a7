"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

LEAGUES = examples(
    a_league={"name": "Monthly league", "terms": {"size": 9, "days": 1}, "size": 5, "up": 1, "months": 1},
    free_pairing={"name": "Study room", "terms": {"size": 19, "days": 3}, "free": True, "months": 1},
)
