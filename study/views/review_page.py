"""The review of a finished game: what its players thought, each in a layer of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Player
from rules import GameState
from study.core.nodes import PASS, ROOT, Node
from study.core.shape import Place, Shape, shape_of
from study.core.tree import Tree as TreeValue
from study.models import Tree
from study.services.sharing import Review

from . import drawing


@dataclass(frozen=True, slots=True)
class Layer:
    """One player's tree: whose it is, as a list and as a picture, and what they say here."""

    row: Tree
    author: Player
    outline: SafeString
    picture: SafeString
    text: str
    is_own: bool


class ReviewPage:
    """The page at the node `at`, by default where the game ended."""

    def __init__(self, review: Review, viewer_id: int | None, at: str) -> None:
        self.game, self.record, self._trees, self._viewer = review.game, review.record, review.trees, viewer_id
        self._values = [(row, row.value) for row in review.trees]
        self._shapes = [shape_of(tree, self.record) for _row, tree in self._values]
        self.bare = shape_of(TreeValue(), self.record)
        known = any(shape.knows(at) for shape in [self.bare, *self._shapes])
        self.at = at if known else self.record.head

    @property
    def shape(self) -> Shape:
        """The shape of the first layer that knows the place, the record's where none does."""
        return next((shape for shape in [self.bare, *self._shapes] if shape.knows(self.at)), self.bare)

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """All nodes of all layers."""
        return {name: node for _row, tree in self._values for name, node in tree.shown().items()}

    @cached_property
    def state(self) -> GameState:
        """The position here."""
        return self.record.state_at(self.at, {n: node for _r, t in self._values for n, node in t.nodes.items()})

    @cached_property
    def layers(self) -> list[Layer]:
        """What each shows."""
        found = []
        for (row, tree), shape in zip(self._values, self._shapes, strict=True):
            shown, here = tree.shown(), self.at if shape.knows(self.at) else self.record.head
            author = row.seat.player
            text = shown[self.at].text if self.at in shown else ""
            found.append(
                Layer(
                    row,
                    author,
                    drawing.tree_list(shape, here, shown),
                    drawing.tree_picture(shape, here, shown),
                    text,
                    author.pk == self._viewer,
                )
            )
        return found

    @property
    def following(self) -> dict[str, str]:
        """The next moves of all layers: the node by letter."""
        names = dict.fromkeys(name for shape in [self.bare, *self._shapes] for name in shape.after.get(self.at, []))
        return dict(zip(drawing.LETTERS, names))  # noqa: B905 - more have no letter

    def _place(self, name: str) -> Place:
        return next(shape.places[name] for shape in [self.bare, *self._shapes] if name in shape.places)

    @property
    def links(self) -> list[tuple[str, str, SafeString]]:
        """The next moves: the letter, the node, the move as lists write it."""
        places = ((letter, name, self._place(name)) for letter, name in self.following.items())
        return [(letter, name, drawing.move_name(at.number, at.color, at.move)) for letter, name, at in places]

    @property
    def board(self) -> SafeString:
        """The picture, with everybody's marks."""
        signs: dict[str, str] = {}
        for _row, tree in self._values:
            signs |= tree.shown().get(self.at, Node()).signs
        letters = {self._place(name).move: letter for letter, name in self.following.items()}
        letters.pop(PASS, None)
        return drawing.board_picture(self.state.board, self.state.last_move, signs, letters)

    @property
    def here(self) -> SafeString | str:
        """The move that led here, in words."""
        if self.at == ROOT:
            return _("Before the first move")
        place = self._place(self.at)
        return drawing.move_name(place.number, place.color, place.move)

    @property
    def number(self) -> int:
        """How many moves lead here."""
        return 0 if self.at == ROOT else self._place(self.at).number

    @property
    def steps(self) -> dict[str, str]:
        """Where the buttons lead: first, previous, next, last."""
        shape = self.shape
        way, along = shape.way_to(self.at), shape.along(self.at)
        return {
            "first": ROOT,
            "previous": way[-2] if len(way) > 1 else ROOT,
            "next": along[0] if along else self.at,
            "last": along[-1] if along else self.at,
        }

    @property
    def end(self) -> int:
        """The number of the last move of this line."""
        return self.number + len(self.shape.along(self.at))
