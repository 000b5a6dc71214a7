"""Refusals about offers."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import BadTerms, GameError

LTR, END = "\u2066", "\u2069"
"""Unicode marks around text that is left to right in every language."""


class NoSuchChallenge(GameError, code="no_such_challenge", http_status=404, sentence=_("Challenge not found.")):
    """The challenge does not exist, or this person may not know that it does."""


class ChallengeGone(GameError, code="challenge_gone", sentence=_("This challenge has been answered or withdrawn.")):
    """The challenge was accepted, declined or withdrawn before."""


class OwnChallenge(GameError, code="own_challenge", sentence=_("You cannot play against yourself.")):
    """No one can accept a challenge of their own."""


class CannotChallenge(GameError, code="cannot_challenge", http_status=403):
    """One of the two players has blocked the other; the error does not say which."""

    sentence = _("You cannot challenge this player.")


class TermsChanged(GameError, code="terms_changed"):
    """The meaning of an offer by ranks has changed since it was shown; `handicap` and `color` are the current
    values."""

    sentence = _(
        "The terms of this offer depend on your ranks. The terms have changed since you last saw them, so check "
        "them again."
    )


class TakeASeat(GameError, code="take_a_seat", sentence=_("This game has more than two seats. Choose one.")):
    """The game has more than two seats, so its offer cannot be accepted as a whole: each player takes a seat."""


class NoSeatForYou(GameError, code="no_seat_for_you", sentence=_("That seat is not free.")):
    """No seat of this offer is free, or it is an offer without seats to take; or that seat is someone else's."""


class BidForKomi(GameError, code="bid_for_komi"):
    """The komi is not one of the terms: who joins bids for it, or names it (`challenge_bid`)."""

    sentence = _("The players bid for komi first. Join to make a bid.")


class NotYourBid(GameError, code="not_your_bid", sentence=_("It's your opponent's turn to bid or choose.")):
    """The other one bids or chooses now."""


class BidTooLow(GameError, code="bid_too_low", fields=("komi",), http_status=400):
    """In an open auction each bid must be above the previous one, which is `above`."""

    sentence = _("Bid more than your opponent, or take White.")


class NotForBots(GameError, code="not_for_bots", http_status=403):
    """Bots are asked to play; they do not look for games."""

    sentence = _("Bots can't search for opponents. They can be challenged, or challenge a player by name.")


class BotPlaysOrdinaryGo(GameError, code="bot_plays_ordinary_go", sentence=_("This bot does not play this variant.")):
    """The bot does not play this variant: the server's own plays those in which both see the board, others none."""


class BotIsBusy(GameError, code="bot_is_busy"):
    """The bot plays as many games at the same time as it may."""

    sentence = _("This bot has reached its limit of games. Try again later.")


class NoRankYet(BadTerms, code="no_rank_yet"):
    """The creator has no rank and asks for players near it; `field` is `rank_span`."""

    sentence = _("You don't have a rank yet. Choose a rank range instead.")


class RankOutside(GameError, code="rank_outside", http_status=403):
    """The offer is for other ranks: from `lowest` to `highest`, null if there is no limit. `rank` is the player's own,
    null if there is none."""

    sentence = _("Your rank is outside the range of this offer.")

    def message(self) -> str:
        """Return the sentence with the ranks."""
        return sentence_about_ranks(self.data["lowest"], self.data["highest"], self.data["rank"])


class RankUnsettled(GameError, code="rank_unsettled", http_status=403):
    """The offer is for people whose rank is not a guess."""

    sentence = _("This offer is for players with an established rank (no question mark).")


class SameOpponentAgain(GameError, code="same_opponent", http_status=403):
    """The offer is for new opponents only; `until` is when that ends (UTC), or null while a game is in progress and if
    it never ends."""

    sentence = _("This offer is for new opponents. You are playing this player, or have played them.")


class AlreadyJoined(GameError, code="already_joined", http_status=403):
    """The offer is for several people, each once; `game` is the one that this person has from it."""

    sentence = _("You have already joined this offer. Its other games are for other players.")


def sentence_about_ranks(lowest: str | None, highest: str | None, rank: str | None) -> str:
    """Return the sentence about which ranks an offer is for, and that the player's rank is not one of them."""
    limits = {"lowest": lowest, "highest": highest, "rank": rank}
    ranks = {name: f"{LTR}{one}{END}" for name, one in limits.items()}
    if rank is None:
        return gettext("This offer is for players with a rank. You'll get yours after your first rated game.")
    if lowest is None and highest is None:
        return gettext("Your rank is outside the range of this offer.")
    if lowest is None:
        return gettext("This offer is for players up to %(highest)s. You are %(rank)s.") % ranks
    if highest is None:
        return gettext("This offer is for players from %(lowest)s up. You are %(rank)s.") % ranks
    return gettext("This offer is for players from %(lowest)s to %(highest)s. You are %(rank)s.") % ranks
