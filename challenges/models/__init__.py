"""Rows: offers, their places, bids for the komi."""

from .bidding import Bidding
from .challenge import KOMI_BY_RANK, Challenge, ChallengeQuerySet, Status
from .place import Place

__all__ = ["KOMI_BY_RANK", "Bidding", "Challenge", "ChallengeQuerySet", "Place", "Status"]
