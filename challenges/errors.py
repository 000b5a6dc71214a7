"""Errors about offers."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.errors import BadTerms, GameError

LTR, END = "\u2066", "\u2069"
"""Unicode marks that isolate left-to-right text, such as ranks, in every language."""


class NoSuchChallenge(GameError, code="no_such_challenge", http_status=404, sentence=_("Challenge not found.")):
    """The challenge does not exist, or this person may not know that it does."""


class ChallengeAlreadyClosed(
    GameError, code="challenge_gone", sentence=_("This challenge has been answered or withdrawn.")
):
    """The challenge was accepted, declined or withdrawn before."""


class CannotAcceptOwnChallenge(GameError, code="own_challenge", sentence=_("You cannot play against yourself.")):
    """A player tried to accept their own challenge."""


class CannotChallenge(GameError, code="cannot_challenge", http_status=403):
    """One of the two players has blocked the other; the error does not say which."""

    sentence = _("You cannot challenge this player.")


class TermsChanged(GameError, code="terms_changed"):
    """The terms of an offer by ranks have changed since the player saw it; `handicap` and `color` are the current
    values."""

    sentence = _("The terms depend on your ranks and have changed since you last saw them. Check them again.")


class SeatRequired(GameError, code="take_a_seat", sentence=_("To accept this offer, take one of its seats.")):
    """The offer cannot be accepted as a whole: each player takes a seat, in a game with more than two seats or in
    simultaneous games that start together."""


class SeatNotAvailable(GameError, code="no_seat_for_you", sentence=_("That seat is taken.")):
    """The offer has no free seat, has no seats to take, or the requested seat belongs to someone else."""


class NothingToStart(GameError, code="nothing_to_start"):
    """The offer is not a simul that starts together, or no player who may play has a place in it."""

    sentence = _("No one has taken a place yet. Wait until a player joins.")


class BidRequired(GameError, code="bid_for_komi"):
    """The offer has no fixed komi: a player who joins bids for the komi or names it (`challenge_bid`)."""

    sentence = _("The players bid for komi first. Join to make a bid.")


class NotYourBid(GameError, code="not_your_bid", sentence=_("It's your opponent's turn to bid or choose.")):
    """The other player has to bid or choose first."""


class BidTooLow(GameError, code="bid_too_low", fields=("komi",), http_status=400):
    """In an open auction each bid must be higher than the previous one, given as `above`."""

    sentence = _("Bid more than your opponent, or take White.")


class BotsCannotSeekGames(GameError, code="not_for_bots", http_status=403):
    """A bot tried to look for a game; bots only play when they are challenged."""

    sentence = _("Bots can't search for opponents. They can only send and receive challenges.")


class BotCannotPlayVariant(GameError, code="bot_plays_ordinary_go", sentence=_("This bot does not play this variant.")):
    """The bot does not play this variant. The server's own bots play those in which both players see the whole board,
    other bots none."""


class BotIsBusy(GameError, code="bot_is_busy"):
    """The bot already plays the largest number of games that it may play at the same time."""

    sentence = _("This bot is playing its maximum number of games. Try again later.")


class NoRankYet(BadTerms, code="no_rank_yet"):
    """The offer is for players near the creator's rank, but the creator has no rank; `field` is `rank_span`."""

    sentence = _("You don't have a rank yet. Choose a rank range instead.")


class RankOutsideLimits(GameError, code="rank_outside", http_status=403):
    """The player's rank is outside the offer's limits: `lowest` to `highest`, null for no limit. `rank` is the
    player's own, null if there is none."""

    sentence = _("Your rank is outside the range of this offer.")

    def message(self) -> str:
        """Return the message with the ranks."""
        return rank_limits_sentence(self.data["lowest"], self.data["highest"], self.data["rank"])


class EstablishedRankRequired(GameError, code="rank_unsettled", http_status=403):
    """The offer is only for players with an established rank."""

    sentence = _("This offer is for players with an established rank (no question mark).")


class SameOpponentAgain(GameError, code="same_opponent", http_status=403):
    """The offer excludes this recent opponent. `until` is when the player may accept it (UTC), or null while a game is
    in progress or if the exclusion never ends."""

    sentence = _("This offer is for new opponents.")


class AlreadyJoined(GameError, code="already_joined", http_status=403):
    """The player already has a game from this offer, which each player may accept once; `game` is that game."""

    sentence = _("You have already joined this offer. Its other games are for other players.")


def rank_limits_sentence(lowest: str | None, highest: str | None, rank: str | None) -> str:
    """Return the sentence that names the offer's ranks and the player's own rank, which is outside them."""
    limits = {"lowest": lowest, "highest": highest, "rank": rank}
    ranks = {name: f"{LTR}{one}{END}" for name, one in limits.items()}
    if rank is None:
        return gettext("This offer is for players with a rank. You'll get a rank after your first rated game.")
    if lowest is None and highest is None:
        return gettext("Your rank is outside the range of this offer.")
    if lowest is None:
        return gettext("This offer is for players up to %(highest)s. You are %(rank)s.") % ranks
    if highest is None:
        return gettext("This offer is for players from %(lowest)s up. You are %(rank)s.") % ranks
    return gettext("This offer is for players from %(lowest)s to %(highest)s. You are %(rank)s.") % ranks
