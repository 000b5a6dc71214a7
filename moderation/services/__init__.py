"""The services of moderation. Arguments are keywords; `now` is when the server received the request."""

from .appeals import Verdict, answer, appeal
from .cases import assign_case, leave, write_note
from .decisions import decide, undo
from .findings import report_findings
from .looking import record_board_look, true_board
from .measures import Sanction
from .reports import (
    Complaint,
    Target,
    report,
    report_finding,
    target_board,
    target_club,
    target_club_notice,
    target_game,
    target_league,
    target_match,
    target_material,
    target_message,
    target_player,
    target_post,
    target_question,
    target_record,
)
from .rulings import CaseRuling, rule
from .suspensions import sweep_suspensions

__all__ = [
    "CaseRuling",
    "Complaint",
    "Sanction",
    "Target",
    "Verdict",
    "answer",
    "appeal",
    "assign_case",
    "decide",
    "leave",
    "record_board_look",
    "report",
    "report_finding",
    "report_findings",
    "rule",
    "sweep_suspensions",
    "target_board",
    "target_club",
    "target_club_notice",
    "target_game",
    "target_league",
    "target_match",
    "target_material",
    "target_message",
    "target_player",
    "target_post",
    "target_question",
    "target_record",
    "true_board",
    "undo",
    "write_note",
]
