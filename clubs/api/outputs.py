"""The JSON representation of clubs."""

from __future__ import annotations

from datetime import datetime
from typing import cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from api.people.outputs import rank_json
from clubs.models import Club, ClubAct, ClubNotice, ClubRole, GameImport, ImportedGame, ImportedName, Membership
from clubs.models.club import ClubOptions
from clubs.services.inviting import InvitationOutcome
from foundation.iso_times import iso_time


def club_row_json(shown: Club) -> shapes.ClubRow:
    """Return the JSON of a club in a list."""
    return {
        "id": shown.pk,
        "name": shown.name,
        "place": shown.place,
        "members": shown.member_count,
        "joining": cast("shapes.ClubJoining", shown.joining),
    }


def club_json(shown: Club, viewer: Player | None) -> shapes.Club:
    """Return the JSON of a club as this viewer sees it. Two queries."""
    rows = Membership.objects.filter(club=shown).select_related("player")
    owner = rows.members().filter(role=ClubRole.OWNER).first()
    mine = None if viewer is None else rows.filter(player=viewer).first()
    role = ClubRole(mine.role) if mine is not None and mine.is_member else None
    options = values_of(shown, ClubOptions)
    made = {
        **club_row_json(shown),
        "emblem": {name: options.pop(name) for name in ("letters", "shape", "shade")},
        "crest": shown.crest_path or None,
        **options,
        "owner": None if owner is None else owner.player.username,
        "founded_at": iso_time(shown.created_at),
        "my_role": None if role is None else role.value,
        "my_standing": None if mine is None else mine.standing,
        "invitation": shown.invite_key or None if role is not None and role.manages else None,
    }
    return cast("shapes.Club", made)


def member_json(one: Membership, *, sees_visits: bool) -> shapes.ClubMember:
    """Return the JSON of a member. The row must have `with_games_and_visit`, and its player with ratings
    loaded."""
    assert one.joined_at is not None
    visited_at: datetime | None = one.visited_at if sees_visits else None  # type: ignore[attr-defined]
    return {
        "player": one.player.username,
        "rank": rank_json(one.player),
        "role": cast("shapes.ClubRole", one.role),
        "since": iso_time(one.joined_at),
        "games": int(one.games),  # type: ignore[attr-defined]
        "last_visit": None if visited_at is None else visited_at.date().isoformat(),
    }


def membership_json(one: Membership) -> shapes.ClubMembership:
    """Return the JSON of the requester's membership of a club."""
    return {
        "club": one.club_id,
        "standing": cast("shapes.ClubStanding", one.standing),
        "role": cast("shapes.ClubRole", one.role) if one.is_member else None,
        "gets_notices": one.gets_notices,
    }


def membership_request_json(one: Membership, blocked_ids: set[int]) -> shapes.ClubRequest:
    """Return the JSON of a player who has asked to join, is invited or is banned. For players in `blocked_ids`, who
    have a block between them and the viewer, the text of the request is left out. The player must be loaded."""
    return {
        "player": one.player.username,
        "standing": cast("shapes.ClubStanding", one.standing),
        "sentence": "" if one.player_id in blocked_ids else one.sentence,
        "at": iso_time(one.at),
    }


def invitations_json(made: InvitationOutcome) -> shapes.ClubInvitations:
    """Return the JSON of the outcome of inviting several players."""
    refused: list[shapes.ClubInvitationRefused] = [
        {"entry": entry, "code": why.code, "detail": why.message()} for entry, why in made.refused
    ]
    return {"invited": made.invited, "addresses": made.addresses, "refused": refused}


def notice_json(one: ClubNotice) -> shapes.ClubNotice:
    """Return the JSON of a club notice. Its author must be loaded."""
    gone = one.author is None or one.author.deleted_at is not None
    return {
        "id": one.pk,
        "author": None if gone or one.author is None else one.author.username,
        "text": one.text,
        "at": iso_time(one.at),
    }


def log_line_json(line: ClubAct) -> shapes.ClubAct:
    """Return the JSON of a line of the club's log. The line's players must be loaded."""
    return {
        "number": line.pk,
        "act": line.act,
        "by": None if line.by is None else line.by.username,
        "about": None if line.about is None else line.about.username,
        "role": cast("shapes.ClubRole", line.role) if line.role else None,
        "reason": line.reason,
        "at": iso_time(line.at),
    }


def imported_game_json(game: ImportedGame) -> shapes.ImportedGame:
    """Return the JSON of an imported game. Its names and their players must be loaded."""
    return {
        "id": game.pk,
        "server": cast("shapes.GameServer", game.server),
        "file": game.file,
        "black": _imported_player_json(game.black),
        "white": _imported_player_json(game.white),
        "width": game.width,
        "height": game.height,
        "handicap": game.handicap,
        "komi": game.komi,
        "result": game.result,
        "played_on": None if game.played_on is None else game.played_on.isoformat(),
        "moves": game.moves,
    }


def imported_record_json(game: ImportedGame) -> shapes.ImportedRecord:
    """Return the JSON of an imported game with its SGF record."""
    return {**imported_game_json(game), "sgf": game.sgf}


def _imported_player_json(name: ImportedName) -> shapes.ImportedPlayer:
    player = name.player if name.is_confirmed else None
    return {"name": name.name, "player": None if player is None else player.username}


def imported_name_json(name: ImportedName) -> shapes.ImportedName:
    """Return the JSON of a name in imported games. Its player must be loaded."""
    return {
        "id": name.pk,
        "server": cast("shapes.GameServer", name.server),
        "name": name.name,
        "player": None if name.player is None else name.player.username,
        "confirmed": name.is_confirmed,
    }


def game_import_json(row: GameImport) -> shapes.ClubImport:
    """Return the JSON of an upload. Its player must be loaded."""
    return {
        "id": row.pk,
        "file_name": row.file_name,
        "state": cast("shapes.ClubImportState", row.state),
        "by": None if row.by is None else row.by.username,
        "at": iso_time(row.at),
        "games": row.games,
        "known": row.known,
        "errors": [{"file": file, "code": code, "line": line} for file, code, line in row.errors],
        "more_errors": row.more_errors,
    }
