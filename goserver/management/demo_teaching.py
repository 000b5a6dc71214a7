"""The teaching data of `manage.py demo`: a class, a problem collection, a lesson and a demonstration board."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate, count

from django.utils.text import slugify

from accounts.models import Player
from classes.models import ClassMessage, Classroom, Homework, Pupil, PupilStanding
from classes.services.positions import PositionSource, PositionToAssign, assign_position
from clubs.services.audiences import Audience
from games.models import Game
from games.services.idempotency import PlayerRequest
from learn.models import Material, OwnPage, OwnProblem, Repeating, Tried
from learn.problem_files import submit_problems_in_file
from learn.problems.collection import problems_of_goal
from learn.problems.problem import Goal, Problem
from learn.problems.sgf import problems_to_sgf
from learn.services import collections, materials, own_lessons
from learn.services.collections import ProblemFile
from learn.services.materials import MaterialDetails
from library.models import Record
from library.services import sharing
from machine_review.models import AnalysisStatus, ReviewJob
from machine_review.services.replaying import replay_positions
from rules import vertex
from study.services import board_questions, boards, comments
from study.services.board_questions import NewQuestion
from study.services.boards import BoardChange, NewBoard

GOALS: tuple[Goal, ...] = ("kill", "live", "connect")
"""The goals of the problems that the teacher has to review."""
FOR_CLASS = "For the class."
JOSEKI = (
    "(;SZ[9]RU[Japanese]KM[6.5];B[gc];W[ge](;B[ec]C[Black takes the side.]TR[gc]LB[cc:A][gg:B];W[gg])(;B[ef];W[ec]))"
)
PAGES = (
    OwnPage(
        task="Black to play: capture the white stone.",
        rows=".....\n..X..\n.XO..\n..X..\n.....",
        right="D3", good="The stone had one liberty left.", bad="White still has a liberty.", answer="D3",
    ),
    OwnPage(
        task="White to play: save the stone in atari.", first=OwnPage.First.WHITE,
        rows=".....\n..X..\n.XO..\n..X..\n.....",
        right="D3", good="Now the chain has three liberties.", bad="Black captures the stone.", answer="D3",
    ),
)  # fmt: skip
CORNER = (
    OwnPage(
        task="Black to play: capture the stone in the corner.",
        rows="...XO\n.....\n.....\n.....\n.....",
        right="E4", good="In the corner, two stones are enough.", bad="White still has a liberty.", answer="E4",
    ),
)  # fmt: skip
LESSONS = {
    "At the edge": (
        OwnPage(
            task="Black to play: capture the white stone.",
            rows=".....\n....X\n...XO\n.....\n.....",
            right="E2", good="At the edge, three stones are enough.", bad="White still has a liberty.", answer="E2",
        ),
    ),
    "Two stones at once": (
        OwnPage(
            task="Black to play: capture both white stones.",
            rows=".....\n..XX.\n.XOO.\n..XX.\n.....",
            right="E3", good="Connected stones share their liberties.", bad="White still has a liberty.", answer="E3",
        ),
    ),
    "A stone in atari": (
        OwnPage(
            task="Black to play: save the stone in atari.",
            rows=".....\n..O..\n.OX..\n..O..\n.....",
            right="D3", good="Now the chain has three liberties.", bad="White captures the stone.", answer="D3",
        ),
    ),
}  # fmt: skip
"""Lessons of other players, by name."""
COLLECTIONS: dict[str, tuple[Goal, str]] = {
    "Capture in the corner": ("kill", "Five minutes before breakfast."),
    "Where to cut": ("cut", "One cutting point each."),
    "Capturing races": ("race", "Count the liberties first."),
}
"""Collections of other players with problems of this goal, by name."""
BOARDS = {
    "Ladder or net?": "(;SZ[9]AB[de][ed][dd]AW[ee][dc][cd][ce];B[ff]C[A net needs no ladder breaker.])",
    "Six stones on the second line": "(;SZ[9]AB[bh][ch][dh][eh][fh][gh]AW[bg][cg][dg][eg][fg][gg][hh][ah];B[hi];W[ai])",
    "Small board openings": "(;SZ[9];B[ee];W[ec];B[gd];W[cd];B[fc];W[df];B[ef];W[fb];B[gb])",
}
"""Demonstration boards of other players: their records by name. The last position is shown."""

MISTAKES = {9: -25, 18: 45, 27: -60, 34: 30, 41: -35}
"""How much the lead changes with these moves of an analysed game, in tenths of a point from Black's view."""
COMMENTS = (
    "Close until the middle of the board was settled.",
    "Where could I have gained the last few points?",
)
"""Comments on a finished game, by one player each."""
ROWS = """
.........
..O...X..
..O..OX..
...OOX...
..O.XX...
..OX.....
..X...X..
.........
.........
"""
"""A position for homework: Black's turn, with cuts on both sides."""


def create_teaching_demo(teacher: Player, pupils: list[Player], now: datetime) -> None:
    """Create a class of these pupils with homework, and share a record, a collection, a lesson and a board with the
    class. All except the record are also public."""
    about = "We meet here once a week. Do the homework first."
    classroom = Classroom.objects.create(teacher=teacher, name="Beginners", about=about, created_at=now)
    Pupil.objects.bulk_create(
        Pupil(classroom=classroom, player=player, standing=PupilStanding.PUPIL, at=now) for player in pupils
    )
    Homework.objects.create(classroom=classroom, item="liberties", due=now.date() + timedelta(days=6))
    position = PositionToAssign(name="Two groups each", source=PositionSource(rows=ROWS), rule_set="japanese", level=3)
    assign_position(PlayerRequest(teacher, now), classroom.pk, position, now.date() + timedelta(days=13))
    ClassMessage.objects.create(classroom=classroom, text="Well played, all of you.", at=now)
    record = Record.objects.kept().filter(owner=teacher).earliest("pk")
    sharing.share_record(teacher, record.pk, Audience(classes=(classroom.pk,)), now)
    everyone = Audience(everyone=True, classes=(classroom.pk,))
    _create_problems(teacher, everyone, now)
    _create_lessons(teacher, everyone, now)
    _create_board(teacher, pupils[0], everyone, now)
    _publish_material_of_others(pupils, now)
    Repeating.objects.create(player=teacher, since=now)
    Tried.objects.bulk_create(
        Tried(player=teacher, problem=problems_of_goal(goal)[3].key, was_right=False, at=now, due=now) for goal in GOALS
    )


def _publish_material_of_others(players: list[Player], now: datetime) -> None:
    """Publish collections, lessons, boards and problems of these players. Their problems count as proved, because they
    are copies of the server's problems."""
    everyone = Audience(everyone=True)
    for player, (name, (goal, about)) in zip(players, COLLECTIONS.items(), strict=False):
        made = _create_material(player, Material.Kind.PROBLEMS, MaterialDetails(name, about, level="15k"), now)
        collected, single = problems_of_goal(goal)[:6], problems_of_goal(goal)[8:10]
        added = collections.add_problem_file(player, made, ProblemFile("", problems_to_sgf(collected)), now)
        _mark_as_proved(added.rows, collected)
        materials.share_material(player, made, everyone, now)
        _mark_as_proved(submit_problems_in_file(player, problems_to_sgf(single))[0], single)
    for player, (name, pages) in zip(players, LESSONS.items(), strict=False):
        made = _create_material(player, Material.Kind.LESSON, MaterialDetails(name, level="25k"), now)
        own_lessons.add_pages(player, made, pages, now)
        materials.share_material(player, made, everyone, now)
    for days, player, (name, text) in zip(count(1), players, BOARDS.items(), strict=False):
        at = now - timedelta(days=days)
        board, _ = boards.create_board(player, NewBoard(name, sgf=text), at)
        boards.change_board(player, board.key, BoardChange(shown=list(board.value.nodes)[-1]), at)
        boards.share_board(player, board.key, everyone, at)


def _mark_as_proved(rows: Sequence[OwnProblem], problems: Sequence[Problem]) -> None:
    for row, problem in zip(rows, problems, strict=False):
        row.stored, row.state = {**problem.stored, "key": str(row)}, OwnProblem.State.PROVED
    OwnProblem.objects.bulk_update(rows, ["stored", "state"])


def _create_problems(teacher: Player, audience: Audience, now: datetime) -> None:
    made = _create_material(
        teacher, Material.Kind.PROBLEMS, MaterialDetails("Corner problems", FOR_CLASS, level="20k"), now
    )
    collected = problems_of_goal("live")[:4]
    added = collections.add_problem_file(teacher, made, ProblemFile("", problems_to_sgf(collected)), now)
    _mark_as_proved(added.rows, collected)
    materials.share_material(teacher, made, audience, now)


def _create_lessons(teacher: Player, audience: Audience, now: datetime) -> None:
    for name, pages in (("Atari", PAGES), ("In the corner", CORNER)):
        made = _create_material(teacher, Material.Kind.LESSON, MaterialDetails(name, FOR_CLASS, level="20k"), now)
        own_lessons.add_pages(teacher, made, pages, now)
        materials.share_material(teacher, made, audience, now)


def _create_board(teacher: Player, pupil: Player, audience: Audience, now: datetime) -> None:
    made, _ = boards.create_board(teacher, NewBoard("Corner joseki", sgf=JOSEKI), now)
    made.key = "joseki"
    made.save(update_fields=["key"])
    shown = next(name for name, node in made.value.nodes.items() if node.text)
    boards.change_board(teacher, made.key, BoardChange(shown=shown), now)
    boards.share_board(teacher, made.key, audience, now)
    board_questions.ask_question(pupil, made.key, NewQuestion("Why not one point lower?"), now)


def add_comments(players: Sequence[Player], game_id: int, now: datetime) -> None:
    """Let these players comment on the last position of a finished game."""
    for player, text in zip(players, COMMENTS, strict=False):
        comments.add_comment(PlayerRequest(player, now), game_id, "", text)


def add_analysis(player: Player, game: Game, now: datetime) -> None:
    """Add a computer analysis of a finished game. Its figures are made up: the lead changes a little with each move,
    and much at the moves in MISTAKES, instead of which the analysis suggests the player's next move."""
    moves = replay_positions(game).moves
    points = ["pass" if move.point is None else vertex(move.point, game.height) for move in moves]
    leads = accumulate((MISTAKES.get(number, number % 3 - 1) for number in range(1, len(moves) + 1)), initial=0)
    better = {number - 1: line for number in MISTAKES if (line := points[number + 1 : number + 4])}
    ReviewJob.objects.create(
        game=game,
        asked_by=player,
        asked_at=now,
        finished_at=now,
        status=AnalysisStatus.DONE,
        engine="Demo engine",
        colors="".join(move.color.letter for move in moves),
        judgements=[
            [500 + 4 * lead, lead, better.get(turn, [*points[turn : turn + 1], "pass"])[0], 200]
            for turn, lead in enumerate(leads)
        ],
        lines={str(turn): line for turn, line in better.items()},
    )


def _create_material(owner: Player, kind: str, details: MaterialDetails, now: datetime) -> Material:
    """Return a new material whose URL is the same in each demo."""
    made = materials.create_material(owner, kind, details, now)
    made.key = slugify(details.name)[: Material._meta.get_field("key").max_length].rstrip("-")
    made.save(update_fields=["key"])
    return made
