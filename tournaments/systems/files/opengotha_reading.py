"""Read OpenGotha's tournament files: players, pairings, results and the settings that we support (E97).

Document type declarations, and therefore entities, are refused before parsing. Invalid settings, ranks and ratings are
replaced by OpenGotha's defaults, because pairings do not depend on them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from foundation.decoding import bom_encoding, charset_codec, decode_text
from tournaments.systems.types import (
    Criterion,
    Entrant,
    EntryId,
    EventResult,
    FloatersFrom,
    HandicapRules,
    PairingValue,
    StageData,
    StageSystem,
    SystemKind,
    SystemRefusal,
)

from .ranks import STRONGEST, WEAKEST, parse_rank

MOST_BYTES = 4_000_000
MOST_ROUNDS = 20
RESULTS = {
    "RESULT_UNKNOWN": EventResult.UNDECIDED,
    "RESULT_BLACKWINS": EventResult.BLACK_WINS,
    "RESULT_WHITEWINS": EventResult.WHITE_WINS,
    "RESULT_EQUAL": EventResult.DRAW,
    "RESULT_BOTHLOSE": EventResult.BOTH_LOSE,
    "RESULT_BOTHLOOSE": EventResult.BOTH_LOSE,
    "RESULT_BOTHWIN": EventResult.BOTH_WIN,
    "RESULT_BLACKWINS_BYDEF": EventResult.BLACK_BY_DEFAULT,
    "RESULT_WHITEWINS_BYDEF": EventResult.WHITE_BY_DEFAULT,
    "RESULT_EQUAL_BYDEF": EventResult.VOID,
    "RESULT_BOTHLOSE_BYDEF": EventResult.BOTH_LOSE,
    "RESULT_BOTHWIN_BYDEF": EventResult.BOTH_WIN,
}
CRITERIA = {
    "NBW": Criterion.POINTS,
    "MMS": Criterion.MMS,
    "SOSM": Criterion.SOS,
    "SOSW": Criterion.SOS,
    "SOSMM1": Criterion.SOS_1,
    "SOSWM1": Criterion.SOS_1,
    "SOSMM2": Criterion.SOS_2,
    "SOSWM2": Criterion.SOS_2,
    "SODOSM": Criterion.SODOS,
    "SODOSW": Criterion.SODOS,
    "SOSOSM": Criterion.SOSOS,
    "SOSOSW": Criterion.SOSOS,
    "DC": Criterion.DIRECT,
    "SDC": Criterion.DIRECT,
    "RANK": Criterion.RANK,
    "RATING": Criterion.RATING,
}
"""OpenGotha's names of the criteria; those that we do not have (CAT, CPS, EXT, ...) are missing."""

DRAWN = {"TOP": FloatersFrom.TOP, "MID": FloatersFrom.MIDDLE, "BOT": FloatersFrom.BOTTOM}
"""OpenGotha's names for the parts of a score group from which players are drawn."""

DECLARED = re.compile(r"""<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
LEADING_COMMENTS = re.compile(r"\s*(?:<!(?=--).*?-->\s*)*", re.DOTALL)
"""The white space and comments that a text starts with. A comment may be as short as `<!-->`."""
MULTIBYTE = {
    name: name
    for name in (
        "big5", "big5hkscs", "cp932", "cp949", "cp950", "euc_jis_2004", "euc_jp", "euc_kr", "gb18030", "hz",
        "iso2022_jp", "iso2022_kr", "johab", "shift_jis_2004", "shift_jisx0213", "utf-32", "utf-7",
    )
} | {"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030"}  # fmt: skip
"""Encodings with several bytes per character, by the names of their codecs, each with the codec to use. Files from
Windows declare a standard encoding, but are written in Microsoft's extension of it."""
JAVA = re.compile("(?:x-)?windows-([0-9]{2,4}j?)")
"""Java's names of encodings of Windows."""
UNMARKED = ("utf-16", "utf-32")
"""Encodings that are not compatible with ASCII. If a declaration of one of these can be read as ASCII, it is wrong, and
the file is in another encoding."""


SETS = {"GeneralParameterSet": "general", "HandicapParameterSet": "handicap", "PairingParameterSet": "pairing"}
"""The elements with settings, and where `_FileElements` has them."""


class FileRefused(SystemRefusal):
    """Raised if the file is not a readable tournament. The message names the place in the file where reading failed.
    `where` is the element and the value that cannot be read, and `numbers` has its line and column or its round and
    table, if known."""

    code = "file_refused"

    def __init__(self, message: str, where: str = "", numbers: Mapping[str, int] | None = None) -> None:
        super().__init__(message)
        self.where, self.numbers = where, numbers or {}


class EncodingRefused(FileRefused):
    """Raised if the file is not in the encoding that it declares, or declares an unknown encoding."""


class PairingsRefused(FileRefused):
    """Raised if a player has two seats in a round of the file, or a game of it cannot be played."""


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """The content of a tournament file. Entry ids count from 1 in file order."""

    name: str
    system: StageSystem
    field: StageData


_Attributes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _NumberedElement:
    """An XML element. `number` is its position among the elements with the same tag name, counted from 1."""

    name: str
    number: int
    attributes: _Attributes

    def attribute_text(self, name: str) -> str:
        """Return the attribute without spaces around it; "" if it is missing."""
        return self.attributes.get(name, "").strip()

    def whole_number(self, name: str, default: int | None = None) -> int:
        """Return the attribute as a whole number, or `default` if it is missing or empty. Raises FileRefused."""
        text = self.attribute_text(name)
        if not text and default is not None:
            return default
        try:
            return parse_whole(text)
        except (ValueError, OverflowError) as error:
            raise self.attribute_refusal(name) from error

    def player_id(self, name: str, ids: Mapping[str, EntryId]) -> EntryId:
        """Return the id of the player whom the attribute names. Raises FileRefused."""
        found = ids.get(player_key(self.attribute_text(name)))
        if found is None:
            raise self.attribute_refusal(name)
        return found

    def attribute_refusal(self, name: str) -> FileRefused:
        """Return the error to raise if this attribute's value is not valid."""
        where = f'<{self.name}> {self.number}: {name}="{self.attribute_text(name)[:60]}"'
        return FileRefused(f"The file has a value that cannot be read, at {where}.", where)


@dataclass(slots=True)
class _FileElements:
    """The XML elements that are read, in file order."""

    players: list[_NumberedElement] = field(default_factory=list)
    games: list[_NumberedElement] = field(default_factory=list)
    byes: list[_NumberedElement] = field(default_factory=list)
    criteria: list[str] = field(default_factory=list)
    general: _Attributes = field(default_factory=dict)
    handicap: _Attributes = field(default_factory=dict)
    pairing: _Attributes = field(default_factory=dict)
    root: str = ""


def read_opengotha(data: bytes) -> ImportedTournament:
    """Return the tournament in an OpenGotha file. Raises FileRefused, or its subclass EncodingRefused. Players are not
    matched with accounts. The caller must check that the file has at most MOST_BYTES."""
    rows = _read_elements(data)
    if rows.root != "Tournament" or not rows.players:
        raise FileRefused("This is not an OpenGotha tournament with players.")
    return _build_import(rows)


def _read_elements(data: bytes) -> _FileElements:
    rows = _FileElements()
    lists = {"Player": rows.players, "Game": rows.games, "ByePlayer": rows.byes}

    def start(name: str, attributes: dict[str, str]) -> None:
        rows.root = rows.root or name
        if name in lists and (attributes.get("player") or name != "ByePlayer"):  # no byes may be one without a player
            lists[name].append(_NumberedElement(name, len(lists[name]) + 1, attributes))
        elif name == "PlacementCriterion":
            rows.criteria.append(attributes.get("name", ""))
        elif name in SETS:
            setattr(rows, SETS[name], attributes)

    def refuse(*_declaration: object) -> None:
        raise FileRefused("The file declares a document type; OpenGotha writes none.")

    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    before = 0
    try:
        text, before = _decode_file(data)
        parser.Parse(text.encode(), True)
    except (LookupError, UnicodeError) as error:
        raise EncodingRefused(f"The file's encoding is not supported: {error}.") from error
    except expat.ExpatError as error:
        at = {"line": before + error.lineno, "column": error.offset} if rows.root == "Tournament" else {}
        raise FileRefused(f"The file is not XML: {error}.", numbers=at) from error
    except ValueError as error:
        raise FileRefused(f"The file is not XML: {error}.") from error
    return rows


def _decode_file(data: bytes) -> tuple[str, int]:
    """Return a file's text from its XML declaration on, and the number of lines before the declaration. The encoding is
    that of the byte order mark or the declared one. Files that declare UTF-8 or nothing may be in Latin-1. Raises
    EncodingRefused."""
    declared = DECLARED.match(_without_comments(data.decode("latin-1")))
    try:
        codec = "utf-8" if declared is None or bom_encoding(data) else _codec_of(declared[1])
        unmarked = codec.startswith("utf-8") or codec in UNMARKED
        text = decode_text(data) if unmarked else data.decode(MULTIBYTE.get(codec, codec))
        found = _without_comments(text.strip().lstrip("\ufeff"))
        return found, text.rstrip().removesuffix(found).count("\n")
    except (LookupError, ValueError) as error:
        raise EncodingRefused(f"The file's encoding is not supported: {error}.") from error


def _without_comments(text: str) -> str:
    """Return the text without the comments that it starts with, because XML allows none before its declaration."""
    return LEADING_COMMENTS.sub("", text, count=1)


def _codec_of(name: str) -> str:
    """Return the Python codec of a declared encoding, which Java may call x-MacRoman or x-windows-949. Raises
    LookupError."""
    windows = JAVA.fullmatch(name.lower())
    known = f"cp{windows[1].replace('31j', '932')}" if windows else name
    try:
        return charset_codec(known)
    except LookupError:
        return charset_codec(known.lower().removeprefix("x-"))


def player_key(name: str) -> str:
    """Return the key by which a file's games and byes refer to the player with this name. Spaces, case, the dot of a
    capital I (as written by Turkish programs) and the encoding of accents make no difference."""
    return unicodedata.normalize("NFC", "".join(name.split()).upper()).replace("İ", "I")


def parse_whole(text: str) -> int:
    """Return the whole number in a text, which may have a decimal comma or digits of another script. Raises ValueError,
    OverflowError."""
    return int(parse_decimal(text))


def parse_decimal(text: str) -> float:
    """Return the number in a text with a decimal point or comma. Raises ValueError."""
    return float(text.replace(",", ".").replace("٫", "."))


def _build_import(rows: _FileElements) -> ImportedTournament:
    rounds = min(max(_read_setting(rows.general, "numberOfRounds", parse_whole, MOST_ROUNDS), 1), MOST_ROUNDS)
    ids: dict[str, EntryId] = {}
    for player in rows.players:
        if not _player_name(player):
            raise player.attribute_refusal("name")
        if ids.setdefault(_player_key(player), player.number) != player.number:
            name = f"<Player> {player.number}: {_player_name(player)}"
            raise FileRefused(f"Two players have the same name: {name}.", name)
    system = _read_system(rows, rounds)
    entries = tuple(_read_entry(player, rounds) for player in rows.players)
    pairings = [_read_pairing(game, ids, system.komi) for game in rows.games]
    byes = [
        PairingValue(bye.whole_number("roundNumber"), black=bye.player_id("player", ids), white=None)
        for bye in rows.byes
    ]
    everything = (*pairings, *byes)
    check_imported_pairings(everything)
    return ImportedTournament(rows.general.get("name", ""), system, StageData(entries, everything))


def _player_name(player: _NumberedElement) -> str:
    return f"{player.attribute_text('name')} {player.attribute_text('firstName')}".strip()


def _player_key(player: _NumberedElement) -> str:
    """Return the key by which the file's games and byes refer to this player."""
    return player_key(_player_name(player))


def _read_entry(element: _NumberedElement, rounds: int) -> Entrant:
    player = element.attributes
    plays = player.get("participating", "").ljust(MOST_ROUNDS, "1")
    return Entrant(
        element.number,
        rank=_read_setting(player, "rank", parse_rank, WEAKEST),
        rating=_read_setting(player, "rating", parse_whole, 0),
        name=_player_name(element),
        club=player.get("club", ""),
        country=player.get("country", ""),
        correction=_read_setting(player, "smmsCorrection", parse_whole, 0),
        skips=frozenset(round_ for round_ in range(1, rounds + 1) if plays[round_ - 1] == "0"),
    )


def _read_pairing(game: _NumberedElement, ids: Mapping[str, EntryId], komi: int) -> PairingValue:
    black, white = game.player_id("blackPlayer", ids), game.player_id("whitePlayer", ids)
    handicap, round_ = game.whole_number("handicap", 0), game.whole_number("roundNumber")
    result = RESULTS.get(player_key(game.attribute_text("result") or "RESULT_UNKNOWN"))
    if result is None:
        raise game.attribute_refusal("result")
    board = game.whole_number("tableNumber", game.number)
    return PairingValue(round_, black, white, board, result, handicap, komi=1 if handicap else komi)


def tiebreaks_from_names(names: Iterable[str]) -> tuple[Criterion, ...]:
    """Return the tie-breaks among a file's criteria, given by name. Unknown names are skipped, and so is the first
    known criterion, which is the score."""
    known = [CRITERIA[name] for name in names if name in CRITERIA]
    return tuple(dict.fromkeys(known))[1:]


def check_imported_pairings(pairings: tuple[PairingValue, ...]) -> None:
    """Raise PairingsRefused if a game cannot be played or a player has two seats in a round, and FileRefused if a round
    number is above MOST_ROUNDS."""
    seats: set[tuple[int, EntryId]] = set()
    for one in pairings:
        at = {"round": one.round, "table": one.board}
        if not 1 <= one.round <= MOST_ROUNDS:
            raise FileRefused(f"There are rounds beyond 1 to {MOST_ROUNDS}.", numbers=at)
        if one.black == one.white or not 0 <= one.handicap <= 9:
            raise PairingsRefused(f"Board {one.board} of round {one.round} cannot be played.", numbers=at)
        here = {(one.round, id_) for id_ in one.entrants}
        if here & seats:
            raise PairingsRefused(f"A player has two boards in round {one.round}.", numbers=at)
        seats |= here


def _read_system(rows: _FileElements, rounds: int) -> StageSystem:
    general, mcmahon = rows.general, "MMS" in rows.criteria[:1]
    return StageSystem(
        kind=SystemKind.MCMAHON if mcmahon else SystemKind.SWISS,
        rounds=rounds,
        tiebreaks=tiebreaks_from_names(rows.criteria),
        bar=_read_setting(general, "genMMBar", parse_rank, STRONGEST),
        floor=_read_setting(general, "genMMFloor", parse_rank, WEAKEST),
        bye=_read_setting(general, "genMMS2ValueBye" if mcmahon else "genNBW2ValueBye", parse_whole, 2),
        absent=_read_setting(general, "genMMS2ValueAbsent", parse_whole, 1),
        absent_in_swiss=_read_setting(general, "genNBW2ValueAbsent", parse_whole, 0),
        drawn_down=DRAWN.get(rows.pairing.get("paiMaDUDDUpperMode", ""), FloatersFrom.MIDDLE),
        drawn_up=DRAWN.get(rows.pairing.get("paiMaDUDDLowerMode", ""), FloatersFrom.MIDDLE),
        unplayed_as_half=general.get("genCountNotPlayedGamesAsHalfPoint") == "true",
        handicaps=_read_handicaps(rows.handicap),
        komi=_read_setting(general, "komi", lambda text: round(2 * parse_decimal(text)), 13),
    )


def _read_handicaps(settings: _Attributes) -> HandicapRules | None:
    most = _read_setting(settings, "hdCeiling", parse_whole, 0)
    if most == 0:
        return None
    return HandicapRules(
        reduction=_read_setting(settings, "hdCorrection", parse_whole, 0),
        most=most,
        threshold=_read_setting(settings, "hdNoHdRankThreshold", parse_rank, STRONGEST),
        by_score=settings.get("hdBasedOnMMS") == "true",
    )


def _read_setting(attributes: _Attributes, name: str, read: Callable[[str], int], default: int) -> int:
    """Return the attribute as a number, or `default` if the attribute is missing or not valid."""
    try:
        return read(attributes[name])
    except (KeyError, ValueError, OverflowError):
        return default
