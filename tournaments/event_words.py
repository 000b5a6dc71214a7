"""Sentences in the tournament form that describe the entered tournament."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from foundation import timesource
from tournaments.models import StartCondition
from tournaments.services.eligible import count_eligible_players
from tournaments.systems.types import SystemKind
from wording import dates, words


def tournament_format_sentence(values: dict[str, Any]) -> str:
    """Return a sentence on the tournament's format, such as who plays whom, for these form values."""
    kind, rounds = SystemKind(values["kind"]), values["rounds"]
    if kind in (SystemKind.SWISS, SystemKind.MCMAHON):
        text = ngettext(
            "Up to %(most)s players play %(rounds)s round against opponents with similar scores.",
            "Up to %(most)s players play %(rounds)s rounds against opponents with similar scores.",
            rounds,
        )
    elif kind is SystemKind.GROUPS:
        text = ngettext(
            "Up to %(most)s players, in groups of up to %(size)s, play %(rounds)s round.",
            "Up to %(most)s players, in groups of up to %(size)s, play %(rounds)s rounds.",
            rounds,
        )
    elif kind is SystemKind.ROUND_ROBIN and values["games_each"] == 2:
        text = _("Up to %(most)s players. Everyone plays everyone twice, with colours swapped.")
    else:
        text = {
            SystemKind.ROUND_ROBIN: _("Up to %(most)s players. Everyone plays everyone once."),
            SystemKind.SECTIONS: _("Everyone plays everyone in sections of up to %(size)s. The best players advance."),
            SystemKind.KNOCKOUT: _("Up to %(most)s players. A player who loses one match is out."),
            SystemKind.DOUBLE_KNOCKOUT: _("Up to %(most)s players. A player who loses two matches is out."),
        }[kind]
    numbers = {"most": values["most"], "rounds": rounds, "size": values["group_size"]}
    return text % {name: words.localized_number(value) for name, value in numbers.items()}


def places_sentence(values: dict[str, Any]) -> str:
    """Return a sentence on how many players could enter with these form values (E10)."""
    count = count_eligible_players(values, timesource.now())
    text = ngettext(
        "%(count)s player active in the last 30 days could enter.",
        "%(count)s players active in the last 30 days could enter.",
        count,
    )
    return text % {"count": words.localized_number(count)}


def start_sentence(values: dict[str, Any]) -> str:
    """Return a sentence on when the tournament starts, for these form values."""
    if values["starting"] == StartCondition.FULL:
        return _("The tournament starts as soon as all places are taken.")
    if values["starting"] == StartCondition.DATE:
        at = values["starts_at"]
        return (
            _("The tournament starts on a date that you choose.")
            if at is None
            else _("The tournament starts on %(date)s.") % {"date": dates.day_text(at)}
        )
    return _("You start the tournament yourself.")
