"""Examples in the schema. A test sends each of them to the server (tests/api/test_schema.py)."""

from api.examples import examples

TOPICS = examples(a_topic={"title": "Teaching games this week", "text": "Who would like to play?"})
POSTS = examples(a_post={"text": "I would, on 9x9."})
