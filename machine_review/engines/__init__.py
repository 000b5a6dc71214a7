"""Engines that evaluate positions: KataGo by its JSON protocol, engines with kata-analyze, and GNU Go's estimate.

This package knows the rules of Go, and nothing of games, people or the database.
"""

from .by_gtp import score_estimate
from .choice import running_engine
from .course import GamePositions, Judgement
from .process import EngineSilent, Reviewer, UnfitRecord

__all__ = ["EngineSilent", "GamePositions", "Judgement", "Reviewer", "UnfitRecord", "running_engine", "score_estimate"]
