"""Errors of tournaments, and those shared with other events."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal


class NoSuchTournament(Refusal, code="no_such_tournament", http_status=404, sentence=_("Tournament not found.")):
    """Raised if the tournament does not exist, or is another organiser's draft."""


class NoSuchRound(Refusal, code="no_such_round", http_status=404, sentence=_("Round not found.")):
    """Raised if the tournament has no such round, or the round is not published."""


class BadPairings(Refusal):
    """Raised if imported pairings do not fit the round. `why` is file, value, encoding, games, round, unknown, twice,
    missing or pair. `name` is the player's name, or the part of the file that cannot be used. `place` has its `line`
    and `column`, or its `round` and `table`, if known."""

    code = "bad_pairings"
    fields = ("pairings",)
    http_status = 400
    sentence = _("These pairings are not valid for this round. Pair the round again.")


class BadPlayerList(Refusal):
    """Raised if a player list is not a text file, or is too long."""

    code = "bad_player_list"
    http_status = 400
    sentence = _(
        "Choose a text file (CSV) of at most 6 MB. In a spreadsheet program, save the sheet as CSV. You can invite at "
        "most 200 players at a time."
    )


class ClubIsClosed(Refusal):
    """Raised if the tournament's club is closed. The tournament continues if the club is reopened (E79)."""

    code = "club_closed"
    sentence = _("The club is closed. No one can join or send challenges. Games in progress will continue.")


class NoSuchFile(Refusal, code="no_such_file", http_status=404, sentence=_("File not found.")):
    """Raised if there is no results file of this format, the format does not fit the tournament's pairing system, or
    the tournament has not started."""


class NoFederationData(Refusal):
    """Raised if a player allows the use of their real name but has not entered one (E131)."""

    code = "no_federation_data"
    sentence = _("Enter your real name in the settings first, under Go federations.")


class NameConsentAlreadyUsed(Refusal):
    """Raised if a player withdraws the consent to their real name after a result file with the name was made (E131)."""

    code = "name_in_file"
    sentence = _(
        "A director has already created a result file with your name. Contact the director to change the file."
    )


class RanksHidden(Refusal):
    """Raised if a results file contains ranks, and a player in it hides their rank from everyone except directors
    (C202)."""

    code = "ranks_hidden"
    http_status = 403
    sentence = _("Only directors can download this file, because a player has hidden their rank.")


class NoSuchBracket(Refusal, code="no_such_bracket", http_status=404, sentence=_("This tournament has no bracket.")):
    """Raised if the tournament is not a knockout, or has not started."""


class NotDirector(Refusal, code="not_director", http_status=403, sentence=_("Only tournament directors can do this.")):
    """Raised if someone other than the organiser or a director tries to direct the tournament."""


class NotOwner(Refusal, code="not_owner", http_status=403, sentence=_("Only the tournament's organiser can do this.")):
    """Raised if someone other than the organiser tries to do what only organisers may do."""


class OwnGameAffected(Refusal):
    """Raised if directors decide on their own pairings or entry (E54)."""

    code = "own_game"
    http_status = 403
    sentence = _("Directors can't rule on their own games. Ask another director.")


class WrongState(Refusal, code="wrong_state", sentence=_("You can't do this at this stage of the tournament.")):
    """Raised if the state of the tournament or round, given as `state`, does not allow the action (E2)."""


class PairingsChanged(
    Refusal, code="conflict", sentence=_("The pairings have changed since you saw them. Check them again.")
):
    """Raised if the pairings have changed since they were read, so that they must be reviewed again (E90). `proposal`
    identifies the current pairings."""


class SeedingChanged(Refusal):
    """Raised if another director has changed the seeding (E90). `seeds` are the names of the currently seeded players,
    strongest first."""

    code = "seeding_changed"
    sentence = _("The seeding has changed since you last viewed it. Check it again.")


class RulesChanged(Refusal):
    """Raised if the rules have changed since the player saw them. `revision` identifies the current rules (E11)."""

    code = "event_terms_changed"
    sentence = _("The terms have changed since you saw them. Check them again.")


class AgreementsAwaited(Refusal):
    """Raised if the rules have changed, and some entrants have not agreed yet. `answer_by` is their deadline (E11)."""

    code = "answers_awaited"
    sentence = _("Some players have not agreed to the new terms yet. They still have time to answer.")


class GameWithoutResult(Refusal):
    """Raised if results are to be confirmed, but the result of a game was reversed. `game`, `round` and `board` are its
    numbers."""

    code = "game_without_result"
    sentence = _("A game has no result yet. Wait for it to end, or set its result.")


class BadTournament(FieldRefusal):
    """Raised if a field of a tournament is not valid. `field` is its name; `errors` also includes fields that it
    conflicts with."""

    code = "bad_tournament"
    http_status = 400
    sentence = _("This setting conflicts with the tournament's other settings. Change one of them.")


class BadActInput(Refusal, code="bad_act", http_status=400):
    """Raised if the input of a director's action is missing or not valid. `field` is its name."""

    sentence = _("Some fields are missing or not valid. Correct them and try again.")


class NotInThisRound(BadActInput):
    """Raised if the two players to be swapped, or to be paired with each other, are not two different players of the
    proposed round."""

    sentence = _("Choose two different players who are in this round.")


class ReasonNeeded(Refusal):
    """Raised if the reason is missing for an action that puts a player at a disadvantage (E55)."""

    code = "act_needs_reason"
    http_status = 400
    sentence = _("Enter a reason. It will be public in the log.")


class TooLateToReplace(Refusal):
    """Raised if a player cannot be replaced, because their game has begun or a round in which they were paired is over
    (E53)."""

    code = "too_late_to_replace"
    sentence = _("It is too late to replace this player, because one of their games has begun.")


class CannotBePaired(Refusal):
    """Raised if no one is left to pair, or all remaining players have blocked each other."""

    code = "cannot_be_paired"
    sentence = _("This round can't be paired, because too few players are left.")


class TooFewEntered(CannotBePaired):
    """Raised if fewer players have entered than the tournament needs."""

    sentence = _("Too few players have entered. Wait for more, or edit the tournament and lower the minimum.")


class EventFull(Refusal, code="event_full", sentence=_("All places are taken. You can join the waiting list.")):
    """Raised if all places are taken. Players can still join the waiting list."""


class EntryClosed(Refusal, code="entry_closed", sentence=_("Entry is closed.")):
    """Raised if entry has not opened yet, or has closed."""


class AlreadyEntered(Refusal, code="already_entered", sentence=_("You have already entered.")):
    """Raised if the player already has an entry. `state` is its state."""


class NotEntered(Refusal, code="not_entered", sentence=_("You are not in this tournament.")):
    """Raised if the player has no entry, or an entry whose state does not allow the action."""


class PlayerNotEntered(NotEntered, sentence=_("This player is not in the tournament.")):
    """Raised to a director if a player has no entry, or an entry whose state does not allow the director's action."""


class NotInvited(Refusal, code="not_invited", http_status=403):
    """Raised if a player who is not invited enters an invitational tournament."""

    sentence = _("This tournament is by invitation only. Ask a director to invite you.")


class RankTooLow(Refusal):
    """Raised if the player's rank is below `lowest`."""

    code = "rank_too_low"
    http_status = 403
    sentence = _("Your rank is below the minimum for this tournament.")


class RankTooHigh(Refusal):
    """Raised if the player's rank is above `highest`."""

    code = "rank_too_high"
    http_status = 403
    sentence = _("Your rank is above the maximum for this tournament.")


class RankNotEstablished(Refusal):
    """Raised if the tournament requires an established rank, without a question mark, and the player has none."""

    code = "provisional"
    http_status = 403
    sentence = _("You need an established rank (one without a question mark) to enter.")


class RankNeeded(Refusal):
    """Raised if the player has no established rank and has stated none, but the tournament requires proof of ranks, or
    has rank limits that the player does not meet otherwise."""

    code = "rank_needed"
    sentence = _("You don't have an established rank yet. Choose your rank to enter.")


class ProofNeeded(Refusal):
    """Raised if the tournament requires a link that proves the stated rank, and the player gave none."""

    code = "proof_needed"
    sentence = _("Add a link that proves your rank, such as your page on another server.")


class TooFewGames(Refusal):
    """Raised if the player has finished fewer games than the tournament requires. `needed` and `finished` are the
    numbers."""

    code = "too_few_games"
    http_status = 403
    sentence = _("You haven't finished enough games to enter this tournament.")


class TooManyGames(Refusal):
    """Raised if the player has too many games in progress to enter a tournament."""

    code = "too_many_games"
    http_status = 403
    sentence = _("You've reached the limit of 300 games in progress. Finish some games first.")


class BotNotAllowed(Refusal, code="bot_not_allowed", http_status=403, sentence=_("Bots can't enter tournaments.")):
    """Raised if a bot enters a tournament."""
