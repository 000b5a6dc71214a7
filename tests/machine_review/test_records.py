"""An analysis in the game's record (`?with=machine`), read by another program."""

from __future__ import annotations

import pytest
from django.utils import timezone
from sgfmill import sgf

from machine_review import worker
from machine_review.services import reviews
from tests.factories import make_game, make_player
from tests.machine_review.engines import katago
from tests.machine_review.factories import LONGER, over


@pytest.mark.django_db
def test_the_record_has_judgements_as_comments_and_lines_as_variations_C36(client, settings, tmp_path):
    settings.IGO_REVIEW_ENGINE = katago(tmp_path / "log")
    game = over()
    reviews.request_review(game, make_player(), now=timezone.now())
    worker.run_next_review()
    plain, reviewed = (client.get(f"/g/{game.pk}.sgf{query}").content for query in ("", "?with=machine"))
    assert b"KataGo" not in plain

    record = sgf.Sgf_game.from_bytes(reviewed)
    nodes = record.get_main_sequence()
    assert "KataGo 1.16.0" in nodes[0].get("C")
    assert nodes[2].get("C") == "B+2, Black wins 52%"
    assert [node.get_move() for node in nodes[1:17]] == [
        node.get_move() for node in sgf.Sgf_game.from_bytes(plain).get_main_sequence()[1:17]
    ]
    played, better = nodes[1]
    assert (played.get_move()[0], better.get_move()) == ("w", ("w", (0, 0)))
    assert better[0].get_move() == ("b", (0, 8))
    assert not any(node.has_property("AB") or node.has_property("AW") for node in better[0])

    make_game(moves=LONGER, now=timezone.now())
    assert client.get(f"/g/{game.pk}.sgf?with=machine").content == plain
