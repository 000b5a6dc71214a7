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

LADDERS = examples(
    a_ladder={"name": "9x9 ladder", "terms": {"size": 9, "days": 3}},
    by_rank={"name": "19x19 ladder", "terms": {"size": 19, "days": 3}, "by_rank": True},
)

TEAM_MATCHES = examples(
    two_clubs={"club": 1, "guest": 2, "terms": {"size": 9, "days": 3}, "boards": 4, "rounds": 2},
)

LEAGUES = examples(
    a_league={"name": "Monthly league", "terms": {"size": 9, "days": 1}, "size": 5, "up": 1, "months": 1},
    free_pairing={"name": "Study room", "terms": {"size": 19, "days": 3}, "free": True, "months": 1},
)
