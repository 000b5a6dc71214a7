"""The services of moderation. Arguments are given by keyword; `now` is when the server received the request."""

from .appeals import AppealAnswer, answer_appeal, appeal_decision
from .board_views import full_board_if_viewed, record_board_view
from .cases import add_case_note, assign_case, release_case
from .decisions import decide_case, undo_decision
from .findings import report_findings
from .measures import Sanction
from .reports import (
    ReportContent,
    ReportTarget,
    report_finding_once,
    report_player,
    target_board,
    target_club,
    target_club_notice,
    target_event,
    target_game,
    target_match,
    target_material,
    target_message,
    target_player,
    target_post,
    target_question,
    target_record,
)
from .rulings import CaseRuling, rule_in_case
from .suspensions import sweep_suspensions

__all__ = [
    "AppealAnswer",
    "CaseRuling",
    "ReportContent",
    "ReportTarget",
    "Sanction",
    "add_case_note",
    "answer_appeal",
    "appeal_decision",
    "assign_case",
    "decide_case",
    "full_board_if_viewed",
    "record_board_view",
    "release_case",
    "report_finding_once",
    "report_findings",
    "report_player",
    "rule_in_case",
    "sweep_suspensions",
    "target_board",
    "target_club",
    "target_club_notice",
    "target_event",
    "target_game",
    "target_match",
    "target_material",
    "target_message",
    "target_player",
    "target_post",
    "target_question",
    "target_record",
    "undo_decision",
]
