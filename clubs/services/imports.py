"""Import a club's games from other servers (E150).

An upload is first stored as a row. Small uploads are read at once, large ones by a Celery worker, or without Redis by a
thread of this process. The games are stored in one transaction. Games that the club already has are left out, so that
reading the same file twice does no harm.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.security.staff_permissions import StaffPermission, may
from clubs import access, errors
from clubs.announcing import log_act
from clubs.models import Club, ClubActKind, GameImport, ImportedGame, ImportedName
from clubs.models.imported import LONGEST_FILE_NAME
from clubs.reading.archives import LARGEST_UPLOAD, BadFile, pack_files
from clubs.reading.records import GameRecord, UploadResult, read_upload
from foundation import background, timesource
from foundation.cpu_slots import TooBusy, cpu_slot
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, BackgroundTask
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest

from .rows import lock_club_for_owner

logger = logging.getLogger(__name__)

TASK = BackgroundTask("clubs.tasks.import_games")
SMALL = 100_000
"""The largest file, in bytes, that is read while the upload's request waits."""
SECONDS_AT_ONCE, SECONDS_IN_BACKGROUND = 1.0, 60.0
"""The limits of the processor time for reading an upload, in seconds: in the request, and in the background."""
MOST_FILES_AT_ONCE, MOST_A_DAY, MOST_GAMES_OF_CLUB = 50, 20, 5_000
TIME_TO_READ = timedelta(minutes=5)
A_BATCH = 200


def store_upload(request: PlayerRequest, club_id: int, files: Sequence[tuple[str, bytes]]) -> GameImport:
    """Store uploaded files (name and bytes) as an upload, read them at once if they are small, and return the upload.

    Raises NoSuchClub, NotManager, NotClubOwner, NoFilesOrTooMany, UploadTooLarge, TooManyImports,
    TooManyImportedGames, Suspended.
    """
    name, data = _combine_files(files)
    with transaction.atomic():
        club = lock_club_for_owner(request, club_id)
        if GameImport.objects.filter(club=club, at__gt=request.now - timedelta(days=1)).count() >= MOST_A_DAY:
            raise errors.TooManyImports(most=MOST_A_DAY)
        if ImportedGame.objects.filter(club=club).count() >= MOST_GAMES_OF_CLUB:
            raise errors.TooManyImportedGames(most=MOST_GAMES_OF_CLUB)
        row = GameImport.objects.create(club=club, by=request.player, file_name=name, data=data, at=request.now)
        log_act(club, ClubActKind.IMPORTED, request.now, by=request.player)
    if len(data) > SMALL or not _read_and_store_import(row, SECONDS_AT_ONCE):
        TASK.wake()
    row.refresh_from_db()
    return row


def _combine_files(files: Sequence[tuple[str, bytes]]) -> tuple[str, bytes]:
    """Return the name and the bytes of the upload. Several files are combined into an archive. Raises NoFilesOrTooMany,
    UploadTooLarge."""
    if not any(data for _name, data in files) or len(files) > MOST_FILES_AT_ONCE:
        raise errors.NoFilesOrTooMany(most=MOST_FILES_AT_ONCE)
    if sum(len(data) for _name, data in files) > LARGEST_UPLOAD:
        raise errors.UploadTooLarge(most=LARGEST_UPLOAD)
    name, data = files[0]
    if len(files) > 1:
        name, data = f"{name} (+{len(files) - 1})", pack_files(files)
    return clean_text(name)[:LONGEST_FILE_NAME] or "?", data


def delete_upload(request: PlayerRequest, club_id: int, import_id: int) -> None:
    """Delete an upload with its games. Only for the club's owner and moderators.

    Raises NoSuchClub, NoSuchImport, NotManager, NotClubOwner, Suspended.
    """
    with transaction.atomic():
        is_staff = may(request.player, StaffPermission.MODERATE)
        club = access.lock_open_club(club_id) if is_staff else lock_club_for_owner(request, club_id)
        row = GameImport.objects.filter(club=club, pk=import_id).first()
        if row is None:
            raise errors.NoSuchImport
        row.delete()
        ImportedName.objects.filter(club=club, as_black=None, as_white=None).delete()
        log_act(club, ClubActKind.IMPORT_DELETED, request.now, by=request.player)


def read_next_upload() -> bool:
    """Read the next waiting upload and store its games. Return False if none is waiting."""
    row = _claim_next_upload(timesource.now())
    if row is None:
        return False
    try:
        _read_and_store_import(row, SECONDS_IN_BACKGROUND, is_last=True)
    except Exception:
        logger.exception("import %s failed", row.pk)
        failed = [(row.file_name, "failed", 0)]
        _waiting_uploads().filter(pk=row.pk).update(state=GameImport.State.FAILED, data=None, errors=failed)
    return True


def start_upload_reading_thread() -> threading.Thread:
    """Start and return the thread that reads waiting uploads until the process ends."""
    return background.start("imports", read_next_upload, SECONDS_BETWEEN_LOOKS, woken_by=TASK.wanted)


def _waiting_uploads() -> QuerySet[GameImport]:
    return GameImport.objects.filter(state=GameImport.State.WAITING)


def _claim_next_upload(now: datetime) -> GameImport | None:
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - TIME_TO_READ)
    for row in _waiting_uploads().filter(free).order_by("pk")[:1]:
        if _waiting_uploads().filter(free, pk=row.pk).update(claimed_at=now):
            return row
    return None


def _read_and_store_import(row: GameImport, seconds: float, *, is_last: bool = False) -> bool:
    """Read an upload and store its games. Return False, and store nothing, if the server is busy or the time limit was
    reached. On the last try, the games that were read before the time limit are stored."""
    try:
        with cpu_slot():
            found = read_upload(row.file_name, bytes(row.data or b""), seconds)
    except TooBusy:
        return False
    if not found.is_complete and not is_last:
        return False
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=row.club_id)
        if _waiting_uploads().filter(pk=row.pk).exists():
            _store_games(club, row, found)
    return True


def _store_games(club: Club, row: GameImport, found: UploadResult) -> None:
    """Store the games that the club does not have yet, and the result of the upload. The caller must have locked the
    club's row."""
    unique = {game.digest: game for game in found.games}
    known = set(ImportedGame.objects.filter(club=club).values_list("digest", flat=True))
    games = [game for digest, game in unique.items() if digest not in known]
    room = MOST_GAMES_OF_CLUB - len(known)
    if len(games) > room:
        found.add_error(row.file_name, BadFile("club_full"))
    games = games[:room]
    names = _get_or_add_names(club, games)
    rows = [_imported_game_row(club, row, game, names) for game in games]
    ImportedGame.objects.bulk_create(rows, batch_size=A_BATCH)
    row.state, row.data, row.claimed_at = GameImport.State.DONE, None, None
    row.games, row.known = len(games), len(found.games) - len(games)
    row.errors, row.more_errors = found.errors, found.more_errors
    row.save()


def _get_or_add_names(club: Club, games: Iterable[GameRecord]) -> dict[tuple[str, str], ImportedName]:
    """Return the club's names of these games' players, by server and name. Missing names are added."""
    wanted = {(game.server.value, name) for game in games for name in game.players}
    new = [ImportedName(club=club, server=server, name=name) for server, name in sorted(wanted)]
    ImportedName.objects.bulk_create(new, batch_size=A_BATCH, ignore_conflicts=True)
    return {(one.server, one.name): one for one in ImportedName.objects.filter(club=club)}


def _imported_game_row(
    club: Club, row: GameImport, game: GameRecord, names: dict[tuple[str, str], ImportedName]
) -> ImportedGame:
    black, white = (names[game.server.value, name] for name in game.players)
    copied = ("file", "width", "height", "handicap", "komi", "result", "played_on", "moves", "rows", "sgf", "digest")
    values = {name: getattr(game, name) for name in copied}
    return ImportedGame(club=club, upload=row, server=game.server.value, black=black, white=white, **values)
