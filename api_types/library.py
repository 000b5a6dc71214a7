"""Players' libraries of game records."""

from typing import TypedDict

from .common import Color, Moment, Page


class LibraryRecord(TypedDict):
    """A game record in a player's library, without its file."""

    id: int
    """The number of the record."""
    owner: str
    """The name of the player whose library has it."""
    name: str
    """The name of the uploaded file."""
    folder: str
    """The folder; empty for none, and for other players."""
    tags: list[str]
    """The tags, in lower case; empty for other players."""
    black: str
    """Black's name in the file."""
    white: str
    """White's name in the file."""
    black_rank: str
    """Black's rank in the file."""
    white_rank: str
    """White's rank in the file."""
    event: str
    """The event in the file."""
    played: str
    """The date of the game, such as `2019-03-04`, `2019-03` or `2019`; empty if the file has none."""
    result: str
    """The result as the file has it."""
    rule_set: str | None
    """The rule set; null if the file names no rule set, or one that this server does not have."""
    komi: str | None
    """The komi; null if the file has none."""
    handicap: int
    """The number of handicap stones."""
    width: int
    """The number of columns."""
    height: int
    """The number of rows."""
    moves: int
    """How many moves the main line has."""
    comments: int
    """How many positions have a comment."""
    branches: int
    """How many variations there are."""
    position: list[str]
    """The last position of the main line: rows of `.`, `X` (Black) and `O` (White), the top row first."""
    bytes: int
    """The size of the file."""
    added_at: Moment
    """When it was uploaded (UTC)."""


class LibraryRecords(Page):
    """A page of records, the newest first."""

    results: list[LibraryRecord]
    """The records of this page."""


class LibraryRefusedFile(TypedDict):
    """A file of an upload that could not be read."""

    file_name: str
    """The name of the file; of a file in a zip archive, its name there."""
    code: str
    """Why it could not be read; stable, for programs."""
    detail: str
    """Why it could not be read, for people, in their language."""


class LibraryAdded(TypedDict):
    """The result of an upload: the new records, and the files that could not be read."""

    results: list[LibraryRecord]
    """The new records, in the order of the file."""
    known: int
    """How many games were in the library already."""
    refused: list[LibraryRefusedFile]
    """The files that could not be read; the games of the others were added."""


class LibraryAudience(TypedDict):
    """The people who may see a record."""

    everyone: bool
    """Whether everyone may see the record, also without an account."""
    players: list[str]
    """The names of the players with whom the record is shared."""
    clubs: list[int]
    """The numbers of the clubs with which the record is shared."""
    classes: list[int]
    """The numbers of the classes with which the record is shared."""


class LibraryContinuation(TypedDict):
    """A move that was played next from a searched position, and the results of the games with it."""

    move: str | None
    """The vertex, or `pass`; null where the game ended. For a part of the board, null where no move followed there."""
    color: Color | None
    """The color that plays this move; null if the position is the whole board."""
    games: int
    """In how many games this move was played next."""
    black: int
    """How many of these games Black won."""
    white: int
    """How many of these games White won."""


class LibraryPlace(TypedDict):
    """A record that contains the searched position."""

    id: int
    """The number of the record."""
    at: int
    """The number of the record's node with the position."""


class LibraryGamePlace(TypedDict):
    """A public game that contains the searched position."""

    id: int
    """The number of the game."""
    move: int
    """The number of the move."""


class LibraryPositions(TypedDict):
    """The result of a search for a position or a part of the board, in any of its symmetries: next moves, records and
    games."""

    in_records: list[LibraryContinuation]
    """The next moves in your records and in those shared with you, the most played first."""
    in_games: list[LibraryContinuation]
    """The next moves in public games on this server, the most played first."""
    records: list[LibraryPlace]
    """The latest of these records."""
    games: list[LibraryGamePlace]
    """The latest of these games."""
    is_cut: bool
    """Whether only the latest games were counted, because the position or part of the board is very common."""
