"""The effective terms of an offer, as values and as text. These are the terms of the game that starts when a player
accepts the offer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from foundation.languages import END
from games import yes_no
from games.terms import UNRATED_REASONS, YES_NO, ColorPreference
from rules import Variant
from rules.clock import TimeControl
from wording import time_words, words
from wording.variant_words import variant_name

ISOLATE = "\u2068"
OTHER_COLOR = {ColorPreference.BLACK: ColorPreference.WHITE, ColorPreference.WHITE: ColorPreference.BLACK}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferTermsForViewer:
    """The terms of the game that starts when an offer is accepted, for one viewer.

    `color` is the creator's colour. With `depends_on_ranks`, handicap, komi and colours depend on the opponent (R44).
    With `komi_by`, the players first agree on komi and colours. `plays` is the viewer's colour, "" if it is undecided
    or the viewer is not signed in. `unrated_reason` is a key of UNRATED_REASONS, "" for a rated game.
    """

    width: int
    height: int
    variant: Variant
    rule_set: str
    time: TimeControl
    handicap: int
    komi: Decimal
    color: str
    plays: str
    depends_on_ranks: bool
    by_komi: bool
    komi_by: str
    unrated_reason: str
    from_position: bool
    yes_no: dict[str, Any]
    creator: str

    @property
    def rated(self) -> bool:
        """Return whether the game would be rated."""
        return not self.unrated_reason

    @property
    def why_unrated(self) -> str:
        """Return the sentence that explains why the game would be unrated, "" for a rated one."""
        return str(UNRATED_REASONS[self.unrated_reason]) if self.unrated_reason else ""

    @property
    def in_words(self) -> list[str]:
        """Return every term except `why_unrated` as a short phrase in the current language."""
        return [*self._board_texts(), self._rule_set(), self._time_text(), *self._other_texts()]

    @property
    def main_words(self) -> list[str]:
        """Return the most important terms as short phrases: the board size, the variant and the time control."""
        return [*self._board_texts(), self._time_text()]

    @property
    def other_words(self) -> list[str]:
        """Return the terms that `main_words` leaves out as short phrases."""
        return [self._rule_set(), *self._other_texts()]

    def _board_texts(self) -> list[str]:
        phrases = [words.board_size_text(self.width, self.height), variant_name(self.variant)]
        return [phrase for phrase in phrases if phrase]

    def _rule_set(self) -> str:
        return str(words.RULE_SET_NAMES[self.rule_set])

    def _time_text(self) -> str:
        return time_words.time_control_name(self.time)

    def _other_texts(self) -> list[str]:
        phrases = [*self._handicap_and_komi(), self._color_text(), self._rated_text()]
        if self.from_position:
            phrases.append(_("from a set-up position"))
        phrases += yes_no.non_default_term_names(YES_NO, self.yes_no)
        return [phrase for phrase in phrases if phrase]

    def _handicap_and_komi(self) -> Iterator[str]:
        if self.komi_by:
            yield _("bidding for komi first")
        elif self.depends_on_ranks:
            yield _("komi by rank") if self.by_komi else _("handicap by rank")
        else:
            yield self._handicap_text()
            if self.variant.is_scored and self.variant.two_sided:
                yield pgettext("terms of a game", "komi %(komi)s") % {"komi": words.localized_number(self.komi)}

    def _handicap_text(self) -> str:
        if not self.handicap:
            return pgettext("term of a game", "no handicap")
        text = ngettext("Handicap: %(n)s stone", "Handicap: %(n)s stones", self.handicap)
        return text % {"n": words.localized_number(self.handicap)}

    def _color_text(self) -> str:
        if self.depends_on_ranks or self.komi_by or len(self.variant.order.seats) > 2:
            return ""
        if self.color == ColorPreference.BOTH:
            return _("two games, one with each colour")
        if self.color == ColorPreference.RANDOM:
            return _("colours drawn at random")
        if self.plays:
            return _("you play Black") if self.plays == ColorPreference.BLACK else _("you play White")
        text = _("%(name)s plays Black") if self.color == ColorPreference.BLACK else _("%(name)s plays White")
        return text % {"name": f"{ISOLATE}{self.creator}{END}"}

    def _rated_text(self) -> str:
        if self.unrated_reason:
            return pgettext("text", "unrated")
        return _("rated only if the ranks are equal") if self.depends_on_ranks else pgettext("text", "rated")


def viewer_color(color: str, *, is_creator: bool) -> str:
    """Return the viewer's colour if the creator's colour is decided, otherwise ""."""
    if color not in OTHER_COLOR:
        return ""
    return color if is_creator else OTHER_COLOR[ColorPreference(color)]
