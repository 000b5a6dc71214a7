"""Engines that evaluate positions: KataGo with its JSON protocol, engines with the GTP command kata-analyze, and GNU Go
with its command estimate_score.

This package uses the rules of Go, but does not depend on games, players or the database.
"""

from .by_gtp import score_estimate
from .choice import running_engine
from .game_positions import GamePositions, Judgement
from .process import EngineSilent, Reviewer, UnsupportedGame

__all__ = [
    "EngineSilent",
    "GamePositions",
    "Judgement",
    "Reviewer",
    "UnsupportedGame",
    "running_engine",
    "score_estimate",
]
