"""Rows: cases, reports, notes, decisions, appeals."""

from .case import Case, CaseNote
from .decision import Appeal, Decision
from .report import Report

__all__ = ["Appeal", "Case", "CaseNote", "Decision", "Report"]
