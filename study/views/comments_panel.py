"""A game's comments next to its review: the comments on the displayed move, and a list of all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from games.models import Game
from social.models import Post
from study import access
from study.services.comments import visible_comments

from .review_page import ReviewPage

if TYPE_CHECKING:
    from games.access import Viewer

MOST_HERE, MOST_LISTED = 100, 50


@dataclass(frozen=True, slots=True)
class ListedComment:
    """A comment, whether a teacher wrote it, and its move as text ("" if the review does not show the move)."""

    post: Post
    is_teacher: bool
    move: SafeString | str


class CommentsPanel:
    """The comments on the displayed move, teachers' first, and the latest comments of the whole game in the order of
    their moves."""

    def __init__(self, viewer: Viewer, page: ReviewPage) -> None:
        self._page, self._rows = page, visible_comments(viewer, page.game)
        self._teachers = access.teacher_ids(page.game)

    @cached_property
    def on_displayed_move(self) -> list[ListedComment]:
        """Return the comments on the displayed move, teachers' first."""
        rows = self._rows.filter(node=self._page.at).order_by("-pk")[:MOST_HERE]
        return sorted(map(self._to_listed_comment, reversed(rows)), key=lambda one: not one.is_teacher)

    @cached_property
    def listed(self) -> list[ListedComment]:
        """Return the latest comments of the game, in the order of their moves. Comments that are hidden, or whose move
        is not shown, are left out."""
        rows = sorted(self._rows.order_by("-pk")[:MOST_LISTED], key=lambda post: (post.number, post.pk))
        return [one for one in map(self._to_listed_comment, rows) if one.move and not one.post.is_hidden]

    def _to_listed_comment(self, post: Post) -> ListedComment:
        return ListedComment(post, post.author_id in self._teachers, self._page.move_at(post.node))

    @property
    def next(self) -> str:
        """Return the node of the next comment, "" if there is none."""
        return next((one.post.node for one in self.listed if one.post.number > self._page.number), "")

    @property
    def previous(self) -> str:
        """Return the node of the previous comment, "" if there is none."""
        found = [one.post.node for one in self.listed if one.post.number < self._page.number]
        return found[-1] if found else ""


def comments_in_move_order(viewer: Viewer, game: Game) -> list[Post]:
    """Return the comments on a game in progress that the viewer may read, in the order of their moves."""
    return sorted(visible_comments(viewer, game).order_by("-pk")[:MOST_HERE], key=lambda post: (post.number, post.pk))
