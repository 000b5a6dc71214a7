"""The form of a new offer as its page shows it: cards for opponent, board size and time, and one sentence that
describes all other terms. Opening the sentence shows the fields of these terms.

The sentence is open from the start if a value has no card or was rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from django.conf import settings
from django.forms import BoundField
from django.utils.functional import Promise, cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from challenges.forms.limits import LIMITS, limits_from_raw_values
from challenges.forms.offers import ChallengeForm
from challenges.forms.variants import VARIANT_PARTS
from challenges.limit_words import limit_sentences
from foundation.number_fields import normalize_number
from games import yes_no
from games.models.timed import TIMEOUT_POLICIES
from games.terms import (
    ALLOWED_KINDS,
    LARGEST_SIZE,
    OFFERED_SIZES,
    PRESETS,
    SMALLEST_SIZE,
    YES_NO,
    KomiBy,
    RatingConditions,
)
from games.yes_no import with_strict_terms
from rules import RULE_SETS, Board, Variant
from rules.clock import TimeoutPolicy
from wording import time_words, variant_words, words
from wording.board_svg import small_board_svg

QUESTIONS = ("opponent_kind", "opponent", "size", "time", "position")
"""The fields shown as cards; size and time have only the usual values there."""
PACES = ("days_1", "days_3", "days_7")
PACE_NOTES: dict[str, Promise] = {
    "days_1": gettext_lazy("A game takes a month or two"),
    "days_3": gettext_lazy("The usual pace"),
    "days_7": pgettext_lazy("option", "No hurry"),
}
SIZE_NOTES: dict[int, Promise] = {
    9: gettext_lazy("A short game"),
    13: gettext_lazy("A medium-length game"),
    19: gettext_lazy("The full board"),
}


@dataclass(frozen=True, slots=True)
class RadioChoice:
    """One radio button of a card: its field's name, its value and id, its texts, and whether it is selected."""

    name: str
    value: str
    label: str
    note: str
    chosen: bool
    picture: SafeString | str = ""

    @property
    def id(self) -> str:
        """Return the id of the input element, for its label."""
        return f"id_{self.name}_{self.value}"


class NewGameFormData:
    """The data of the new-game form. The main choices (opponent, board size, time control) are cards. The other fields
    are in a section that can be expanded and whose summary is `sentence`."""

    def __init__(self, form: ChallengeForm) -> None:
        self.form = form

    def _value(self, name: str) -> Any:
        """Return the current value of a field, submitted or initial. Return None if the form has no such field."""
        return self.form[name].value() if name in self.form.fields else None

    @cached_property
    def opponent_card(self) -> str:
        """Return the value of the selected opponent card. A private link counts as "player" without a name."""
        kind = str(self._value("opponent_kind") or "")
        return "player" if kind == "link" else kind

    @property
    def opponent_name(self) -> str:
        """Return the opponent's name as entered, "" if there is none."""
        return str(self._value("opponent") or "") if self.opponent_card == "player" else ""

    def opponents(self) -> Iterator[RadioChoice]:
        """Yield the cards for the possible opponents: anyone, a friend, or the computer."""
        yield self._make_choice("opponent_kind", "anyone", pgettext("option", "Anyone"), _("The first player to join"))
        yield self._make_choice(
            "opponent_kind", "player", pgettext("option", "A friend"), _("Invite by username or link")
        )
        if settings.IGO_HOUSE_BOT:
            yield self._make_choice(
                "opponent_kind", "bot", pgettext("option", "The computer"), pgettext("option", "Starts immediately")
            )

    def sizes(self) -> Iterator[RadioChoice]:
        """Yield the cards for the usual board sizes."""
        for lines in OFFERED_SIZES:
            card = self._make_choice("size", str(lines), words.board_size_text(lines, lines), str(SIZE_NOTES[lines]))
            yield replace(card, picture=small_board_svg(Board.empty(lines, lines), None))

    def paces(self) -> Iterator[RadioChoice]:
        """Yield the cards for the usual time controls."""
        for key in PACES:
            yield self._make_choice(
                "time", key, time_words.duration_in_full(PRESETS[key].per_move), str(PACE_NOTES[key])
            )

    def clocks(self) -> Iterator[RadioChoice]:
        """Yield the choices for the time controls that have no card."""
        for key, control in PRESETS.items():
            if key not in PACES:
                yield self._make_choice("time", key, time_words.time_control_name(control), "")
        yield self._make_choice("time", "custom", pgettext("text", "Custom time"), "")

    def other_size(self) -> RadioChoice:
        """Return the card for a custom board size."""
        return self._make_choice("size", "custom", pgettext("option", "Custom size"), "")

    def _make_choice(self, name: str, value: str, label: str, note: str) -> RadioChoice:
        standing = self.opponent_card if name == "opponent_kind" else self._value(name)
        return RadioChoice(name, value, label, note, standing == value)

    def other_fields(self) -> list[BoundField]:
        """Return the fields of the expandable section, except those for sizes, time controls, variants and limits."""
        apart = {*QUESTIONS, *LIMITS, "variant", *VARIANT_PARTS, "width", "height", "level", *self.form.clock_parts}
        return [field for field in self.form if field.name not in apart]

    def variant_parts(self) -> list[BoundField]:
        """Return the fields of the variant, except the one for the variant itself."""
        return [self.form[name] for name in VARIANT_PARTS if name in self.form.fields]

    @cached_property
    def variant(self) -> Variant:
        """Return the currently chosen variant."""
        return self.form.chosen_variant()

    def limits(self) -> list[BoundField]:
        """Return the fields about who may accept, or [] if the form has none."""
        return [self.form[name] for name in LIMITS if name in self.form.fields]

    @property
    def is_expanded(self) -> bool:
        """Return whether the section with the other fields is expanded at first, because it has errors or unusual
        values."""
        refused = any(name not in ("opponent_kind", "opponent") for name in self.form.errors if name != "__all__")
        unusual = self._value("size") == "custom" or self._value("time") not in PACES or not self.variant.plain
        unusual = unusual or bool(self._value("simul_places"))
        return refused or unusual

    @property
    def sentence(self) -> str:
        """Return the summary of the expandable section: a sentence with the terms that are set there."""
        pieces = (*self._game_phrases(), *self._time_phrases(), *self._acceptance_phrases())
        parts = [part for part in pieces if part]
        return _("%(terms)s. %(pauses)s") % {"terms": words.join_as_list(parts), "pauses": self._off_time_text()}

    def _game_phrases(self) -> Iterator[str]:
        yield variant_words.variant_name(self.variant)
        rule_set = str(self._value("rule_set"))
        if rule_set in RULE_SETS:
            yield str(words.RULE_SET_NAMES[rule_set])
        if self._value("size") == "custom":
            width, height = self._board_lines()
            yield words.board_size_text(width, height)
        if self._value("komi_by"):
            yield str(dict(KomiBy.choices).get(str(self._value("komi_by")), ""))
        elif self._value("by_rank"):
            yield _("komi by rank") if self._value("by_komi") else _("handicap by rank")
        else:
            yield self._komi_text(rule_set)
            yield self._handicap_text()
            colors = {
                "black": _("you play Black"),
                "white": _("you play White"),
                "both": _("two games, one with each colour"),
            }
            if len(self.variant.order.seats) == 2:
                yield colors.get(str(self._value("color")), pgettext("option", "random colours"))
        yield (
            ""
            if self._is_rated(rule_set) is None
            else pgettext("text", "rated")
            if self._is_rated(rule_set)
            else pgettext("text", "unrated")
        )
        chosen = {name: self._value(name) for name in YES_NO if name in self.form.fields}
        yield from yes_no.non_default_term_names(YES_NO, with_strict_terms(chosen, strict=bool(self._value("strict"))))

    def _time_phrases(self) -> Iterator[str]:
        time = self._value("time")
        if time == "custom":
            yield pgettext("option", "custom time")
        elif time in PRESETS and time not in PACES:
            yield time_words.time_control_name(PRESETS[time])
        lateness = self._value("lateness")
        if lateness != TimeoutPolicy.STRICT.value:
            yield str(dict(TIMEOUT_POLICIES).get(str(lateness), ""))

    def _acceptance_phrases(self) -> Iterator[str]:
        """Yield phrases about who may accept, or nothing if the offer is to one player."""
        if self.opponent_card == "anyone" or (self.opponent_card == "player" and not self.opponent_name):
            limits = limits_from_raw_values({name: self._value(name) for name in LIMITS})
            yield from limit_sentences(limits, None, left=limits.simul_places or 0)

    def _off_time_text(self) -> str:
        if self._value("time") == "none":
            return ""
        chosen = self._value("off_time") or []
        names = [str(time_words.OFF_TIME_NAMES[kind]) for kind in ALLOWED_KINDS if kind.value in chosen]
        if not names:
            return _("The clock never pauses.")
        return _("Clock pauses: %(when)s.") % {"when": words.join_as_list(names)}

    def _board_lines(self) -> tuple[int, int]:
        if self.form.start is not None:
            return self.form.start.board.width, self.form.start.board.height
        size = str(self._value("size"))
        sides = [size, size] if size.isdigit() else [str(self._value(name) or "") for name in ("width", "height")]
        width, height = (int(side) if side.isdecimal() and len(side) < 3 else 19 for side in sides)
        return min(max(width, SMALLEST_SIZE), LARGEST_SIZE), min(max(height, SMALLEST_SIZE), LARGEST_SIZE)

    def _handicap_stones(self) -> int:
        handicap = str(self._value("handicap") or 0)
        return int(handicap) if handicap.isdecimal() and len(handicap) < 3 else 0

    def _chosen_komi(self, rule_set: str) -> Decimal | None:
        """Return the komi of the game; None if the input is not a number or the rule set is unknown."""
        usual = (
            RULE_SETS[rule_set].default_komi(*self._board_lines(), self._handicap_stones())
            if rule_set in RULE_SETS
            else None
        )
        text = normalize_number(str(self._value("komi") if self._value("komi") is not None else ""))
        try:
            return Decimal(text) if text else usual
        except InvalidOperation:
            return None

    def _komi_text(self, rule_set: str) -> str:
        komi = self._chosen_komi(rule_set) if self.variant.is_scored and self.variant.two_sided else None
        return (
            ""
            if komi is None or not komi.is_finite()
            else pgettext("text", "komi %(komi)s") % {"komi": words.localized_number(komi)}
        )

    def _handicap_text(self) -> str:
        stones = self._handicap_stones()
        text = ngettext("%(n)s handicap stone", "%(n)s handicap stones", stones)
        return text % {"n": words.localized_number(stones)} if stones else ""

    def _is_rated(self, rule_set: str) -> bool | None:
        """Return whether the game between two players would be rated; None if the form has no such field or its values
        are invalid."""
        komi = self._chosen_komi(rule_set)
        if "rated" not in self.form.fields or rule_set not in RULE_SETS or komi is None:
            return None
        width, height = self._board_lines()
        conditions = RatingConditions(
            width=width,
            height=height,
            ruleset=RULE_SETS[rule_set],
            komi=komi,
            handicap=0 if self._value("by_rank") else self._handicap_stones(),
            timed=self._value("time") != "none",
            wanted=bool(self._value("rated")),
            with_bot=self.opponent_card == "bot",
            teaching=bool(self._value("teaching")),
            ordinary=self.variant.plain,
            komi_settled=bool(self._value("komi_by")),
        )
        return not conditions.unrated_reason
