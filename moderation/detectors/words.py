"""Findings as text in the current language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from wording.words import join_as_list, localized_number

from .finding import EvidenceLine, Finding

FINDING_NAMES: dict[str, Promise] = {
    "stalling": pgettext_lazy("case", "Stalling"),
    "score_cheating": _("Score that differs from the server's count"),
    "sandbagging": _("Sandbagging (losing on purpose)"),
    "time_out_wave": _("Repeated losses on time"),
    "same_network": _("Games from the same network"),
    "traded_wins": pgettext_lazy("case", "Win trading"),
}
SENTENCES: dict[str, Promise] = {
    "slow_turns": _("Scoring turns that took most of the allowed time: %(turns)s, in %(games)s games."),
    "lost_waits": _("Clearly lost games in which most moves took nearly all the available time: %(games)s."),
    "accepted_score": _("Game %(game)s: result %(said)s, server's count %(counted)s. Disputed stones: %(stones)s."),
    "proposed_score": _(
        "Game %(game)s: proposed result %(said)s, server's count %(counted)s. Disputed stones: %(stones)s."
    ),
    "meant_losses": _("Rated losses that look deliberate: %(losses)s of %(games)s rated games."),
    "short_losses": _("Resigned or lost on time in fewer than %(moves)s moves: %(losses)s."),
    "resigned_ahead": _("Resigned while clearly ahead by the server's count: %(losses)s."),
    "rating_gap": _(
        "Ratings differ widely by board size: %(low)s on %(low_size)s×%(low_size)s, "
        "%(high)s on %(high_size)s×%(high_size)s."
    ),
    "time_out_wave": _("Lost on time within %(days)s days: %(losses)s games, against %(opponents)s opponents."),
    "same_network": _("Rated games with each other: %(games)s. Networks used by both: %(networks)s."),
    "many_games": _("Rated games with each other: %(games)s."),
    "one_sided": _("Games under %(moves)s moves, nearly all won by the same player: %(games)s."),
    "alternating": _("Games under %(moves)s moves in which the two players took turns winning: %(games)s."),
}


def evidence_sentence(line: EvidenceLine) -> str:
    """Return one piece of evidence as a sentence in the current language. Raises KeyError for an unknown code."""
    code, values = line
    return str(SENTENCES[code]) % {
        name: localized_number(value) if isinstance(value, int) else join_as_list(str(value).split(", "))
        for name, value in values.items()
    }


def evidence_sentences(finding: Finding) -> list[str]:
    """Return all evidence of a finding as sentences."""
    return [evidence_sentence(one) for one in finding.evidence]
