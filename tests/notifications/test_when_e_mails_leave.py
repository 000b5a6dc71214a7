"""When an e-mail leaves: digests, quiet hours, what waits for a visit and what does not (C62 to C64)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from notifications.kinds import Kind, When
from notifications.models import Notice
from tests.factories import make_game
from tests.notifications.test_letters import DAY, reader, tell, wants

pytestmark = pytest.mark.django_db


def test_C63_time_that_runs_short_leaves_with_the_next_digest_also_without_a_visit():
    player = wants(reader(), Kind.TIME, When.DAILY)
    first, second = (make_game(told=True, black=player, now=DAY + timedelta(days=day), days=3) for day in (0, 1))
    assert len(tell(DAY.replace(day=3, hour=8, minute=0))) == 1
    Notice.objects.create(player=player, kind="clock_day", game=first, created_at=DAY.replace(day=3, hour=9))
    assert not tell(DAY.replace(day=4, hour=7, minute=59))

    (told,) = tell(DAY.replace(day=4, hour=8, minute=0))

    assert f"/g/{first.pk}/" in told.body
    assert f"/g/{second.pk}/" not in told.body, "the turn waits for a visit"
