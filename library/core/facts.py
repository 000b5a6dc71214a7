"""The metadata of a record, which lists show and searches use."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Board, Move
from rules.sgf import SgfError, find_rule_set_key
from rules.sgf.properties import find_date, read_handicap, read_komi

from .tree import RecordTree

MOST_NODES = 20_000
"""The largest number of nodes in one record: a saved analysis of a long game has some thousand."""


@dataclass(frozen=True, slots=True)
class RecordMetadata:
    """The metadata of a record, from its file. `played` is an ISO date, possibly without day and month. `rules` is the
    key of one of this server's rule sets, "" for others. `moves` is the length of the main line, and `board` its last
    position."""

    black: str
    white: str
    black_rank: str
    white_rank: str
    event: str
    played: str
    rules: str
    result: str
    komi: str
    handicap: int
    moves: int
    nodes: int
    comments: int
    branches: int
    board: Board
    last: Move | None


def metadata_of(tree: RecordTree) -> RecordMetadata:
    """Return the metadata of a record. Raises SgfError for a record with too many nodes."""
    if len(tree.nodes) > MOST_NODES:
        raise SgfError("sgf_too_long", f"more than {MOST_NODES} nodes")
    root, end = tree.nodes[0], tree.position_at(tree.last_main_line_node)
    komi = read_komi(root)
    return RecordMetadata(
        black=root.simple_text("PB").strip() or root.simple_text("BT").strip(),
        white=root.simple_text("PW").strip() or root.simple_text("WT").strip(),
        black_rank=root.simple_text("BR").strip(),
        white_rank=root.simple_text("WR").strip(),
        event=(root.simple_text("EV").strip() or root.simple_text("GN").strip()),
        played=find_date(root.simple_text("DT")),
        rules=find_rule_set_key(root.simple_text("RU").strip()) or "",
        result=root.simple_text("RE").strip(),
        komi="" if komi is None else f"{komi:f}",
        handicap=read_handicap(root, 361) or 0,
        moves=end.number,
        nodes=len(tree.nodes),
        comments=sum("C" in node for node in tree.nodes),
        branches=sum(max(0, len(after) - 1) for after in tree.children),
        board=end.board,
        last=end.last,
    )
