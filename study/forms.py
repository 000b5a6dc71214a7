"""The forms of demonstration boards."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.text import check_single_line
from rules import RULE_SETS
from study.models import LONGEST_NAME
from study.services.boards import SIZES
from wording.words import RULE_SET_NAMES, board_size_lazy


class BoardNameForm(forms.Form):
    """The name of a board."""

    name = forms.CharField(
        label=pgettext_lazy("label", "Name"), max_length=LONGEST_NAME, validators=[check_single_line]
    )


class NewBoardForm(BoardNameForm):
    """Creates a board: an empty one, or one from a file or a game, which then determines the size and the rules."""

    size = forms.TypedChoiceField(
        label=pgettext_lazy("label", "Board size"),
        choices=[(n, board_size_lazy(n, n)) for n in SIZES],
        coerce=int,
        initial=19,
        widget=forms.RadioSelect,
    )
    ruleset = forms.ChoiceField(
        label=pgettext_lazy("label", "Rules"), choices=[(key, RULE_SET_NAMES[key]) for key in RULE_SETS]
    )
    wraps = forms.BooleanField(
        label=_("Joined edges (torus)"),
        required=False,
        help_text=_("The left edge is joined to the right edge, and the top edge to the bottom edge."),
    )
    file = forms.FileField(
        label=_("SGF file to start from (at most 1 MB)"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".sgf"}),
    )
    game = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput, localize=False
    )
