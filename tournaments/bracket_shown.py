"""A bracket for pages and the API: its matches with their players, and their positions in the drawing (E96)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from accounts.models import Player
from tournaments.access import current_stage
from tournaments.errors import NoSuchBracket
from tournaments.models import Entry, Tournament
from tournaments.stage_data import (
    PairingWithResult,
    entries_that_took_part,
    load_knockout,
    pairing_results_of,
    published_round_ids,
)
from tournaments.systems.brackets import BracketPart, SeatOrigin
from tournaments.systems.knockout import NOBODY, KnockoutMatch, MatchSeat, current_matches
from tournaments.systems.ledger import HALVES
from tournaments.systems.types import KNOCKOUTS, EventResult

MOST_IN_A_PICTURE = 64
"""The largest number of players for which the bracket is drawn; above it there is only the table."""
WIDTH, GAP, HEIGHT, SPACE = 190, 34, 46, 12


@dataclass(frozen=True, slots=True)
class ShownMatchSeat:
    """A seat of a match as displayed: its player, their score in the games of the match as text, and whether they won
    the match."""

    player: Player | None
    points: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match with its two seats and its games."""

    match: KnockoutMatch
    seats: tuple[ShownMatchSeat, ShownMatchSeat]
    games: tuple[PairingWithResult, ...]
    winner: Player | None
    before: int = 0
    """The number of the tournament's rounds before the bracket."""

    @property
    def round(self) -> int:
        """Return the number of the match's round in the tournament."""
        return self.before + self.match.plan.round

    @property
    def number(self) -> int:
        """Return the number of the match in the bracket."""
        return self.match.plan.number

    @property
    def is_bye(self) -> bool:
        """Return whether the match has no games, because a player has a bye or the match is not needed."""
        return self.match.over and NOBODY in self.match.seats


@dataclass(frozen=True, slots=True)
class PlacedMatch:
    """A match in the drawing of a bracket. `x` and `y` are the top left corner of its box in units of the drawing."""

    row: MatchRow
    x: int
    y: int

    @property
    def line_y(self) -> int:
        """Return the vertical position of the line from this match to the next one."""
        return self.y + HEIGHT // 2


@dataclass(frozen=True, slots=True)
class ShownBracket:
    """A knockout's bracket for pages and the API: a row for each match, and the drawing (boxes, lines and size)."""

    rows: list[MatchRow]
    boxes: list[PlacedMatch] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    width: int = 0
    height: int = 0


def bracket_for(tournament: Tournament) -> ShownBracket:
    """Return the tournament's bracket. Raises NoSuchBracket if the tournament is not a knockout, or has not started."""
    if tournament.started_at is None or current_stage(tournament).kind not in KNOCKOUTS:
        raise NoSuchBracket
    return build_bracket(tournament)


def build_bracket(tournament: Tournament) -> ShownBracket:
    """Return the tournament's bracket, with the drawing unless it has too many players. The tournament must be a
    knockout that has started. Seven queries for any number of players."""
    stage = current_stage(tournament)
    knockout = load_knockout(tournament, stage)
    meetings = pairing_results_of(published_round_ids(tournament, stage=stage))
    people = {entry.pk: entry for entry in entries_that_took_part(tournament)}
    before = stage.first_round - 1
    rows = [
        replace(_match_row(one, meetings, people), before=before)
        for one in current_matches(knockout, [one.value for one in meetings])
    ]
    if len(knockout.seeds) > MOST_IN_A_PICTURE:
        return ShownBracket(rows)
    boxes = _place_matches([row for row in rows if not row.is_bye])
    width = max((box.x + WIDTH for box in boxes), default=0)
    return ShownBracket(
        rows, boxes, _line_paths(boxes), width + 2, max((box.y + HEIGHT for box in boxes), default=0) + 2
    )


def _match_row(match: KnockoutMatch, meetings: list[PairingWithResult], people: dict[int, Entry]) -> MatchRow:
    here = tuple(one for one in meetings if one.value in match.games)
    one, other = (_shown_seat(seat, match, people) for seat in match.seats)
    winner = None if match.winner is None else people[match.winner].player
    return MatchRow(match, (one, other), here, winner)


def _shown_seat(seat: MatchSeat, match: KnockoutMatch, people: dict[int, Entry]) -> ShownMatchSeat:
    if seat.entry is None:
        return ShownMatchSeat(None, "", is_winner=False)
    halves, ended = 0, 0
    for game in match.games:
        if game.result is not EventResult.UNDECIDED and seat.entry in game.entrants:
            halves += HALVES[game.result][0 if game.black == seat.entry else 1]
            ended += 1
    return ShownMatchSeat(people[seat.entry].player, f"{halves / 2:g}" if ended else "", match.winner == seat.entry)


def _place_matches(rows: list[MatchRow]) -> list[PlacedMatch]:
    """Return the matches with their positions, one column per round. A match is placed at the mean height of the
    matches whose winners play in it, if they are in the same bracket part or the match is a final. Other matches are
    placed below all earlier ones."""
    found: dict[int, PlacedMatch] = {}
    below = {"top": 0}
    part_of = {row.number: row.match.plan.bracket for row in rows}
    for part in (
        BracketPart.UPPER,
        BracketPart.LOWER,
        BracketPart.FINAL,
        BracketPart.SECOND_FINAL,
        BracketPart.THIRD_PLACE,
    ):
        for row in (row for row in rows if part_of[row.number] is part):
            before = [
                found[number]
                for number in _feeding_matches(row)
                if number in found and _is_placed_by_feeders(part, part_of[number])
            ]
            if before:
                y = sum(box.y for box in before) // len(before)
            else:
                y = below["top"]
            found[row.number] = PlacedMatch(row, (row.match.plan.round - 1) * (WIDTH + GAP), y)
            if not before:
                below["top"] = y + HEIGHT + SPACE
        below["top"] = max([below["top"], *(box.y + HEIGHT + SPACE for box in found.values())])
    return list(found.values())


def _is_placed_by_feeders(part: BracketPart, feeding: BracketPart) -> bool:
    return part is feeding or part in (BracketPart.FINAL, BracketPart.SECOND_FINAL)


def _feeding_matches(row: MatchRow) -> list[int]:
    """Return the numbers of the matches whose winners play in this match."""
    if row.match.plan.bracket is BracketPart.SECOND_FINAL:
        return [row.number - 1]
    return [source.number for source in row.match.plan.sources if source.origin is SeatOrigin.WINNER]


def _line_paths(boxes: list[PlacedMatch]) -> list[str]:
    """Return the SVG paths from each match to the match that its winner plays next."""
    at = {box.row.number: box for box in boxes}
    paths = []
    for box in boxes:
        for number in _feeding_matches(box.row):
            if number in at:
                start, bend = at[number].x + WIDTH, box.x - GAP // 2
                paths.append(f"M{start} {at[number].line_y}H{bend}V{box.line_y}H{box.x}")
    return paths
