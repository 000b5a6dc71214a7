"""Models: cases, reports, notes, views of hidden boards, decisions, appeals."""

from .case import BoardLook, Case, CaseNote
from .decision import Appeal, Decision
from .report import Report

__all__ = ["Appeal", "BoardLook", "Case", "CaseNote", "Decision", "Report"]
