"""Check pages of lessons before they are stored, in the same way as the server's own lessons (P8)."""

from __future__ import annotations

from time import thread_time

from django.utils.translation import gettext_lazy as _

from learn import claims
from learn.errors import InvalidLessonPage
from learn.lesson import ANY, LessonStep, PageScoring
from learn.models import OwnPage
from learn.outcomes import all_choices, outcome_of, right_choices
from library.errors import InvalidSearchArea
from library.services.positions import check_search_area, parse_rectangle
from rules import Board, Color, Phase, RulesError
from wording.refusals import sentence_for

SMALLEST, LARGEST = 2, 19
MOST_CLAIMS = 20
MOST_SECONDS = 5.0
"""The most processor time for the checks of one request."""
TOO_LONG = _("Checking took too long. Use fewer claims, a smaller board, or fewer pages at a time.")
BAD_BOARD = _(
    "Draw 2 to 19 rows of the same length. Use only the characters “.”, “X” and “O”. Every chain must have a liberty."
)
BAD_LINES = _("Correct this line: %(line)s")


def step_from_page(page: OwnPage) -> LessonStep:
    """Return the page as a LessonStep. Raises InvalidLessonPage if a line of `replies` or `answers` is not a name, a
    colon and a text."""
    ruleset = page.count
    prisoners = (page.black_prisoners, page.white_prisoners)
    return LessonStep(
        task=page.task,
        rows=tuple(page.rows.split()),
        right=page.right.strip(),
        good=page.good,
        bad=page.bad,
        replies={name: text for names, text in _pairs_in_lines(page, "replies") for name in names.split()},
        taps=page.taps,
        first=Color.from_letter(page.first),
        before=page.before,
        after=page.after,
        answer=page.answer,
        answers=dict(_pairs_in_lines(page, "answers")),
        buttons=tuple(page.buttons.split()),
        rings=page.rings,
        ruleset=page.ruleset,
        count=PageScoring(ruleset, page.dead, str(page.komi), prisoners) if ruleset else None,
        claims=tuple(line.strip() for line in page.claims.splitlines() if line.strip()),
        statistics=page.statistics.strip(),
    )


def page_fields_of(step: LessonStep) -> dict[str, str | bool | int]:
    """Return the values of the OwnPage fields, by field name, for a page that shows this step. Texts are in the current
    language."""
    count = step.count or PageScoring("")
    texts: dict[str, list[str]] = {}
    for name, text in step.replies.items():
        texts.setdefault(str(text), []).append(name)
    return {
        "task": str(step.task),
        "rows": "\n".join(step.rows),
        "first": step.first.letter,
        "before": step.before,
        "right": step.right,
        "good": str(step.good),
        "bad": str(step.bad),
        "answer": step.answer,
        "after": step.after,
        "answers": "\n".join(f"{name}: {moves}" for name, moves in step.answers.items()),
        "replies": "\n".join(f"{' '.join(names)}: {text}" for text, names in texts.items()),
        "taps": step.taps,
        "buttons": " ".join(step.buttons),
        "rings": step.rings,
        "claims": "\n".join(step.claims),
        "statistics": step.statistics,
        "ruleset": step.ruleset,
        "count": count.ruleset,
        "dead": count.dead,
        "komi": count.komi,
        "black_prisoners": count.prisoners[0],
        "white_prisoners": count.prisoners[1],
    }


def check_page(page: OwnPage, until: float | None = None) -> None:
    """Try every choice of the page, and verify its claims. Raises InvalidLessonPage with the field to change.

    Also raises InvalidLessonPage when the processor time of this thread (`time.thread_time`) reaches `until`, by
    default MOST_SECONDS from now.
    """
    until = thread_time() + MOST_SECONDS if until is None else until
    step = step_from_page(page)
    _check_board(step)
    _check_start(step)
    _check_named_points(step)
    _check_statistics(step)
    _check_outcomes(step, until)
    _check_claims(step, until)


def _raise_if_out_of_time(until: float, field: str) -> None:
    if thread_time() > until:
        raise InvalidLessonPage(field=field, why=TOO_LONG)


def _pairs_in_lines(page: OwnPage, field: str) -> list[tuple[str, str]]:
    """Return the parts before and after the colon of each line in a field of the page. Empty lines are left out. Raises
    InvalidLessonPage if a part is missing."""
    pairs = []
    for line in str(getattr(page, field)).splitlines():
        name, _colon, rest = (part.strip() for part in line.partition(":"))
        if not (name and rest):
            if line.strip():
                raise InvalidLessonPage(field=field, why=BAD_LINES, line=line.strip())
            continue
        pairs.append((name, rest))
    return pairs


def _check_board(step: LessonStep) -> None:
    sizes = {len(step.rows), *map(len, step.rows)}
    if not step.rows or min(sizes) < SMALLEST or max(sizes) > LARGEST or set("".join(step.rows)) - set(".XO"):
        raise InvalidLessonPage(field="rows", why=BAD_BOARD)
    try:
        board = Board.from_rows(step.rows)
    except ValueError as error:
        raise InvalidLessonPage(field="rows", why=BAD_BOARD) from error
    if any(not board.chain_at(point).liberties for point in board.points() if board[point] is not None):
        raise InvalidLessonPage(field="rows", why=BAD_BOARD)


def _check_start(step: LessonStep) -> None:
    try:
        is_over = step.start.phase is not Phase.PLAY
    except RulesError as error:
        raise InvalidLessonPage(
            field="before", why=_("These moves can't be played: %(reason)s"), reason=sentence_for(error)
        ) from error
    if is_over:
        raise InvalidLessonPage(field="before", why=_("The game is over after these moves. Remove the last ones."))


def _check_named_points(step: LessonStep) -> None:
    """Raise InvalidLessonPage if a field names a point that does not exist, or a choice that the page does not offer,
    or if a point in `dead` has no stone."""
    ways = set(all_choices(step))
    _checked_point_names(step, "rings", step.rings)
    named = {"replies": step.replies, "answers": step.answers}
    for field, names in named.items():
        for name in names:
            if name not in ways:
                raise InvalidLessonPage(
                    field=field, why=_("%(name)s is not an answer on this page. Correct or remove it."), name=name
                )
    if step.right != ANY:
        for name in step.right.split():
            if name not in ways:
                raise InvalidLessonPage(
                    field="right", why=_("%(name)s is not an answer on this page. Correct or remove it."), name=name
                )
    if step.count is not None and any(
        step.start.board[step.point_named(name)] is None for name in _checked_point_names(step, "dead", step.count.dead)
    ):
        raise InvalidLessonPage(field="dead", why=_("That point has no stone. Choose a point with a stone."))


def _check_statistics(step: LessonStep) -> None:
    """Raise InvalidLessonPage unless `statistics` is empty, or names two corners of a rectangle that the position
    search accepts."""
    names = _checked_point_names(step, "statistics", step.statistics)
    if not names:
        return
    if len(names) != 2:
        raise InvalidLessonPage(field="statistics", why=_("Enter two points such as A1 and K10."))
    try:
        check_search_area(step.start.board, parse_rectangle(step.start.board, *names))
    except InvalidSearchArea as error:
        raise InvalidLessonPage(field="statistics", why=error.cause or error.sentence) from error


def _checked_point_names(step: LessonStep, field: str, names: str) -> list[str]:
    for name in names.split():
        try:
            step.point_named(name)
        except RulesError as error:
            raise InvalidLessonPage(
                field=field, why=_("%(name)s is not a point on this board. Correct or remove it."), name=name
            ) from error
    return names.split()


def _check_outcomes(step: LessonStep, until: float) -> None:
    """Try every choice. Raise InvalidLessonPage if a correct move is illegal or a wrong move has no reply on the
    board."""
    right = set(right_choices(step))
    if not right:
        raise InvalidLessonPage(field="right", why=_("The page has no right answer. Add one."))
    for choice in all_choices(step):
        _raise_if_out_of_time(until, "rows")
        try:
            outcome = outcome_of(step, choice)
        except (RulesError, ValueError) as error:
            field = _field_to_change(step, choice, choice in right)
            raise InvalidLessonPage(
                field=field, why=_("The moves after %(name)s can't be played. Correct or remove them."), name=choice
            ) from error
        if outcome.is_right != (choice in right):
            raise InvalidLessonPage(
                field="right", why=_("%(name)s is an illegal move in this position. Correct or remove it."), name=choice
            )
        if not outcome.is_right and len(outcome.moves) == 1:
            raise InvalidLessonPage(field="answer", why=_("Add the opponent's reply to %(name)s."), name=choice)


def _field_to_change(step: LessonStep, choice: str, is_right: bool) -> str:
    if choice in step.answers:
        return "answers"
    return "after" if is_right and step.after else "dead" if is_right else "answer"


def _check_claims(step: LessonStep, until: float) -> None:
    if len(step.claims) > MOST_CLAIMS:
        raise InvalidLessonPage(field="claims", why=_("A page can have at most 20 claims. Remove some."))
    for claim in step.claims:
        _raise_if_out_of_time(until, "claims")
        try:
            failure = claims.claim_failure(step, claim)
        except claims.TooManyPositionsToRead as error:
            raise InvalidLessonPage(
                field="claims", why=_("This claim takes too long to check. Remove it: %(claim)s"), claim=claim
            ) from error
        except (RulesError, ValueError) as error:
            raise InvalidLessonPage(
                field="claims", why=_("This claim is not valid. Correct or remove it: %(claim)s"), claim=claim
            ) from error
        if failure:
            raise InvalidLessonPage(field="claims", why=_("This claim is wrong: %(claim)s"), claim=failure)
