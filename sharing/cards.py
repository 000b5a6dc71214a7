"""Share cards: the picture for a link to a game, with its board, players, ranks and result, and the server's name.

The converter to PNG (resvg) uses the fonts of the system. Without fonts, the card has no text.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import bidirectional, combining, east_asian_width

from django.conf import settings
from django.utils.html import escape
from django.utils.translation import override, pgettext

from accounts.core import site
from games.models import Game
from games.sgf_export import rank_at_game_or_now
from rules import Board, Color, Move
from wording import variant_words, words

from .drawing import EDGE, HIGH, LAST, WIDE, board_box, link_picture, stone_svg

TEXT, MUTED, RULE = "#221d16", "#635a4b", "#d9d0bd"
SERIF = "font-family=\"'DejaVu Serif', Vazirmatn, 'Noto Serif', Georgia, serif\" font-weight=\"600\""
SANS = "font-family=\"'DejaVu Sans', Vazirmatn, 'Noto Sans', system-ui, sans-serif\""
CENTRAL = 'dominant-baseline="central"'
LEFT, RIGHT = HIGH + 25, WIDE - 30
"""The left and right edge of the text, in pixels."""
TOP, BOTTOM = 106, 400
"""The top and bottom edge of the players' lines, in pixels."""
RANK = 90
"""The width reserved for a rank at the end of a player's line, in pixels."""
SMALLEST = 16
"""The smallest font size in pixels; longer texts are cut."""
LEAST_PART = 0.8
"""A line that needs less than this part of its font size is divided into two."""


@dataclass(frozen=True, slots=True)
class ShareCardSide:
    """One side of a share card: its colour, and the player's name and rank as text."""

    color: Color
    name: str
    rank: str


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The texts of a share card. The sides are in the order of the game's seats."""

    site: str
    sides: tuple[ShareCardSide, ...]
    headline: str
    facts: str


def make_share_card(game: Game, number: int) -> ShareCard:
    """Return the texts of a game's card after this many moves, in the server's language, so that everyone gets the
    same picture."""
    with override(settings.LANGUAGE_CODE):
        result = words.result_sentence_of_columns(game) if number == game.move_number else ""
        moves = pgettext("text", "move %(n)s") % {"n": words.localized_number(number)}
        facts = [*board_and_rules_texts(game), *([moves] if result else [])]
        sides = [
            ShareCardSide(Color(seat.color), seat.player.shown_name, rank_at_game_or_now(game, seat))
            for seat in game.seat_list()
        ]
        return ShareCard(site.name(), tuple(sides), result or moves, " · ".join(facts))


def board_and_rules_texts(game: Game) -> list[str]:
    """Return short texts for the board size, the variant (if any) and the rule set of a game."""
    size = f"{words.localized_number(game.width)}×{words.localized_number(game.height)}"
    facts = [size, variant_words.variant_name(game.agreed_variant), str(words.RULE_SET_NAMES[game.rule_set])]
    return [fact for fact in facts if fact]


def draw_share_card(board: Board, last: Move | None, card: ShareCard) -> str:
    """Return the card as an SVG file: the board on the left, the text on the right."""
    step = min(110, (BOTTOM - TOP - 20) // len(card.sides))
    drawn = [
        f'<g transform="translate({LEFT + 15} 62)"><circle r="15" fill="url(#gb)"/><circle r="5" fill="{LAST}"/></g>',
        _text_svg(card.site, (LEFT + 42, 62), (30, f'fill="{MUTED}" {SERIF}')),
        f'<path d="M{LEFT} {TOP}H{RIGHT}M{LEFT} {BOTTOM}H{RIGHT}" stroke="{RULE}" stroke-width="2"/>',
        *(
            _side_svg(side, TOP + 10 + step * row + step // 2, min(44, step - 18))
            for row, side in enumerate(card.sides)
        ),
    ]
    below = BOTTOM
    for text, size, look in ((card.headline, 42, f'fill="{TEXT}" {SERIF}'), (card.facts, 26, f'fill="{MUTED}" {SANS}')):
        below += 12
        for line in _split_lines(text, size):
            below += size + 8
            drawn.append(_text_svg(line, (LEFT, below - size // 2), (size, look)))
    return link_picture(board_box(board, EDGE), (board, last), "".join(drawn))


def _side_svg(side: ShareCardSide, middle: int, size: int) -> str:
    look = f'fill="{TEXT}" {SANS} font-weight="700"'
    name = _text_svg(side.name, (LEFT + 60, middle), (size, look), RIGHT - RANK if side.rank else RIGHT)
    at = f'x="{RIGHT}" y="{middle}" font-size="{size * 3 // 4}" text-anchor="end" {CENTRAL}'
    rank = f'<text {at} fill="{MUTED}" {SANS}>{escape(side.rank)}</text>' if side.rank else ""
    return f"{stone_svg(side.color, (LEFT + 22, middle), size)}{name}{rank}"


def _split_lines(text: str, size: int) -> list[str]:
    """Return the text as one line, or as two lines of about the same width if one line would be too long."""
    words_of = text.split(" ")
    if _text_width(text) * size * LEAST_PART <= RIGHT - LEFT or len(words_of) < 2:
        return [text]
    pairs = [(" ".join(words_of[:at]), " ".join(words_of[at:])) for at in range(1, len(words_of))]
    return list(min(pairs, key=lambda pair: max(map(_text_width, pair))))


def _text_svg(text: str, at: tuple[int, int], style: tuple[int, str], until: int = RIGHT) -> str:
    """Return a line of text as SVG. It starts at `at`, vertically centred, in the largest font size that fits before
    `until`. A text that does not fit is cut off. `style` is the largest font size in pixels, and further SVG
    attributes."""
    size, look = style
    room = until - at[0]
    while text and room / _text_width(text) < SMALLEST:
        text = text.removesuffix("…")[:-1] + "…"
    fits = min(size, int(room / max(1.0, _text_width(text))))
    return f'<text x="{at[0]}" y="{at[1]}" font-size="{fits}" {CENTRAL} {look}>{escape(text)}</text>'


def _text_width(text: str) -> float:
    """Return the greatest possible width of a text, in units of its font size."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if combining(letter):
        return 0.0
    if letter in "mwMWQ@%…" or east_asian_width(letter) in "WF":
        return 1.1
    if letter in "fijlrtI'.,:- ·":
        return 0.5
    if bidirectional(letter) == "AL":
        return 0.62
    return 0.86 if letter.isupper() else 0.72
