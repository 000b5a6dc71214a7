"""Upload records, and keep them at once or after the player's choice (L1, L2)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Sum

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from foundation.refusals import Refusal
from foundation.text import clean_text
from library.errors import LibraryFull
from library.models import LONGEST_NAME, Record
from rules import to_sgf

from . import indexing
from .reading import GameOfUpload, UploadedFile, read_uploaded_files
from .shelving import FolderAndTags, store_folder_and_tags

MOST_RECORDS, MOST_BYTES = 5_000, 50_000_000
"""What one player can keep."""
WAITING = timedelta(days=1)
"""How long an upload waits for the choice of games."""


@dataclass(frozen=True, slots=True)
class UploadResult:
    """The result of an upload: the new records, the number of games that the library already had, the ids of their
    records, and the files that could not be read, each with the reason."""

    records: list[Record]
    known: int
    known_ids: list[int]
    refused: list[tuple[str, Refusal]]


def check_may_upload(player: Player, now: datetime) -> None:
    """Raise Suspended or NotForGuests if the player may not keep records."""
    check_allowed(player, now)
    check_not_guest(player)


@dataclass(frozen=True, slots=True)
class UploadRequest:
    """Uploaded files, and the numbers of the wanted games, counted from 0 in file order. None means all games."""

    files: list[UploadedFile]
    wanted: frozenset[int] | None = None


def store_upload_for_choice(player: Player, upload: UploadRequest, now: datetime) -> UploadResult:
    """Store the wanted games of these files, waiting for the player's choice (`keep_records`). An earlier upload that
    is still waiting is deleted. Games that the library already has are not stored again.

    Raises NotForGuests, Suspended, BadSgf, BadArchive, UploadTooLarge, TooManyGames, UploadReadingTookTooLong,
    LibraryFull, TooBusy.
    """
    check_may_upload(player, now)
    found, wanted = read_uploaded_files(upload.files), upload.wanted
    games = [game for index, game in enumerate(found.games) if wanted is None or index in wanted]
    rows = {row.digest: row for row in (_record_row(player, game, now) for game in games)}
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        mine = Record.objects.filter(owner=player)
        mine.waiting_for_choice().delete()
        known = dict(mine.filter(digest__in=rows).values_list("digest", "pk"))
        fresh = [row for digest, row in rows.items() if digest not in known]
        has = mine.aggregate(bytes=Sum("size", default=0))["bytes"]
        if mine.count() + len(fresh) > MOST_RECORDS or has + sum(row.size for row in fresh) > MOST_BYTES:
            raise LibraryFull
        made = Record.objects.bulk_create(fresh)
        return UploadResult(made, len(games) - len(fresh), list(known.values()), found.refused)


def _record_row(player: Player, read: GameOfUpload, now: datetime) -> Record:
    facts, game = read.facts, read.game
    black, white, event = (_single_line(text) for text in (facts.black, facts.white, facts.event))
    return Record(
        owner=player,
        added_at=now,
        name=_single_line(read.file) or "game.sgf",
        black=black,
        white=white,
        black_rank=_single_line(facts.black_rank)[:20],
        white_rank=_single_line(facts.white_rank)[:20],
        names=f"{black}\n{white}".casefold()[: 2 * LONGEST_NAME + 50],
        event=event,
        events=event.casefold()[: LONGEST_NAME + 50],
        played=facts.played,
        result=_single_line(facts.result)[:30],
        rules=facts.rules,
        komi=facts.komi,
        width=facts.board.width,
        height=facts.board.height,
        handicap=facts.handicap,
        moves=facts.moves,
        nodes=facts.nodes,
        comments=facts.comments,
        branches=facts.branches,
        position="/".join(facts.board.rows()),
        last=_last_move_text(read),
        codec=game.codec,
        size=len(game.data),
        digest=hashlib.sha256(game.data.strip()).hexdigest(),
        data=game.data,
    )


def _single_line(text: str) -> str:
    return " ".join(clean_text(text).split())[:LONGEST_NAME]


def _last_move_text(read: GameOfUpload) -> str:
    move = read.facts.last
    return "" if move is None else f"{move.color.letter}{'' if move.point is None else to_sgf(move.point)}"


def keep_records(player: Player, records: Collection[Record], shelf: FolderAndTags, now: datetime) -> None:
    """Keep these records of the player's upload. Raises NotForGuests, Suspended."""
    check_may_upload(player, now)
    with transaction.atomic():
        Record.objects.filter(pk__in=[record.pk for record in records]).update(kept_at=now)
        store_folder_and_tags(records, shelf)
        transaction.on_commit(indexing.TASK.wake, robust=True)


def upload_and_keep(player: Player, upload: UploadRequest, shelf: FolderAndTags, now: datetime) -> UploadResult:
    """Upload files and keep the wanted games. Raises the errors of `store_upload_for_choice`."""
    with transaction.atomic():
        made = store_upload_for_choice(player, upload, now)
        keep_records(player, made.records, shelf, now)
    return made


def delete_unkept_uploads(*, now: datetime, **_: object) -> int:
    """Delete uploads that have been waiting for a day. Return the number of deleted games."""
    return Record.objects.waiting_for_choice().filter(added_at__lt=now - WAITING).delete()[0]
