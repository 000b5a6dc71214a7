"""Subjects of e-mails. A subject begins with the opponent's name, then says what to do, in at most MOST characters."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.models import Game, Seat
from notifications.kinds import CLOCK_KINDS
from rules import Color, Stage
from wording import words

MOST = 50
_NEW_GAME = gettext_lazy("%(name)s: new game")
_MARK = gettext_lazy("%(name)s: mark the dead stones")
_RULING = gettext_lazy("%(name)s: moderator's decision")
_STALLING = gettext_lazy("%(name)s: stalling reported")
_SEAT = gettext_lazy("%(name)s: seat still empty")
_BY_NOTICE: dict[str, Promise] = {
    "clock_hour": gettext_lazy("%(name)s: less than an hour left"),
    "clock_three_hours": gettext_lazy("%(name)s: less than three hours left"),
    "clock_hours": gettext_lazy("%(name)s: less than six hours left"),
    "clock_half_day": gettext_lazy("%(name)s: less than 12 hours left"),
    "clock_day": gettext_lazy("%(name)s: less than a day left"),
    "clock_two_days": gettext_lazy("%(name)s: less than two days left"),
    "clock_three_days": gettext_lazy("%(name)s: less than three days left"),
    "claimable": gettext_lazy("%(name)s ran out of time"),
    "result_asked": gettext_lazy("%(name)s: do you accept the result?"),
    "proposal_rejected": gettext_lazy("%(name)s: marking rejected"),
    "settling_demanded": gettext_lazy("%(name)s: play out the dispute"),
    "message": gettext_lazy("%(name)s: new message"),
    "game_started": _NEW_GAME,
    "match_found": _NEW_GAME,
    "challenge_countered": pgettext_lazy("subject", "%(name)s: counter-offer"),
    "komi_bid": gettext_lazy("%(name)s: bid for komi"),
    "seats_changed": gettext_lazy("%(name)s: confirm your seat"),
    "play_stopped": _MARK,
    "no_result_asked": gettext_lazy("%(name)s: end without a result?"),
    "stalling_reported": _STALLING,
    "look_please": _STALLING,
    "member_left": gettext_lazy("%(name)s left your game"),
    "simul_joined": gettext_lazy("%(name)s joined your simul"),
    "simul_left": gettext_lazy("%(name)s left your simul"),
    "simul_started": gettext_lazy("%(name)s: the simul has started"),
    "simul_cancelled": gettext_lazy("%(name)s cancelled the simul"),
    "seat_offered": gettext_lazy("%(name)s: take an empty seat?"),
    "seat_agreed": gettext_lazy("%(name)s: accept this player?"),
    "seat_given": gettext_lazy("%(name)s: you're in the team game"),
    "seat_taken": gettext_lazy("%(name)s: empty seat filled"),
    "seat_declined": _SEAT,
    "seat_refused": _SEAT,
    "win_refused": gettext_lazy("%(name)s: the game continues"),
    "result_declined": gettext_lazy("%(name)s: predicted result declined"),
    "no_result_declined": gettext_lazy("%(name)s: no-result offer declined"),
    "grace": gettext_lazy("%(name)s: three extra days"),
    "paused_by_staff": gettext_lazy("%(name)s: clocks stopped"),
    "game_decided": _RULING,
    "resumption_ruled": _RULING,
    "clock_adjusted": _RULING,
    "game_annulled": _RULING,
    "game_unrated": _RULING,
    "plan_ended": gettext_lazy("%(name)s: conditional moves cancelled"),
    "asked_to_teach": gettext_lazy("%(name)s has asked for your comments"),
    "shared": gettext_lazy("%(name)s has shared something with you"),
    "search_wider": gettext_lazy("No opponent found yet"),
    "komi_lapsed": gettext_lazy("Game cancelled: no komi agreed"),
    "vacation_began": gettext_lazy("Your vacation has started"),
    "webhook_disabled": gettext_lazy("A webhook has been turned off"),
    "letters_stopped": gettext_lazy("E-mails to you have been stopped"),
    "order_decided": gettext_lazy("Moderators' decision on your account"),
    "order_undone": gettext_lazy("A decision about you was reversed"),
}
"""Subjects by kind of notice, most important first. Only the first two kinds are more important than the subject that
it is the reader's turn."""
_DECISION = gettext_lazy("%(name)s: director's decision")
_NOTICE = gettext_lazy("%(name)s: message to all players")
_ASKED = gettext_lazy("%(name)s: are you playing?")
_STARTED = gettext_lazy("%(name)s has started")
_REVIEW = gettext_lazy("%(name)s: check the results")
_OVERDUE = gettext_lazy("%(name)s: unfinished games")
_REMOVED = gettext_lazy("%(name)s: you were removed")
_INVITED = pgettext_lazy("subject", "%(name)s: invitation")
_CLOSED = gettext_lazy("%(name)s was closed")
_BY_EVENT: dict[str, Promise] = {
    "event_act": _DECISION,
    "league_act": _DECISION,
    "event_notice": _NOTICE,
    "league_notice": _NOTICE,
    "event_message": _NOTICE,
    "event_still_in": _ASKED,
    "league_asked": _ASKED,
    "event_started": _STARTED,
    "league_season": _STARTED,
    "event_review": _REVIEW,
    "league_review": _REVIEW,
    "event_overdue": _OVERDUE,
    "league_overdue": _OVERDUE,
    "event_soon": gettext_lazy("%(name)s starts soon"),
    "event_revised": gettext_lazy("%(name)s: terms changed"),
    "event_invited": _INVITED,
    "event_place": gettext_lazy("%(name)s: you have a place"),
    "event_dropped": _REMOVED,
    "event_paired": _NEW_GAME,
    "event_bye": gettext_lazy("%(name)s: you have a bye"),
    "event_stray": gettext_lazy("%(name)s: decide who advances"),
    "event_finished": gettext_lazy("%(name)s: final results"),
    "event_postponed": gettext_lazy("%(name)s starts a week later"),
    "event_cancelled": gettext_lazy("%(name)s was cancelled"),
    "ladder_challenged": _NEW_GAME,
    "ladder_moved": gettext_lazy("%(name)s: your place has changed"),
    "ladder_hold": gettext_lazy("%(name)s: confirm that you're back"),
    "ladder_month": gettext_lazy("%(name)s: a new month has started"),
    "ladder_closed": _CLOSED,
    "ladder_out": _REMOVED,
    "league_challenged": _NEW_GAME,
    "league_out": gettext_lazy("%(name)s: you're not in the next season"),
    "league_ended": _CLOSED,
    "match_offered": gettext_lazy("%(name)s: team match challenge"),
    "match_accepted": _ASKED,
    "match_asked": _ASKED,
    "match_declined": gettext_lazy("%(name)s: challenge declined"),
    "match_lineup": gettext_lazy("%(name)s: set the lineup"),
    "match_paired": _NEW_GAME,
    "match_finished": gettext_lazy("%(name)s: the match has ended"),
    "match_decided": _RULING,
    "club_request": gettext_lazy("%(name)s: request to join"),
    "club_invited": _INVITED,
    "club_admitted": gettext_lazy("%(name)s: you're a member"),
    "club_declined": gettext_lazy("%(name)s: request declined"),
    "club_removed": _REMOVED,
    "club_name": gettext_lazy("%(name)s: did you play these games?"),
    "club_role": gettext_lazy("%(name)s: your role has changed"),
    "club_owner": gettext_lazy("%(name)s: you're now the owner"),
    "club_notice": gettext_lazy("%(name)s: new notice"),
    "class_invited": _INVITED,
    "class_message": gettext_lazy("%(name)s: new message"),
    "class_removed": _REMOVED,
    "topic_post": gettext_lazy("%(name)s: new posts"),
    "club_closed": _CLOSED,
    "club_moderated": _RULING,
    "event_moderated": _RULING,
}
"""Subjects by kind of notice about an event, club or class; `name` is its name."""
_URGENT = CLOCK_KINDS[::-1]
_TURNS: dict[Stage, Promise] = {
    Stage.MARKING: _MARK,
    Stage.DECIDING: gettext_lazy("%(name)s: check the score"),
}
_YOUR_MOVE = gettext_lazy("%(name)s: your move")
_CONTINUES = gettext_lazy("%(name)s: play has resumed, your move")


def subject_with_name(message: str, name: str) -> str:
    """Return the subject `message` with this name inserted. A name that is too long is shortened."""
    rest = len(message % {"name": ""})
    return shorten_subject(message % {"name": Truncator(name).chars(max(1, MOST - rest))})


def shorten_subject(subject: str) -> str:
    """Return this subject, shortened to MOST characters."""
    return Truncator(subject).chars(MOST)


def turn_subject(stage: Stage, name: str, *, continues: bool) -> str:
    """Return the subject of an e-mail to a player who has to act at this stage. `continues` is whether play was resumed
    after a stop."""
    return subject_with_name(
        str(_CONTINUES if continues and stage is Stage.PLAY else _TURNS.get(stage, _YOUR_MOVE)), name
    )


def notices_subject(kinds: Collection[str], name: str, *, urgent: bool) -> str:
    """Return the subject of the most important of these kinds of notices, or "" if none of them has a subject. With
    `urgent`, use only kinds that are more important than the reader's turn."""
    found = next((kind for kind in (_URGENT if urgent else _BY_NOTICE) if kind in kinds), None)
    return "" if found is None else subject_with_name(str(_BY_NOTICE[found]), name)


def event_subject(kind: str, name: str) -> str:
    """Return the subject of a notice about the event or club of this name; "" if this kind of notice has no subject."""
    return subject_with_name(str(_BY_EVENT[kind]), name) if name and kind in _BY_EVENT else ""


def end_of_game_subject(game: Game, seat: Seat, name: str) -> str:
    """Return the subject for a player of a game that has ended."""
    if game.winner is None:
        return subject_with_name(_("%(name)s: the game has ended"), name)
    return subject_with_name(
        _("%(name)s: you won") if Color(game.winner) == seat.color else _("%(name)s: you lost"), name
    )


def digest_subject(name: str, turns: int, others: int) -> str:
    """Return the subject of an e-mail with several entries. `name` is the opponent in the first game in which the
    reader is on turn, or else the name of the first entry. `turns` is the number of games in which the reader is on
    turn, and `others` the number of entries after the first."""
    if turns > 1:
        more = turns - 1
        text = ngettext("%(name)s and %(n)s more: your move", "%(name)s and %(n)s more: your move", more)
    else:
        more = others
        text = ngettext("%(name)s and %(n)s more notification", "%(name)s and %(n)s more notifications", more)
    shown = text.replace("%(n)s", words.localized_number(more))
    return subject_with_name(shown, name)
