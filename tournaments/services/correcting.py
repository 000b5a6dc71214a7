"""Corrections of results of an earlier stage: published rounds stay, and directors are notified who should advance
(E92)."""

from __future__ import annotations

from tournaments.announcing import Acting, directors_of, tell
from tournaments.field import field_of, part_of, system_of
from tournaments.models import EntryState, LogLine, Pairing, Stage, Then, Tournament
from tournaments.systems.groups import winners
from tournaments.systems.types import Kind

from .rows import stage_of


def tell_of_earlier(tournament: Tournament, pairing: Pairing, acting: Acting) -> None:
    """Record once for each board, in the log and for directors, that by the corrected results other players would
    advance from the sections. The tournament must be locked."""
    stage, number, board = pairing.round.stage, pairing.round.number, pairing.board
    if stage.kind != Kind.SECTIONS or stage.number == stage_of(tournament).number:
        return
    if LogLine.objects.filter(tournament=tournament, act="stray_stage", round=number, board=board).exists():
        return
    if not _goes_on(tournament, stage):
        acting.log(tournament, "stray_stage", round=number, board=board)
        tell(tournament, directors_of(tournament), "event_stray", acting.now)


def _goes_on(tournament: Tournament, stage: Stage) -> bool:
    """Return whether all players who advance by the current results are in the following stage."""
    following = tournament.stages.get(number=stage.number + 1)
    there = {pk for group in following.groups for pk in group}
    left = tournament.entries.starters().exclude(state=EntryState.ENTERED).values_list("pk", flat=True)
    is_last = len(stage.groups) == 1 and stage.then == Then.SECTIONS
    best = None if is_last else stage.best or None
    on = winners(system_of(tournament, stage), part_of(field_of(tournament), stage), best, set(left) - there)
    return set(on) <= there


__all__ = ["tell_of_earlier"]
