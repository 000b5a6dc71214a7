"""Demonstration boards: who may see them, and how their owners create, change, share, close and delete them (T9,
T11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.audit import StaffContext
from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from clubs.services import audiences
from clubs.services.audiences import Audience
from foundation.hints import ChangeSignal, send_after_commit
from foundation.text import clean_text
from games.access import game_for
from games.errors import NotFinished
from games.game_view import GameView
from rules import RULE_SETS, Setup, Variant, sgf
from study.core import files as tree_files
from study.core.nodes import ROOT
from study.core.record import RecordMoves
from study.core.shape import make_shape
from study.core.tree import TreeValue
from study.errors import BadBoard, BoardClosed, NoSuchBoard, NoSuchNode, TooManyBoards
from study.models import LONGEST_NAME, DemoBoard

from . import files, trees

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser

MOST_BOARDS = 50
SIZES = (9, 13, 19)


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A new board: its name, and how it starts. `game` is the id of a finished game to start from, `sgf` the text of a
    file. Without both, the board is empty, and `size`, `ruleset` and `wraps` (joined edges, V81) are its properties."""

    name: str
    size: int = 19
    ruleset: str = "japanese"
    wraps: bool = False
    game: int | None = None
    sgf: str = ""


@dataclass(frozen=True, slots=True)
class BoardChange:
    """A change of a board: operations on its tree, as the client sent them, and the name of the node that everyone sees
    next ("" to keep the current one)."""

    operations: Sequence[object] = ()
    shown: str = ""


def signal_kind_of(key: str) -> str:
    """Return the kind that change signals about the board with this key have."""
    return f"board.{key}"


def boards_of_owner(player: Player) -> QuerySet[DemoBoard]:
    """Return the player's boards."""
    return DemoBoard.objects.filter(owner=player)


def boards_listed_for(viewer: Viewer) -> QuerySet[DemoBoard]:
    """Return the viewer's own boards, and other owners' boards that are listed for the viewer. Their trees are not
    loaded."""
    return audiences.rows_listed_for(_boards_without_trees(), viewer)


def others_boards_listed_for(viewer: Viewer) -> QuerySet[DemoBoard]:
    """Return other owners' boards that are listed for the viewer. Their trees are not loaded."""
    return audiences.others_rows_listed_for(_boards_without_trees(), viewer)


def boards_of_teacher(teacher: Player, viewer: Viewer) -> QuerySet[DemoBoard]:
    """Return the teacher's boards that are listed for the viewer, the newest first. Their trees are not loaded."""
    return boards_listed_for(viewer).filter(owner=teacher).order_by("-pk")


def _boards_without_trees() -> QuerySet[DemoBoard]:
    return DemoBoard.objects.select_related("owner").defer("start", "nodes")


def visible_board(viewer: Viewer, key: str) -> DemoBoard:
    """Return the board with this key if the viewer may see it: it is the viewer's own, is shared with them, or may be
    seen by everyone who knows the key. Raises NoSuchBoard otherwise, also for staff."""
    row = boards_visible_with_key(viewer).filter(key=key).select_related("owner").first()
    if row is None:
        raise NoSuchBoard
    return row


def boards_visible_with_key(viewer: Viewer) -> QuerySet[DemoBoard]:
    """Return the boards that the viewer may see if they know the board's key."""
    return audiences.rows_visible_with_key(DemoBoard.objects.all(), viewer)


def own_board(player: Player, key: str) -> DemoBoard:
    """Return the player's own board. Raises NoSuchBoard."""
    row = boards_of_owner(player).filter(key=key).select_related("owner").first()
    if row is None:
        raise NoSuchBoard
    return row


def trunk_of_board(board: DemoBoard) -> RecordMoves:
    """Return a record without moves that begins at the board's first position. The board's tree branches off from
    it."""
    return RecordMoves(sgf.read_game(sgf.parse(board.start)[0]).setup, ())


def create_board(player: Player, new: NewBoard, now: datetime) -> tuple[DemoBoard, files.TreeFromFile]:
    """Create a board, which only its owner can see. Return the board, and the TreeFromFile from which it begins, which
    counts what was left out of a file.

    Raises BadBoard, BadSgf, TreeFull, TooManyBoards, NoSuchGame, NotFinished, NotForGuests, Suspended,
    TooBusy.
    """
    _check_may_create_board(player, now)
    name, start = _checked_name(new.name), files.tree_from_file(_starting_sgf(player, new))
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if boards_of_owner(player).count() >= MOST_BOARDS:
            raise TooManyBoards
        made = DemoBoard(
            owner=player, name=name, start=start.root, nodes=start.tree.to_json(), made_at=now, changed_at=now
        )
        record = trunk_of_board(made)
        made.stones, made.wraps = _shown_rows(record, start.tree, ROOT), record.setup.variant.wraps
        made.save()
    return made, start


def _starting_sgf(player: Player, new: NewBoard) -> str:
    if new.sgf:
        return new.sgf
    if new.game is not None:
        game = game_for(player, new.game)
        if not game.is_finished:
            raise NotFinished
        return GameView(game, player).sgf()
    if new.size not in SIZES or new.ruleset not in RULE_SETS:
        raise BadBoard(sentence=_("Choose a board size and rules from the lists."))
    rules = RULE_SETS[new.ruleset]
    komi, variant = rules.default_komi(new.size, new.size, 0), Variant(wraps=new.wraps)
    return sgf.serialize([sgf.write_game(Setup(new.size, new.size, rules, komi, variant=variant), ())])


def change_board(player: Player, key: str, wanted: BoardChange, now: datetime) -> DemoBoard:
    """Change the tree of the player's open board, the node that everyone sees, or both. Return the changed board.

    Raises NoSuchBoard, BoardClosed, BadOperation, NoSuchNode, IllegalVariation, TreeFull, NotForGuests, Suspended.
    """
    _check_may_create_board(player, now)
    with transaction.atomic():
        row = _lock_own_board(player, key)
        if not row.is_open:
            raise BoardClosed
        tree, record = row.value, trunk_of_board(row)
        parents = {name: node.parent for name, node in tree.nodes.items()}
        fresh = trees.read_operations(wanted.operations, record, tree)
        trees.merge_operations(tree, record, fresh)
        tree.forget_operations(tree.gone | tree.undone | {operation.id for _, operation in fresh})
        shape = make_shape(tree, record)
        if wanted.shown and not shape.knows(wanted.shown):
            raise NoSuchNode
        row.shown = wanted.shown or row.shown
        while not shape.knows(row.shown):
            row.shown = parents.get(row.shown, ROOT) or ROOT
        row.nodes, row.stones, row.wraps = (
            tree.to_json(),
            _shown_rows(record, tree, row.shown),
            record.setup.variant.wraps,
        )
        _save_as_new_version(row, now, "nodes", "shown", "stones", "wraps")
    return row


def _shown_rows(record: RecordMoves, tree: TreeValue, shown: str) -> str:
    return "\n".join(record.state_at(shown, tree.nodes).board.rows())


def rename_board(player: Player, key: str, name: str, now: datetime) -> DemoBoard:
    """Rename the player's board, and return the board. Raises NoSuchBoard, BadBoard, NotForGuests,
    Suspended."""
    _check_may_create_board(player, now)
    with transaction.atomic():
        row = _lock_own_board(player, key)
        row.name = _checked_name(name)
        _save_as_new_version(row, now, "name")
    return row


def close_or_reopen_board(player: Player, key: str, now: datetime, *, closed: bool = True) -> DemoBoard:
    """Close the player's board, or open it again. Return the board. Raises NoSuchBoard, NotForGuests, Suspended."""
    _check_may_create_board(player, now)
    with transaction.atomic():
        row = _lock_own_board(player, key)
        row.closed_at = (row.closed_at or now) if closed else None
        _save_as_new_version(row, now, "closed_at")
    return row


def share_board(player: Player, key: str, audience: Audience, now: datetime) -> DemoBoard:
    """Set who may see the player's board, replacing the earlier choice. Return the board. Raises NoSuchBoard,
    NoSuchPlayer, RecipientsRefused, NotForGuests, Suspended, and Muted unless the board becomes private."""
    audiences.check_may_share(player, audience, now)
    with transaction.atomic():
        row = _lock_own_board(player, key)
        audiences.replace_shares(row, audience, now)
        _save_as_new_version(row, now, "is_public", "has_link")
    return row


def delete_board(player: Player, key: str) -> None:
    """Delete the player's board with its questions. Raises NoSuchBoard."""
    with transaction.atomic():
        _lock_own_board(player, key).delete()


def hide_board(by: StaffContext, board: DemoBoard) -> None:
    """Hide a board, as a moderator, from everyone except its owner, who can read the reason. Raises NotAModerator, and
    NoSuchBoard if the board is the moderator's own."""
    with transaction.atomic():
        row = DemoBoard.objects.select_for_update(no_key=True).get(pk=board.pk)
        audiences.hide_row(by, row, "hide_board", NoSuchBoard)
        increment_version(row, row.changed_at)


def board_as_sgf(board: DemoBoard) -> str:
    """Return the board as SGF, with its variations, marks and comments."""
    root, tree = sgf.parse(board.start)[0], board.value
    tree_files.add_tree_to_record(root, make_shape(tree, trunk_of_board(board)), tree)
    root.set("GN", board.name)
    return sgf.serialize([root])


def increment_version(board: DemoBoard, now: datetime) -> None:
    """Increase the board's version, and send a change signal after the commit. The board must be locked."""
    _save_as_new_version(board, now)


def _save_as_new_version(row: DemoBoard, now: datetime, *fields: str) -> None:
    row.version, row.changed_at = row.version + 1, now
    row.save(update_fields=[*fields, "version", "changed_at"])
    send_after_commit(ChangeSignal(signal_kind_of(row.key), number=row.version))


def _checked_name(name: str) -> str:
    name = " ".join(clean_text(name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadBoard
    return name


def _check_may_create_board(player: Player, now: datetime) -> None:
    check_allowed(player, now)
    check_not_guest(player)


def _lock_own_board(player: Player, key: str) -> DemoBoard:
    row = boards_of_owner(player).filter(key=key).select_for_update(no_key=True).first()
    if row is None:
        raise NoSuchBoard
    return row
