"""Usual tournaments, ladders and leagues: what the cards of a new event offer."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.event_forms import Preset
from tournaments.models import Starting
from tournaments.models.tournament_options import KIND_NAMES, Following
from tournaments.systems.types import Kind

WEEKEND_CLOCK = {
    "time": "custom",
    "system": "byo_yomi",
    "main_time": timedelta(minutes=45),
    "period_time": timedelta(minutes=1),
    "periods": 5,
}
"""A game takes at most three hours or so, and a day has three rounds."""

TOURNAMENTS = (
    Preset(
        Kind.SWISS,
        pgettext_lazy("card of a new tournament", "Weekend Swiss"),
        _("In each round, players with similar scores meet, and the player with the most points wins."),
        {
            "kind": Kind.SWISS.value,
            "rounds": 5,
            "most": 32,
            "starting": Starting.DATE.value,
            "following": Following.HAND.value,
            "off_time": [],
            **WEEKEND_CLOCK,
        },
        _("5 rounds, 45 minutes per player, you start each round"),
    ),
    Preset(
        Kind.ROUND_ROBIN,
        pgettext_lazy("card of a new tournament", "Club round robin"),
        _("Everyone plays everyone else, and the player with the most points wins."),
        {"kind": Kind.ROUND_ROBIN.value, "most": 8, "at_once": 3},
        _("Up to 8 players, 3 games at a time, 3 days per move"),
    ),
    Preset(
        Kind.KNOCKOUT,
        pgettext_lazy("card of a new tournament", "Long knockout"),
        _("Winners advance, losers are out, and the last player left wins."),
        {"kind": Kind.KNOCKOUT.value, "most": 32, "starting": Starting.FULL.value},
        _("Starts with 32 players, 3 days per move"),
    ),
    Preset(
        Kind.MCMAHON,
        KIND_NAMES[Kind.MCMAHON],
        _("Stronger players start with more points, then players with similar scores meet in each round."),
        {"kind": Kind.MCMAHON.value},
    ),
    Preset(
        Kind.GROUPS,
        KIND_NAMES[Kind.GROUPS],
        _("Players of similar strength form groups, and each group plays its own McMahon tournament."),
        {"kind": Kind.GROUPS.value},
    ),
    Preset(
        Kind.SECTIONS,
        KIND_NAMES[Kind.SECTIONS],
        _("Each section plays a round robin, and the winners play on until one player is left."),
        {"kind": Kind.SECTIONS.value},
    ),
    Preset(
        Kind.DOUBLE_KNOCKOUT,
        KIND_NAMES[Kind.DOUBLE_KNOCKOUT],
        _("Players are out after their second loss, and the last player left wins."),
        {"kind": Kind.DOUBLE_KNOCKOUT.value},
    ),
)

_CLIMB = _("Players challenge players above them, and a challenger who wins takes the higher place.")
LADDERS = (
    Preset(
        "club",
        pgettext_lazy("card of a new ladder", "Club ladder"),
        _CLIMB,
        {"size": "19", "time": "days_3"},
        _("19×19, 3 days per move, newcomers start at the bottom"),
    ),
    Preset(
        "ranked",
        pgettext_lazy("card of a new ladder", "Ladder by rank"),
        _CLIMB,
        {"size": "19", "time": "days_3", "joins_by_rank": True},
        _("19×19, 3 days per move, newcomers are placed by rank"),
    ),
    Preset(
        "quick",
        pgettext_lazy("card of a new ladder", "Quick ladder"),
        _CLIMB,
        {"size": "9", "time": "days_1"},
        _("9×9, 1 day per move"),
    ),
)

_SEASON = _("Each season everyone in a group plays everyone else, then the best move up and the last move down.")
LEAGUES = (
    Preset(
        "club",
        pgettext_lazy("card of a new league", "Club league"),
        _SEASON,
        {"size": "19", "time": "days_3"},
        _("Groups of 6, three months, 3 days per move"),
    ),
    Preset(
        "quick",
        pgettext_lazy("card of a new league", "Quick league"),
        _SEASON,
        {"size": "9", "time": "days_1", "months": 1, "group_players": 5},
        _("9×9, groups of 5, one month, 1 day per move"),
    ),
    Preset(
        "free",
        pgettext_lazy("card of a new league", "Free pairing"),
        _("Each season players in a group challenge each other, then the best move up and the last move down."),
        {"size": "19", "time": "days_3", "free": True, "group_players": 10},
        _("Groups of 10, three months, you choose your opponents"),
    ),
)
