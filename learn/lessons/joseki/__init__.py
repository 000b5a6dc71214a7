"""Lessons on joseki: usual sequences in the upper right corner of a 19x19 board, move by move (P14)."""

from __future__ import annotations

from learn.lesson import Lesson
from learn.lessons.joseki import approaches, invasions, small_points

LESSONS: tuple[Lesson, ...] = (*invasions.LESSONS, *approaches.LESSONS, *small_points.LESSONS)
