"""Engines that judge positions: KataGo by its JSON protocol, any that knows kata-analyze, and GNU Go's estimate.

They know the rules of Go and nothing of games, people or the database.
"""

from .by_gtp import score_estimate
from .choice import opened
from .course import Course, Judgement
from .process import Reviewer, Silence, UnfitRecord

__all__ = ["Course", "Judgement", "Reviewer", "Silence", "UnfitRecord", "opened", "score_estimate"]
