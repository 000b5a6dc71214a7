"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

SEARCHES = examples(
    for_one_game={"sizes": [9, 13], "clocks": ["days_3", "fischer"], "up": 3, "down": 3},
    a_standing_offer={"sizes": [19], "clocks": ["days_7"], "games": 5, "standing": True, "handicap": "either"},
)
