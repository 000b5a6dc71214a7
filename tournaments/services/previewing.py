"""The preview of round 1 before the start: a proposal computed from current ranks. At the start, the preview becomes
the proposal if its input has not changed (E122)."""

from __future__ import annotations

from tournaments.models import Entry, Round, RoundState, Stage, Tournament, TournamentState
from tournaments.models.tournament_options import BY_SCORE

from .proposing import is_proposal_current


def may_preview_first_round(tournament: Tournament, stage: Stage) -> bool:
    """Return whether directors can preview round 1: before the start, with at least two entrants, in systems that pair
    by score."""
    enough = Entry.objects.filter(tournament=tournament).entered()[:2].count() == 2
    return tournament.state == TournamentState.OPEN and stage.kind in BY_SCORE and enough


def find_previewed_round(tournament: Tournament) -> Round | None:
    """Return round 1 if it is previewed or its preview is being computed. Return None otherwise, and after the
    start."""
    if tournament.state != TournamentState.OPEN:
        return None
    return tournament.rounds.select_related("stage").filter(number=1).first()


def keep_or_delete_preview(tournament: Tournament) -> None:
    """Keep the preview as the proposal of round 1 if its input has not changed, otherwise delete it. Called at the
    start, after ranks and lots were frozen."""
    preview = tournament.rounds.select_related("stage").filter(number=1).first()
    if preview is not None and (preview.state != RoundState.PROPOSED or not is_proposal_current(tournament, preview)):
        preview.delete()


__all__ = ["find_previewed_round", "keep_or_delete_preview", "may_preview_first_round"]
