"""Template tags for games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from accounts.countries import COUNTRIES
from accounts.models import Player
from foundation import timesource
from foundation.apps_off import is_on
from foundation.caches import LRUCache
from foundation.keyset import MOST_COUNTED
from foundation.paths import path_of
from games import reading_cards
from games.cards import GameCard, render_cards
from games.first_game import time_left_sentence
from games.game_view import GameView
from games.models import Game
from games.models.timed import AbstractAgreedTerms
from games.stored_positions import famous_board, midgame_example_board
from games.terms import RATING_RULES, UNRATED_REASONS
from games.thumbnails import LIVELY, thumbnails
from ratings.models import Rating
from ratings.standing import rank_label_of
from rules import Board, Color
from rules.clock import TimeSystem
from rules.notation import COLUMNS
from rules.off_time import OffTimeKind
from rules.variants.view import SeenBoard
from wording import dates, time_words, variant_words, words
from wording.board_svg import BoardMarks, board_svg, diagram_svg, small_board_svg
from wording.board_text import position_legend
from wording.faces import avatar_svg
from wording.numbers_in_text import error_text
from wording.stones import stone_icon

register = template.Library()
register.filter("stone", stone_icon)
MOST_ON_ICON = 9
SAMPLE = (
    ".........", ".X...O...", "X.XX.XO..", ".XO...O..", "OXO.X....",
    ".O.OXO.X.", "...OX.O..", "..OX.XX..", "..O.X....",
)  # fmt: skip
"""A position from the middle of a game on 9x9."""


register.filter("is_on", is_on)


register.filter("digits", words.localized_number)
register.filter("error_text", error_text)
register.filter("board_size", words.board_size_text)
register.filter("record_day", dates.iso_day_text)
register.filter("record_result", words.result_sentence_of_sgf)
register.filter("dated", dates.day_text)


@register.filter(name="listed")
def comma_separated(parts: Iterable[object]) -> str:
    """Return these parts joined with the comma of the current language."""
    return words.join_as_list(parts)


@register.simple_tag
def comma() -> str:
    """Return the comma of the current language with its space, for lists in templates."""
    return words.list_separator()


@register.filter
def capped_count(value: int) -> str:
    """Return a number as text; numbers above MOST_COUNTED become "1000+"."""
    return f"{words.localized_number(MOST_COUNTED)}+" if value > MOST_COUNTED else words.localized_number(value)


@register.filter(name="in_title")
def waiting_count_prefix(waiting: int | Literal[""]) -> str:
    """Return the number of games in which the player has to act, as the beginning of a page title. Return "" for "" or
    0."""
    return f"({capped_count(waiting)}) " if waiting else ""


@register.filter
def tab_icon(waiting: int | Literal[""]) -> str:
    """Return the URL of the tab icon with this number of games in which to act, up to nine. Return the plain icon for
    "" or 0."""
    if not waiting:
        return static("img/icon.svg")
    return static(f"img/turns/{'more' if waiting > MOST_ON_ICON else waiting}.svg")


@register.filter
def with_code(text: str) -> SafeString:
    """Return a text as HTML in which words in backticks become code. API docstrings use backticks this way."""
    parts = text.split("`")
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=False)
    return format_html_join("", "{}{}", ((plain, _code(word)) for plain, word in pairs))


def _code(word: str) -> SafeString | str:
    return format_html("<code>{}</code>", word) if word else ""


@register.filter(name="rank")
def rank_after_name(player: Player) -> SafeString | str:
    """Return the rank with a space before it, or "" for players who have never been rated."""
    label = rank_label_of(player)
    return format_html(' <bdi class="rank ltr">{}</bdi>', label) if label else ""


@register.filter
def with_rank(player: Player) -> SafeString:
    """Return the displayed name with the rank."""
    return format_html("<bdi>{}</bdi>{}", player.shown_name, rank_after_name(player))


@register.filter
def with_rank_and_kind(player: Player) -> SafeString:
    """Return the displayed name with the rank, and a label for bots."""
    return format_html("{} ({})", with_rank(player), pgettext("text", "bot")) if player.is_bot else with_rank(player)


@register.filter
def profile_link(player: Player) -> SafeString:
    """Return the displayed name as a link to the profile."""
    return format_html('<a href="{}"><bdi>{}</bdi></a>', player.get_absolute_url(), player.shown_name)


@register.filter(name="face")
def player_picture(player: Player) -> SafeString:
    """Return the player's picture as HTML: the uploaded picture, or a pattern of stones generated from the name.
    Deleted players have an empty board."""
    if player.picture and settings.IGO_PICTURES:
        address = path_of("accounts:picture", player.picture)
        return format_html('<img src="{}" alt="" width="72" height="72" loading="lazy">', address)
    return avatar_svg("" if player.deleted_at else player.username)


@register.filter
def country_name(player: Player) -> str:
    """Return the name of the player's country, or "" if it is not set."""
    return str(COUNTRIES.get(player.country, ""))


@register.filter
def rating_words(rating: Rating) -> str:
    """Return a rating with its deviation as text."""
    return f"{words.localized_number(round(rating.rating))} ± {words.localized_number(round(rating.deviation))}"


@register.filter
def rules_name(key: str) -> str:
    """Return the name of a rule set."""
    return str(words.RULE_SET_NAMES[key])


@register.filter
def variant_name(agreed: AbstractAgreedTerms) -> str:
    """Return the name of the variant, or "" for standard Go."""
    return variant_words.variant_name(agreed.agreed_variant)


@register.filter
def variant_explained(agreed: AbstractAgreedTerms) -> str:
    """Return a sentence that explains how the variant differs from standard Go."""
    return variant_words.variant_sentences(agreed.agreed_variant)


@register.filter
def result_words(game: Game) -> str:
    """Return the result as a sentence."""
    return words.result_sentence_of_columns(game)


@register.filter(name="left")
def time_left(deadline: datetime | None) -> str:
    """Return the time left until a deadline as text."""
    return words.time_left_text(deadline, timesource.now())


@register.filter(name="time_left")
def time_left_sentence_of(deadline: datetime | None) -> str:
    """Return the time left as a sentence next to a large board: "5 h 12 min left"."""
    return time_left_sentence(deadline, timesource.now())


@register.filter(name="soon")
def is_running_out(deadline: datetime | None) -> bool:
    """Return whether little time is left."""
    return words.is_running_short(deadline, timesource.now())


@register.filter(name="unrated_because")
def unrated_reason_sentence(reason: str) -> str:
    """Return the sentence on why a game is unrated, or "" without a reason."""
    return str(UNRATED_REASONS[reason]) if reason else ""


@register.simple_tag
def board_as_text(position: Board) -> SafeString:
    """Return HTML that shows the position as letters, one line per row, for people who cannot see the picture."""
    if isinstance(position, SeenBoard):
        return _text_board_html(position)
    key = (position.width, position.wraps, position.cells, get_language())
    return _text_boards.get_or_make(key, lambda: _text_board_html(position))


_text_boards: LRUCache[tuple[int, bool, bytes, str | None], SafeString] = LRUCache(500)
"""Cache of positions as text, 1 kB each, by all values they depend on."""


def _text_board_html(position: Board) -> SafeString:
    lines = [f"{position.height - row:2} {' '.join(line)}" for row, line in enumerate(position.rows())]
    return format_html(
        '<details><summary>{}</summary><p>{}</p><pre class="text-board ltr">{}</pre></details>',
        _("Board as text"),
        position_legend(position),
        "\n".join(["   " + " ".join(COLUMNS[: position.width]), *lines]),
    )


@register.filter
def color_words(color_number: int) -> str:
    """Return the name of this colour, for use on its own and not in a sentence."""
    return str(words.COLOR_NAMES[Color(color_number)])


@register.simple_tag
def board_with_and_without_coordinates() -> SafeString:
    """Return two pictures of a corner of a board, with and without coordinates, for the board settings. The page shows
    one of them."""
    position = midgame_example_board()
    return format_html(
        '<div class="board with">{}</div><div class="board without">{}</div>',
        diagram_svg(position, BoardMarks()),
        board_svg(position, labels=False),
    )


@register.simple_tag
def small_board(width: int, height: int, wraps: bool = False) -> SafeString:
    """Return a small picture of an empty board of this width and height as SVG. With `wraps`, it shows that the edges
    are joined."""
    return small_board_svg(Board.empty(width, height).wrapped(wraps), None)


@register.filter
def board_without_coordinates(position: Board) -> SafeString:
    """Return a picture of the position as SVG, without coordinates."""
    return board_svg(position, labels=False)


@register.filter
def board(position: Board) -> SafeString:
    """Return a picture of the position as SVG, with coordinates."""
    return board_svg(position)


@register.simple_tag(name="opening")
def famous_opening() -> SafeString:
    """Return a famous opening with the names of its players, for pages that have no other board to show."""
    names = _("Shusaku (Black) against Gennan Inseki, 1846")
    stones = render_to_string("_stones.html")
    return format_html(
        '<figure>{}<div class="board">{}</div><figcaption>{}</figcaption></figure>', stones, famous_board(), names
    )


@register.simple_tag
def board_sample() -> SafeString:
    """Return a position on a small board as SVG, for previews of board and stone styles."""
    return board_svg(Board.from_rows(SAMPLE), labels=False)


@register.filter(name="time_words")
def time_control_name(agreed: AbstractAgreedTerms) -> str:
    """Return the name of the time control."""
    return time_words.time_control_name(agreed.agreed_time)


@register.simple_tag
def game_cards(cards: Sequence[GameCard], viewer: Player | AnonymousUser) -> SafeString:
    """Return games as list items, with their positions as this viewer sees them."""
    return render_cards(cards, viewer, timesource.now())


@register.simple_tag
def with_pictures(games: Sequence[Game], viewer: Player | AnonymousUser) -> list[tuple[Game, SafeString]]:
    """Return the games, each with the picture of its position as this viewer sees it."""
    seats = {game.pk: game.seat_of(viewer) for game in games}
    asked = [(game.pk, game.number, None if (seat := seats[game.pk]) is None else seat.color) for game in games]
    pictures = thumbnails(asked, viewer)
    return [(game, pictures[game.pk]) for game in games]


@register.simple_tag
def lively_first(games: Sequence[Game]) -> list[Game]:
    """Return these games with the first game that has more than a few moves at the front, because an empty board is not
    interesting."""
    lively = next((game for game in games if game.move_number > LIVELY), games[0])
    return [lively, *(game for game in games if game != lively)]


@register.filter
def is_played_by(game: Game, viewer: Player | AnonymousUser) -> bool:
    """Return whether this viewer has a seat in the game."""
    return game.seat_of(viewer) is not None


@register.simple_tag
def large_board(game: Game, viewer: Player | AnonymousUser) -> SafeString:
    """Return the game's position as this viewer sees it, with shaded stones and coordinates. Takes one query."""
    (stored,) = reading_cards.load_positions([game.pk])
    show = GameView(stored, viewer)
    return board_svg(show.board(), BoardMarks(last=show.last_move()))


_terms: LRUCache[tuple[object, ...], SafeString] = LRUCache(1000)
"""Cache of the HTML of games' terms, 2 kB each, by all values they depend on."""


@register.simple_tag
def terms_of(agreed: AbstractAgreedTerms, **shown: object) -> SafeString:
    """Return the HTML block with the exact terms of a game or an offer, the same on all pages. `shown` can have
    `handicap` and `komi`, texts for events in which the pairing determines them, `limits`, sentences on who may accept
    an offer, and `shows_color` (True)."""
    if not isinstance(agreed, Game):
        return _terms_html(agreed, **shown)
    reader = (get_language(), wants_latin_digits())
    about = (agreed.width, agreed.height, agreed.rule_set, agreed.agreed_komi, agreed.handicap, agreed.private)
    time = (repr(agreed.time_control), agreed.lateness, tuple(agreed.off_time))
    kind = (agreed.agreed_variant, agreed.teaching, agreed.analysis, agreed.unrated_reason)
    return _terms.get_or_make((reader, about, time, kind), lambda: _terms_html(agreed))


def _terms_html(agreed: AbstractAgreedTerms, **shown: object) -> SafeString:
    is_explained = isinstance(agreed, Game) or agreed.unrated_reason != "chosen"
    context = {
        "agreed": agreed,
        "shows_color": True,
        **shown,
        "komi": shown.get("komi") or words.localized_number(agreed.agreed_komi),
        "counts": agreed.agreed_variant.is_scored,
        "time": time_words.clock_sentences(agreed.agreed_time, agreed.timeout_policy),
        "allowed": time_words.off_time_text(agreed.off_kinds),
        "explains_weekends": OffTimeKind.WEEKEND in agreed.off_kinds and not isinstance(agreed, Game),
        "is_timed": agreed.agreed_time.system is not TimeSystem.NONE,
        "unrated": unrated_reason_sentence(agreed.unrated_reason) if is_explained else "",
        "rating_rules": RATING_RULES,
    }
    return render_to_string("games/_terms.html", context)


@register.filter
def date_time(at: datetime) -> str:
    """Return the date and time in the reader's time zone, in full."""
    return dates.full_time(at)


@register.filter(name="for_programs")
def machine_readable_time(at: datetime) -> str:
    """Return a time as text for the attribute `datetime` of a `<time>` element."""
    return dates.machine_readable_time(at)


@register.filter
def time_tag(at: datetime) -> SafeString:
    """Return an HTML element with the time in the short form used in all lists (wording.dates), and the full time as
    its title."""
    text, full = dates.relative_time(at, timesource.now()), dates.full_time(at)
    return format_html('<time datetime="{}" title="{}">{}</time>', dates.machine_readable_time(at), full, text)
