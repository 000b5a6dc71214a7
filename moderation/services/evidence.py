"""Copies of reported texts and games, stored as evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts.models import Player
from games.models import Game, Message
from learn.models import Material
from library.models import Record
from social.models import Post
from study.models import BoardQuestion, DemoBoard

LONGEST = 5_000


def message_evidence(message: Message) -> dict[str, Any]:
    """Return the text of a chat message as evidence, in case the message is hidden later."""
    return {
        "what": "message",
        "id": message.pk,
        "game": message.game_id,
        "author": _name_or_empty(message.author),
        "text": message.words,
        "at": message.said_at.isoformat(),
    }


def post_evidence(post: Post, around: Iterable[Post]) -> dict[str, Any]:
    """Return a message outside game chats, and the messages around it, as evidence. Moderators can read only this part
    of a private conversation."""
    return {
        "what": "post",
        "id": post.pk,
        "game": post.game_id,
        "path": post.get_absolute_url(),
        "author": _name_or_empty(post.author),
        "text": post.words,
        "at": post.said_at.isoformat(),
        "around": [
            {
                "author": _name_or_empty(one.author),
                "text": one.words,
                "at": one.said_at.isoformat(),
                "later": one.pk > post.pk,
            }
            for one in around
        ],
    }


def readable_post_ids(evidence: Iterable[dict[str, Any]], viewer: Player) -> set[int]:
    """Return the ids of the posts of which this evidence has copies, without those that were deleted or that the viewer
    may not read in their conversation. At most one query."""
    ids = {one["id"] for one in evidence if one["what"] == "post"}
    return set(Post.objects.readable_by(viewer).filter(pk__in=ids).values_list("pk", flat=True))


def profile_evidence(player: Player) -> dict[str, Any]:
    """Return the name, the text and the picture of a profile as evidence."""
    return {"what": "profile", "name": _name_or_empty(player), "text": player.bio, "picture": player.picture}


def shared_record_evidence(record: Record) -> dict[str, Any]:
    """Return the title and the first LONGEST characters of a shared record as evidence, in case it is made private
    later."""
    text = record.text[:LONGEST]
    return {"what": "record", "id": record.pk, "path": record.get_absolute_url(), "name": record.title, "text": text}


def teaching_material_evidence(material: Material) -> dict[str, Any]:
    """Return the name and the first LONGEST characters of the texts of a shared teaching material as evidence, in case
    it is made private later."""
    pages = material.pages.order_by("place").values_list("task", "good", "bad", "replies")
    comments = material.problems.order_by("place").values_list("authored__text", flat=True)
    text = "\n\n".join(filter(None, [material.about, *(text for page in pages for text in page), *comments]))
    return {
        "what": "material", "kind": material.kind, "id": material.pk, "path": material.get_absolute_url(),
        "name": material.name, "text": text[:LONGEST],
    }  # fmt: skip


def demo_board_evidence(board: DemoBoard) -> dict[str, Any]:
    """Return the name and the first LONGEST characters of the texts of a demonstration board as evidence, in case it
    changes."""
    text = "\n\n".join(node.text for node in board.value.visible_nodes().values() if node.text)
    return {
        "what": "board", "id": board.pk, "path": board.get_absolute_url(), "name": board.name, "text": text[:LONGEST],
    }  # fmt: skip


def board_question_evidence(question: BoardQuestion) -> dict[str, Any]:
    """Return a question on a demonstration board as evidence."""
    return {**demo_board_evidence(question.board), "id": question.pk, "text": question.text}


def game_evidence(game: Game) -> dict[str, Any]:
    """Return the state of a game and its open proposal as evidence."""
    proposal = None if game.has_hidden_info else game.state().proposal
    return {
        "what": "game",
        "game": game.pk,
        "number": game.number,
        "phase": game.phase,
        "result": game.result,
        "proposal": None if proposal is None else proposal.number,
        "score": "" if proposal is None else proposal.score.sgf_result,
    }


def _name_or_empty(player: Player) -> str:
    """Return the player's name, "" for a deleted account."""
    return player.username if player.deleted_at is None else ""
