"""Builders for bulletins in tests, through the service."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import Any

from accounts.core.audit import StaffContext
from accounts.models import Player
from games.services.idempotency import PlayerRequest
from ratings.models import Category, Rating
from social.models import Bulletin, BulletinText
from social.services import bulletins, follows, talk, threads
from social.services.threads import TextOrQuickReply
from tests.factories import NOON, make_game, make_player

TITLES = {"en": "News", "fi": "Uutisia", "fa": "خبرها"}


def make_bulletin(staff: Player, *, now: datetime = NOON, ends: datetime | None = None, **more: Any) -> Bulletin:
    """Create a bulletin that starts now, in three languages; `more` is added in all of them."""
    texts = [BulletinText(language=code, **{"title": title, "text": "!", **more}) for code, title in TITLES.items()]
    return bulletins.save_bulletin(Bulletin(begins=now, ends=ends, by=staff), texts, StaffContext(staff, now, "news"))


class ListsOfPeople:
    """The lists of people in the API, each with `rows` rows for `aino`; each method creates one and returns its
    path."""

    rows = 7 if os.environ.get("IGO_NIGHTLY") else 5
    aino: Player
    babak: Player
    chief: Player
    now: datetime

    def _others(self) -> list[Player]:
        return [make_player(date_joined=self.now - timedelta(days=100)) for _ in range(self.rows)]

    def bulletins(self) -> str:
        for _ in range(self.rows):
            make_bulletin(self.chief, now=self.now)
        return "bulletins/"

    def follows(self) -> str:
        for other in self._others():
            follows.follow_player(player=self.aino, other=other, now=self.now)
        return "follows/"

    def players(self) -> str:
        for number, player in enumerate(self._others()):
            at = {"deviation": 60.0, "volatility": 0.06, "games": 30, "at": self.now}
            Rating.objects.create(player=player, category=Category.OVERALL, rating=1500.0 + number, **at)
        return "players/"

    def followers(self) -> str:
        for other in self._others():
            follows.follow_player(player=other, other=self.aino, now=self.now)
        return "followers/"

    def stars(self) -> str:
        for _ in range(self.rows):
            game = make_game(now=self.now)
            follows.follow_game(player=self.aino, game_id=game.pk, label=follows.FollowedGameLabel(), now=self.now)
        return "stars/"

    def talk(self) -> str:
        game = make_game(now=self.now)
        for _ in range(self.rows):
            talk.add_spectator_comment(PlayerRequest(self.aino, self.now), game.pk, TextOrQuickReply("a thought"))
        return f"games/{game.pk}/talk/"

    def threads(self) -> str:
        for other in self._others():
            threads.write_message(PlayerRequest(other, self.now), self.aino, TextOrQuickReply("hello"))
        return "threads/"

    def posts(self) -> str:
        for _ in range(self.rows):
            threads.write_message(PlayerRequest(self.aino, self.now), self.babak, TextOrQuickReply("hello"))
        return f"threads/{self.babak.username}/"

    def posts_found(self) -> str:
        for other in self._others():
            threads.write_message(PlayerRequest(other, self.now), self.aino, TextOrQuickReply("hello"))
        return "private-messages/"
