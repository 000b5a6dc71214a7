"""Open cases from games, and store moderators' rulings in games (R61). Called by games.services.moderation_hooks."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.models import Game
from games.services.moderation_hooks import RulingEvent
from moderation import access
from moderation.models import Case, Decision
from moderation.models.case import CaseKind
from moderation.models.decision import Measure

from . import evidence
from .cases import lock_and_assign_case
from .decisions import end_case, notify_of_decision
from .reports import ReportContent, ReportTarget, add_report, get_or_open_case, open_new_case


def call_moderator(game: Game, by: Player, why: str, now: datetime) -> None:
    """Report to the moderators that a player needs them. If `why` is "referee", open a case about the game. Otherwise
    the opponent is stalling: add a report to the open case about the opponent, or to a new one.

    Runs in the caller's transaction, with the game locked.
    """
    seats = game.seat_list()
    if why == "referee":
        new = Case(kind=CaseKind.REFEREE, game=game, opened_at=now)
        case = open_new_case(new, not_notified=[seat.player_id for seat in seats])
        add_report(case, ReportTarget(by, game, evidence.game_evidence(game)), ReportContent(CaseKind.REFEREE, by), now)
        return
    other = next(seat.player for seat in seats if seat.player_id != by.pk)
    case = get_or_open_case(other, CaseKind.STALLING, game, now)
    if not case.reports.filter(reporter=by).exists():
        add_report(
            case, ReportTarget(other, game, evidence.game_evidence(game)), ReportContent(CaseKind.STALLING, by), now
        )


def store_ruling(ruling: RulingEvent) -> None:
    """Store a ruling as a decision that either side can appeal. Its case is the case about the game that this moderator
    has taken, otherwise the open call for a referee, otherwise a new case. A ruling closes the call for a referee;
    adding time does not.

    Raises InvolvedInCase for a moderator who is an opponent of one of the players, and CaseTaken if another moderator
    has taken the call.
    """
    case = lock_and_assign_case(ruling.by, _get_or_open_case(ruling.game, ruling.by, ruling.at).pk, ruling.at)
    Decision.objects.create(
        case=case,
        by=ruling.by,
        measure=Measure.GAME,
        reason=ruling.reason,
        at=ruling.at,
        ends_case=False,
        game=ruling.game,
        kept={"verb": ruling.verb},
    )
    for seat in ruling.game.seat_list():
        notify_of_decision("order_decided", seat.player, ruling.at)
    waits_on = ruling.verb == "adjust_clock" and case.reports.exists()
    if case.kind == CaseKind.REFEREE and not waits_on:
        end_case(case, ruling.at)


def _get_or_open_case(game: Game, staff: Player, now: datetime) -> Case:
    about = Case.objects.open().filter(game=game)
    held = access.cases_for(staff, now).held_by(staff.pk, now).filter(game=game).order_by("-taken_until")
    found = held.first() or about.filter(kind=CaseKind.REFEREE).first()
    return found or Case.objects.create(kind=CaseKind.REFEREE, game=game, opened_at=now)
