"""Players: profiles, your own account, and the players that you have blocked."""

from typing import TypedDict

from .common import Moment, Page
from .ratings import Rating
from .words import After, BoardStyle, CalendarName, DigitsName, MotionName, OrderOfGames, ThemeName


class Person(TypedDict):
    """The public profile of a player. `rank` is as shown next to the name: "6k", "6k?" while it is provisional, null
    for players who were never rated."""

    username: str
    """The player's name."""
    bio: str
    """The player's self-description; may be empty."""
    country: str
    """The code of the player's country by ISO 3166-1, such as "FI"; empty if it is not shown."""
    joined: Moment
    """When the account was created (UTC)."""
    bot: bool
    """Whether the account is a bot."""
    rank: str | None
    """The rank as shown next to the name; null for players who were never rated, and for those who hide it."""


class People(Page):
    """A page of players."""

    results: list[Person]
    """The players of this page."""


class Me(Person):
    """Your own account."""

    email: str
    """Your e-mail address; may be empty."""
    language: str
    """The language of pages and e-mails: its code, one of `languages` of the server; empty: that of the browser."""
    theme: ThemeName
    """The colours of pages: `light`, `dark` or `contrast`; empty: those of the device."""
    board_theme: BoardStyle
    """The board theme: `wood`, `paper`, `slate` or `contrast`."""
    time_zone: str
    """The time zone of the times on pages and in e-mails, by its name in the IANA database."""
    after_sending: After
    """What a page shows after a move: `stay` (the same game) or `next` (the next game in which it is your turn)."""
    sounds: bool
    """Whether pages make sounds."""
    next_order: OrderOfGames
    """The order of games in which it is your turn: `deadline` (least time left first), `waiting` (longest waiting
    first), `opponent` (by name) or `priority` (by your own priority)."""
    shows_watching: bool
    """Whether your name is shown on games that you watch."""
    hides_rank: bool
    """Whether your rank and ratings are hidden from others. Directors of your tournaments still see the rank."""
    sees_ranks: bool
    """Whether pages and e-mails show you ranks and ratings. Answers of the API always have them."""
    show_coordinates: bool
    """Whether boards show letters and numbers at their edges."""
    digits: DigitsName
    """How pages write numbers: `latin`, or empty for those of the language."""
    calendar: CalendarName
    """Which calendar Persian pages use: `solar` for Solar Hijri, or empty for Gregorian."""
    motion: MotionName
    """`none`: no animation on pages; empty: the setting of the device."""


class FederationData(TypedDict):
    """Your real name and your numbers at Go federations. Only you can see them. Result files have them only where
    you allow it."""

    family_name: str
    """Your family name, in Latin letters; empty if you have given no data."""
    given_name: str
    """Your given name; may be empty."""
    country: str
    """The code of your country by ISO 3166-1, such as "FI"; may be empty."""
    club: str
    """Your club; may be empty."""
    egd_pin: str
    """Your PIN in the European Go Database, 8 digits; may be empty."""
    aga_number: str
    """Your American Go Association membership number; may be empty."""
    ffg_licence: str
    """Your French Go Federation licence number, 7 digits; may be empty."""
    is_findable: bool
    """Whether directors who import a list with your PIN see your account."""


class Record(TypedDict):
    """How many finished games were won and lost."""

    won: int
    """How many games were won."""
    lost: int
    """How many games were lost."""


class Profile(Person):
    """A player's public profile. `between` counts your games against them; it is null if you are not signed in."""

    record: Record
    """Finished games with a winner, as far as you may see them."""
    ratings: list[Rating]
    """The ratings: over all games first, then by size of board."""
    running: int
    """The number of games in progress that you may see."""
    between: Record | None
    """Your games against this player, from the player's side; null if you are not signed in."""
    on_vacation_until: Moment | None
    """When the player's vacation ends (UTC); null if there is none now."""


class Blocked(TypedDict):
    """A player that you have blocked."""

    username: str
    """The player's name."""
    at: Moment
    """When you blocked the player (UTC)."""


class Blocks(TypedDict):
    """The players that you have blocked."""

    results: list[Blocked]
    """The players."""
