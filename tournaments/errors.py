"""Refusals of tournaments, and those that other events share with them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchTournament(Refusal):
    """There is no such tournament, or it is somebody else's draft."""

    code = "no_such_tournament"
    http_status = 404
    sentence = _("Tournament not found.")


class NoSuchRound(Refusal):
    """The tournament has no such round, or it is not published."""

    code = "no_such_round"
    http_status = 404
    sentence = _("Round not found.")


class BadPairings(Refusal):
    """Pairings made elsewhere do not fit the round: `why` is file, encoding, unknown, twice, missing or pair; `name` is
    of whom."""

    code = "bad_pairings"
    fields = ("pairings",)
    http_status = 400
    sentence = _("These pairings are not valid for this round.")


class ClubIsClosed(Refusal):
    """The club whose it is has been closed; should it be opened again, it goes on (E79)."""

    code = "club_closed"
    sentence = _("The club is closed: no one can join or challenge. Games in progress continue.")


class NoSuchFile(Refusal):
    """There is no such file of results, or not of this tournament."""

    code = "no_such_file"
    http_status = 404
    sentence = _("File not found.")


class NoSuchBracket(Refusal):
    """The tournament is no knockout, or has not begun."""

    code = "no_such_bracket"
    http_status = 404
    sentence = _("This tournament has no bracket.")


class NotDirector(Refusal):
    """Only the organiser and directors may do this."""

    code = "not_director"
    http_status = 403
    sentence = _("Only tournament directors can do this.")


class NotOwner(Refusal):
    """Only the organiser may do this."""

    code = "not_owner"
    http_status = 403
    sentence = _("Only the tournament's organiser can do this.")


class OwnGame(Refusal):
    """Nobody decides on a pairing or an entry of their own (E54)."""

    code = "own_game"
    http_status = 403
    sentence = _("Directors can't rule on their own games. Ask another director.")


class WrongState(Refusal):
    """The tournament or the round is not where this is possible; `state` says where it is (E2)."""

    code = "wrong_state"
    sentence = _("This is not possible at this stage.")


class Conflict(Refusal):
    """Somebody else changed the pairings meanwhile: look at them again (E90). `proposal` names those of now."""

    code = "conflict"
    sentence = _("The pairings have changed since you saw them. Check them again.")


class SeedingChanged(Refusal):
    """Another director seeded meanwhile (E90); `seeds` names the players seeded now, the strongest first."""

    code = "seeding_changed"
    sentence = _("The seeding has changed since you saw it. Check it again.")


class BadTournament(Misfit):
    """A field of a tournament does not fit; `field` names it, `errors` also those that it does not fit with."""

    code = "bad_tournament"
    http_status = 400
    sentence = _("This conflicts with the tournament's other settings.")


class BadAct(Refusal):
    """What a director wants to do names nothing that there is, or lacks something; `field` says what."""

    code = "bad_act"
    http_status = 400
    sentence = _("Some fields are missing or not valid.")


class ReasonNeeded(Refusal):
    """What costs somebody something needs a reason (E55)."""

    code = "act_needs_reason"
    http_status = 400
    sentence = _("Enter a reason. It will be public in the log.")


class TooLateToReplace(Refusal):
    """A game of the player has begun, or a round in which they were paired is over (E53)."""

    code = "too_late_to_replace"
    sentence = _("It is too late to replace this player: a game has begun, or a round is over.")


class CannotBePaired(Refusal):
    """There is nobody left to pair, or everybody left has blocked the others."""

    code = "cannot_be_paired"
    sentence = _("This round cannot be paired: too few players are left.")


class EventFull(Refusal):
    """All places are taken; the waiting list is open."""

    code = "event_full"
    sentence = _("All places are taken. You can join the waiting list.")


class EntryClosed(Refusal):
    """Entry is not open, or no longer."""

    code = "entry_closed"
    sentence = _("Entry is closed.")


class AlreadyEntered(Refusal):
    """The player has an entry; `state` is how it stands."""

    code = "already_entered"
    sentence = _("You have already entered.")


class NotEntered(Refusal):
    """The player has no entry that this could be done with."""

    code = "not_entered"
    sentence = _("You are not in this tournament.")


class NotInvited(Refusal):
    """The tournament is for players who are invited."""

    code = "not_invited"
    http_status = 403
    sentence = _("This tournament is by invitation only.")


class RankTooLow(Refusal):
    """The rank is below `lowest`."""

    code = "rank_too_low"
    http_status = 403
    sentence = _("Your rank is below the minimum for this tournament.")


class RankTooHigh(Refusal):
    """The rank is above `highest`."""

    code = "rank_too_high"
    http_status = 403
    sentence = _("Your rank is above the maximum for this tournament.")


class Provisional(Refusal):
    """The tournament is for established ranks: those without a question mark."""

    code = "provisional"
    http_status = 403
    sentence = _("You need an established rank (one without a question mark) to enter.")


class TooFewGames(Refusal):
    """The player has finished fewer games than the tournament asks for; `needed` and `finished` say how many."""

    code = "too_few_games"
    http_status = 403
    sentence = _("You have not finished enough games to enter this tournament.")


class TooManyGames(Refusal):
    """The player plays as many games as anybody may with a tournament besides."""

    code = "too_many_games"
    http_status = 403
    sentence = _("You have too many games in progress to enter a tournament.")


class BotNotAllowed(Refusal):
    """Tournaments are for people."""

    code = "bot_not_allowed"
    http_status = 403
    sentence = _("Bots can't enter tournaments.")
