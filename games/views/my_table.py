"""The list of a player's games as a table, filtered and sorted by the query string. The games are already loaded, so
this needs no database query."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.cards import GameCard
from wording import words

_NEVER = datetime.max.replace(tzinfo=UTC)
LONGEST = 60
"""The number of characters of the filter text that are used."""


class ColumnHeading(NamedTuple):
    """The heading of a column. `query` is the query string that sorts by the column. `state` is the value of
    `aria-sort`, or "" if the table is sorted by another column."""

    name: str
    label: Promise
    query: str
    state: str


class FilterField(NamedTuple):
    """A field of the filter form: its choices (value, label) and the chosen value ("" for all games)."""

    name: str
    label: Promise
    choices: Sequence[tuple[str, Any]]
    chosen: str


def _opponent_sort_key(card: GameCard) -> str:
    return card.opponent.shown_name.casefold() if card.opponent else ""


def _event_sort_key(card: GameCard) -> str:
    return str(card.event.name_html) if card.event else ""


_KEYS: dict[str, Callable[[GameCard], Any]] = {
    "opponent": _opponent_sort_key,
    "color": lambda card: card.color or 0,
    "size": lambda card: (card.width * card.height, card.variant),
    "move": attrgetter("move_number"),
    "turn": lambda card: not card.my_turn,
    "time": lambda card: card.deadline or _NEVER,
    "rated": lambda card: not card.rated,
    "event": lambda card: (not card.event, _event_sort_key(card)),
    "notes": lambda card: (not card.note, card.note.casefold()),
}
_LABELS = {
    "opponent": pgettext_lazy("column", "Opponent"),
    "color": pgettext_lazy("column", "Your colour"),
    "size": pgettext_lazy("column", "Board"),
    "move": pgettext_lazy("column", "Move"),
    "turn": pgettext_lazy("column", "Turn"),
    "time": pgettext_lazy("column", "Time left"),
    "rated": pgettext_lazy("column", "Rated"),
    "event": pgettext_lazy("column", "Event"),
    "notes": pgettext_lazy("column", "Notes"),
}
_TURNS = [("mine", pgettext_lazy("option", "My turn")), ("theirs", pgettext_lazy("option", "Their turn"))]
_LEFT = [("1", pgettext_lazy("option", "Less than a day")), ("3", pgettext_lazy("option", "Less than three days"))]
_RATED = [("yes", pgettext_lazy("option", "Rated")), ("no", pgettext_lazy("option", "Unrated"))]
_NOTES = [("yes", pgettext_lazy("option", "With a note")), ("no", pgettext_lazy("option", "Without a note"))]


@dataclass(frozen=True)
class MyGamesTable:
    """A table of a player's games, filtered and sorted by the query string. Unknown filters and columns are ignored."""

    cards: Sequence[GameCard]
    query: Mapping[str, str]
    now: datetime

    @cached_property
    def filters(self) -> list[FilterField]:
        """Return the filters with their choices. Sizes and events are from the player's games."""
        sizes = sorted({(card.width, card.height) for card in self.cards})
        events = sorted({_event_sort_key(card) for card in self.cards} - {""})
        found: dict[str, Sequence[tuple[str, Any]]] = {
            "size": [(f"{width}x{height}", words.board_size_text(width, height)) for width, height in sizes],
            "turn": _TURNS,
            "time": _LEFT,
            "rated": _RATED,
            "event": [(event, event) for event in events],
            "notes": _NOTES,
        }
        return [
            FilterField(name, _LABELS[name], all_, self._chosen_value(name, all_))
            for name, all_ in found.items()
            if all_
        ]

    @property
    def opponent(self) -> str:
        """Return the text to search for in opponents' names, "" for no filter."""
        return self.query.get("opponent", "").strip()[:LONGEST]

    @property
    def is_filtered(self) -> bool:
        """Return whether any filter is set."""
        return bool(self.opponent) or any(one.chosen for one in self.filters)

    @property
    def sort(self) -> str:
        """Return the column by which the table is sorted, with "-" if descending. Return "" for the default order, in
        which games where the player has to act come first."""
        wanted = self.query.get("sort", "")
        return wanted if wanted.removeprefix("-") in _KEYS else ""

    @property
    def columns(self) -> list[ColumnHeading]:
        """Return the headings of the displayed columns, with links for sorting. The link of the column by which the
        table is sorted reverses the order. Columns that would be empty are left out. For example, the column that marks
        unrated games is left out if all games are rated."""
        shown = {"event": self.has_events, "notes": self.has_notes, "turn": self.sort, "rated": self.has_unrated}
        return [self._make_column(name) for name in _KEYS if shown.get(name, True)]

    @cached_property
    def has_events(self) -> bool:
        """Return whether any of the player's games belongs to an event."""
        return any(card.event for card in self.cards)

    @cached_property
    def has_unrated(self) -> bool:
        """Return whether any of the player's games is unrated."""
        return not all(card.rated for card in self.cards)

    @cached_property
    def has_notes(self) -> bool:
        """Return whether the player has written notes on any of the games."""
        return any(card.note for card in self.cards)

    @cached_property
    def rows(self) -> list[GameCard]:
        """Return the games in the order of the table."""
        found = list(filter(self._matches_filters, self.cards))
        if not self.sort:
            return found
        name = self.sort.removeprefix("-")
        return sorted(found, key=_KEYS[name], reverse=self.sort != name)

    @property
    def groups(self) -> list[list[GameCard]]:
        """Return the rows of each table: the games in which it is the player's turn, and the others. A sorted
        list is one table. Empty tables are left out."""
        if self.sort:
            return [self.rows] if self.rows else []
        mine = [[card for card in self.rows if card.my_turn is turn] for turn in (True, False)]
        return [cards for cards in mine if cards]

    def _make_column(self, name: str) -> ColumnHeading:
        state = {name: "ascending", f"-{name}": "descending"}.get(self.sort, "")
        kept = {one.name: one.chosen for one in self.filters if one.chosen}
        if self.opponent:
            kept["opponent"] = self.opponent
        sort = f"-{name}" if state == "ascending" else name
        return ColumnHeading(name, _LABELS[name], urlencode({"view": "list", **kept, "sort": sort}), state)

    def _time_left_option(self, card: GameCard) -> str:
        """Return the value of the time-left filter that this game has. It is the filter's chosen number of days if the
        game has less time left, otherwise "-"."""
        chosen = self._chosen_value("time", _LEFT)
        is_near = chosen and (card.deadline or _NEVER) - self.now < timedelta(days=int(chosen))
        return chosen if is_near else "-"

    def _chosen_value(self, name: str, choices: Iterable[tuple[str, Any]]) -> str:
        wanted = self.query.get(name, "")
        return wanted if any(wanted == value for value, _label in choices) else ""

    def _matches_filters(self, card: GameCard) -> bool:
        values = {
            "size": f"{card.width}x{card.height}",
            "turn": "mine" if card.my_turn else "theirs",
            "time": self._time_left_option(card),
            "rated": "yes" if card.rated else "no",
            "event": _event_sort_key(card),
            "notes": "yes" if card.note else "no",
        }
        by_name = not self.opponent or any(
            self.opponent.casefold() in one.shown_name.casefold() for one in card.opponents
        )
        return by_name and all(not one.chosen or values[one.name] == one.chosen for one in self.filters)
