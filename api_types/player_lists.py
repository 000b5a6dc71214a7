"""Lists of players that directors import, to invite the players to a tournament."""

from typing import Literal, TypedDict

WhyNotInvited = Literal[
    "rank", "pin", "country", "long", "empty", "egd", "unknown", "several", "twice", "entered", "bot",
]  # fmt: skip


class ListedPlayer(TypedDict):
    """A line in an imported list of players: the account that it stands for, or the reason why it cannot be invited."""

    line: int
    """The number of the line."""
    name: str
    """The name in the list; may be empty."""
    player: str | None
    """The name of the account that it stands for; null for none."""
    rank: str | None
    """The rank in the list; null for none."""
    why: WhyNotInvited | None
    """Why the player cannot be invited; null if they can be. The line has a wrong `rank`, `pin` or `country`, is too
    `long`, `empty`, or not a valid line of an `egd` list. The account is `unknown`, or `several` have the PIN; it is
    listed `twice`, has `entered`, or is a `bot`."""


class ListedPlayers(TypedDict):
    """The lines of an imported list of players."""

    results: list[ListedPlayer]
    """The lines in their order."""
    left_out: int
    """The number of further lines without a player; only the first 20,000 are returned."""
