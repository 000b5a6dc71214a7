"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

INVITING = examples(names_and_an_address={"people": "aino, babak\nMikko;mikko@example.org;5k"})
CLUBS = examples(
    a_club={"name": "Tampere Go", "place": "Tampere", "joining": "request"},
    with_an_emblem={"name": "Kyoto Stones", "letters": "KS", "shape": "shield", "shade": "teal"},
)
CRESTS = examples(
    a_picture={
        "content": "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGMUD/ZnYGBgYmBgYGBgAAAIng"
        "C9Emf6IQAAAABJRU5ErkJggg==",
    }
)
IMPORTING = examples(a_game={"file_name": "game.sgf", "content": "KDtTWls5XVBCW2Ffa11QV1tiX2xdO0JbZWVdO1dbY2NdKQ=="})
MAPPING = examples(a_member={"act": "propose", "player": ""}, it_is_mine={"act": "confirm"})
