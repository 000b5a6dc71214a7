"""Sentences about games, in the current language. There is one message for each colour, because other languages inflect
the word for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Protocol

from django.utils.functional import Promise, lazy
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_bidi, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from foundation.languages import END, LTR, digit_table, number_table
from ratings.models import RatingEvent
from ratings.suggestions import HandicapSuggestion
from rules import RULE_SETS, ByColor, Color, Outcome, PointStatus, Reason, Score
from rules.outcome import format_points

from .color_words import (
    IS_AHEAD_BY,
    IS_AHEAD_BY_ONE,
    LEADS,
    PASSED,
    PLAYED,
    TO_PLAY,
    WINS,
    WINS_AS_LAST,
    WINS_BY,
    WINS_BY_ONE,
)

RULE_SET_NAMES: dict[str, Promise] = {
    "brainking": pgettext_lazy("rule set", "BrainKing rules"),
    "japanese": pgettext_lazy("rule set", "Japanese rules"),
    "korean": pgettext_lazy("rule set", "Korean rules"),
    "chinese": pgettext_lazy("rule set", "Chinese rules"),
    "aga": pgettext_lazy("rule set", "AGA rules"),
    "bga": pgettext_lazy("rule set", "BGA rules"),
    "new_zealand": gettext_lazy("New Zealand rules"),
    "ing": pgettext_lazy("rule set", "Ing rules"),
    "tromp_taylor": pgettext_lazy("rule set", "Tromp–Taylor rules"),
    "leaflet": pgettext_lazy("rule set", "Beginners' rules"),
}
RULE_SET_CHOICES: list[tuple[str, Promise]] = [
    (key, (RULE_SET_NAMES | {"brainking": gettext_lazy("BrainKing rules (territory minus stones lost)")})[key])
    for key in RULE_SETS
]
"""The rule sets for a form field, in which a name that is not self-explanatory has a few words of explanation."""
END_NAMES: dict[Reason, Promise] = {
    Reason.SCORE: pgettext_lazy("result", "by score"),
    Reason.RESIGNATION: pgettext_lazy("text", "resignation"),
    Reason.TIME: gettext_lazy("time ran out"),
    Reason.FORFEIT: pgettext_lazy("result", "forfeit"),
    Reason.CAPTURE: pgettext_lazy("result", "by capture"),
    Reason.NO_MOVE: gettext_lazy("no legal move left"),
    Reason.NO_RESULT: pgettext_lazy("text", "no result"),
    Reason.BOTH_LOSE: gettext_lazy("both players lose"),
    Reason.CANCELLED: pgettext_lazy("text", "game cancelled"),
    Reason.ANNULLED: pgettext_lazy("how a game ended", "annulled"),
}
COLOR_NAMES: dict[Color, Promise] = {
    Color.BLACK: pgettext_lazy("text", "Black"),
    Color.WHITE: pgettext_lazy("text", "White"),
    Color.RED: pgettext_lazy("colour of stones", "Red"),
    Color.BLUE: pgettext_lazy("colour of stones", "Blue"),
    Color.GREEN: pgettext_lazy("colour of stones", "Green"),
    Color.YELLOW: pgettext_lazy("colour of stones", "Yellow"),
}
TERM_NAMES: dict[str, Promise] = {
    "territory": pgettext_lazy("result", "Territory"),
    "stones": pgettext_lazy("text", "Stones"),
    "captured": pgettext_lazy("result", "Captured"),
    "dead": pgettext_lazy("text", "Dead stones"),
    "pass_stones": pgettext_lazy("text", "Pass stones"),
    "komi": pgettext_lazy("text", "Komi"),
    "compensation": gettext_lazy("Compensation for handicap"),
    "ties": gettext_lazy("Black wins ties"),
    "total": pgettext_lazy("result", "Total"),
}
NOTHING = "–"
"""The text for no points in a score."""
_SIGNS = ("-", "+", "−", "±")


def localized_number(value: object) -> str:
    """Return a number as the current language writes it: 6.5, 6,5 or ۶٫۵."""
    text = format_points(value) if isinstance(value, Decimal) else str(value)
    language = get_language() or "en"
    text = text if wants_latin_digits() and digit_table(language) else text.translate(number_table(language))
    return signed_number(text) if text.startswith(_SIGNS) else text


def board_size_text(width: int, height: int) -> str:
    """Return the size of a board as text: 19×19 or ۱۹×۱۹. Right-to-left text also has the width on the left."""
    size = f"{localized_number(width)}×{localized_number(height)}"
    return f"{LTR}{size}{END}" if get_language_bidi() else size


board_size_lazy = lazy(board_size_text, str)
localized_number_lazy = lazy(localized_number, str)


def signed_number(text: str) -> str:
    """Return the text of a number with a minus sign that is as wide as the plus sign. In right-to-left text, the sign
    still comes before the number."""
    left_to_right = "\u200e" if get_language_bidi() else ""
    return f"{left_to_right}{text.replace('-', '−')}"


def with_localized_digits(text: str) -> str:
    """Return a text with the digits of the current language."""
    return text if wants_latin_digits() else text.translate(digit_table(get_language() or "en"))


def list_separator() -> str:
    """Return the separator of list items in the current language."""
    return pgettext("between names in a list", ", ")


def join_as_list(parts: Iterable[object]) -> str:
    """Return the parts joined as a list in the current language."""
    return list_separator().join(map(str, parts))


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of a score: its label, and for each side its colour's name and its points as text."""

    name: str
    sides: tuple[tuple[str, str], ...]


def rating_change_text(event: RatingEvent) -> str:
    """Return a rating change as text: the difference of the displayed ratings, such as +12, −12 or ±0."""
    change = round(event.rating) - round(event.rating_before)
    sign = "+" if change > 0 else "−" if change < 0 else "±"
    return signed_number(f"{sign}{localized_number(abs(change))}")


def rating_change_with_values(event: RatingEvent) -> str:
    """Return a text on how a game changed a player's rating: before, after, and the difference."""
    values = {
        "before": localized_number(round(event.rating_before)),
        "after": localized_number(round(event.rating)),
        "change": rating_change_text(event),
    }
    return _("rating %(before)s → %(after)s (%(change)s)") % values


def isolated(text: str, **values: str) -> SafeString:
    """Return the text as HTML, with these values in its placeholders. Each value is in a <bdi> element, so that its
    text direction does not affect the sentence."""
    kept_apart = {key: format_html("<bdi>{}</bdi>", value) for key, value in values.items()}
    return mark_safe(conditional_escape(text) % kept_apart)  # noqa: S308 - the sentence is escaped, the values are


def rank_terms_sentence(found: HandicapSuggestion, name: str) -> SafeString:
    """Return a sentence on the handicap and komi that result from the ranks of the reader (`first`) and the named
    player, with the reason."""
    values = {
        "mine": format_html('<bdi class="ltr">{}</bdi>', found.first or ""),
        "name": format_html("<bdi>{}</bdi>", name),
        "theirs": format_html('<bdi class="ltr">{}</bdi>', found.second or ""),
        "stones": localized_number(found.stones),
        "komi": signed_number(localized_number(found.komi or 0)),
    }
    return mark_safe(_rank_terms_text(found) % values)  # noqa: S308 - the values are safe, the sentences are ours


def _rank_terms_text(found: HandicapSuggestion) -> str:
    if found.first is None or found.second is None:
        return _("One of you has no rank yet, so this will be an even game with random colours.")
    if found.is_even:
        return _("You are %(mine)s and %(name)s is %(theirs)s. This will be an even game with random colours.")
    if found.komi is not None:
        if found.first_is_weaker:
            return _(
                "You are %(mine)s and %(name)s is %(theirs)s. You'll play Black with no handicap stones "
                "and %(komi)s komi."
            )
        return _(
            "You are %(mine)s and %(name)s is %(theirs)s. %(name)s will play Black with no handicap stones "
            "and %(komi)s komi."
        )
    if found.stones:
        if found.first_is_weaker:
            return _("You are %(mine)s and %(name)s is %(theirs)s. You'll play Black with %(stones)s handicap stones.")
        return _(
            "You are %(mine)s and %(name)s is %(theirs)s. %(name)s will play Black with %(stones)s handicap stones."
        )
    if found.first_is_weaker:
        return _("You are %(mine)s and %(name)s is %(theirs)s. You'll play Black with no handicap stones and 0.5 komi.")
    return _(
        "You are %(mine)s and %(name)s is %(theirs)s. %(name)s will play Black with no handicap stones and 0.5 komi."
    )


def score_rows(score: Score) -> list[ScoreRow]:
    """Return a row for each score term (such as prisoners) that is not 0 for all sides, and one for the total."""
    rows = [_score_row(term.name, term.points.map(_number_or_dash)) for term in score.terms if any(term.points)]
    return [*rows, _score_row("total", score.totals.map(localized_number))]


def _score_row(name: str, points: ByColor[str]) -> ScoreRow:
    return ScoreRow(str(TERM_NAMES[name]), values_by_color_name(points))


def values_by_color_name(values: ByColor[str]) -> tuple[tuple[str, str], ...]:
    """Return pairs of a colour's name and that colour's value."""
    return tuple((str(COLOR_NAMES[color]), value) for color, value in values.items())


def _number_or_dash(value: Decimal) -> str:
    return localized_number(value) if value else NOTHING


def turn_text(color: Color) -> str:
    """Return whose turn it is as text, such as "Black to play"."""
    return str(TO_PLAY[color])


def lead_text(score: Score) -> str:
    """Return which side leads and by how much, short enough for a button: "Black +3.5" (on one line) or "Draw"."""
    if score.winner is None:
        return pgettext("text", "Draw")
    return lead_of_color(score.winner, score.lead)


def lead_of_color(color: Color, margin: Decimal) -> str:
    """Return the lead of this colour as text, such as "Black +3.5" (on one line)."""
    return (str(LEADS[color]) % {"margin": localized_number(margin)}).replace(" +", "\xa0+")


def result_sentence(outcome: Outcome | None) -> str:
    """Return the result as a sentence."""
    if outcome is None:
        return ""
    if outcome.winner is None and outcome.is_of_many_colors and len(outcome.ranking) > 1:
        return _("Shared first place: %(names)s") % {
            "names": join_as_list(COLOR_NAMES[color] for color in outcome.ranking[0])
        }
    if outcome.ahead is not None and outcome.margin is not None:
        sentences = IS_AHEAD_BY_ONE if outcome.margin == 1 else IS_AHEAD_BY
        return str(sentences[outcome.ahead]) % {"margin": localized_number(outcome.margin)}
    if outcome.winner is None:
        return str(ENDS_WITHOUT_WINNER.get(outcome.reason, ENDS_WITHOUT_WINNER[Reason.NO_RESULT]))
    if outcome.reason is Reason.SCORE and outcome.margin is not None:
        sentences = WINS_BY_ONE if outcome.margin == 1 else WINS_BY
        return str(sentences[outcome.winner]) % {"margin": localized_number(outcome.margin)}
    if outcome.is_of_many_colors and outcome.reason in WINS_AS_LAST[outcome.winner]:
        return str(WINS_AS_LAST[outcome.winner][outcome.reason])
    return str(WINS[outcome.winner].get(outcome.reason, WINS[outcome.winner][Reason.FORFEIT]))


class GameResultColumns(Protocol):
    """Protocol of a row with the columns from which the result of a game is written."""

    @property
    def result(self) -> str:
        """Return the result in SGF, or "" while the game is in progress."""

    @property
    def end_reason(self) -> str:
        """Return the reason why the game ended."""

    @property
    def winner(self) -> int | None:
        """Return the colour that won, or None if there is no winner."""


def result_sentence_of_columns(game: GameResultColumns) -> str:
    """Return the result as a sentence, from a game's columns, without loading its snapshot."""
    if not game.result:
        return ""
    margin = game.result.partition("+")[2]
    reason, winner = Reason(game.end_reason), None if game.winner is None else Color(game.winner)
    if winner is not None and reason in WINS_AS_LAST[winner] and getattr(game, "has_many_colors", False):
        return str(WINS_AS_LAST[winner][reason])
    is_score = reason is Reason.SCORE
    if is_score and margin and winner is None:
        return result_sentence(Outcome((), reason, Decimal(margin), Color.from_letter(game.result[0])))
    return result_sentence(Outcome.of_two(winner, reason, Decimal(margin) if is_score and margin else None))


def result_sentence_of_sgf(text: str) -> str:
    """Return the result in a game record, such as B+3.5 or W+Resign, as a sentence. Return other texts unchanged."""
    letter, _plus, rest = text.partition("+")
    winner = {"B": Color.BLACK, "W": Color.WHITE}.get(letter)
    if text in SGF_WITHOUT_WINNER:
        return result_sentence(Outcome.of_two(None, SGF_WITHOUT_WINNER[text]))
    if winner is None:
        return text
    if rest[:1] in SGF_REASONS:
        return result_sentence(Outcome.of_two(winner, SGF_REASONS[rest[:1]]))
    is_number = re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", rest)
    return result_sentence(Outcome.of_two(winner, Reason.SCORE, Decimal(rest))) if is_number else text


SGF_WITHOUT_WINNER = {"0": Reason.SCORE, "Draw": Reason.SCORE, "Jigo": Reason.SCORE, "Void": Reason.NO_RESULT}
SGF_REASONS = {"R": Reason.RESIGNATION, "T": Reason.TIME, "F": Reason.FORFEIT}
ENDS_WITHOUT_WINNER: dict[Reason, Promise] = {
    Reason.SCORE: pgettext_lazy("text", "Draw"),
    Reason.NO_RESULT: pgettext_lazy("result", "No result"),
    Reason.CANCELLED: gettext_lazy("The game was cancelled"),
    Reason.ANNULLED: pgettext_lazy("how a game ended", "Annulled"),
    Reason.BOTH_LOSE: gettext_lazy("Both players lose"),
    Reason.RESIGNATION: gettext_lazy("No result because a player resigned"),
    Reason.TIME: gettext_lazy("No result because a player ran out of time"),
}


def played_text(color: Color, vertex: str) -> str:
    """Return a stone's move as text, such as "Black played Q16"."""
    return str(PLAYED[color]) % {"point": vertex}


def passed_text(color: Color) -> str:
    """Return a pass as text, such as "Black passed"."""
    return str(PASSED[color])


def duration_text(left: timedelta) -> str:
    """Return a duration in at most two units: "2 d 21 h", "5 h 12 min", "3 d", "less than 10 min". It is one line: its
    spaces do not break."""
    return _minutes_text(int(left.total_seconds() // 60), get_language(), wants_latin_digits()).replace(" ", "\xa0")


@lru_cache(maxsize=2048)
def _minutes_text(minutes: int, language: str | None, latin_digits: bool) -> str:
    """Return the text for this many minutes. `language` and `latin_digits` must be the current values. They are only
    parameters so that the cache has a text for each."""
    if minutes < 10:
        return _("less than 10 min")
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        text = pgettext("duration", "%(days)s d %(hours)s h") if hours else pgettext("text", "%(days)s d")
    elif hours:
        text = pgettext("duration", "%(hours)s h %(minutes)s min") if minutes else pgettext("text", "%(hours)s h")
    else:
        text = pgettext("text", "%(minutes)s min")
    return text % {
        "days": localized_number(days),
        "hours": localized_number(hours),
        "minutes": localized_number(minutes),
    }


def time_left_text(deadline: datetime | None, now: datetime) -> str:
    """Return the time left until the deadline as text, "no clock" without a deadline, or that the time has run out."""
    if deadline is None:
        return pgettext("time", "no clock")
    return duration_text(deadline - now) if deadline > now else _("time has run out")


def is_running_short(deadline: datetime | None, now: datetime) -> bool:
    """Return whether less than six hours are left until the deadline. Return False without a deadline."""
    return deadline is not None and deadline - now < timedelta(hours=6)


WHY_NAMES: dict[PointStatus, Promise] = {
    PointStatus.LIVING_STONE: pgettext_lazy("result", "Living stones"),
    PointStatus.TERRITORY: pgettext_lazy("result", "Territory"),
    PointStatus.UNDER_DEAD_STONE: gettext_lazy("Points under dead stones"),
    PointStatus.DAME: pgettext_lazy("result", "Neutral points"),
    PointStatus.OPEN_BORDER: pgettext_lazy("result", "Open borders"),
    PointStatus.FALSE_EYE: pgettext_lazy("result", "False eyes"),
    PointStatus.SEKI: gettext_lazy("Points in seki"),
}
WHY_SENTENCES: dict[PointStatus, Promise] = {
    PointStatus.LIVING_STONE: gettext_lazy("Living stones count under area scoring, but not under territory scoring."),
    PointStatus.TERRITORY: gettext_lazy("Empty points bordered by living stones of only one colour."),
    PointStatus.UNDER_DEAD_STONE: gettext_lazy("The stone is removed, and its point is territory."),
    PointStatus.DAME: gettext_lazy("Both colours border this area, so it counts for neither side."),
    PointStatus.OPEN_BORDER: gettext_lazy("The opponent could get in here, so this area counts for neither side."),
    PointStatus.FALSE_EYE: gettext_lazy("The owner will have to fill the false eye to save the stones."),
    PointStatus.SEKI: gettext_lazy(
        "Neither side can capture the other here. Under territory scoring, these points don't count."
    ),
}
RULING_NAMES: dict[str, Promise] = {
    "black": pgettext_lazy("text", "Black wins"),
    "white": pgettext_lazy("text", "White wins"),
    "red": pgettext_lazy("result", "Red wins"),
    "blue": pgettext_lazy("result", "Blue wins"),
    "green": pgettext_lazy("result", "Green wins"),
    "yellow": pgettext_lazy("result", "Yellow wins"),
    "ranking": gettext_lazy("Each colour is ranked"),
    "no_result": pgettext_lazy("result", "No result"),
    "both_lose": gettext_lazy("Both players lose"),
    "annulled": gettext_lazy("The game is annulled"),
}
