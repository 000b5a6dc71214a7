"""Sentences about a tournament's pairing and scoring, generated from the engine's parameters (E11, E21, E35)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from ratings.ranks import Rank
from tournaments.models import RoundStart, Stage, Tournament
from tournaments.services.playing import largest_handicap
from tournaments.stage_data import pairing_system
from tournaments.systems.handicaps import HALF_A_POINT
from tournaments.systems.types import HALF, KNOCKOUTS, WIN, HandicapRules, SystemKind
from wording import words


def handicap_sentences(tournament: Tournament, stage: Stage) -> list[str]:
    """Return sentences on how a game's handicap is computed; [] if all games are even."""
    system = pairing_system(tournament, stage)
    rule = system.handicaps
    if rule is None:
        return []
    by_score = rule.by_score and system.starts_by_rank
    if by_score and rule.points:
        how = _(
            "The McMahon score difference minus %(less)s, at most %(most)s. The player with the lower score plays "
            "Black."
        )
        cut = _("Scores above %(rank)s count as %(rank)s.")
    elif rule.points:
        how = _("The rank difference minus %(less)s, at most %(most)s. The weaker player plays Black.")
        cut = _("Ranks above %(rank)s count as %(rank)s.")
    elif by_score:
        how = _(
            "The McMahon score difference minus %(less)s, at most %(most)s stones. The player with the lower score "
            "plays Black."
        )
        cut = _("Scores above %(rank)s count as %(rank)s.")
    else:
        how = _("The rank difference minus %(less)s, at most %(most)s stones. The weaker player plays Black.")
        cut = _("Ranks above %(rank)s count as %(rank)s.")
    most = rule.most if rule.points else min(rule.most, largest_handicap(tournament))
    values = {
        "less": words.localized_number(rule.reduction),
        "most": words.localized_number(most),
        "rank": str(Rank(rule.threshold)),
    }
    return [how % values, cut % values]


def komi_sentence(tournament: Tournament, stage: Stage) -> str:
    """Return the sentence on the komi of games with and without handicap; "" if all games are even."""
    rule: HandicapRules | None = pairing_system(tournament, stage).handicaps
    if rule is None:
        return ""
    if rule.points:
        text = _(
            "%(komi)s in even games, %(points)s points less when the difference is %(n)s. Negative komi goes to Black."
        )
        values = {"komi": tournament.agreed_komi, "points": rule.points[1], "n": rule.reduction + 1}
        return text % {name: words.localized_number(value) for name, value in values.items()}
    text = _("%(komi)s in even games, %(low)s when the difference is %(n)s or more")
    return text % {
        "komi": words.localized_number(tournament.agreed_komi),
        "low": words.localized_number(HALF_A_POINT / 2),
        "n": words.localized_number(rule.reduction + 1),
    }


def next_round_sentence(tournament: Tournament, stage: Stage) -> str:
    """Return the sentence on when the next game or round starts (E20, E21)."""
    if stage.kind in KNOCKOUTS:
        return _("Each match starts as soon as both players are known.")
    if tournament.at_once and tournament.following == RoundStart.OVER:
        return _("A game starts as soon as both players are below their limit on games in progress.")
    return str(tournament.get_following_display())


def missed_round_sentence(tournament: Tournament, stage: Stage) -> str:
    """Return the sentence on how byes and missed rounds count (E33); "" for systems without them."""
    system = pairing_system(tournament, stage)
    if system.kind not in (SystemKind.SWISS, SystemKind.MCMAHON):
        return ""
    values = {"bye": _points_text(system.bye), "absent": _points_text(system.absence_points)}
    if system.starts_by_rank:
        return _("A bye is worth %(bye)s and a missed round %(absent)s. The sum is rounded down.") % values
    return _("A bye is worth %(bye)s and a missed round %(absent)s.") % values


def _points_text(halves: int) -> str:
    return words.localized_number(halves / WIN if halves % WIN == HALF else halves // WIN)


__all__ = ["handicap_sentences", "komi_sentence", "missed_round_sentence", "next_round_sentence"]
