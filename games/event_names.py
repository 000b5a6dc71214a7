"""The events that games belong to, such as tournaments. The app that holds an event provides its name.

A game stores a reference to its event (`Game.event_ref`) and no name, because names change and some depend on the
reader's language. One query loads all events of a page; a page without such games needs none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from foundation.hook import Hook
from games.models import Game
from games.models.event_ref import EventRef
from wording import words


@dataclass(frozen=True, slots=True)
class EventOfGame:
    """The event of a game, for display: `kind` is tournament, ladder, league, team_match or simul, `number` the event's
    number in the API, `round` the game's round (None without rounds), `path` the path of the event's page."""

    kind: str
    number: int
    name: str
    path: str
    round: int | None = None

    def __str__(self) -> str:
        """Return the event's name with the round, in the current language."""
        if self.round is None:
            return self.name
        return _("%(event)s, round %(n)s") % {"event": self.name, "n": words.localized_number(self.round)}

    @property
    def name_html(self) -> SafeString:
        """Return the event's name with the round as HTML, in which the name has its own text direction."""
        name = isolate_team_match_names(self.name) if self.kind == "team_match" else self.name
        if self.round is None:
            return words.isolated("%(event)s", event=name)
        return words.isolated(_("%(event)s, round %(n)s"), event=name, n=words.localized_number(self.round))


def isolate_team_match_names(name: str) -> str:
    """Return the name of a team match with marks that isolate its two names and, in a right-to-left language, put the
    first name on the right, as on the page of the match. In other languages, return the name unchanged."""
    if not name or not get_language_bidi():
        return name
    names = " – ".join(f"\u2068{one}\u2069" for one in name.split(" – "))
    return f"\u2067{names}\u2069"


@dataclass(frozen=True, slots=True)
class EventRuling:
    """An event's ruling on a game, which may differ from the game's own result (E4): the key of the result, its label,
    and the reason ("" for none). `by` is the director's name, "" for the server."""

    result: str
    words: str
    reason: str
    by: str


def _default_visible_events(refs: Collection[EventRef]) -> Mapping[EventRef, EventOfGame]:
    return {}


def _default_find_ruling(game: Game) -> EventRuling | None:
    return None


visible_events = Hook(_default_visible_events)
"""Hook: return these events, without those that not every visitor may see. At most one query."""
find_ruling = Hook(_default_find_ruling)
"""Hook: return the event's ruling on this game, or None if the game's own result counts."""


def events_by_ref(refs: Iterable[EventRef | None]) -> dict[EventRef, EventOfGame]:
    """Return the events that these references belong to, with their rounds, by reference. Takes one query, or none
    without references."""
    wanted = {ref for ref in refs if ref is not None}
    bare = {replace(ref, round=None) for ref in wanted}
    found = visible_events(bare) if bare else {}
    named = ((ref, found.get(replace(ref, round=None))) for ref in wanted)
    return {ref: replace(event, round=ref.round) for ref, event in named if event is not None}


def load_events(games: Iterable[Game]) -> None:
    """Load the events of these games in one query, so that `event_of` needs none."""
    asked = [game for game in games if game.event_ref is not None]
    found = events_by_ref(game.event_ref for game in asked)
    for game in asked:
        game.named_event = (None if game.event_ref is None else found.get(game.event_ref),)


def with_events(games: list[Game]) -> list[Game]:
    """Return these games with their events loaded. At most one query."""
    load_events(games)
    return games


def event_of(game: Game) -> EventOfGame | None:
    """Return the event of this game, or None if there is none. Takes at most one query, and none after
    `load_events`."""
    if game.event_ref is None:
        return None
    if game.named_event is None:
        load_events([game])
    named: tuple[EventOfGame | None] = game.named_event or (None,)
    return named[0]


def ruling_of(game: Game) -> EventRuling | None:
    """Return the event's ruling on this game, or None if the game's own result counts. No query for a game without an
    event."""
    return None if game.event_ref is None else find_ruling(game)
