"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

TEAM_MATCHES = examples(
    two_clubs={"club": 1, "guest": 2, "terms": {"size": 9, "days": 3}, "boards": 4, "rounds": 2},
)
