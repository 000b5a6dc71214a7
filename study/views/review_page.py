"""The template context of a finished game's review, with the variations of players, readers and the engine in
layers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import Player
from machine_review.services import texts
from rules import GameState
from study.core.nodes import PASS, ROOT, TreeNode
from study.core.record import with_side_to_move
from study.core.shape import ShownMove, TreeShape, make_shape
from study.core.tree import TreeValue
from study.models import ReaderTree, Tree
from study.services.layers import LayerKind, StudyLayer
from study.services.plan_lines import unplayed_plan_lines
from study.services.sharing import Review
from wording.refusals import SENTENCES

from . import drawing
from .book import openings_url_after

TEN = 10


@dataclass(frozen=True, slots=True)
class DisplayedLayer:
    """One layer on the page: its author, its list and drawing, its text at the displayed node, and the unplayed
    conditional lines, each with the name of its last node."""

    layer: StudyLayer
    outline: SafeString
    picture: SafeString
    text: str
    is_own: bool
    unfired: list[tuple[str, list[SafeString]]]

    @property
    def key(self) -> str:
        """Return the layer's name in URLs and forms."""
        return self.layer.key

    @property
    def author(self) -> Player | None:
        """Return the layer's author, None for the engine's layer."""
        return self.layer.author

    @property
    def row(self) -> Tree | ReaderTree | None:
        """Return the stored row of the layer, None if it has none."""
        return self.layer.row

    @property
    def kind(self) -> str:
        """Return the layer's kind as text."""
        return self.layer.kind.value

    @property
    def can_be_deleted(self) -> bool:
        """Return whether the viewer can delete these variations, because they are the viewer's own and not hidden by
        moderators."""
        return self.is_own and self.layer.kind is not LayerKind.PLAYER and not (self.row and self.row.hidden_at)

    @property
    def engine(self) -> str:
        """Return the engine's name."""
        return self.layer.engine


class ReviewPage:
    """The review at the node `at`, by default where the game ended. Layers in `hidden` are not shown."""

    def __init__(self, review: Review, viewer_id: int | None, at: str, hidden: Collection[str] = ()) -> None:
        self.game, self.record, self._viewer = review.game, review.record, viewer_id
        self.choices = [(layer, layer.key not in hidden) for layer in review.layers]
        self._layers = [layer for layer, is_shown in self.choices if is_shown]
        self._shown = [layer.tree.visible_nodes() for layer in self._layers]
        self._shapes = [make_shape(layer.tree, self.record) for layer in self._layers]
        self.bare = make_shape(TreeValue(), self.record)
        known = any(shape.knows(at) for shape in [self.bare, *self._shapes])
        self.at = at if known else self.record.head

    @property
    def has_two_colors(self) -> bool:
        """Return whether the game has two colours. The page's script can only draw such games; other games have a page
        without the script."""
        return self.game.agreed_variant.two_sided

    @property
    def shape(self) -> TreeShape:
        """Return the displayed tree: that of the first layer that has the node, otherwise that of the record."""
        return next((shape for shape in [self.bare, *self._shapes] if shape.knows(self.at)), self.bare)

    @cached_property
    def state(self) -> GameState:
        """Return the position at this node."""
        nodes = {name: node for layer in self._layers for name, node in layer.tree.nodes.items() if node.parent}
        return self.record.state_at(self.at, nodes)

    @cached_property
    def layers(self) -> list[DisplayedLayer]:
        """Return the visible layers as they are displayed."""
        return [
            self._to_displayed_layer(layer, shown, shape)
            for layer, shown, shape in zip(self._layers, self._shown, self._shapes, strict=True)
        ]

    def _to_displayed_layer(self, layer: StudyLayer, shown: Mapping[str, TreeNode], shape: TreeShape) -> DisplayedLayer:
        here = self.at if shape.knows(self.at) else self.record.head
        return DisplayedLayer(
            layer,
            drawing.tree_list(shape, here, shown),
            drawing.tree_picture(shape, here, shown),
            self._layer_text(layer, shown),
            layer.author is not None and layer.author.pk == self._viewer,
            [
                (way[-1][0], [self._move_html(name, shape) for name, _node in way])
                for way in unplayed_plan_lines(shown, self.record)
                if way and layer.kind is LayerKind.PLAYER
            ],
        )

    def _layer_text(self, layer: StudyLayer, shown: Mapping[str, TreeNode]) -> str:
        """Return the layer's text at this node: the text that its author wrote, or in the engine's layer how much the
        move lost."""
        loss = (layer.losses or {}).get(self.at)
        if loss is None:
            return shown[self.at].text if self.at in shown else ""
        if loss.points is not None:
            return _("This move lost %(points)s points.") % {"points": texts.points_text(loss.points)}
        return _("This move reduced the winning chances by %(chances)s.") % {
            "chances": texts.chances_text(loss.chances)
        }

    @staticmethod
    def _move_html(name: str, shape: TreeShape) -> SafeString:
        place = shape.places[name]
        return drawing.numbered_move_html(place.number, place.color, place.move)

    @property
    def following_by_letter(self) -> dict[str, str]:
        """Return the next moves of all visible layers, as node names by the letter on the board. Moves for which no
        letter is left are missing."""
        names = self._following_nodes(self.at)
        letters = drawing.next_letters([self._shown_move_of(name).move for name in names], self._signs)
        return dict(zip(letters, names))  # noqa: B905 - more have no letter

    def _following_nodes(self, name: str) -> list[str]:
        """Return the names of the nodes after this node in any layer, without duplicates."""
        return list(dict.fromkeys(one for shape in [self.bare, *self._shapes] for one in shape.after.get(name, [])))

    def _shown_move_of(self, name: str) -> ShownMove:
        return next(shape.places[name] for shape in [self.bare, *self._shapes] if name in shape.places)

    @property
    def next_moves(self) -> list[tuple[str, str, SafeString]]:
        """Return the next moves for links as tuples: the letter on the board, the node name, and the move as HTML with
        its number and stone."""
        places = ((letter, name, self._shown_move_of(name)) for letter, name in self.following_by_letter.items())
        return [(letter, name, drawing.numbered_move_html(at.number, at.color, at.move)) for letter, name, at in places]

    @cached_property
    def _signs(self) -> dict[str, str]:
        """Return the marks of all layers at this node by vertex."""
        signs: dict[str, str] = {}
        for shown in self._shown:
            signs |= shown.get(self.at, TreeNode()).signs
        return signs

    @property
    def board(self) -> SafeString:
        """Return the board as SVG, with the marks of all layers."""
        letters = {self._shown_move_of(name).move: letter for letter, name in self.following_by_letter.items()}
        letters.pop(PASS, None)
        return drawing.board_picture(self.state.board, self.state.last_move, self._signs, letters)

    @property
    def next_color_letter(self) -> str:
        """Return the colour of the first move of a variation from this node, "B" or "W"."""
        color = with_side_to_move(self.state).to_play
        assert color is not None
        return color.letter

    @property
    def variation_script_data(self) -> SafeString:
        """Return the data with which the page's script draws a variation on the board, as an HTML element."""
        setup = self.game.agreed_setup
        data = {
            "columns": setup.width,
            "rows": setup.height,
            "rules": {
                "ko": setup.ruleset.ko.value,
                "selfCapture": setup.ruleset.self_capture.value,
                "wraps": setup.variant.wraps,
            },
            "refused": {code: str(SENTENCES[code]) for code in ("occupied", "self_capture", "ko", "superko")},
        }
        return json_script(data, "line-boot")

    @property
    def move_text(self) -> SafeString | str:
        """Return the move that led to the displayed node, as HTML with its number, stone and point. Return "Before the
        first move" for the root."""
        return self.move_at(self.at)

    def move_at(self, name: str) -> SafeString | str:
        """Return the move of the node with this name as text, or "" if the node is not shown."""
        if name == ROOT:
            return _("Before the first move")
        if not any(shape.knows(name) for shape in [self.bare, *self._shapes]):
            return ""
        place = self._shown_move_of(name)
        return drawing.numbered_move_html(place.number, place.color, place.move)

    @property
    def openings_url(self) -> str:
        """Return the URL of the openings at this node, "" if openings do not apply."""
        way = self.shape.path_to(self.at)
        return openings_url_after(self.record, (self._shown_move_of(name).move for name in way))

    @property
    def number(self) -> int:
        """Return the number of moves up to this node."""
        return 0 if self.at == ROOT else self._shown_move_of(self.at).number

    @property
    def step_button_nodes(self) -> dict[str, str]:
        """Return the names of the nodes to which the buttons of the page lead, by button: first, previous, next and
        last."""
        shape = self.shape
        way, along = shape.path_to(self.at), shape.main_line_after(self.at)
        return {
            "first": ROOT,
            "previous": way[-2] if len(way) > 1 else ROOT,
            "next": along[0] if along else self.at,
            "last": along[-1] if along else self.at,
        }

    @property
    def keyboard_nodes(self) -> dict[str, str]:
        """Return the names of the nodes to which further keyboard keys lead: ten moves back and forward, and the
        variations above and below (C42)."""
        way, along = [ROOT, *self.shape.path_to(self.at)], [self.at, *self.shape.main_line_after(self.at)]
        parent = ROOT if self.at == ROOT else self._shown_move_of(self.at).parent
        siblings = [] if self.at == ROOT else self._following_nodes(parent)
        here = siblings.index(self.at) if siblings else 0
        return {
            "ten_back": way[max(0, len(way) - 1 - TEN)],
            "ten_on": along[min(TEN, len(along) - 1)],
            "above": siblings[here - 1] if here else self.at,
            "below": siblings[here + 1] if here + 1 < len(siblings) else self.at,
        }

    @property
    def last_move_number(self) -> int:
        """Return the number of the last move of the displayed line."""
        return self.number + len(self.shape.main_line_after(self.at))
