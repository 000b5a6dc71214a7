"""Results as files: for the European Go Database, spreadsheets, programs, and OpenGotha (E97).

Names are public account names: no real names and no PINs are written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from rules.clock import System as ClockSystem
from rules.clock import TimeControl
from tournaments.access import first_stage_of, role_of
from tournaments.errors import NoSuchFile, RanksHidden
from tournaments.field import entrants_of, field_of, system_of
from tournaments.models import Tournament
from tournaments.systems.files.columns import number_text, table
from tournaments.systems.files.egd import EventFacts, write_h9
from tournaments.systems.files.opengotha_writing import write_opengotha
from tournaments.systems.files.ranks import rank_text
from tournaments.systems.files.table_csv import write_csv
from tournaments.systems.standings import criteria
from tournaments.systems.types import UNITS, Field, Kind, System

if TYPE_CHECKING:
    from tournaments.access import Viewer


@dataclass(frozen=True, slots=True)
class Form:
    """A file format: its name, its type, the function that writes it, and the systems it is for."""

    name: Any
    media_type: str
    write: Callable[[Tournament, System, Field], str]
    kinds: tuple[Kind, ...] = tuple(Kind)


def adjusted_minutes(control: TimeControl) -> int:
    """Return the adjusted time of a player in minutes: the main time, and the time for 45 moves in byo-yomi, or 60 in
    Canadian byo-yomi.

    The source is the EGF's page on ratings (gor.html). It does not name increments and days per move: 60 moves are
    counted for them, which was not checked with the federation.
    """
    added = {
        ClockSystem.BYO_YOMI: control.period_time * 45,
        ClockSystem.CANADIAN: control.period_time * 60 / max(control.stones, 1),
        ClockSystem.FISCHER: control.increment * 60,
        ClockSystem.DAYS: control.per_move * 60,
    }
    return (control.main_time + added.get(control.system, timedelta(0))) // timedelta(minutes=1)


def _facts(tournament: Tournament) -> EventFacts:
    first, last = tournament.started_at, tournament.ended_at or tournament.started_at
    return EventFacts(
        name=tournament.shown_name,
        first_day="" if first is None else first.date().isoformat(),
        last_day="" if last is None else last.date().isoformat(),
        place=settings.IGO_SITE_NAME,
        minutes=adjusted_minutes(tournament.agreed_time),
        comment="Correspondence games on the Internet",
    )


def _json(tournament: Tournament, system: System, field: Field) -> str:
    """Return everything that standings are computed from, and the standings: the data of all other files in one."""
    found = table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    lines = [
        {
            "line": at,
            "place": line.place,
            "player": by_id[line.entry].name,
            "rank": rank_text(by_id[line.entry].rank).lower(),
            "values": {one.value: number_text(value, UNITS.get(one, 2)) for one, value in line.values.items()},
            "games": list(found.cells[line.entry]),
        }
        for at, line in enumerate(found.lines, start=1)
    ]
    pairings = [
        {
            "round": one.round,
            "board": one.board,
            "black": by_id[one.black].name,
            "white": None if one.white is None else by_id[one.white].name,
            "handicap": one.handicap,
            "komi": number_text(one.komi, 2),
            "result": one.result.value,
        }
        for one in field.pairings
    ]
    fields = {
        "tournament": tournament.pk,
        "name": tournament.shown_name,
        "system": system.kind.value,
        "seed": tournament.seed,
        "criteria": [one.value for one in criteria(system)],
        "lines": lines,
        "pairings": pairings,
    }
    return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"


FORMS = {
    "h9": Form(
        _("European Go Database (.h9)"), "text/plain",
        lambda one, system, field: write_h9(system, field, _facts(one)),
    ),
    "csv": Form(_("Spreadsheet (CSV)"), "text/csv", lambda _one, system, field: write_csv(system, field)),
    "json": Form(_("For programs (JSON)"), "application/json", _json),
    "xml": Form(
        _("OpenGotha (XML)"), "application/xml", lambda one, system, field: write_opengotha(system, field, _facts(one)),
        (Kind.ROUND_ROBIN, Kind.SWISS, Kind.MCMAHON),
    ),
}  # fmt: skip


def forms_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the available files of a tournament with their names."""
    kind = Kind(first_stage_of(tournament).kind)
    return [(form, str(about.name)) for form, about in FORMS.items() if kind in about.kinds]


def as_download(tournament: Tournament, form: str, viewer: Viewer) -> HttpResponse:
    """Return the file. Raises NoSuchFile, also before the start, and RanksHidden for others than directors if a player
    hides their rank: the places follow from the ranks, so that files without them would be wrong (C202)."""
    stage = first_stage_of(tournament)
    about = FORMS.get(form)
    if about is None or tournament.started_at is None or Kind(stage.kind) not in about.kinds:
        raise NoSuchFile
    entrants = entrants_of(tournament)
    if any(entry.player.hides_rank for entry in entrants) and role_of(viewer, tournament) is None:
        raise RanksHidden
    names = {entry.pk: entry.player.shown_name for entry in entrants}
    field = field_of(tournament)
    entries = tuple(replace(one, name=names[one.id], club="") for one in field.entries)  # a club's name may be hidden
    named = replace(field, entries=entries)
    text = about.write(tournament, system_of(tournament, stage), named)
    answer = HttpResponse(text, content_type=f"{about.media_type}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="tournament-{tournament.pk}.{form}"'
    return answer
