"""A month of finished public games for everyone: records as SGF, the games as JSON, checksums, and the licence (C95).

Dumps are written only if the administrator enables them (IGO_DUMP), because users must be informed before they sign up.
A dump contains the data that visitors see of these games, but no name, rank or rating of closed accounts.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import translation

from accounts.core import site
from games.api.outputs import game_row_json
from games.game_view import GameView
from games.models import Game
from games.sgf_export import iterate_records
from rules import Reason

from .positions import NOBODY

RECORDS, ROWS, ABOUT, SUMS = "games.sgf.zip", "games.ndjson", "README.txt", "SHA256SUMS"
LEFT_OUT = (Reason.CANCELLED.value, Reason.ANNULLED.value)
"""Ends of games that do not count as played."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every file in the archive: its creation time says nothing about the game."""
_README = """\
Finished public games of {name}, {url}
Games that ended in {month} (UTC), {count} of them.

{records}  the records, SGF FF[4], a file a game
{rows}   a game a line: JSON as GET {url}/api/v1/games/export has it
{sums}     SHA-256 sums of the files: sha256sum -c {sums}

Licence: {licence}
The players of games are named as they were when this was made. Closed accounts have no name, rank or rating here; who
closes an account later is in what was made before. Private games, chat, notes and reasons are not in it.
"""


@dataclass(frozen=True, slots=True)
class Month:
    """A month, in UTC."""

    begin: datetime
    end: datetime

    @classmethod
    def parse(cls, text: str) -> Month:
        """Return the month of a text such as "2026-10". Raises ValueError."""
        begin = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
        return cls(begin, _month_after(begin))

    @classmethod
    def last_complete(cls, now: datetime) -> Month:
        """Return the month before the month of `now`."""
        this = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        last = this.replace(month=this.month - 1) if this.month > 1 else this.replace(year=this.year - 1, month=12)
        return cls(last, this)

    def __str__(self) -> str:
        return f"{self.begin:%Y-%m}"


def _month_after(begin: datetime) -> datetime:
    return begin.replace(year=begin.year + begin.month // 12, month=begin.month % 12 + 1)


def write_dump(month: Month, folder: Path) -> tuple[Path, int]:
    """Write the month into its own folder inside `folder`, replacing an earlier dump. Return that folder, which appears
    only when it is complete, and the number of games. Raises OSError."""
    made, there = folder / f"{month}.part", folder / str(month)
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    with translation.override("en"):
        count = _write_games(month, made)
        (made / ABOUT).write_text(_readme_text(month, count))
    names = (RECORDS, ROWS, ABOUT)
    (made / SUMS).write_text("".join(f"{_sha256_of(made / name)}  {name}\n" for name in names))
    shutil.rmtree(there, ignore_errors=True)
    made.rename(there)
    return there, count


def games_of_month(month: Month) -> list[int]:
    """Return the ids of the month's games, in the order in which they ended."""
    games: Any = Game.objects.visible_to(NOBODY).finished().exclude(end_reason__in=LEFT_OUT)
    ended = games.filter(finished_at__gte=month.begin, finished_at__lt=month.end)
    return list(ended.order_by("finished_at", "pk").values_list("pk", flat=True))


def _write_games(month: Month, folder: Path) -> int:
    count = 0
    with (
        zipfile.ZipFile(folder / RECORDS, "w", zipfile.ZIP_DEFLATED) as records,
        (folder / ROWS).open("w", encoding="utf-8") as rows,
    ):
        for game, sgf in _visible_records(games_of_month(month)):
            file = zipfile.ZipInfo(f"{game.finished_at:%Y-%m-%d}-{game.pk}.sgf", _LONG_AGO)
            records.writestr(file, sgf, zipfile.ZIP_DEFLATED)
            rows.write(
                json.dumps({**_game_row_json(game), "sgf": sgf}, ensure_ascii=False, separators=(",", ":")) + "\n"
            )
            count += 1
    return count


def _visible_records(numbers: list[int]) -> Iterator[tuple[Game, str]]:
    """Yield the games with their records as visitors see them. Games that are no longer public are left out."""
    for game, record in iterate_records(numbers, Game.objects.visible_to(NOBODY).finished()):
        yield game, GameView(game, NOBODY).sgf(record)


def _game_row_json(game: Game) -> dict[str, Any]:
    """Return the JSON of the game as in the API's lists, without the data of closed accounts."""
    row: dict[str, Any] = {**game_row_json(game)}
    hidden = {"username": "", "rank": None, "rating_before": None, "rating_after": None}
    pairs = zip(game.seat_list(), row["players"], strict=True)
    row["players"] = [player if seat.player.deleted_at is None else {**player, **hidden} for seat, player in pairs]
    return row


def _readme_text(month: Month, count: int) -> str:
    names = {"records": RECORDS, "rows": ROWS, "sums": SUMS}
    place = {"name": site.name(), "url": settings.IGO_URL, "licence": settings.IGO_DUMP_LICENCE}
    return _README.format(month=month, count=count, **names, **place)


def _sha256_of(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
