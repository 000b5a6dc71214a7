"""A program for tests with KataGo's own protocols: `analysis` (JSON lines) or `gtp` with kata-analyze.

Arguments: the protocol, a file that gets every query, and the behaviour: `well`, `dies:N` (after N answers, the first
time), `refuses`, `silent`, `nonsense`. Its scores follow from the stones, so tests can predict them.
"""

import json
import sys
from pathlib import Path

PROTOCOL, LOG, HOW = sys.argv[1], Path(sys.argv[2]), sys.argv[3]


def say(text: str) -> None:
    """One line."""
    print(text, flush=True)


def note(text: str) -> None:
    """Write down what was asked."""
    with LOG.open("a") as log:
        log.write(text + "\n")


def stones(query: dict, turn: int) -> list[tuple[str, str]]:
    """Return the stones played by this turn, without regard to captures."""
    return [*map(tuple, query["initialStones"]), *(tuple(move) for move in query["moves"][:turn])]


def score_of(played: list[tuple[str, str]]) -> float:
    """Black's lead: 1.5 for each of Black's stones, and 0.5 for each of White's, which are all bad moves."""
    return sum(1.5 if color == "B" else 0.5 for color, point in played if point != "pass")


def answer(query: dict, turn: int) -> dict:
    """As KataGo's docs/Analysis_Engine.md has it."""
    score, visits = score_of(stones(query, turn)), query["maxVisits"]
    root = {"winrate": 0.5 + score / 100, "scoreLead": score, "visits": visits, "currentPlayer": "B"}
    free = [p for p in ("A1", "J1", "A9", "J9", "E1") if all(p != point for _, point in stones(query, turn))]
    infos = [
        {"move": free[1], "order": 1, "visits": 10, "winrate": 0.4, "scoreLead": score - 2, "pv": [free[1]]},
        {"move": free[0], "order": 0, "visits": visits - 10, "winrate": 0.5, "scoreLead": score, "pv": free[:3]},
    ]
    return {"id": query["id"], "isDuringSearch": False, "turnNumber": turn, "rootInfo": root, "moveInfos": infos}


def analysis() -> None:
    """`katago analysis`."""
    left = int(HOW.split(":")[1]) if HOW.startswith("dies:") and not LOG.exists() else -1
    for line in sys.stdin:
        query = json.loads(line)
        if query.get("action") == "query_version":
            say(json.dumps({**query, "version": "1.16.0", "git_hash": "0" * 40}))
            continue
        note(line.strip())
        if HOW == "refuses":
            say(json.dumps({"error": "Illegal move 3: E5", "field": "moves", "id": query["id"]}))
            continue
        if HOW == "nonsense":
            say("{nothing}")
        if HOW == "silent":
            continue
        say(json.dumps({"warning": "Unexpected field", "field": "x", "id": query["id"]}))
        for turn in reversed(query["analyzeTurns"]):  # in any order
            if left == 0:
                sys.exit(3)
            left -= 1
            say(json.dumps(answer(query, turn)))


def gtp() -> None:
    """`katago gtp`."""
    played: list[tuple[str, str]] = []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        note(line.strip())
        name = words[0]
        if name == "name":
            say("= KataGo\n")
        elif name == "version":
            say("= 1.16.0\n")
        elif name == "list_commands":
            say("= name\nplay\nkata-analyze\nkata-set-rules\n")
        elif name == "clear_board":
            played = []
            say("= \n")
        elif name == "play":
            played.append((words[1][0].upper(), words[2]))
            say("= \n")
        elif name == "kata-analyze":
            analyze(words[1], played)
        elif name in ("boardsize", "komi", "kata-set-rules"):
            say("= \n")
        else:
            say("? unknown command\n")


def analyze(color: str, played: list[tuple[str, str]]) -> None:
    """Write analyses repeatedly until a line arrives, from the view of the player on turn."""
    sign = 1 if color == "b" else -1
    score = sign * score_of(played)
    say("=")
    for visits in (20, 60, 200):
        best = f"info move A1 visits {visits} winrate {0.5 + score / 100} scoreLead {score} order 0 pv A1 J9 "
        say(best + f"info move J1 visits 5 winrate 0.3 scoreLead {score - 3} order 1 pv J1")
    sys.stdin.readline()
    say("")


{"analysis": analysis, "gtp": gtp}[PROTOCOL]()
