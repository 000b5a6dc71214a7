"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

RECORDS = examples(
    a_record={"sgf": "(;FF[4]SZ[9]PB[Aino]PW[Babak];B[ee];W[cc])", "folder": "Club games", "tags": ["9x9"]},
    two_files={
        "files": [
            {"file_name": "first.sgf", "content": "KDtGRls0XVNaWzldO0JbZWVdO1dbZ2NdKQ=="},
            {"file_name": "second.sgf", "content": "KDtGRls0XVNaWzldO0JbY2NdO1dbZ2ddKQ=="},
        ],
    },
)
SHELVES = examples(a_folder={"folder": "Lessons", "tags": ["ko", "endgame"]})
AUDIENCES = examples(for_everyone={"everyone": True}, for_a_player={"players": ["babak"]})
