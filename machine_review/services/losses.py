"""Compute how many points each move lost. The evaluations before and after the move are compared with others around
them, so that a single outlier does not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from machine_review.models import ReviewJob
from rules import Color

MOST = 10
LEAST = 5
"""The smallest loss that counts as a mistake, in tenths of a point."""
LEAST_CHANCES = 5
"""The smallest loss that counts as a mistake if no score is known, in thousandths of the chances to win."""
LASTING = 2
"""At least half of a move's loss must still be visible when positions this many moves before and after it are
compared."""


@dataclass(frozen=True, slots=True)
class MoveLoss:
    """A move, and its loss for its player: `points` in tenths of a point, and `chances` in thousandths of the win rate
    (None if unknown). `best` is the engine's move instead, and `line` how play would continue after it."""

    move: int
    color: Color
    points: int | None
    chances: int | None
    best: str
    line: tuple[str, ...]


def largest_losses(job: ReviewJob, most: int = MOST) -> list[MoveLoss]:
    """Return the moves with the largest losses, largest first. In an unfinished analysis, only evaluated moves are
    considered."""
    found = [loss for loss in _lasting_losses(job) if _is_large_enough(loss)]
    found.sort(key=lambda loss: (-_loss_size(loss), loss.move))
    return found[:most]


def has_rough_scores(job: ReviewJob) -> bool:
    """Return whether the analysis only has rough score estimates, without win rates. Such estimates ignore the side to
    move, so every move seems to gain something. Losses are then measured from the position before the opponent's last
    move."""
    return any(judgement is not None and judgement[0] is None for judgement in job.judgements)


def _lasting_losses(job: ReviewJob) -> Iterator[MoveLoss]:
    back = 2 if has_rough_scores(job) else 1
    winrates, scores = ([one and one[place] for one in job.judgements] for place in (0, 1))
    for number in range(back, len(job.judgements)):
        before, after = job.judgements[number - back], job.judgements[number]
        if before is None or after is None:
            continue
        color = Color.from_letter(job.colors[number - 1])
        sign = 1 if color is Color.BLACK else -1
        points, chances = (_loss_between(before[place], after[place], sign) for place in (1, 0))
        if _is_lasting_loss(winrates if points is None else scores, (number - back, number), sign):
            yield MoveLoss(number, color, points, chances, before[2], tuple(job.lines.get(str(number - 1), ())))


def _loss_between(before: int | None, after: int | None, sign: int) -> int | None:
    return None if before is None or after is None else sign * (before - after)


def _is_lasting_loss(values: Sequence[int | None], move: tuple[int, int], sign: int) -> bool:
    """Return whether the loss between two positions, whose numbers are in `move`, lasts: at least half of it remains if
    one compares with a later position instead of the second, or with an earlier one instead of the first. Return False
    if one of these positions has no evaluation yet. `sign` is 1 for Black and -1 for White."""
    before, after = move
    later = values[min(after + LASTING, len(values) - 1)]
    earlier = values[before - LASTING if before >= LASTING else before]
    lost = _loss_between(values[before], values[after], sign)
    around = (_loss_between(values[before], later, sign), _loss_between(earlier, values[after], sign))
    return lost is not None and all(one is not None and 2 * one >= lost for one in around)


def _loss_size(loss: MoveLoss) -> int:
    return loss.points if loss.points is not None else loss.chances or 0


def _is_large_enough(loss: MoveLoss) -> bool:
    return _loss_size(loss) >= (LEAST if loss.points is not None else LEAST_CHANCES)
