"""Examples of responses, generated from the schema, so that new fields appear automatically."""

from __future__ import annotations

from typing import Any

MOMENT = "2026-03-02T12:00:00Z"
ROWS = [".....", "..X..", ".XO..", "..O..", "....."]
RECORD = "(;GM[1]FF[4]SZ[9];B[ee])"
TEXTS = {
    "B": "12", "W": "15.5", "about": "For everyone who plays slowly.", "act": "published", "address": "192.0.2.7",
    "aim": "live", "answer": "A ladder works where nothing stands in it.", "area": "A1 D4", "author": "aino",
    "bar": "4d", "begin": "22:00", "bio": "I play in the evening.", "black": "aino", "by": "aino",
    "challenger": "aino", "client_id": "3fTqPzVb", "code": "occupied", "creator": "aino",
    "deadline": "2026-03-05T12:00:00Z", "defender": "babak", "detail": "There is a stone on this point.",
    "device": "Firefox, Linux", "division": "1", "email": "aino@example.org", "end": "07:00", "engine": "GNU Go 3.8",
    "floor": "20k", "head": "000000000001", "hint": "Look at the liberties.", "id": "000000000001",
    "invited_by": "babak", "key": "japanese", "kind": "play", "komi": "6.5", "label": "A", "language": "en",
    "last_answer": "200", "lead": "2.5", "lesson": "ko", "letters": "HG", "licence": "CC0-1.0", "link": "",
    "margin": "3.5", "measure": "warn", "move": "E5", "my_rank": "5k", "name": "Winter Cup", "next": "live-2",
    "node": "000000000001", "note": "A fine ladder.", "opponent": "babak", "organiser": "aino",
    "owner": "aino", "page": "/learn/ko/", "parent": "000000000001", "path": "/calendar/3fTqPzVb.ics", "phase": "play",
    "place": "Helsinki", "player": "babak", "point": "E5", "previous": "live-1", "problem": "live-1", "rank": "5k",
    "reason": "It was agreed.", "result": "B+3.5", "root": "000000000001", "rule_set": "japanese",
    "scope": "game:read", "secret": "whsec_...", "sentence": "I live nearby.",
    "sgf": RECORD, "stage": "play", "tag": "joseki", "task": "Black to play and live.",
    "text": "Thank you for the game.",
    "their_rank": "4k", "time_zone": "Europe/Helsinki", "title": "occupied", "to_play": "W", "token": "igo_...",
    "type": "/api/docs/#occupied", "url": "https://example.org/hook", "username": "aino", "white": "babak",
    "why": "won", "winner": "B", "zone": "Europe/Helsinki",
}  # fmt: skip
NUMBERS = {
    "boards": 4,
    "count": 2,
    "deviation": 60.5,
    "factor": 1,
    "fewest": 4,
    "final_games": 1,
    "game": 12,
    "games_each": 1,
    "height": 9,
    "id": 12,
    "index": 0,
    "most": 16,
    "move_number": 24,
    "number": 25,
    "players": 8,
    "rating": 1512.5,
    "round": 2,
    "rounds": 5,
    "section": 1,
    "size": 9,
    "status": 422,
    "width": 9,
    "place": 1,
    "months": 3,
    "total": 120,
}
LISTS: dict[str, list[Any]] = {
    "actions": ["play", "pass", "resign"], "board": ROWS, "captured": [], "clocks": ["days_3"], "komi": ["6.5"],
    "points": ["E5", "G5"], "redirect_uris": ["http://127.0.0.1:8400/done"], "rows": ROWS, "scopes": ["game:read"],
    "seats": [], "start": ROWS, "rounds": ["3+/w2"], "tiebreaks": ["sos"], "weekend": [6, 7], "ranking": ["B", "W"],
    "area": ["A1", "D4"], "dame": [], "dead": [], "line": [], "nodes": [], "ringed": [], "stones": [],
    "open_borders": [], "seki": [], "off_time": ["vacation"], "captures": [], "skips": [], "answers": ["9"],
    "former": [], "moves": ["E5"], "values": ["6"],
}  # fmt: skip
"""Values of fields in examples, by name and type; others have their name, 0, or one of their listed values."""
TRUE = frozenset(
    {"analysis", "bell", "chat", "established", "passing", "possible", "rated", "running", "show_coordinates", "undo"}
)
"""Fields that are true in examples; all others are false."""
FILES = {
    "application/x-go-sgf": RECORD,
    "application/xml": '<?xml version="1.0" encoding="UTF-8"?><Tournament/>',
    "text/csv": "place,name,rank,points\r\n1,aino,5k,3\r\n",
    "text/event-stream": 'id: 7\nevent: game.action\ndata: {"number": 7, "type": "game.action"}\n\n',
    "text/plain": "; EV[Winter Cup]\n1 aino 5k 3 2+ 4+ 3+\n",
}
"""Examples of responses that are not JSON."""


class TypeExamples:
    """Generates examples of the types in one document."""

    def __init__(self, shapes: dict[str, Any]) -> None:
        self._shapes = shapes
        self.components: dict[str, Any] = {}
        """The components of the document that operations refer to."""

    def add_to_response(self, kind: str, answer: dict[str, Any]) -> None:
        """Add an example to `answer`, the content of a response with the media type `kind`. Archives get none."""
        schema = answer["schema"]
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            self.components.setdefault(name, {"value": self.example_of(schema)})
            answer["examples"] = {"answer": {"$ref": f"#/components/examples/{name}"}}
        elif kind in FILES:
            answer["example"] = FILES[kind]
        elif schema.get("format") != "binary":
            answer["example"] = self.example_of(schema)

    def example_of(self, schema: dict[str, Any], name: str = "") -> Any:
        """Return an example of this type, suitable for a field of this name."""
        if "$ref" in schema:
            return self.example_of(self._shapes[schema["$ref"].rpartition("/")[2]], name)
        if "anyOf" in schema:
            return self._choice_example(schema["anyOf"], name)
        if "properties" in schema:
            fields, needed = schema["properties"], schema["required"]
            return {field: self.example_of(fields[field], field) for field in fields if field in needed}
        if "enum" in schema:
            words = schema["enum"]
            return TEXTS[name] if TEXTS.get(name) in words else next(filter(None, words))
        return self._plain_example(schema, name)

    def _choice_example(self, choices: list[dict[str, Any]], name: str) -> Any:
        """Return null if the choices include it and examples usually have it for this field. Otherwise return an
        example of the first choice."""
        if {"type": "null"} in choices and ("$ref" in choices[0] or name in LATER or name not in TEXTS):
            return None
        return self.example_of(choices[0], name)

    def _plain_example(self, schema: dict[str, Any], name: str) -> Any:
        match schema.get("type"):
            case "array":
                return (
                    LISTS[name]
                    if _allows_items(LISTS.get(name), schema["items"])
                    else [self.example_of(schema["items"], name)]
                )
            case "object":
                inside = schema.get("additionalProperties")
                return {"E5": self.example_of(inside, name)} if isinstance(inside, dict) else {}
            case "boolean":
                return name in TRUE
            case "integer":
                return int(NUMBERS.get(name, 0))
            case "number":
                return NUMBERS.get(name, 0)
        return TEXTS.get(name, name) if schema.get("format") != "date-time" or name == "deadline" else MOMENT


LATER = frozenset({"next", "previous", "result", "reason", "winner"})
"""Fields that are null in examples, because they are null while a game is in progress, or on the only page of a
list."""


def _allows_items(value: list[Any] | None, items: dict[str, Any]) -> bool:
    """Return whether the value can be an example of a list whose items have the schema `items`."""
    kinds = {"string": str, "integer": int}
    return value is not None and all(isinstance(one, kinds.get(items.get("type", ""), ())) for one in value)
