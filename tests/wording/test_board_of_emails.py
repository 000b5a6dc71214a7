"""The board of an e-mail, as text and as a picture: it names the players' colours, and has coordinates."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from rules import BLACK_AND_WHITE, Board, Color, Point
from wording.board_png import WOOD, board_png
from wording.board_text import board_text, position_legend


def test_the_legend_names_the_colour_of_each_letter():
    black, white = (board_text(Board.empty(9, 9).with_stones([(color, Point(4, 4))])) for color in BLACK_AND_WHITE)

    assert ("X" in black, "O" in black) == (True, False)
    assert ("X" in white, "O" in white) == (False, True)
    assert position_legend(Board.empty(9, 9)) == "X is Black, O is White"
    names = {Color.BLACK: "Aino", Color.WHITE: "Ben"}
    assert position_legend(Board.empty(9, 9), names) == "X is Black (Aino), O is White (Ben)"


@pytest.mark.parametrize("size", [9, 19])
def test_the_picture_has_coordinates_on_all_four_sides(size):
    picture = Image.open(BytesIO(board_png(Board.empty(size, size)))).convert("L")
    wood = Image.new("RGB", (1, 1), WOOD).convert("L").getpixel((0, 0))
    width, height = picture.size
    edge = round(width / (size + 1.6) * 0.7)

    rows = [(0, 0, width, edge), (0, height - edge, width, height)]
    columns = [(0, 0, edge, height), (width - edge, 0, width, height)]
    for side in rows + columns:
        darkest, _ = picture.crop(side).getextrema()
        assert darkest < wood - 30
