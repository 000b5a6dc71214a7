"""Report the detectors' findings, for moderators to decide."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import Player
from games.models import Game
from moderation.detectors import find_all_findings

from .reports import ReportTarget, report_finding_once

LOOK_BACK = timedelta(days=1)


def report_findings(*, now: datetime) -> int:
    """Report the findings about the last day's games, each once. Return the number of new reports."""
    found = find_all_findings(now, now - LOOK_BACK)
    players = Player.objects.in_bulk({finding.player for finding in found})
    games = Game.objects.in_bulk({game for finding in found for game in finding.games[-1:]})
    new = 0
    for finding in found:
        game = games.get(finding.games[-1]) if finding.games else None
        target = ReportTarget(players[finding.player], game, {"signal": finding.to_json()})
        new += report_finding_once(key=finding.key, target=target, now=now)
    return new
