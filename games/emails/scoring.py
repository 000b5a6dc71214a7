"""A proposed score in an e-mail: the result, the dead stones, the count, the marked board, and a warning if the
server's count differs (R11 to R13, R60)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.errors import NotScoredYet
from games.game_view import GameView
from games.models import Game
from games.services.discrepancy import discrepancy_to_confirm
from rules import Discrepancy, GameState, Point, Score, Stage, vertex
from wording import words
from wording.board_text import DeadStoneMarking


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """The open proposal of dead stones in an e-mail: its sentences, the marked board, and the difference from the
    server's count (R60)."""

    lines: list[str]
    marking: DeadStoneMarking
    is_in_doubt: bool


def open_proposal_in(show: GameView) -> OpenProposal | None:
    """Return the dead-stone proposal that is awaiting an answer, or None if there is none."""
    game, state = show.game, show.state_without_history
    proposal = state.proposal
    if state.stage is not Stage.DECIDING or proposal is None:
        return None
    number = words.localized_number(proposal.number)
    by = game.proposing_seat(state)
    if by is None:
        head = _("Proposal %(n)s, by a moderator:") % {"n": number}
    else:
        head = _("Proposal %(n)s, by %(name)s:") % {"n": number, "name": by.player.shown_name}
    doubt = _discrepancy_or_none(game, state)
    dead = vertices_text(proposal.dead, game)
    stones = _("Marked as dead: %(points)s") % {"points": dead} if dead else _("No stones are marked as dead")
    result = pgettext("of a proposed score", "Result: %(lead)s") % {"lead": words.lead_text(proposal.score)}
    lines = [head, result, stones, *_score_lines(proposal.score), *_warning_sentences(doubt, game)]
    return OpenProposal(lines, DeadStoneMarking(proposal.dead, proposal.score), doubt is not None)


def vertices_text(points: Iterable[Point], game: Game) -> str:
    """Return these points as vertices, joined as a list."""
    return words.join_as_list(vertex(point, game.height) for point in sorted(points))


def _score_lines(score: Score) -> list[str]:
    """Return the score as lines of text. Kinds of points that neither side has are left out."""
    rows = words.score_rows(score)
    return [f"{row.name}: " + " · ".join(f"{side} {points}" for side, points in row.sides) for row in rows]


def _discrepancy_or_none(game: Game, state: GameState) -> Discrepancy | None:
    try:
        return discrepancy_to_confirm(game, state)
    except NotScoredYet:
        return None


def _warning_sentences(doubt: Discrepancy | None, game: Game) -> list[str]:
    if doubt is None:
        return []
    values = {"points": vertices_text(doubt.stones, game), "lead": words.lead_text(doubt.estimate)}
    if doubt.unsure:
        return [
            _("Check again. The server can't tell whether these stones are dead: %(points)s.") % values,
            _("If these stones were marked differently, the score would be %(lead)s.") % values,
        ]
    return [_("Check again. The server's count is %(lead)s. Stones in question: %(points)s.") % values]
