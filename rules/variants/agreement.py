"""Accept a proposal of dead stones (R13, V56)."""

from __future__ import annotations

from dataclasses import replace

from rules.color import Color
from rules.outcome import Outcome, Reason
from rules.state import GameState, Proposal, with_outcome

from .rotation import pass_turn


def sides_to_answer(state: GameState) -> tuple[Color, ...]:
    """Return the sides that have not yet replied to the open proposal, the next one to act first. Sides that have left
    the game are not included. If seats share the colours, return only the colour of the seat on turn (V74)."""
    proposal = state.proposal
    if proposal is None or proposal.by is None:
        return ()
    if state.setup.order.rotates_colors:
        return () if state.to_play is None else (state.to_play,)
    answered = (*state.course.out, *proposal.accepted)
    return tuple(color for color in state.setup.order.others(proposal.by) if color not in answered)


def after_acceptance(state: GameState, proposal: Proposal, color: Color) -> GameState:
    """Return the game after this side has accepted the proposal. The game ends when no other side has to accept."""
    order, given = state.setup.order, (*proposal.accepted, color)
    is_last = len(given) == order.parties - 1 if order.rotates_colors else sides_to_answer(state) == (color,)
    if is_last:
        return end_by_proposal(state, proposal)
    going_on = replace(state, proposal=replace(proposal, accepted=given))
    return pass_turn(going_on, color) if order.rotates_colors else with_next_answerer(going_on)


def with_next_answerer(state: GameState) -> GameState:
    """Return the game with the turn passed to the next side that has to reply to the open proposal. The game ends if
    all sides have replied."""
    left = sides_to_answer(state)
    assert state.proposal is not None
    return replace(state, to_play=left[0]) if left else end_by_proposal(state, state.proposal)


def end_by_proposal(state: GameState, proposal: Proposal) -> GameState:
    """Return the game with the score of this proposal as its result (R13)."""
    score = proposal.score
    return with_outcome(state, Outcome(score.ranking, Reason.SCORE, score.lead))
