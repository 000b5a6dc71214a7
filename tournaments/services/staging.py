"""Move from one stage to the next (E31). Players are assigned to sections. The winners advance to new sections until
one player is left, or to a knockout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.services.idempotency import PlayerRequest
from tournaments.announcing import ActAuthor
from tournaments.errors import BadActInput, PlayerNotEntered, WrongState
from tournaments.models import (
    EntryState,
    NextStage,
    Pairing,
    Round,
    RoundState,
    SectionAssignment,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.stage_data import (
    data_of_section,
    data_of_stage,
    pairing_system,
    standings_after_round,
    standings_input,
)
from tournaments.systems import types as systems
from tournaments.systems.brackets import double_knockout, seeds_with_sections_apart, single_knockout
from tournaments.systems.groups import (
    StageAfterSections,
    advancing_players,
    draw_sections,
    drawn_table_order,
    sections_schedule,
    serpentine_sections,
    stage_after_sections,
    with_drawn_seeds,
)
from tournaments.systems.round_robin import round_robin_schedule
from tournaments.systems.types import KNOCKOUTS, SystemKind

from .rows import check_not_own_game, current_stage, find_entry, lock_for_director
from .waking import wake

OPEN = (RoundState.PLANNED, RoundState.PROPOSED)
GAMES_OF_LAST_TWO = 5
"""The number of games between the last two players, which the first to win three ends (BrainKing)."""


def set_up_stage(tournament: Tournament, stage: Stage, entries: Iterable[systems.Entrant]) -> None:
    """Assign players to sections if the stage has any, and create its rounds. The caller must have locked the
    tournament's row."""
    found = tuple(entries)
    if stage.kind == SystemKind.SECTIONS:
        stage.groups = _assign_sections(stage, found, f"{tournament.seed}:{stage.number}")
    stage.rounds = rounds_needed(stage, len(found))
    stage.save(update_fields=["groups", "rounds"])
    there = set(tournament.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        Round(tournament=tournament, stage=stage, number=number, state=RoundState.PLANNED)
        for number in range(stage.first_round, stage.first_round + stage.rounds)
        if number not in there
    )


def _assign_sections(stage: Stage, entries: tuple[systems.Entrant, ...], seed: str) -> list[list[int]]:
    """Return the sections as lists of entry ids, with table numbers drawn by the seed. Players seeded by a director are
    assigned first, in serpentine order, even if the others are assigned at random."""
    if stage.drawing == SectionAssignment.DRAWN:
        if all(one.seed is None for one in entries):
            return [list(ids) for ids in draw_sections(entries, seed, stage.group_size)]
        entries = with_drawn_seeds(entries, seed)
    by_id = {one.id: one for one in entries}
    return [
        list(drawn_table_order([by_id[id_] for id_ in ids], seed))
        for ids in serpentine_sections(entries, stage.group_size)
    ]


def rounds_needed(stage: Stage, players: int) -> int:
    """Return the number of rounds that the stage needs for this many players."""
    if stage.kind == SystemKind.ROUND_ROBIN:
        return max(one.round for one in round_robin_schedule(tuple(range(players)), stage.games_each))
    if stage.kind == SystemKind.SECTIONS:
        rows = sections_schedule([tuple(ids) for ids in stage.groups], stage.games_each)
        return max(one.round for one in rows)
    if stage.kind in KNOCKOUTS:
        plan = (
            double_knockout(players)
            if stage.kind == SystemKind.DOUBLE_KNOCKOUT
            else single_knockout(players, stage.third_place)
        )
        return max(one.round for one in plan)
    return stage.rounds


def begin_next_stage(tournament: Tournament, acting: ActAuthor) -> bool:
    """Begin the stage after the sections that have ended. Return False if there is none, because one player is left or
    all share the first place. Players who have left do not advance. The caller must have locked the tournament's
    row."""
    stage = current_stage(tournament)
    if stage.kind != SystemKind.SECTIONS:
        return False
    field = data_of_stage(standings_input(tournament), stage)
    out = set(tournament.entries.ever_took_part().exclude(state=EntryState.ENTERED).values_list("pk", flat=True))
    is_last = len(stage.groups) == 1 and stage.then == NextStage.SECTIONS
    on = advancing_players(pairing_system(tournament, stage), field, None if is_last else stage.best or None, out)
    staying = tuple(one for one in field.entries if one.id not in out)
    step = stage_after_sections(replace(field, entries=staying), on, len(stage.groups))
    if len(on) < 2 or (step is StageAfterSections.DONE and stage.then == NextStage.SECTIONS):
        return False
    made = Stage(tournament=tournament, number=stage.number + 1, first_round=stage.first_round + stage.rounds)
    if stage.then == NextStage.KNOCKOUT or step is StageAfterSections.FINAL:
        made.kind = SystemKind.KNOCKOUT.value
        made.groups = [list(_knockout_seeds(tournament, stage, (field, on)))]
        made.games_each = stage.final_games if stage.then == NextStage.KNOCKOUT else GAMES_OF_LAST_TWO
        made.third_place = stage.third_place
    else:
        for name in ("kind", "games_each", "tiebreaks", "group_size", "drawing", "best", "then", "final_games"):
            setattr(made, name, getattr(stage, name))
    made.save()
    set_up_stage(tournament, made, [one for one in field.entries if one.id in on])
    acting.log(tournament, "stage", round=made.first_round, after=str(len(on)))
    transaction.on_commit(wake)
    return True


def _knockout_seeds(
    tournament: Tournament, stage: Stage, winners_: tuple[systems.StageData, tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the ids of the advancing players in the order of their knockout seeds: by place in their section, points
    and rank. Players of one section are in different halves."""
    field, on = winners_
    system = pairing_system(tournament, stage)
    by_id = {one.id: one for one in field.entries}
    keys = {
        line.entry: (line.place, -next(iter(line.values.values())), -by_id[line.entry].rank, -by_id[line.entry].rating)
        for number, ids in enumerate(stage.groups, start=1)
        for line in standings_after_round(system, data_of_section(field, number, ids), None)
    }
    mates = {id_: number for number, ids in enumerate(stage.groups, start=1) for id_ in ids}
    return seeds_with_sections_apart(tuple(sorted(on, key=lambda id_: (*keys[id_], by_id[id_].name))), mates)


def may_exchange_sections(tournament: Tournament) -> bool:
    """Return whether a director may swap players between sections, which is possible until the first round of their
    stage is published."""
    if tournament.state != TournamentState.RUNNING:
        return False
    stage = current_stage(tournament)
    return stage.kind == SystemKind.SECTIONS and not Round.objects.filter(stage=stage).exclude(state__in=OPEN).exists()


def exchange_sections(request: PlayerRequest, tournament_id: int, pair: tuple[Player, Player]) -> Stage:
    """Swap the sections of two players before the first round of the stage is published. A proposal for this round is
    discarded.

    Raises NotDirector, WrongState, NotEntered, OwnGameAffected, and BadActInput if both are in the same section.
    """
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        stage = current_stage(tournament)
        if not may_exchange_sections(tournament):
            raise WrongState(state=tournament.state)
        rounds = Round.objects.filter(stage=stage)
        check_not_own_game(request.player, [player.pk for player in pair])
        places = [_place_in_sections(tournament, stage, player) for player in pair]
        (one, at), (other, there) = places
        if one == other:
            raise BadActInput(field="other", sentence=_("Choose two players from different sections."))
        groups = stage.groups
        groups[one][at], groups[other][there] = groups[other][there], groups[one][at]
        stage.save(update_fields=["groups"])
        Pairing.objects.filter(round__in=rounds).delete()
        rounds.update(state=RoundState.PLANNED, inputs="", proposal="")
        acting.log(tournament, "exchanged", about=pair[0], other=pair[1])
        return stage


def _place_in_sections(tournament: Tournament, stage: Stage, player: Player) -> tuple[int, int]:
    entry = find_entry(tournament, player.pk)
    for number, ids in enumerate(stage.groups):
        if entry is not None and entry.pk in ids:
            return number, ids.index(entry.pk)
    raise PlayerNotEntered


__all__ = ["begin_next_stage", "exchange_sections", "may_exchange_sections", "rounds_needed", "set_up_stage"]
