"""A side or a member of a team leaves: by resigning or by running out of time (R7, V38, V39, V55)."""

from __future__ import annotations

from dataclasses import replace

from rules.color import Color
from rules.errors import NotYourTurn, PartnersNotAsked
from rules.outcome import Outcome, Reason
from rules.state import GameState, Phase, with_outcome

from .agreement import with_next_answerer
from .counting import score_of
from .seats import seats_still_in


def without_side(state: GameState, color: Color, reason: Reason) -> GameState:
    """Return the game after this side has left. If only one side remains, it wins and the game is over (V55). If all
    players share the colours, the game is over and has no winner (V76). Raises NotYourTurn if the side has already
    left.

    The stones of the side remain on the board. An open proposal remains open, but that side's territory in it now
    counts for no side.
    """
    order = state.setup.order
    if color in state.course.out:
        raise NotYourTurn
    out = (*state.course.out, color)
    others = tuple(one for one in order.colors if one not in out)
    if len(others) == 1:
        return with_outcome(state, Outcome((others, *((one,) for one in reversed(out))), reason))
    after = replace(
        state,
        to_play=state.next_to_act(color) if state.to_play is color else state.to_play,
        passes=0 if state.phase is Phase.PLAY else state.passes,
        course=replace(state.course, out=out),
    )
    if after.proposal is None:
        return after
    return with_next_answerer(
        replace(after, proposal=replace(after.proposal, score=score_of(after, after.proposal.dead)))
    )


def without_member(state: GameState, seat: int, reason: Reason) -> GameState:
    """Return the game after this member of a team has left. The member's turns are skipped. After the last member the
    whole side has left. Raises NotYourTurn if the member has already left."""
    color = state.setup.order.seats[seat]
    if seat not in seats_still_in(state, color):
        raise NotYourTurn
    question = state.course.question
    if question is not None and question.color is color:
        question = None
    if seats_still_in(state, color) == (seat,):
        return without_side(state, color, reason)
    return replace(
        state, course=replace(state.course, seats_out=(*state.course.seats_out, seat), question=question, tries=0)
    )


def check_may_resign(state: GameState, color: Color) -> None:
    """Raise PartnersNotAsked if the side needs its partners' consent to resign (V36)."""
    if len(seats_still_in(state, color)) > 1:
        raise PartnersNotAsked


def with_values_unchanged_by_undo(restored: GameState, before_undo: GameState) -> GameState:
    """Return the state `restored`, to which an undo returns, with the values that an undo does not change, taken from
    the state `before_undo`. Players who left remain away, and revealed information remains revealed (V23, V55)."""
    earlier, since = restored.course, before_undo.course
    for color in since.out:
        if color not in restored.course.out:
            restored = without_side(restored, color, Reason.RESIGNATION)
    if earlier.seats_out == since.seats_out and earlier.stopped_before == since.stopped_before:
        return restored
    course = replace(restored.course, seats_out=since.seats_out, stopped_before=since.stopped_before)
    return replace(restored, course=course)
