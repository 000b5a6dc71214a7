"""The JSON representation of classes."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

import api_types as shapes
from accounts.models import Player
from classes import access
from classes.access import ClassRole, SeenClass
from classes.models import ClassMessage, Classroom, HomeworkGame, HomeworkPosition, Pupil
from classes.services import positions
from classes.services.children import SignInCard
from classes.services.homework import homework_of_class
from classes.services.progress import PupilProgress, progress_in
from foundation.iso_times import iso_time
from wording.letters import letter


def class_row_json(classroom: Classroom, role: ClassRole) -> shapes.ClassRow:
    """Return the JSON of a class in a list. Its teacher must be loaded."""
    return {
        "id": classroom.pk,
        "name": classroom.name,
        "teacher": classroom.teacher.username,
        "my_role": role.value,
    }


def class_data_json(seen: SeenClass, viewer: Player | None) -> shapes.Class:
    """Return the JSON of a class as this viewer sees it. A fixed number of queries."""
    one = seen.classroom
    return {
        **class_row_json(one, seen.role),
        "about": one.about,
        "created_at": iso_time(one.created_at),
        "invitation": one.invite_key or None if seen.teaches else None,
        "homework": _homework_json(seen, viewer) if seen.may_see_pupils else [],
    }


def _homework_json(seen: SeenClass, viewer: Player | None) -> list[shapes.ClassHomework]:
    mine = [] if viewer is None or seen.role != ClassRole.PUPIL else [viewer.pk]
    people = list(access.pupils_of(seen.classroom).values_list("player_id", flat=True)) if seen.teaches else mine
    found = progress_in(seen.classroom, people).values()
    return [
        {
            "item": one.item,
            "due": one.due.isoformat(),
            "done": sum(one.item in pupil.done for pupil in found),
            "position": _position_json(one.position) if hasattr(one, "position") else None,
        }
        for one in homework_of_class(seen.classroom)
    ]


def _position_json(homework_position: HomeworkPosition) -> shapes.ClassPosition:
    color: Any = homework_position.color
    return {
        "number": homework_position.number,
        "name": homework_position.name,
        "rows": homework_position.position.board.rows(),
        "to_play": letter(homework_position.position.to_play),
        "rule_set": homework_position.rule_set,
        "komi": None if homework_position.komi is None else str(homework_position.komi),
        "level": homework_position.level,
        "color": color,
    }


def position_games_json(
    seen: SeenClass, homework_position: HomeworkPosition, viewer: Player | None
) -> shapes.ClassPositionGames:
    """Return the JSON of a homework position with the games from it that the viewer may see. A fixed number of
    queries."""
    rows = positions.games_from_position(homework_position, seen, viewer)
    return {**_position_json(homework_position), "games": [_game_json(row) for row in rows]}


def _game_json(row: HomeworkGame) -> shapes.ClassPositionGame:
    assert row.game is not None
    return {"player": row.player.username, "game": row.game.pk, "result": row.game.result or None}


def play_json(row: HomeworkGame) -> shapes.ClassPositionPlay:
    """Return the JSON of a pupil's game from a position, or of the offer with which they wait for a classmate."""
    return {"game": row.game_id, "offer": None if row.game_id else row.offer_id}


def pupils_json(seen: SeenClass, viewer: Player | None) -> shapes.ClassPupils:
    """Return the JSON of the pupils, with the progress that the viewer may see. A fixed number of queries."""
    rows = list(access.pupils_of(seen.classroom))
    shown_to = [one.player_id for one in rows if seen.teaches or one.player == viewer]
    found, items = (
        progress_in(seen.classroom, shown_to),
        set(homework_of_class(seen.classroom).values_list("item", flat=True)),
    )
    return {"results": [_pupil_json(one, found.get(one.player_id), items) for one in rows]}


def _pupil_json(pupil: Pupil, progress: PupilProgress | None, items: Collection[str]) -> shapes.ClassPupil:
    return {
        "player": pupil.player.username,
        "since": iso_time(pupil.at),
        "child": pupil.child_name,  # type: ignore[attr-defined]
        "progress": None
        if progress is None
        else {
            "lessons": progress.lessons,
            "problems": progress.problems,
            "tried": progress.tried,
            "right": progress.right,
            "homework": sorted(progress.done.intersection(items)),
        },
    }


def card_json(card: SignInCard) -> shapes.ClassCard:
    """Return the JSON of a child's new sign-in card."""
    return {
        "player": card.child.player.username,
        "child": card.child.name,
        "code": card.code,
        "sign_in": card.sign_in_path,
        "guardian": card.guardian_path,
    }


def message_json(message: ClassMessage) -> shapes.ClassMessage:
    """Return the JSON of a message to a class."""
    return {"id": message.pk, "text": message.text, "at": iso_time(message.at)}


def membership_json(pupil: Pupil) -> shapes.ClassMembership:
    """Return the JSON of the requester's relation to a class."""
    return {"id": pupil.classroom_id, "standing": cast("shapes.ClassStanding", pupil.standing)}
