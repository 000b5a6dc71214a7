"""Read Pairgoth's tournament files (`.tour`, JSON): players, pairings, results and the settings that we know (E136)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from foundation.decoding import decode_text
from tournaments.systems.types import (
    Entrant,
    EntryId,
    EventResult,
    FloatersFrom,
    HandicapRules,
    PairingValue,
    StageData,
    StageSystem,
    SystemKind,
)

from .opengotha_reading import (
    DRAWN,
    MOST_ROUNDS,
    EncodingRefused,
    FileRefused,
    ImportedTournament,
    check_imported_pairings,
    parse_decimal,
    parse_whole,
    read_opengotha,
    tiebreaks_from_names,
)
from .ranks import FIRST_DAN, STRONGEST, WEAKEST

BYE = 0
"""The number of the opponent in a bye."""
RESULTS = {
    "?": EventResult.UNDECIDED,
    "b": EventResult.BLACK_WINS,
    "w": EventResult.WHITE_WINS,
    "=": EventResult.DRAW,
    "X": EventResult.VOID,
    "#": EventResult.BOTH_WIN,
    "0": EventResult.BOTH_LOSE,
}
_Object = Mapping[str, Any]


def read_tournament_file(data: bytes) -> ImportedTournament:
    """Return the tournament in an OpenGotha or Pairgoth file of at most MOST_BYTES. Raises FileRefused, or its subclass
    EncodingRefused."""
    try:
        is_json = decode_text(data[:4096]).lstrip("\ufeff \t\r\n").startswith("{")
    except ValueError:
        is_json = False
    return read_pairgoth(data) if is_json else read_opengotha(data)


def read_pairgoth(data: bytes) -> ImportedTournament:
    """Return the tournament in a Pairgoth file. Raises FileRefused, EncodingRefused."""
    try:
        text = decode_text(data)
    except ValueError as error:
        raise EncodingRefused(f"The file's encoding is not supported: {error}.") from error
    try:
        return _build_import(json.loads(text.lstrip("\ufeff")))
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, OverflowError, RecursionError) as error:
        raise FileRefused(f"The file is not a valid tournament of Pairgoth: {error}.") from error


def _build_import(file: _Object) -> ImportedTournament:
    players: list[_Object] = file["players"]
    ids = {int(player["id"]): number for number, player in enumerate(players, start=1)}
    if not players or len(ids) < len(players):
        raise FileRefused("The file has no players, or two with the same number.")
    system = _read_system(file)
    entries = tuple(_read_entry(number, player) for number, player in enumerate(players, start=1))
    pairings = tuple(
        _read_pairing_or_refuse(game, (round_, board), ids, system.komi)
        for round_, games in enumerate(file.get("games") or (), start=1)
        for board, game in enumerate(games or (), start=1)
    )
    check_imported_pairings(pairings)
    return ImportedTournament(str(file.get("name") or ""), system, StageData(entries, pairings))


def _read_entry(id_: EntryId, player: _Object) -> Entrant:
    return Entrant(
        id_,
        rank=_read_rank(player.get("rank"), WEAKEST),
        rating=_read_number(player.get("rating"), 0),
        name=_player_name(player),
        club=str(player.get("club") or ""),
        country=str(player.get("country") or "").upper(),
        correction=_read_number(player.get("mmsCorrection"), 0),
        skips=frozenset(int(round_) for round_ in player.get("skip") or ()),
    )


def _player_name(player: _Object) -> str:
    """Return the player's full name. Raises FileRefused with the player if there is none."""
    name = f"{player.get('name') or ''} {player.get('firstname') or ''}".strip()
    if not name:
        where = json.dumps(player, ensure_ascii=False)[:90]
        raise FileRefused(f"The file has a player without a name: {where}.", where)
    return name


def _read_pairing_or_refuse(game: _Object, at: tuple[int, int], ids: Mapping[int, EntryId], komi: int) -> PairingValue:
    """Return the pairing of a game. Raises FileRefused with the round and the game if it cannot be read."""
    try:
        return _read_pairing(game, at, ids, komi)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        where = json.dumps(game, ensure_ascii=False)[:90]
        raise FileRefused(f"The file has a game that cannot be read: {where}.", where, {"round": at[0]}) from error


def _read_pairing(game: _Object, at: tuple[int, int], ids: Mapping[int, EntryId], komi: int) -> PairingValue:
    round_, board = at
    black, white, handicap = int(game["b"]), int(game["w"]), parse_whole(str(game.get("h") or 0))
    if BYE in (black, white):
        return PairingValue(round_, ids[black or white], None)
    table, result = _read_number(game.get("t"), board), RESULTS[str(game.get("r") or "?")]
    return PairingValue(round_, ids[black], ids[white], table, result, handicap, komi=1 if handicap else komi)


def _read_system(file: _Object) -> StageSystem:
    pairing: _Object = file.get("pairing") or {}
    return StageSystem(
        kind=SystemKind.MCMAHON if pairing.get("type") == "MAC_MAHON" else SystemKind.SWISS,
        rounds=min(max(_read_number(file.get("rounds"), MOST_ROUNDS), 1), MOST_ROUNDS),
        tiebreaks=tiebreaks_from_names(pairing.get("placement") or ()),
        bar=_read_rank(pairing.get("mmBar"), STRONGEST),
        floor=_read_rank(pairing.get("mmFloor"), WEAKEST),
        handicaps=_read_handicaps(pairing.get("handicap") or {}),
        drawn_down=_floaters_setting(pairing, "upDownUpperMode"),
        drawn_up=_floaters_setting(pairing, "upDownLowerMode"),
        komi=_read_komi(file.get("komi")),
    )


def _read_komi(value: Any) -> int:
    """Return a komi in half points, from a number or a text such as "6,5". Return 13 (komi 6.5) if there is no value.
    Raises FileRefused."""
    try:
        return round(2 * parse_decimal(str(value))) if value not in (None, "") else 13
    except (ValueError, OverflowError) as error:
        where = f"komi: {json.dumps(value, ensure_ascii=False)[:60]}"
        raise FileRefused(f"The file has a value that cannot be read, at {where}.", where) from error


def _floaters_setting(pairing: _Object, name: str) -> FloatersFrom:
    return DRAWN.get(str((pairing.get("main") or {}).get(name))[:3], FloatersFrom.MIDDLE)


def _read_handicaps(settings: _Object) -> HandicapRules | None:
    most = _read_number(settings.get("ceiling"), 0)
    if most == 0:
        return None
    return HandicapRules(
        reduction=_read_number(settings.get("correction"), 0),
        most=most,
        threshold=_read_rank(settings.get("threshold"), STRONGEST),
        by_score=settings.get("useMMS") is True,
    )


def _read_rank(value: Any, default: int) -> int:
    """Return a rank as a number, or `default` if it is not valid. Pairgoth's numbers are 0 for 1d and -1 for 1k."""
    return min(max(FIRST_DAN + int(value), WEAKEST), STRONGEST) if isinstance(value, int | float) else default


def _read_number(value: Any, default: int) -> int:
    try:
        return parse_whole(str(value))
    except ValueError:
        return default
