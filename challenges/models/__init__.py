"""The models of offers, their places, and bids for the komi."""

from .bidding import Bidding
from .challenge import KOMI_BY_RANK, SIMULS_TO_SHOW, Challenge, ChallengeQuerySet, ChallengeStatus
from .place import Place

__all__ = ["KOMI_BY_RANK", "SIMULS_TO_SHOW", "Bidding", "Challenge", "ChallengeQuerySet", "ChallengeStatus", "Place"]
