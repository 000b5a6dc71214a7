"""Games as cards in lists: a small board, the players, and whose turn it is. Only the columns needed for a card are
read, and a list of cards is rendered as one string."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from accounts.core.hidden_ranks import viewer_wants_ranks
from accounts.models import Player
from accounts.models.player import shown_name
from foundation.caches import LRUCache
from games import event_names, reading_cards
from games.event_names import EventOfGame
from games.models import Game
from games.models.event_ref import EventRef, event_ref_from_columns
from games.models.game import GameQuerySet
from games.thumbnails import thumbnails
from ratings.models import Rating
from rules import Color, Phase
from rules.variants.presets import preset_rotates_colors
from wording import words
from wording.quick_replies import reply_in_words
from wording.stones import stone_icon
from wording.variant_words import PRESET_NAMES

if TYPE_CHECKING:
    from games.access import Viewer

SOON = format_html(' class="{}"', "soon")
COLUMNS = (
    "pk",
    "number",
    "width",
    "height",
    "phase",
    "move_number",
    "turn",
    "deadline",
    "result",
    "winner",
    "end_reason",
    "event_kind",
    "event_number",
    "event_round",
    "rated",
)
"""The columns of a game that its card needs, in the order of the rows."""
SIDE = '<span>{}<span class="visually-hidden">{}:</span><span>{}</span></span>'
"""One player of a game as spectators see it, on a line of its own: the stone, the colour's name and the player."""
MOST_WORDS = 80
"""The largest number of characters of a message or note on a card."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the displayed name, the rank ("" for none), and whether the player is a bot."""

    shown_name: str
    rank: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class GameCard:
    """The data of one game in a list, from one player's side. `color` is that player's colour, or None for a spectator.

    `opponent` is the next opponent to act after that player, and `opponents` are all players of other colours. `others`
    are all other players in turn order. `colors` are the colours of `people`. `message` and `note` are filled in by
    `with_message_and_note`, and `event` by `with_events`. `to_move` is the player to move, for a spectator only. The
    other fields are copied from `Game`.
    """

    pk: int
    number: int
    width: int
    height: int
    phase: str
    move_number: int
    deadline: datetime | None
    result: str
    winner: int | None
    end_reason: str
    event_kind: str
    event_number: int | None
    event_round: int | None
    rated: bool
    color: int | None
    my_turn: bool
    opponent: Person | None
    people: tuple[Person, ...]
    colors: tuple[int, ...]
    others: tuple[Person, ...] = ()
    opponents: tuple[Person, ...] = ()
    variant: str = ""
    message: str = ""
    note: str = ""
    event: EventOfGame | None = None
    to_move: Person | None = None

    @property
    def has_many_colors(self) -> bool:
        """Return whether the game has more colours than Black and White."""
        return any(color > Color.WHITE for color in self.colors)

    @property
    def event_ref(self) -> EventRef | None:
        """Return the reference to the game's event, or None if there is none."""
        return event_ref_from_columns(self.event_kind, self.event_number, self.event_round)

    @property
    def path(self) -> str:
        """Return the path of the game page."""
        return _game_path(self.pk)

    @property
    def board_size_html(self) -> SafeString:
        """Return the board size as HTML, followed by the variant's name if the game is not standard Go."""
        size = words.board_size_text(self.width, self.height)
        return format_html("{}\xa0· {}", size, PRESET_NAMES[self.variant]) if self.variant else format_html("{}", size)


@lru_cache(maxsize=4000)
def _game_path(pk: int) -> str:
    return reverse("games:game", args=[pk])


Row = tuple[object, ...]
"""The values of COLUMNS of a game."""


def cards_of(player: Player | None, *lists: GameQuerySet | Sequence[Game] | Sequence[Row]) -> list[list[GameCard]]:
    """Return the cards of each list of games, in order. Cards show games from the side of `player`, or as a spectator
    sees them for None.

    Takes one query for each list that is not loaded yet, and one query for all seats.
    """
    found = [_card_rows_of(games) for games in lists]
    seats = _seats_of([cast(int, row[0]) for rows in found for row in rows])
    who = None if player is None else player.pk
    return [[_make_card(row, seats[cast(int, row[0])], who) for row in rows] for rows in found]


def with_message_and_note(cards: Sequence[GameCard], player: Player) -> list[GameCard]:
    """Return these cards of the player's games with the opponents' last chat message and the player's own note, both
    shortened (C60). One query."""
    if not cards:
        return []
    found = {texts.game: texts for texts in reading_cards.texts_of_cards(player.pk, [card.pk for card in cards])}
    return [_with_message_and_note(card, found[card.pk]) for card in cards]


def with_events(cards: Iterable[GameCard]) -> list[GameCard]:
    """Return these cards with the events that their games belong to. One query if any event is not loaded yet."""
    shown = list(cards)
    found = event_names.events_by_ref(card.event_ref for card in shown if card.event is None)
    if not found:
        return shown
    return [replace(card, event=card.event or found.get(card.event_ref)) if card.event_ref else card for card in shown]


def _with_message_and_note(card: GameCard, found: reading_cards.CardTexts) -> GameCard:
    text = reply_in_words(found.quick) if found.quick else found.message
    return replace(card, message=_shorten(text), note=_shorten(found.note)) if text or found.note else card


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_WORDS else Truncator(line).chars(MOST_WORDS)


def _card_rows_of(games: GameQuerySet | Sequence[Game] | Sequence[Row]) -> list[Row]:
    if isinstance(games, GameQuerySet):
        return list(games.prefetch_related(None).values_list(*COLUMNS))
    return [game if isinstance(game, tuple) else tuple(getattr(game, name) for name in COLUMNS) for game in games]


@dataclass(frozen=True, slots=True)
class _SeatedPlayer:
    """A seat of a game with its player, for a card."""

    index: int
    color: int
    player_id: int
    person: Person
    variant: str


def _seats_of(games: list[int]) -> dict[int, list[_SeatedPlayer]]:
    """Return the seats of these games with their players, by game number, in seat order."""
    found = reading_cards.seat_rows_of(games) if games else []
    people, shows_ranks = {row[3]: row[4:9] for row in found}, viewer_wants_ranks()
    known = {
        pk: Person(shown_name(name, deleted), _rank_label(*rated) if shows_ranks else "", is_bot)
        for pk, (name, is_bot, deleted, *rated) in people.items()
    }
    seats = defaultdict(list)
    for game, index, color, player, *_rest, variant in found:
        seats[game].append(_SeatedPlayer(index, color, player, known[player], variant))
    return seats


def _rank_label(rating: float | None, deviation: float) -> str:
    return "" if rating is None else Rating(rating=rating, deviation=deviation).label


def _make_card(row: Row, seats: list[_SeatedPlayer], player_id: int | None) -> GameCard:
    fields = dict(zip(COLUMNS, row, strict=True))
    turn = fields.pop("turn")
    mine = next((seat for seat in seats if seat.player_id == player_id), None)
    others = [] if mine is None else [*seats[mine.index + 1 :], *seats[: mine.index]]
    opponents = tuple(
        seat.person
        for seat in others
        if mine is not None and (seat.color != mine.color or preset_rotates_colors(seat.variant))
    )
    is_watched_play = mine is None and fields["phase"] == Phase.PLAY.value
    return GameCard(
        **fields,  # type: ignore[arg-type]
        color=None if mine is None else mine.color,
        my_turn=mine is not None and mine.index == turn,
        opponent=next(iter(opponents), None),
        people=tuple(seat.person for seat in seats),
        colors=tuple(seat.color for seat in seats),
        others=tuple(seat.person for seat in others),
        opponents=opponents,
        variant=seats[0].variant if seats else "",
        to_move=next((seat.person for seat in seats if seat.index == turn), None) if is_watched_play else None,
    )


def render_cards(cards: Iterable[GameCard], viewer: Viewer, now: datetime) -> SafeString:
    """Return the cards as HTML list items."""
    shown = with_events(cards)
    pictures = thumbnails([(card.pk, card.number, card.color) for card in shown], viewer)
    sentences = _CardPhrases(now)
    return mark_safe("".join(_render_card(card, pictures[card.pk], sentences) for card in shown))  # noqa: S308 - each item is


class _CardPhrases:
    """The texts of all cards of a list in one language, which are translated only once."""

    def __init__(self, now: datetime) -> None:
        self.now, self.reader = now, (get_language(), wants_latin_digits())
        self.bot, self.theirs, self.to_move, self.move = (
            pgettext("option", "bot"),
            _("Their turn, %(left)s"),
            pgettext("card of a game", "%(name)s to move: %(left)s left"),
            pgettext("option", "move %(n)s"),
        )
        self.play = format_html('<span class="tag play">{}</span>', pgettext("text", "Your move"))
        self.answer = format_html('<span class="tag turn">{}</span>', _("Needs an answer"))
        self.names: dict[Person, SafeString] = {}
        self.turns: dict[tuple[bool, bool, str], SafeString] = {}

    def person(self, person: Person) -> SafeString:
        """Return the player's name with the rank, and a label if the player is a bot."""
        if person not in self.names:
            self.names[person] = self._person(person)
        return self.names[person]

    def _person(self, person: Person) -> SafeString:
        name = format_html("<bdi>{}</bdi>", person.shown_name)
        if person.rank:
            name = format_html('{} <bdi class="rank ltr">{}</bdi>', name, person.rank)
        return format_html("{} ({})", name, self.bot) if person.is_bot else name

    def status_text(self, card: GameCard) -> str:
        """Return the result of a finished game. For a game in progress, return whose turn it is and the time left."""
        if card.result:
            return words.result_sentence_of_columns(card)
        left = words.time_left_text(card.deadline, self.now)
        if card.my_turn:
            return self._my_turn_text(
                card.phase == Phase.PLAY.value, words.is_running_short(card.deadline, self.now), left
            )
        if card.to_move is not None and card.deadline is not None and card.deadline > self.now:
            return self.to_move % {"name": card.to_move.shown_name, "left": left}
        return self.theirs % {"left": left} if card.opponent is not None else left

    def _my_turn_text(self, is_play: bool, is_soon: bool, left: str) -> SafeString:
        """Return the text for a game in which the player has to act. `left` is the time left, `is_soon` is whether it
        is short, and `is_play` is whether the player has to move and not to reply in scoring. The text is cached,
        because many games of a list share it."""
        key = is_play, is_soon, left
        if key not in self.turns:
            tag, soon = self.play if is_play else self.answer, SOON if is_soon else ""
            self.turns[key] = format_html("{} <span{}>{}</span>", tag, soon, left)
        return self.turns[key]


def result_or_turn_text(card: GameCard, now: datetime) -> str:
    """Return the result of a finished game. For a game in progress, return whose turn it is and the time left."""
    return _CardPhrases(now).status_text(card)


def _render_card(card: GameCard, picture: SafeString, sentences: _CardPhrases) -> str:
    people = tuple(map(sentences.person, card.others or card.people))
    shown = _CardWithTexts(card, people, sentences.status_text(card))
    key = (
        card.pk, card.width, card.height, card.move_number, card.my_turn, card.message, card.note, card.event,
        *people, shown.standing, type(shown.standing), *sentences.reader,
    )  # fmt: skip
    before, after = _texts.get_or_make(key, lambda: _html_around_picture(shown, sentences))
    return before + picture + after


_texts: LRUCache[tuple[object, ...], tuple[SafeString, SafeString]] = LRUCache(4000)
"""Cache of the HTML before and after the pictures of cards, about 500 bytes each, by all values it depends on."""


class _CardWithTexts(NamedTuple):
    """A card with the names of its players as HTML, and whose turn it is or the result as text."""

    card: GameCard
    people: tuple[SafeString, ...]
    standing: str


def _html_around_picture(shown: _CardWithTexts, sentences: _CardPhrases) -> tuple[SafeString, SafeString]:
    card = shown.card
    if card.color is None:
        sides = [
            (stone_icon(color), words.COLOR_NAMES[Color(color)], person)
            for color, person in zip(card.colors, shown.people, strict=True)
        ]
        names = format_html('<span class="sides">{}</span>', format_html_join("", SIDE, sides))
    else:
        *others, last = shown.people
        parts = [*((one, "\xa0·") for one in others), (last, "")]
        names = format_html_join(" ", '<span class="person">{}{}</span>' if others else "{}", parts)
        names = format_html("<b>{}</b>", names)
    before = format_html('<li><a class="card{}" href="{}">', " mine" if card.my_turn else "", card.path)
    after = format_html(
        '<span class="card-text"><span>{} {}'
        '<span class="visually-hidden">{}{}</span></span><small>{}</small>{}{}{}</span></a></li>',
        names,
        format_html('<span class="board-size">{}</span>', card.board_size_html),
        words.list_separator(),
        sentences.move % {"n": words.localized_number(card.move_number)},
        shown.standing,
        format_html('<small class="muted">{}</small>', card.event.name_html) if card.event else "",
        format_html("<q><bdi>{}</bdi></q>", card.message) if card.message else "",
        format_html('<small class="muted" dir="auto">{}</small>', private_note_sentence(card)) if card.note else "",
    )
    return before, after


def private_note_sentence(card: GameCard) -> str:
    """Return a sentence with the player's private note about the game."""
    return _("Your note: %(text)s") % {"text": card.note}
