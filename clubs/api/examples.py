"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

INVITING = examples(names_and_an_address={"people": "aino, babak\nMikko;mikko@example.org;5k"})
CLUBS = examples(
    a_club={"name": "Tampere Go", "place": "Tampere", "joining": "request"},
    with_an_emblem={"name": "Kyoto Stones", "letters": "KS", "shape": "shield", "shade": "teal"},
)
