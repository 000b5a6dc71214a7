"""Errors about offers."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.languages import END, LTR
from games.errors import BadTerms, GameError


class NoSuchChallenge(GameError, code="no_such_challenge", http_status=404, sentence=_("Challenge not found.")):
    """Raised if the challenge does not exist, or the viewer may not know that it does."""


class ChallengeAlreadyClosed(
    GameError, code="challenge_gone", sentence=_("This challenge has already been answered or withdrawn.")
):
    """Raised if the challenge has been accepted, declined or withdrawn."""


class CannotAcceptOwnChallenge(GameError, code="own_challenge", sentence=_("You can't play against yourself.")):
    """Raised if a player tries to accept their own challenge."""


class CannotChallenge(GameError, code="cannot_challenge", http_status=403):
    """Raised if one of the two players has blocked the other. The error does not reveal which."""

    sentence = _("You can't challenge this player.")


class TermsChanged(GameError, code="terms_changed"):
    """Raised if a player accepts an offer whose handicap follows from ranks, and its terms have changed since the
    player saw them. `handicap` and `color` are the current values."""

    sentence = _("The terms depend on your ranks and have changed since you last saw them. Check them again.")


class SeatRequired(GameError, code="take_a_seat", sentence=_("To join this game, take one of its seats.")):
    """Raised if a player accepts an offer in which players take seats instead: a game with more than two seats, or
    simultaneous games that start together."""


class SeatNotAvailable(GameError, code="no_seat_for_you", sentence=_("This seat is taken. Choose another one.")):
    """Raised if the offer has no free seat or no seats at all, or the requested seat belongs to another player."""


class NothingToStart(GameError, code="nothing_to_start"):
    """Raised if the offer is not a simul whose games start together, or no eligible player has joined."""

    sentence = _("No one has taken a place yet. Wait until a player joins.")


class BidRequired(GameError, code="bid_for_komi"):
    """Raised if a player accepts an offer without fixed komi, in which players bid for the komi or name it instead
    (`challenge_bid`)."""

    sentence = _("The players decide the komi by bidding. Join the game to make a bid.")


class NotYourBid(GameError, code="not_your_bid", sentence=_("It's your opponent's turn to bid or choose.")):
    """Raised if it is the other player's turn to bid or choose."""


class BidTooLow(GameError, code="bid_too_low", fields=("komi",), http_status=400):
    """Raised if a bid in an open auction is not higher than the previous bid, which is `above`."""

    sentence = _("Bid more than your opponent, or take White.")


class BotsCannotSeekGames(GameError, code="not_for_bots", http_status=403):
    """Raised if a bot searches for a game, offers one without naming an opponent, or accepts an open offer. Bots can
    only be challenged, or challenge a player by name."""

    sentence = _("Bots can't search for opponents. They can only send and receive challenges.")


class BotCannotPlayVariant(GameError, code="bot_plays_ordinary_go"):
    """Raised if the bot does not play this variant. The server's own bots play variants in which both players see the
    whole board, and other bots play none."""

    sentence = _("This bot does not play this variant. Choose another variant or opponent.")


class BotIsBusy(GameError, code="bot_is_busy"):
    """Raised if the bot already has its maximum number of games in progress."""

    sentence = _("This bot is playing its maximum number of games. Try again later.")


class NoRankYet(BadTerms, code="no_rank_yet"):
    """Raised if an offer is limited to players near the creator's rank, but the creator has no rank. `field` is
    `rank_span`."""

    sentence = _("You don't have a rank yet. Choose a rank range instead.")


class RankOutsideLimits(GameError, code="rank_outside", http_status=403):
    """Raised if the player's rank is outside the offer's limits, `lowest` and `highest` (null for no limit). `rank` is
    the player's own rank, null if there is none."""

    sentence = _("Your rank is outside this game's rank range.")

    def message(self) -> str:
        """Return the message with the ranks."""
        return rank_limits_sentence(self.data["lowest"], self.data["highest"], self.data["rank"])


class EstablishedRankRequired(GameError, code="rank_unsettled", http_status=403):
    """Raised if the offer requires an established rank and the player has none."""

    sentence = _(
        "You can't join yet because your rank isn't established. Play more rated games until its question mark "
        "disappears."
    )


class SameOpponentAgain(GameError, code="same_opponent", http_status=403):
    """Raised if the offer excludes a recent opponent. `until` is when the player may accept it (UTC). It is null while
    a game is in progress, or if the exclusion never ends."""

    sentence = _("This game is only for players the host hasn't played before.")


class AlreadyJoined(GameError, code="already_joined", http_status=403):
    """Raised if the player already has a game from this offer, which each player may accept once. `game` is the id of
    that game."""

    sentence = _("You have already joined. The other games are for other players.")


def rank_limits_sentence(lowest: str | None, highest: str | None, rank: str | None) -> str:
    """Return a sentence with the offer's rank limits and the player's own rank, which is outside them."""
    limits = {"lowest": lowest, "highest": highest, "rank": rank}
    ranks = {name: f"{LTR}{one}{END}" for name, one in limits.items()}
    if rank is None:
        return gettext("This game is only for players with a rank. You'll get a rank after your first rated game.")
    if lowest is None and highest is None:
        return gettext("Your rank is outside this game's rank range.")
    if lowest is None:
        return gettext("This game is for players ranked %(highest)s or weaker. You are %(rank)s.") % ranks
    if highest is None:
        return gettext("This game is for players ranked %(lowest)s or stronger. You are %(rank)s.") % ranks
    return gettext("This game is for players ranked %(lowest)s to %(highest)s. You are %(rank)s.") % ranks
