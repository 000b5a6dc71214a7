"""The form that asks for a rank in another rating system (E152)."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ratings.equivalents import RankSystem
from ratings.ranks import RANKS

NAMES = {
    RankSystem.EGF: pgettext_lazy("text", "EGF (Europe)"),
    RankSystem.AGA: _("AGA (United States)"),
    RankSystem.OGS: _("OGS (Online Go Server)"),
    RankSystem.DGS: _("DGS (Dragon Go Server)"),
    RankSystem.KGS: _("KGS (KGS Go Server)"),
    RankSystem.IGS: pgettext_lazy("server", "IGS (Pandanet)"),
}


class RankForm(forms.Form):
    """The form that asks for a rank, and for the rating system that it belongs to."""

    system = forms.ChoiceField(label=pgettext_lazy("ranks", "Rank system"), choices=list(NAMES.items()))
    rank = forms.ChoiceField(label=pgettext_lazy("label", "Rank"), choices=[(rank, rank) for rank in RANKS])
