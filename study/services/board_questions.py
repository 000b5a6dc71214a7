"""Questions about a demonstration board, asked by its viewers and answered or hidden by its owner (T10)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.children import is_taught_child
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from accounts.security.staff_permissions import StaffPermission, may
from foundation import timesource
from foundation.text import clean_text
from games.errors import NotAModerator
from social.models.mutes import not_muted_or_blocked_filter
from social.services.threads import count_towards_message_limit
from study.core.shape import make_shape
from study.errors import BadQuestion, BoardClosed, NoSuchBoard, NoSuchNode, TooManyQuestions
from study.models import LONGEST_QUESTION, BoardQuestion, DemoBoard

from .boards import boards_visible_with_key, increment_version, trunk_of_board, visible_board

if TYPE_CHECKING:
    from .boards import Viewer

State = BoardQuestion.State
MOST_OF_PLAYER, MOST_OF_BOARD = 20, 500
MOST_SHOWN = 100


def visible_questions(viewer: Viewer, board: DemoBoard) -> QuerySet[BoardQuestion]:
    """Return the questions about a board that the viewer may see, the latest first. Access to the board is not checked.

    Hidden questions are returned only to the board's owner and the author, and those hidden by moderators only to the
    author. Questions by muted or deleted players, by players whom the viewer has muted, and by players with a block
    between them and the viewer are left out. Only the board's owner and the author see a child's question.
    """
    return (
        _only_visible_questions(viewer, BoardQuestion.objects.filter(board=board))
        .select_related("author")
        .order_by("-pk")
    )


def _only_visible_questions(viewer: Viewer, rows: QuerySet[BoardQuestion]) -> QuerySet[BoardQuestion]:
    rows = rows.filter(author__deleted_at=None).exclude(author__muted_until__gt=timesource.now())
    if not isinstance(viewer, Player):
        return rows.exclude(state=State.HIDDEN).filter(author__is_child=False)
    seen = ~Q(state=State.HIDDEN) | Q(board__owner=viewer, hidden_at=None)
    is_shown = Q(author__is_child=False) | Q(board__owner=viewer)
    return rows.filter(Q(author=viewer) | (seen & is_shown & not_muted_or_blocked_filter(viewer)))


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """The text of a question, and the node that the question is about ("" means the node that everyone sees)."""

    text: str
    node: str = ""


def may_ask_board_owner(player: Player, board: DemoBoard) -> bool:
    """Return whether this player may ask about boards of this board's owner. Guests may not, but a child's account may
    if the owner is the child's teacher."""
    return not player.is_guest or is_taught_child(player, board.owner)


def ask_question(player: Player, key: str, asked: NewQuestion, now: datetime) -> BoardQuestion:
    """Ask a question about an open board that the player may see, and return the question. A child can ask the child's
    own teacher (T19).

    Raises NoSuchBoard, BoardClosed, BadQuestion, NoSuchNode, TooManyQuestions, TooManyPosts, NotForGuests, Suspended,
    Muted.
    """
    check_allowed(player, now, RestrictionKind.MUTED)
    if not player.is_child:
        check_not_guest(player)
    text, node = clean_text(asked.text), asked.node
    if not 1 <= len(text) <= LONGEST_QUESTION:
        raise BadQuestion
    with transaction.atomic():
        row = _lock_board(visible_board(player, key))
        if not may_ask_board_owner(player, row):
            check_not_guest(player)
        if not row.is_open:
            raise BoardClosed
        if node and not make_shape(row.value, trunk_of_board(row)).knows(node):
            raise NoSuchNode
        if row.questions.filter(author=player).count() >= MOST_OF_PLAYER:
            raise TooManyQuestions
        if row.questions.count() >= MOST_OF_BOARD:
            raise TooManyQuestions(sentence=_("This board has reached the limit of 500 questions."))
        count_towards_message_limit(player)
        made = BoardQuestion.objects.create(board=row, author=player, node=node or row.shown, text=text, asked_at=now)
        increment_version(row, now)
    return made


def set_question_state(player: Player, question: BoardQuestion, state: str, now: datetime) -> BoardQuestion:
    """Mark a question on the player's own board as open or answered, or hide the question. Return the question. Raises
    NoSuchBoard, Suspended."""
    check_allowed(player, now)
    if question.board.owner_id != player.pk:
        raise NoSuchBoard
    with transaction.atomic():
        row = _lock_board(question.board)
        if not row.questions.filter(pk=question.pk, hidden_at=None).update(state=state):
            raise NoSuchBoard
        increment_version(row, now)
    question.state = state
    return question


def hide_question(by: StaffContext, question: BoardQuestion) -> None:
    """Hide a question from everyone except its author, as a moderator. Raises NotAModerator, NoSuchBoard."""
    if not may(by.staff, StaffPermission.MODERATE):
        raise NotAModerator
    with transaction.atomic():
        row = _lock_board(question.board)
        if not row.questions.filter(pk=question.pk).update(state=State.HIDDEN, hidden_at=by.now):
            raise NoSuchBoard
        increment_version(row, row.changed_at)
        record_staff_action(by, "hide_question", question.author)


def withdraw_question(player: Player, question: BoardQuestion, now: datetime) -> None:
    """Delete the player's own question. Raises NoSuchBoard."""
    if question.author_id != player.pk:
        raise NoSuchBoard
    with transaction.atomic():
        row = _lock_board(question.board)
        question.delete()
        increment_version(row, now)


def visible_question(viewer: Viewer, question_id: int, key: str = "") -> BoardQuestion:
    """Return a question that the viewer may see, with its board and author loaded. If `key` is given, the question must
    be on that board. Raises NoSuchBoard."""
    boards = boards_visible_with_key(viewer).filter(key=key) if key else boards_visible_with_key(viewer)
    rows = BoardQuestion.objects.filter(pk=question_id, board__in=boards.values("pk"))
    found = _only_visible_questions(viewer, rows).select_related("author", "board__owner").first()
    if found is None:
        raise NoSuchBoard
    return found


def _lock_board(board: DemoBoard) -> DemoBoard:
    row = DemoBoard.objects.select_for_update(no_key=True).filter(pk=board.pk).first()
    if row is None:
        raise NoSuchBoard
    return row
