"""Report players, merge reports into cases, and weight reports by their reporters' accuracy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, Q
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.lookup import get_player_by_name
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from foundation import limits
from foundation.text import clean_text
from games.access import game_for
from games.errors import TextTooLong
from games.game_view import GameView
from games.models import Game, Message
from games.services.moderation_hooks import notify_moderators
from learn.services.materials import visible_material
from library.access import visible_record
from moderation.errors import CannotReport, NoSuchMessage, ReportTooLong, TooManyReports
from moderation.models import Case, Report
from moderation.models.case import GROUPS, CaseKind, CaseState
from moderation.models.report import LONGEST_TEXT, ReportAnswer
from notifications.models import Notice
from social.services.moderating import nearest_messages, visible_post
from study.services.board_questions import visible_question
from study.services.boards import visible_board

from . import clubs, events_and_matches, evidence

LONGEST_REPORT = 5 * LONGEST_TEXT
MOST_EVIDENCE = 20


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """The target of a report: the reported player, the game if there is one, and the evidence as JSON values."""

    player: Player
    game: Game | None
    evidence: dict[str, Any]

    @property
    def shown_name(self) -> str:
        """Return the name of the reported club or event; for other targets, the player's name."""
        is_named = self.evidence["what"] in (clubs.CLUB, *events_and_matches.EVENTS)
        return str(self.evidence["name"]) if is_named else self.player.shown_name


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The content of a report. `reporter` is None for a report by the server, which then has a `key`, so that each
    finding is reported once."""

    kind: CaseKind
    reporter: Player | None = None
    text: str = ""
    key: str | None = None


def target_player(viewer: Player, name: str) -> ReportTarget:
    """Return the report target for a player, with their profile as evidence. Raises NoSuchPlayer."""
    player = get_player_by_name(name, viewer)
    return ReportTarget(player, None, evidence.profile_evidence(player))


def target_game(viewer: Player, game_id: int, name: str = "") -> ReportTarget:
    """Return the report target for a player of this game: the named player, or by default the viewer's only opponent.

    Raises NoSuchGame, and CannotReport if no player or several match.
    """
    game = game_for(viewer, game_id)
    others = [seat.player for seat in game.seat_list() if seat.player_id != viewer.pk]
    named = [player for player in others if player.username == name] if name else others
    if len(named) != 1:
        raise CannotReport
    return ReportTarget(named[0], game, evidence.game_evidence(game))


def target_message(viewer: Player, message_id: int) -> ReportTarget:
    """Return the report target for a chat message that the viewer may read: its author. Raises NoSuchMessage."""
    seen = Message.objects.filter(game__in=Game.objects.visible_to(viewer))
    message = seen.select_related("author").filter(pk=message_id).first()
    if message is None:
        raise NoSuchMessage
    game = game_for(viewer, message.game_id)
    if not GameView(game, viewer).may_read_chat or message.is_hidden:
        raise NoSuchMessage
    return ReportTarget(message.author, game, evidence.message_evidence(message))


def target_post(viewer: Player, post_id: int) -> ReportTarget:
    """Return the report target for a message outside game chats that the viewer may read: its author, with the messages
    around it.

    Raises NoSuchPost.
    """
    post = visible_post(viewer, post_id)
    return ReportTarget(post.author, post.game, evidence.post_evidence(post, nearest_messages(post)))


def target_club(viewer: Player, club_id: int) -> ReportTarget:
    """Return the report target for a club: its owner, with the club's name and texts. Raises NoSuchClub,
    CannotReport."""
    owner, shown = clubs.club_owner_and_evidence(viewer, club_id)
    return ReportTarget(owner, None, shown)


def target_club_notice(viewer: Player, notice_id: int) -> ReportTarget:
    """Return the report target for a club notice: its author. Raises NoSuchClubNotice, CannotReport."""
    author, shown = clubs.club_notice_author_and_evidence(viewer, notice_id)
    return ReportTarget(author, None, shown)


def target_event(kind: str, viewer: Player, event_id: int) -> ReportTarget:
    """Return the report target for an event of this kind (EVENTS): its organiser, with the event's name and
    description. Raises NoSuchTournament, NoSuchLadder, NoSuchLeague, CannotReport."""
    owner, shown = events_and_matches.event_organizer_and_evidence(kind, viewer, event_id)
    return ReportTarget(owner, None, shown)


def target_match(viewer: Player, match_id: int, name: str) -> ReportTarget:
    """Return the report target for the player with this name in a team match, with both lineups. Raises NoSuchMatch,
    CannotReport."""
    player, shown = events_and_matches.match_person_and_evidence(viewer, match_id, name)
    return ReportTarget(player, None, shown)


def target_record(viewer: Player, record_id: int) -> ReportTarget:
    """Return the report target for a record that the viewer may see: its owner. Raises NoSuchRecord."""
    record = visible_record(viewer, record_id)
    return ReportTarget(record.owner, None, evidence.shared_record_evidence(record))


def target_material(viewer: Player, key: str) -> ReportTarget:
    """Return the report target for a teaching material that the viewer may see: its author. Raises NoSuchMaterial."""
    material = visible_material(viewer, key)
    return ReportTarget(material.owner, None, evidence.teaching_material_evidence(material))


def target_board(viewer: Player, key: str) -> ReportTarget:
    """Return the report target for a demonstration board that the viewer may see: its owner. Raises NoSuchBoard."""
    board = visible_board(viewer, key)
    return ReportTarget(board.owner, None, evidence.demo_board_evidence(board))


def target_question(viewer: Player, question_id: int) -> ReportTarget:
    """Return the report target for a question on a demonstration board that the viewer may see: its author. Raises
    NoSuchBoard."""
    question = visible_question(viewer, question_id)
    return ReportTarget(question.author, None, evidence.board_question_evidence(question))


def report_player(*, target: ReportTarget, complaint: ReportContent, now: datetime) -> Report:
    """Report a player. The report is added to the open case about the same player and group of kinds; without such a
    case, a new case is opened. If the reporter has already a report in the case, the text is appended to that report.

    Raises CannotReport for reports about oneself, TextTooLong, ReportTooLong, TooManyReports, NotForGuests, and
    Suspended.
    """
    reporter, kind, text = complaint.reporter, complaint.kind, clean_text(complaint.text)
    assert reporter is not None
    if not reporter.is_child:  # children ask for help as well
        check_not_guest(reporter)
    if len(text) > LONGEST_TEXT:
        raise TextTooLong(most=LONGEST_TEXT, sentence=_("Shorten the text to 1,000 characters."))
    if target.player.pk == reporter.pk:
        raise CannotReport
    check_allowed(reporter, now)
    with transaction.atomic():
        case = get_or_open_case(target.player, kind, target.game, now)
        first = case.reports.filter(reporter=reporter).first()
        if first is not None and (len(first.text) >= LONGEST_REPORT or len(first.evidence) >= MOST_EVIDENCE):
            raise ReportTooLong
        wait = limits.count_hit("reports", str(reporter.pk), settings.IGO_REPORTS)
        if wait is not None:
            raise TooManyReports(seconds=int(wait) + 1)
        if first is not None:
            return _extend_report(first, text, target.evidence)
        return add_report(case, target, replace(complaint, text=text), now)


def report_finding_once(*, key: str, target: ReportTarget, now: datetime) -> bool:
    """Report a finding of the server, once for each `key`. Return False if the finding was reported before."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=target.player.pk)
        if Report.objects.filter(key=key).exists():
            return False
        evidence = {"what": "signal", **target.evidence}
        case = get_or_open_case(target.player, CaseKind.SIGNAL, target.game, now)
        add_report(case, replace(target, evidence=evidence), ReportContent(CaseKind.SIGNAL, key=key), now)
        return True


def open_new_case(case: Case, *, not_notified: Iterable[int]) -> Case:
    """Save this new case, give it the group of its kind, and return it. Notify the moderators, except the players with
    the ids in `not_notified` and the players of the case's game."""
    kind = CaseKind(case.kind)
    case.group = GROUPS[kind]
    case.save()
    kind_of_notice = "case_waits" if case.game is None else _NOTICES.get(kind, "case_waits")
    notice = Notice(kind=kind_of_notice, game=case.game, path=case.get_absolute_url(), created_at=case.opened_at)
    seated = [] if case.game is None else [seat.player_id for seat in case.game.seat_list()]
    notify_moderators(notice, except_ids=[*not_notified, *seated])
    return case


_NOTICES = {CaseKind.REFEREE: "referee_wanted", CaseKind.STALLING: "look_please"}


def reporter_weight(reporter: Player) -> Decimal:
    """Return the weight of a player's reports, computed as 0.5 + (right + 1) / (answered + 2) over their answered
    reports.

    The weight is between 0.5 and 1.5, and 1 for a player without answered reports (Laplace's rule of succession).
    """
    counted = (
        Report.objects.filter(reporter=reporter)
        .exclude(kind=CaseKind.REFEREE)
        .aggregate(right=Count("pk", filter=Q(answer=ReportAnswer.RIGHT)), answered=Count("pk", filter=~Q(answer="")))
    )
    share = Decimal(counted["right"] + 1) / Decimal(counted["answered"] + 2)
    return (Decimal("0.5") + share).quantize(Decimal("0.01"))


def answer_reporters(case: Case, answer: ReportAnswer, now: datetime) -> None:
    """Store the answer for the case's reporters and notify them, in the transaction that ends the case."""
    rows = list(case.reports.exclude(answer=answer))
    for row in rows:
        row.answer, row.answered_at = answer, now
    Report.objects.bulk_update(rows, ["answer", "answered_at"])
    Notice.objects.bulk_create(
        Notice(player_id=row.reporter_id, kind="report_answered", path="/reports/", created_at=now)
        for row in rows
        if row.reporter_id is not None
    )


def get_or_open_case(player: Player, kind: CaseKind, game: Game | None, now: datetime) -> Case:
    """Return the player's open case whose kind is in the same group as `kind`, or open a new case. Locks the player's
    row, so that only one case is opened."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    found = Case.objects.select_for_update(no_key=True).filter(player=player, group=GROUPS[kind], state=CaseState.OPEN)
    return found.first() or open_new_case(
        Case(kind=kind, player=player, game=game, opened_at=now), not_notified=[player.pk]
    )


def add_report(case: Case, target: ReportTarget, complaint: ReportContent, now: datetime) -> Report:
    """Add a report to a case and return it. The caller must have locked the row of the case or of its player."""
    weight = Decimal(1) if complaint.reporter is None else reporter_weight(complaint.reporter)
    row = Report.objects.create(
        case=case,
        reporter=complaint.reporter,
        kind=complaint.kind,
        text=complaint.text,
        evidence=[target.evidence],
        game=target.game,
        weight=weight,
        at=now,
        key=complaint.key,
    )
    Case.objects.filter(pk=case.pk).update(score=F("score") + weight)
    if case.game_id is None and target.game is not None:
        Case.objects.filter(pk=case.pk).update(game=target.game)
    return row


def _extend_report(row: Report, text: str, shown: dict[str, Any]) -> Report:
    row.text = "\n\n".join(part for part in (row.text, text) if part)
    if shown not in row.evidence:
        row.evidence = [*row.evidence, shown]
    row.save(update_fields=["text", "evidence"])
    return row
