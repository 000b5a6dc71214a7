"""A database from before notices had a room of their own."""

import pytest
from django.contrib.contenttypes.models import ContentType

from notifications.models import Notice
from tests.factories import NOON, make_game, make_player
from tests.support.migrating import at

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("migrations"),
]  # they take long, so they begin early


def test_notices_are_there_after_the_move_read_or_not():
    game, player = make_game(), make_player()

    with at(("games", "0016_programs_are_a_room"), ("notifications", None)) as then:
        rows = then.get_model("games", "Notice").objects
        old = rows.create(player_id=player.pk, kind="game_started", game_id=game.pk, created_at=NOON, read_at=NOON)
        rows.create(player_id=player.pk, kind="game_finished", game_id=game.pk, created_at=NOON)

    (new,) = Notice.objects.unread().filter(player=player)
    assert (new.kind, new.game) == ("game_finished", game)
    assert Notice.objects.filter(pk=old.pk, read_at=NOON).exists()
    assert not ContentType.objects.filter(app_label="games", model__in=["notice", "event", "challenge"]).exists()
