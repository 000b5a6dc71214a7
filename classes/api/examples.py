"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

CLASSES = examples(a_class={"name": "Beginners", "about": "We meet on Mondays."})
CHILDREN = examples(two_children={"names": ["Aino", "Bea"]})
ACTS = examples(
    a_message={"act": "message", "text": "Bring your boards on Monday."},
    homework={"act": "homework", "item": "ko", "due": "2100-01-31"},
)
POSITIONS = examples(
    drawn={
        "name": "Save the corner", "due": "2100-01-31", "rows": ".....\n.XO..\n.XO..\n.XO..\n.....", "level": 1,
    }
)  # fmt: skip
