"""A game as SGF FF[4], the course of its end phase in comments and marks (R16)."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Action, Game
from rules import Color, parse_vertex, to_sgf
from rules.outcome import plain

RULES = {
    "japanese": "Japanese",
    "korean": "Korean",
    "chinese": "Chinese",
    "aga": "AGA",
    "bga": "BGA",
    "new_zealand": "NZ",
    "tromp_taylor": "Tromp-Taylor",
    "leaflet": "Leaflet",
    "brainking": "BrainKing",
}


def sgf_of(game: Game, *, reasons: bool) -> str:
    """The record of the game. `reasons`: whether to include why proposals were rejected.

    What was taken back is not in it. Comments are in English, as the format's readers expect.
    """
    nodes = [_root(game), *_nodes(game, list(game.actions.order_by("number")), reasons)]
    return "(" + "\n".join(nodes) + ")\n"


def _root(game: Game) -> str:
    black, white = (seat.player.username for seat in game.seat_list())
    size = str(game.width) if game.width == game.height else f"{game.width}:{game.height}"
    result = game.result or "?"
    values = [
        ("GM", "1"),
        ("FF", "4"),
        ("CA", "UTF-8"),
        ("AP", "Igo:1"),
        ("SZ", size),
        ("KM", plain(game.komi)),
        ("RU", RULES[game.rule_set]),
        ("PB", black),
        ("PW", white),
        ("DT", game.started_at.date().isoformat()),
        ("RE", result),
        ("OT", f"{game.agreed_time.days} days per move"),
    ]
    text = ";" + "".join(f"{name}[{_text(value)}]" for name, value in values)
    if game.handicap:
        text += f"HA[{game.handicap}]"
    setup = game.agreed_setup
    if not setup.places_handicap_freely:
        text += _points("AB", [p for p in setup.board().points() if setup.board()[p] is Color.BLACK])
    return text


def _nodes(game: Game, actions: list[Action], reasons: bool) -> Iterator[str]:
    for action in _kept(actions):
        if action.kind in ("play", "pass"):
            yield f";{Color(action.color or 0).letter}[{_move(game, action)}]"
        elif action.kind == "place_handicap":
            points = [parse_vertex(v, game.width, game.height) for v in action.payload["points"]]
            yield ";" + _points("AB", points)
        elif action.kind in _COMMENTS:
            yield f";C[{_text(_comment(action, reasons))}]{_marks(game, action)}"


def _kept(actions: list[Action]) -> list[Action]:
    """Without the moves that were taken back."""
    kept: list[Action] = []
    for action in actions:
        if action.kind == "undo":
            while kept and _made_move_after(kept, action.payload["to"]):
                kept.pop()
        else:
            kept.append(action)
    return kept


def _made_move_after(kept: list[Action], to: int) -> bool:
    return bool(kept[-1].effect["move_number"] > to)


def _move(game: Game, action: Action) -> str:
    if action.kind == "pass":
        return ""
    return to_sgf(parse_vertex(action.payload["point"], game.width, game.height))


_COMMENTS = {
    "propose": "Proposal: dead stones {dead}.",
    "withdraw": "Proposal {proposal} withdrawn.",
    "accept": "Proposal {proposal} accepted.",
    "reject": "Proposal {proposal} rejected, then: {then}.",
    "resume": "Play resumed.",
    "time_out": "Time ran out.",
    "resign": "Resigned.",
}


def _comment(action: Action, reasons: bool) -> str:
    who = "" if action.color is None else f"{Color(action.color).name.capitalize()}: "
    values = dict(action.payload)
    if "dead" in values:
        values["dead"] = " ".join(values["dead"]) or "none"
    text = who + _COMMENTS[action.kind].format(**values)
    reason = action.payload.get("reason")
    return f"{text} {reason}" if reasons and reason else text


def _marks(game: Game, action: Action) -> str:
    """The stones of a proposal, marked."""
    points = [parse_vertex(v, game.width, game.height) for v in action.payload.get("dead", [])]
    return _points("MA", points)


def _points(name: str, points: list) -> str:  # type: ignore[type-arg]
    return name + "".join(f"[{to_sgf(point)}]" for point in points) if points else ""


def _text(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")
