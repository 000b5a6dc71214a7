"""Read games in JSON from the Online Go Server: a game, its `gamedata`, or a list of games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from rules import sgf

from .archives import BadFile

MOST_GAMES = 500
_SIDES = (("black", "B"), ("white", "W"))


def games_as_nodes(data: bytes) -> Iterator[sgf.SgfNode | BadFile]:
    """Yield each game as an SGF node, or a BadFile if it cannot be read. Raises BadFile for a file without games."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadFile("bad_json") from error
    games = found.get("results", [found]) if isinstance(found, dict) else found
    if not isinstance(games, list) or not games:
        raise BadFile("bad_json")
    if len(games) > MOST_GAMES:
        raise BadFile("too_many_games")
    for game in games:
        yield _read_game(game)


def _read_game(game: Any) -> sgf.SgfNode | BadFile:
    try:
        return _game_root(game.get("gamedata", game))
    except BadFile as error:
        return error
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError):
        return BadFile("bad_json")


def _game_root(data: Any) -> sgf.SgfNode:
    """Return the root node of a game. Raises BadFile for an unfinished game, and KeyError, TypeError, ValueError,
    AttributeError, OverflowError or OSError for data that is not a game."""
    if "moves" not in data:
        raise BadFile("without_moves")
    if data.get("phase", "finished") != "finished":
        raise BadFile("unfinished")
    width, height = int(data["width"]), int(data["height"])
    root = sgf.SgfNode()
    root.set("PC", "OGS: https://online-go.com/")
    root.set("SZ", str(width) if width == height else f"{width}:{height}")
    root.set("KM", "" if data.get("komi") is None else str(data["komi"]))
    root.set("RU", str(data.get("rules", "")))
    root.set("RE", _sgf_result(data))
    if data.get("handicap"):
        root.set("HA", str(int(data["handicap"])))
    if data.get("start_time"):
        root.set("DT", datetime.fromtimestamp(int(data["start_time"]), UTC).date().isoformat())
    for side, letter in _SIDES:
        root.set(f"P{letter}", str(data["players"][side]["username"]))
        stones = str((data.get("initial_state") or {}).get(side, ""))
        if stones:
            root.properties[f"A{letter}"] = [stones[at : at + 2] for at in range(0, len(stones), 2)]
    _add_moves(root, data)
    return root


def _add_moves(root: sgf.SgfNode, data: Any) -> None:
    """Add the moves to the game's root node. Free handicap stones are Black's first moves in a row."""
    placed = 0 if "AB" in root else int(data.get("handicap") or 0)
    is_black = data.get("initial_player", "black") == "black" or placed > 1
    node = root
    for number, (column, row, *_rest) in enumerate(data["moves"], start=1):
        child = sgf.SgfNode(line=number)
        child.set("B" if is_black else "W", _sgf_point(int(column), int(row)))
        node.children.append(child)
        node = child
        is_black = not is_black if number >= placed else True


def _sgf_point(column: int, row: int) -> str:
    """Return the point in SGF notation, "" for a pass. Column and row count from 0; a column below 0 means a pass."""
    return "" if column < 0 else chr(ord("a") + column) + chr(ord("a") + row)


def _sgf_result(data: Any) -> str:
    outcome, winner = str(data.get("outcome", "")), data.get("winner")
    sides = {data.get("black_player_id"): "B", data.get("white_player_id"): "W", "black": "B", "white": "W"}
    side = sides.get(winner) if winner is not None else None
    number = outcome.split(" ")[0]
    if side is None:
        is_tie = winner == "tie" or number == "0"
        return "Void" if outcome in ("Cancellation", "Annulled") else "0" if is_tie else ""
    if number.replace(".", "", 1).isdigit():
        return f"{side}+{number}"
    return side + {"Resignation": "+R", "Timeout": "+T", "Disqualification": "+F"}.get(outcome, "+")
