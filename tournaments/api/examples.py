"""Examples in the schema. A test sends every one of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

TOURNAMENTS = examples(
    a_swiss={"name": "Spring Open", "kind": "swiss", "rounds": 4, "terms": {"size": 9, "days": 3}},
    a_round_robin={
        "name": "Six at a table",
        "kind": "round_robin",
        "terms": {"size": 19, "time": {"system": "fischer", "main_time": 259200, "increment": 86400, "cap": 604800}},
        "at_once": 3,
        "most": 6,
        "starting": "full",
        "lowest_rank": "10k",
        "highest_rank": "1d",
    },
)
