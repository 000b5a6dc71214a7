"""Export results as files: for the European Go Database, spreadsheets, programs, and OpenGotha (E97).

Public files contain account names. Directors also get files for federations, with the real names and numbers of the
players who agreed (E132, E133).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core import site
from accounts.core.federations import egd_country, federation_data_of
from games.services.idempotency import PlayerRequest
from rules.clock import TimeControl
from rules.clock import TimeSystem as ClockSystem
from tournaments.access import director_role, first_stage
from tournaments.announcing import ActAuthor
from tournaments.errors import NoSuchFile, NotDirector, RanksHidden
from tournaments.models import Entry, Tournament
from tournaments.services.rows import lock_visible_tournament
from tournaments.stage_data import entries_that_took_part, pairing_system, standings_input
from tournaments.systems.files import ffg
from tournaments.systems.files.aga import write_aga
from tournaments.systems.files.columns import cross_table, halves_or_quarters_text
from tournaments.systems.files.egd import ResultFileEvent, ResultFilePlayer, write_h9
from tournaments.systems.files.opengotha_writing import write_opengotha
from tournaments.systems.files.ranks import rank_text
from tournaments.systems.files.table_csv import write_csv
from tournaments.systems.standings import criteria_of_table
from tournaments.systems.types import UNITS, EntryId, StageData, StageSystem, SystemKind

ONLINE = "EU"
"""The EGD's country of online tournaments, for organisers who show no country."""
AGA_RULES = {"aga": "AGA", "bga": "BGA", "ing": "Ing", "brainking": ""}
"""The names of rule sets in the AGA's files, if they are not the capitalised key; "" for rules that the AGA does not
know."""

if TYPE_CHECKING:
    from tournaments.access import Viewer


@dataclass(frozen=True, slots=True)
class ResultsFileFormat:
    """A file format: its name, its content type, the function that writes it, and the pairing systems that it supports.
    `is_for_ratings` marks formats from which a federation could rate games. They are not available for variants."""

    name: Any
    media_type: str
    write: Callable[[Tournament, StageSystem, StageData], str]
    kinds: tuple[SystemKind, ...] = tuple(SystemKind)
    is_for_ratings: bool = False


def adjusted_minutes(control: TimeControl) -> int:
    """Return a player's adjusted time in minutes: the main time plus the time for 45 moves in byo-yomi, or 60 moves in
    Canadian byo-yomi.

    The source is the EGF's page on ratings (gor.html). It does not mention increments and days per move; for those, 60
    moves are counted, which the federation has not confirmed.
    """
    added = {
        ClockSystem.BYO_YOMI: control.period_time * 45,
        ClockSystem.CANADIAN: control.period_time * 60 / max(control.stones, 1),
        ClockSystem.FISCHER: control.increment * 60,
        ClockSystem.DAYS: control.per_move * 60,
    }
    return (control.main_time + added.get(control.system, timedelta(0))) // timedelta(minutes=1)


def _event_facts(tournament: Tournament) -> ResultFileEvent:
    first, last = tournament.started_at, tournament.ended_at or tournament.started_at
    return ResultFileEvent(
        name=tournament.shown_name,
        first_day="" if first is None else first.date().isoformat(),
        last_day="" if last is None else last.date().isoformat(),
        place=site.name(),
        country=egd_country(tournament.owner.country if tournament.owner else "") or ONLINE,
        minutes=adjusted_minutes(tournament.agreed_time),
        main_minutes=tournament.agreed_time.main_time // timedelta(minutes=1),
        comment="Correspondence games on the Internet",
        rules=AGA_RULES.get(tournament.rule_set, tournament.rule_set.replace("_", " ").title()),
        size=max(tournament.width, tournament.height),
    )


def _standings_json(tournament: Tournament, system: StageSystem, field: StageData) -> str:
    """Return the standings and all their input as JSON, which includes the data of all other files."""
    found = cross_table(system, field)
    by_id = {entry.id: entry for entry in field.entries}
    lines = [
        {
            "line": at,
            "place": line.place,
            "player": by_id[line.entry].name,
            "rank": rank_text(by_id[line.entry].rank).lower(),
            "values": {
                one.value: halves_or_quarters_text(value, UNITS.get(one, 2)) for one, value in line.values.items()
            },
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
            "komi": halves_or_quarters_text(one.komi, 2),
            "result": one.result.value,
        }
        for one in field.pairings
    ]
    fields = {
        "tournament": tournament.pk,
        "name": tournament.shown_name,
        "system": system.kind.value,
        "seed": tournament.public_seed,
        "criteria": [one.value for one in criteria_of_table(system)],
        "lines": lines,
        "pairings": pairings,
    }
    return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"


FORMS = {
    "h9": ResultsFileFormat(
        _("European Go Database (.h9)"), "text/plain",
        lambda one, system, field: write_h9(system, field, _event_facts(one)),
        is_for_ratings=True,
    ),
    "csv": ResultsFileFormat(
        pgettext_lazy("file", "Spreadsheet (CSV)"), "text/csv",
        lambda _one, system, field: write_csv(system, field),
    ),
    "json": ResultsFileFormat(_("For programs (JSON)"), "application/json", _standings_json),
    "xml": ResultsFileFormat(
        pgettext_lazy("file", "OpenGotha (XML)"), "application/xml",
        lambda one, system, field: write_opengotha(system, field, _event_facts(one)),
        (SystemKind.ROUND_ROBIN, SystemKind.SWISS, SystemKind.MCMAHON),
    ),
}  # fmt: skip


def result_file_formats(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the keys and names of a tournament's available files."""
    kind = SystemKind(first_stage(tournament).kind)
    return [(form, str(about.name)) for form, about in FORMS.items() if _is_available(tournament, about, kind)]


def _is_available(tournament: Tournament, about: ResultsFileFormat, kind: SystemKind) -> bool:
    return kind in about.kinds and (not about.is_for_ratings or _can_be_rated_by_federations(tournament))


def _can_be_rated_by_federations(tournament: Tournament) -> bool:
    """Return whether federations could rate the tournament's games. They do not rate variants."""
    return not tournament.stones_to_capture


@dataclass(frozen=True, slots=True)
class FederationFormat:
    """A federation's file format, with real names. `suffix` ends the file's name, and `write` returns the file's
    text."""

    name: Any
    suffix: str
    encoding: str
    write: Callable[[StageSystem, StageData, ResultFileEvent, Mapping[EntryId, ResultFilePlayer]], str]


FEDERATION_FORMS = {
    "egd": FederationFormat(_("European Go Database (.h9)"), "h9", "utf-8", write_h9),
    "aga": FederationFormat(
        _("American Go Association (text)"), "txt", "utf-8",
        lambda _system, field, facts, people: write_aga(field, facts, people),
    ),
    "ffg": FederationFormat(_("French Go Federation (.tou)"), "tou", ffg.ENCODING, ffg.write_tou),
}  # fmt: skip


def federation_file_formats(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the keys and names of the tournament's files for federations, [] if federations do not rate its games."""
    if not _can_be_rated_by_federations(tournament):
        return []
    return [(form, str(about.name)) for form, about in FEDERATION_FORMS.items()]


def make_federation_file(request: PlayerRequest, tournament_id: int, format_key: str) -> HttpResponse:
    """Return a federation's result file, with the real names of the players who agreed. Record in their entries and in
    the log that it was made (E131).

    Raises NoSuchTournament, NotDirector, and NoSuchFile for an unknown format, before the start, and for
    variants.
    """
    with transaction.atomic():
        tournament = lock_visible_tournament(request.player, tournament_id)
        role, about = director_role(request.player, tournament), FEDERATION_FORMS.get(format_key)
        if role is None:
            raise NotDirector
        if about is None or tournament.started_at is None or not _can_be_rated_by_federations(tournament):
            raise NoSuchFile
        people = _facts_of_consenting_players(tournament)
        Entry.objects.filter(pk__in=people, named_at=None).update(named_at=request.now)
        ActAuthor(request.player, role, request.now).log(tournament, "file", after=format_key.upper())
    field = _public_stage_data(tournament, entries_that_took_part(tournament))
    text = about.write(pairing_system(tournament, first_stage(tournament)), field, _event_facts(tournament), people)
    media_type = f"text/plain; charset={about.encoding}"
    return _file_response(
        f"tournament-{tournament.pk}.{about.suffix}", text.encode(about.encoding, "replace"), media_type
    )


def _facts_of_consenting_players(tournament: Tournament) -> dict[EntryId, ResultFilePlayer]:
    """Return the personal data of the players who agreed to their use, by entry id. Two queries."""
    rows = Entry.objects.filter(tournament=tournament, shares_name=True).ever_took_part()
    entries = dict(rows.values_list("player_id", "pk"))
    found = federation_data_of(entries)
    return {
        entries[player]: ResultFilePlayer(
            one.family_name, one.given_name, egd_country(one.country), one.club, one.egd_pin, one.aga_number,
            one.ffg_licence,
        )
        for player, one in found.items()
    }  # fmt: skip


def _file_response(name: str, content: str | bytes, media_type: str) -> HttpResponse:
    """Return the response that downloads a file with this name and content."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)


def _public_stage_data(tournament: Tournament, entrants: Iterable[Entry]) -> StageData:
    """Return the input of the standings with account names instead of real names, and without clubs, because players
    may hide their clubs."""
    names = {entry.pk: entry.player.shown_name for entry in entrants}
    field = standings_input(tournament)
    return replace(field, entries=tuple(replace(one, name=names[one.id], club="") for one in field.entries))


def results_download(tournament: Tournament, format_key: str, viewer: Viewer) -> HttpResponse:
    """Return the response that downloads the results file.

    Raises NoSuchFile for an unknown format and before the start. Raises RanksHidden if a player hides their rank,
    unless the viewer is a director: places depend on ranks, so a file without the rank would be wrong (C202).
    """
    stage = first_stage(tournament)
    about = FORMS.get(format_key)
    if about is None or tournament.started_at is None or not _is_available(tournament, about, SystemKind(stage.kind)):
        raise NoSuchFile
    entrants = entries_that_took_part(tournament)
    if any(entry.player.hides_rank for entry in entrants) and director_role(viewer, tournament) is None:
        raise RanksHidden
    text = about.write(tournament, pairing_system(tournament, stage), _public_stage_data(tournament, entrants))
    return _file_response(f"tournament-{tournament.pk}.{format_key}", text, f"{about.media_type}; charset=utf-8")
