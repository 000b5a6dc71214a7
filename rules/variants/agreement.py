"""Who still has to answer a proposal, and what comes of the answers (R13, V56)."""

from __future__ import annotations

from dataclasses import replace

from rules.color import Color
from rules.outcome import Outcome, Reason
from rules.state import GameState, Proposal, finished


def pending(state: GameState) -> tuple[Color, ...]:
    """The sides still in that have not answered the open proposal, the one that acts next first."""
    proposal = state.proposal
    if proposal is None or proposal.by is None:
        return ()
    answered = (*state.course.out, *proposal.accepted)
    return tuple(color for color in state.setup.order.others(proposal.by) if color not in answered)


def accepted(state: GameState, proposal: Proposal, color: Color) -> GameState:
    """The game after this side has accepted: over when it was the last."""
    if pending(state) == (color,):
        return standing(state, proposal)
    return waiting(replace(state, proposal=replace(proposal, accepted=(*proposal.accepted, color))))


def waiting(state: GameState) -> GameState:
    """The game with the next side to answer its open proposal; over when nobody is left to."""
    left = pending(state)
    assert state.proposal is not None
    return replace(state, to_play=left[0]) if left else standing(state, state.proposal)


def standing(state: GameState, proposal: Proposal) -> GameState:
    """The game with the score of this proposal as its result (R13)."""
    score = proposal.score
    return finished(state, Outcome(score.ranking, Reason.SCORE, score.lead))
