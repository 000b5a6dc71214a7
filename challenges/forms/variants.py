"""Form fields of variants: how a game differs from standard Go (V1, V17)."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.number_fields import IntegerField, normalize_number
from rules import ORDINARY, Board, Color, Variant, sgf
from rules.color import ByColor
from rules.outcome import format_points
from rules.variants import OnStop
from rules.variants.presets import (
    PLAYED,
    PRESETS,
    SHARING,
    capture_go,
    capture_go_form_values,
    hidden_go,
    hidden_go_form_values,
    multi_color_go,
    multi_color_go_form_values,
    preset_of,
    team_go,
    team_go_form_values,
    zen_go,
    zen_go_form_players,
)
from rules.variants.starts import STARTS, start_position
from rules.variants.variant import LONGEST_MEMORY, MOST_COLORS, MOST_MEMBERS, MOST_STONES, TeamClock
from wording.variant_words import HIDDEN_FROM_NAMES, PRESET_NAMES, START_NAMES, STOP_NAMES, TEAM_CLOCK_NAMES

VARIANT_PARTS = (
    "players", "colors", "komi_each", "captures_each", "black_members", "white_members", "team_clock", "black_needs",
    "white_needs", "on_stop", "keep", "hidden_from", "start_from",
)  # fmt: skip
"""The fields that only some variants use."""
FOR_MORE_PLAYERS = (
    "players", "colors", "komi_each", "captures_each", "black_members", "white_members", "team_clock",
)  # fmt: skip
"""The fields of variants for more than two players."""
OF_MORE_PLAYERS = tuple(key for key in PLAYED if len(PRESETS[key].order.seats) > 2)
"""The variants for more than two players."""


class VariantFields(forms.Form):
    """The fields for the variant: the number of captures that win and the meaning of two passes in capture Go, what is
    hidden from whom in one-colour Go and blind Go, and the start position."""

    variant = forms.ChoiceField(
        label=pgettext_lazy("label", "Variant"),
        required=False,
        choices=[("", pgettext_lazy("variant", "Standard Go")), *((key, PRESET_NAMES[key]) for key in PLAYED)],
        help_text=_("Variants are always unrated."),
    )
    players = forms.ChoiceField(
        label=_("Number of players sharing both colours"),
        choices=[(count, count) for count in SHARING],
        initial=SHARING[0],
        required=False,
    )
    colors = IntegerField(
        label=_("Number of players, one colour each"), min_value=3, max_value=MOST_COLORS, initial=3, required=False
    )
    komi_each = forms.CharField(
        label=_("Komi for each colour"),
        max_length=60,
        required=False,
        help_text=_(
            "One number per colour in order of play, separated by spaces, such as 0 0.5 1. Leave empty for no komi."
        ),
    )
    captures_each = IntegerField(
        label=_("Captures to win"),
        min_value=0,
        max_value=MOST_STONES,
        initial=0,
        required=False,
        help_text=_("Enter 0 to score the game as usual. Otherwise the first player to capture this many stones wins."),
    )
    black_members = IntegerField(
        label=_("Players on Black's team"), min_value=1, max_value=MOST_MEMBERS, initial=2, required=False
    )
    white_members = IntegerField(
        label=_("Players on White's team"),
        min_value=1,
        max_value=MOST_MEMBERS,
        initial=2,
        required=False,
        help_text=_("1 to 8 on each side. You'll assign players and their order in the next step."),
    )
    team_clock = forms.ChoiceField(
        label=_("When time runs out"),
        choices=list(TEAM_CLOCK_NAMES.items()),
        initial=TeamClock.TEAM.value,
        required=False,
    )
    black_needs = IntegerField(
        label=_("Black wins by capturing"), min_value=1, max_value=MOST_STONES, initial=1, required=False
    )
    white_needs = IntegerField(
        label=_("White wins by capturing"),
        min_value=1,
        max_value=MOST_STONES,
        initial=1,
        required=False,
        help_text=_("1 to 20 stones. The stronger player can be required to capture more."),
    )
    on_stop = forms.ChoiceField(
        label=_("When both players pass"), choices=list(STOP_NAMES.items()), initial=OnStop.MOST.value, required=False
    )
    keep = IntegerField(
        label=_("Number of recent turns shown"),
        min_value=0,
        max_value=LONGEST_MEMORY,
        initial=0,
        required=False,
        help_text=_("0 = all stones are hidden. At most 50."),
    )
    hidden_from = forms.ChoiceField(
        label=pgettext_lazy("label", "Hidden from"), choices=list(HIDDEN_FROM_NAMES.items()), initial="", required=False
    )
    start_from = forms.ChoiceField(
        label=pgettext_lazy("label", "Starting position"),
        choices=[("", pgettext_lazy("start of a game", "Empty board")), *((key, START_NAMES[key]) for key in STARTS)],
        required=False,
    )

    def clean_komi_each(self) -> str:
        """Return one komi per colour, separated by spaces, or "". Raises ValidationError."""
        written: str = self.cleaned_data["komi_each"]
        count = self.cleaned_data.get("colors") or 3
        key = self.cleaned_data.get("variant")
        if key in PLAYED and not PRESETS[key].two_sided and _parse_komi_each(written, count) is None:
            raise forms.ValidationError(_("Enter one number per colour, separated by spaces."))
        return written

    def chosen_variant(self) -> Variant:
        """Return the chosen variant, or standard Go if none or an invalid one was chosen."""
        asked = [name for name in ("variant", *VARIANT_PARTS) if name in self.fields]  # a file says where to start
        return variant_from_raw_values({name: self[name].value() for name in asked})

    def chosen_start_position(self, width: int, height: int) -> sgf.SgfPosition | None:
        """Return the start position, None for an empty board."""
        return named_start_position(self.cleaned_data.get("start_from") or "", width, height)


def named_start_position(name: str, width: int, height: int) -> sgf.SgfPosition | None:
    """Return the named start position with Black to move; None for ""."""
    if not name:
        return None
    board: Board = start_position(name, width, height)
    return sgf.SgfPosition(board, Color.BLACK, ByColor(0, 0), 0)


def variant_from_raw_values(values: dict[str, Any]) -> Variant:
    """Return the variant in the raw values of a form that was not validated. Invalid values count as the default."""
    key = str(values.get("variant") or "")
    if key not in PLAYED:
        return ORDINARY
    if PRESETS[key].hides:
        keep, of = _clamped_whole_number(values.get("keep"), 0, LONGEST_MEMORY), str(values.get("hidden_from") or "")
        return hidden_go(key, keep, Color.from_letter(of) if of in _SIDES else None)
    if not PRESETS[key].two_sided:
        count = _clamped_whole_number(values.get("colors"), 3, MOST_COLORS)
        komi = _parse_komi_each(str(values.get("komi_each") or ""), count)
        return multi_color_go(count, komi or (), _clamped_whole_number(values.get("captures_each"), 0, MOST_STONES))
    if PRESETS[key].order.rotates_colors:
        return zen_go(_player_count(values.get("players")))
    if len(PRESETS[key].order.seats) > 2:
        clock = TeamClock.MEMBER if values.get("team_clock") == TeamClock.MEMBER.value else TeamClock.TEAM
        return team_go((_member_count(values.get("black_members")), _member_count(values.get("white_members"))), clock)
    if key != "capture":
        return PRESETS[key]
    stop = str(values.get("on_stop") or "")
    needed = _capture_count(values.get("black_needs")), _capture_count(values.get("white_needs"))
    counts = OnStop.COUNT if stop == OnStop.COUNT.value else OnStop.MOST
    return capture_go(needed, counts, passing=stop != "no")


_SIDES = tuple(letter for letter in HIDDEN_FROM_NAMES if letter)


def _parse_komi_each(written: str, count: int) -> tuple[Decimal, ...] | None:
    """Return the komi of each colour, () for empty input, None if the input is not this many numbers."""
    try:
        komi = tuple(Decimal(normalize_number(one)) for one in written.split())
    except InvalidOperation:
        return None
    return komi if len(komi) in (0, count) and all(one.is_finite() and abs(one) < 1000 for one in komi) else None


def _player_count(value: Any) -> int:
    return next((count for count in SHARING if str(count) == str(value)), SHARING[0])


def _member_count(value: Any) -> int:
    return 2 if value in (None, "") else _clamped_whole_number(value, 1, MOST_MEMBERS)


def _capture_count(value: Any) -> int:
    return _clamped_whole_number(value, 1, MOST_STONES)


def _clamped_whole_number(value: Any, least: int, most: int) -> int:
    text = str(value if value is not None else "")
    return min(max(int(text), least), most) if text.isdecimal() and len(text) < 3 else least


def initial_values_of_variant(variant: Variant) -> dict[str, Any]:
    """Return the initial values of the fields in VariantFields for this variant."""
    black, white, stop = capture_go_form_values(variant)
    keep, of = hidden_go_form_values(variant)
    black_members, white_members, clock = team_go_form_values(variant)
    colors, komi, captures = multi_color_go_form_values(variant)
    return {
        "players": zen_go_form_players(variant),
        "colors": colors,
        "komi_each": " ".join(map(format_points, komi)),
        "captures_each": captures,
        "black_members": black_members,
        "white_members": white_members,
        "team_clock": clock.value,
        "variant": preset_of(variant),
        "black_needs": black,
        "white_needs": white,
        "on_stop": stop,
        "keep": keep,
        "hidden_from": "" if of is None else of.letter,
    }
