"""Texts about a game with hidden information (V20 to V29)."""

from __future__ import annotations

from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.variants.view import illegal_attempts_left
from wording import words

from .panel import GamePanel


class HiddenInfoPanel(GamePanel):
    """The panel with texts for the viewer about hidden information, next to the board."""

    @cached_property
    def has_hidden_info(self) -> bool:
        """Return whether information is hidden from some viewer; the game then has no record to browse."""
        return self.game.has_hidden_info

    @cached_property
    def hides_info(self) -> bool:
        """Return whether information is hidden from this viewer."""
        return self.show.hides_info

    @property
    def hidden_captures_text(self) -> str:
        """Return a text about the captures of the last move while information is hidden: the points, or only their
        number (V20, V25). Return "" if there are none."""
        if not self.hides_info or self.last_move is None or self.last_move.point is None:
            return ""
        rows = self.game.actions.filter(kind="play", effect__move_number=self.present.move_number)
        row = rows.order_by("-number").first()
        if row is None:
            return ""
        receipt = self.show.receipt(row)
        if receipt["captured"]:
            return pgettext("text", "Captured: %(points)s.") % {"points": words.join_as_list(receipt["captured"])}
        count = receipt.get("taken", 0)
        if not count:
            return ""
        text = ngettext("The last move captured %(count)s stone.", "The last move captured %(count)s stones.", count)
        return text % {"count": words.localized_number(count)}

    @property
    def illegal_attempts_text(self) -> str:
        """Return a text about how many illegal moves the side to play has tried in this turn, with a warning if one
        more loses the turn (V28). Return "" if there are none."""
        if not self.has_hidden_info or not self.present.course.tries:
            return ""
        tried, left = self.present.course.tries, illegal_attempts_left(self.present)
        text = ngettext(
            "%(count)s illegal move tried this turn.",
            "%(count)s illegal moves tried this turn.",
            tried,
        ) % {"count": words.localized_number(tried)}
        return text if left else " ".join([text, _("One more illegal move and you'll lose this turn.")])
