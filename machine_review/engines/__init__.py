"""Engines that evaluate positions: KataGo by its JSON protocol, engines with kata-analyze, and GNU Go's estimate.

This package knows the rules of Go, and nothing of games, people or the database.
"""

from .by_gtp import score_estimate
from .choice import running_engine
from .course import GamePositions, Judgement
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
