"""Handle corrected results of an earlier stage: published rounds do not change, and directors are notified if other
players should have advanced (E92)."""

from __future__ import annotations

from tournaments.announcing import ActAuthor, director_ids, notify_players
from tournaments.models import EntryState, LogLine, NextStage, Pairing, RoundState, Stage, Tournament, TournamentState
from tournaments.stage_data import data_of_stage, pairing_system, standings_input
from tournaments.systems.groups import advancing_players

from .rows import current_stage

OPEN = (RoundState.PLANNED, RoundState.PROPOSED)


def notify_if_others_advance(tournament: Tournament, pairing: Pairing, acting: ActAuthor) -> None:
    """If other players would advance from the sections with the corrected results, log this and notify directors, once
    for each board. The caller must have locked the tournament's row."""
    stage, number, board = pairing.round.stage, pairing.round.number, pairing.board
    if stage.number == current_stage(tournament).number:
        return
    if LogLine.objects.filter(tournament=tournament, act="stray_stage", round=number, board=board).exists():
        return
    if not _next_stage_has_all_advancing(tournament, stage):
        acting.log(tournament, "stray_stage", round=number, board=board)
        notify_players(tournament, director_ids(tournament), "event_stray", acting.now)


def _next_stage_has_all_advancing(tournament: Tournament, stage: Stage) -> bool:
    """Return whether all players who advance with the current results are already in the next stage."""
    following = tournament.stages.get(number=stage.number + 1)
    there = {pk for group in following.groups for pk in group}
    left = tournament.entries.ever_took_part().exclude(state=EntryState.ENTERED).values_list("pk", flat=True)
    is_last = len(stage.groups) == 1 and stage.then == NextStage.SECTIONS
    best = None if is_last else stage.best or None
    on = advancing_players(
        pairing_system(tournament, stage), data_of_stage(standings_input(tournament), stage), best, set(left) - there
    )
    return set(on) <= there


def reopen_round(tournament: Tournament, pairing: Pairing, acting: ActAuthor) -> None:
    """Reopen a round after a result of it was reversed. Discard the proposal for the next round, and end the review.

    If a next stage was set up, a corrected result is enough to reopen the round, because other players may now advance.
    The next stage is then discarded. Nothing changes if a later round is published (E101). The caller must have locked
    the tournament's row.
    """
    round_ = pairing.round
    later = tournament.rounds.filter(number__gt=round_.number)
    next_stages = tournament.stages.filter(number__gt=round_.stage.number)
    is_changed = next_stages.exists() or Pairing.objects.filter(pk=pairing.pk).undecided().exists()
    if (
        round_.state != RoundState.DONE
        or not is_changed
        or tournament.state not in (TournamentState.RUNNING, TournamentState.REVIEW)
    ):
        return
    if later.exclude(state__in=OPEN).exists():
        return
    Pairing.objects.filter(round__in=later).delete()
    next_stages.delete()
    later.update(state=RoundState.PLANNED, proposal="", inputs="")
    round_.state, round_.done_at = RoundState.PLAYING, None
    round_.save(update_fields=["state", "done_at"])
    if tournament.state == TournamentState.REVIEW:
        tournament.state, tournament.ended_at = TournamentState.RUNNING, None
        tournament.save(update_fields=["state", "ended_at"])
    acting.log(tournament, "reopened", round=round_.number)


__all__ = ["notify_if_others_advance", "reopen_round"]
