"""Write suggestions.jsonl: what the server suggests in positions of the demo's games, for tests to compare with.

    python -m tests.data.suggest

Run it when the suggestion is meant to change, and look at what changed. `dead` is what GNU Go named at the end of the
game; the positions in mid-game have none, and are there because the suggestion must not depend on the machine.
"""

from __future__ import annotations

import json
from pathlib import Path

from rules import RULE_SETS, GameState, Setup, new_game, vertex
from rules.estimate import GAMES, suggest_dead
from rules.playouts import owner_shares
from tests.diagrams import play

HERE = Path(__file__).parent
DEMO = HERE.parents[1] / "goserver" / "management" / "demo_games.json"
PARTS = {9: (0.3, 0.5, 0.7, 0.9, 1.0), 13: (0.5, 1.0), 19: (1.0,)}
SHARES = 6
"""The number of positions for which the shares are written as well."""


def suggestion(state: GameState) -> list[str]:
    """The stones that are suggested, as vertices."""
    dead = suggest_dead(state.board, ruleset=state.setup.ruleset)
    return sorted(vertex(point, state.board.height) for point in dead)


def share_of(state: GameState) -> list[int]:
    """Of GAMES random games, by how many more a point was Black's."""
    return [round(share * GAMES) for share in owner_shares(state.board, GAMES)]


def main() -> None:
    """Write the file again."""
    lines = []
    for game in json.loads(DEMO.read_text()):
        size, words, ruleset = game["size"], game["moves"].split(), RULE_SETS["japanese"]
        for part in PARTS[size]:
            moves = " ".join(words[: round(len(words) * part)])
            state = play(new_game(Setup(size, size, ruleset, ruleset.komi[0])), moves)
            line = {"size": size, "moves": moves, "suggested": suggestion(state)}
            if part == 1.0:
                line["dead"] = sorted(game["dead"].split())
            if size == 9 and len(lines) % 7 == 3 and sum("share" in one for one in lines) < SHARES:
                line["share"] = share_of(state)
            lines.append(line)
    (HERE / "suggestions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    main()
