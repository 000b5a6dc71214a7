"""What templates need to say about games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Player
from foundation import timesource
from games.models import Game
from games.models.timed import Timed
from games.terms import RATING_RULES, UNRATED_REASONS
from ratings.models import Rating
from ratings.standing import label_of
from rules import Board, GameState
from rules.clock import System
from rules.notation import COLUMNS
from wording import time_words, words
from wording.board_svg import Marks, board_svg

register = template.Library()


@register.filter
def digits(value: object) -> str:
    """Numbers as the language writes them."""
    return words.number(value)


@register.filter
def with_code(text: str) -> SafeString:
    """A text in which `words` are code, as the docstrings of the API have them."""
    parts = text.split("`")
    pairs = zip(parts[::2], [*parts[1::2], ""], strict=False)
    return format_html_join("", "{}{}", ((plain, _code(word)) for plain, word in pairs))


def _code(word: str) -> SafeString | str:
    return format_html("<code>{}</code>", word) if word else ""


@register.filter
def rank(player: Player) -> SafeString | str:
    """The rank as it stands beside a name, with a space before it; nothing for those who were never rated."""
    label = label_of(player)
    return format_html(' <bdi class="rank ltr">{}</bdi>', label) if label else ""


@register.filter
def with_rank(player: Player) -> SafeString:
    """The name as others read it, with the rank beside it."""
    return format_html("<bdi>{}</bdi>{}", player.shown_name, rank(player))


@register.filter
def with_rank_and_kind(player: Player) -> SafeString:
    """The same, and in words whether a program plays."""
    return format_html("{} ({})", with_rank(player), _("bot")) if player.is_bot else with_rank(player)


@register.filter
def profile_link(player: Player) -> SafeString:
    """The name as others read it, as a link to the profile."""
    return format_html('<a href="{}"><bdi>{}</bdi></a>', player.get_absolute_url(), player.shown_name)


@register.filter
def rating_words(rating: Rating) -> str:
    """A rating with its deviation."""
    return f"{words.number(round(rating.rating))} ± {words.number(round(rating.deviation))}"


@register.filter
def rules_name(key: str) -> str:
    """The name of a rule set."""
    return str(words.RULE_SET_NAMES[key])


@register.filter
def result_words(game: Game) -> str:
    """How the game ended, as a sentence."""
    return words.result_of(game)


@register.filter
def left(deadline: datetime | None) -> str:
    """Time left until a deadline."""
    return words.time_left(deadline, timesource.now())


@register.filter
def soon(deadline: datetime | None) -> bool:
    """Whether little time is left."""
    return words.is_soon(deadline, timesource.now())


@register.filter
def unrated_because(reason: str) -> str:
    """Why a game is unrated."""
    return str(UNRATED_REASONS[reason]) if reason else ""


@register.inclusion_tag("games/_board_as_text.html")
def board_as_text(position: Board) -> dict[str, Any]:
    """A position as letters, a row a line, for those who would rather read it."""
    rows = [(position.height - row, " ".join(line)) for row, line in enumerate(position.rows())]
    return {"columns": " ".join(COLUMNS[: position.width]), "rows": rows}


@register.filter
def board(position: Board) -> SafeString:
    """A position."""
    return board_svg(position)


@register.filter(name="time_words")
def name_of_time(agreed: Timed) -> str:
    """The time control."""
    return time_words.name_of(agreed.agreed_time)


@register.filter
def thumbnail(game: Game) -> SafeString:
    """The position of a game, small and without letters."""
    snapshot: dict[str, Any] = game.snapshot
    position = Board.from_rows(snapshot["board"].split("/"))
    return board_svg(position, Marks(last=_last(game)), labels=False)


def _last(game: Game) -> Any:
    return GameState.from_json(game.agreed_setup, game.snapshot, b"").last_move


@register.inclusion_tag("games/_terms.html")
def terms_of(agreed: Timed) -> dict[str, Any]:
    """The exact terms of a game or an offer, the same block everywhere."""
    return {
        "agreed": agreed,
        "komi": words.number(agreed.agreed_komi),
        "time": time_words.name_of(agreed.agreed_time),
        "consequence": time_words.consequence(agreed.agreed_time, agreed.hardness),
        "allowed": time_words.allowed(agreed.off_kinds),
        "is_timed": agreed.agreed_time.system is not System.NONE,
        "unrated": unrated_because(agreed.unrated_reason),
        "rating_rules": RATING_RULES,
    }


@register.filter
def dated(at: datetime, form: str) -> str:
    """A date, with the time of day or without, in the reader's zone."""
    return time_words.dated(at, form)


@register.filter
def moment(at: datetime) -> str:
    """A moment in the reader's zone."""
    return time_words.instant(at)


@register.filter
def time_tag(at: datetime, form: str = "") -> SafeString:
    """A moment as an element that programs can read, too; `form` is one of Django's names of formats."""
    said = dated(at, form) if form else moment(at)
    return format_html('<time datetime="{}">{}</time>', timezone.localtime(at).isoformat(), said)
