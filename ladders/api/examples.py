"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

LADDERS = examples(
    a_ladder={"name": "9x9 ladder", "terms": {"size": 9, "days": 3}},
    by_rank={"name": "19x19 ladder", "terms": {"size": 19, "days": 3}, "by_rank": True},
)
