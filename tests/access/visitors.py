"""The ten kinds of visitor, and the objects that they may request."""

from __future__ import annotations

import time
from base64 import urlsafe_b64encode
from datetime import date, datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.utils import timezone

from accounts.core.push_key import push_key
from accounts.models import Player
from accounts.security import oauth, tokens
from challenges import services as challenging
from challenges.services import OfferRecipients
from classes.services.positions import PositionSource, PositionToAssign, assign_position
from clubs.models import Club, ClubNotice
from games.emails.ways import EmailTurn
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from mail_play.services import tokens as tokens_in_mail
from moderation.models.decision import Measure
from notifications.preferences import settings_or_defaults
from notifications.services import choosing
from programs.models.device import PushSubscription
from programs.services.devices import PushDeviceOrigin, add_device
from programs.services.webhooks import add_webhook
from rules import Color
from social.services.threads import TextOrQuickReply, write_message
from study.services import comments as commenting
from tests.automatch.helpers import look_for
from tests.classes.helpers import make_class
from tests.clubs.helpers import bring, make_club
from tests.discussion.helpers import start_topic
from tests.factories import make_game, make_moderator, make_player, side
from tests.leagues.helpers import make_league
from tests.learn.helpers import make_collection, make_lesson
from tests.library.helpers import GAME, add
from tests.moderation import helpers as moderation
from tests.social.helpers import make_bulletin
from tests.study.boards import ask, make_board
from tests.team_matches.helpers import between
from tests.tournaments.helpers import asked, make_draft, make_ladder, make_open
from tournaments.models import Tournament
from tournaments.services import due, entering, starting

VISITORS = [
    "anonymous", "stranger", "player", "opponent", "suspended", "bot", "program",
    "helper", "moderator", "administrator",
]  # fmt: skip
"""`player` and `opponent` play both games; the other objects are the player's. `bot` has a token with all bot
permissions; `program` has a token of the player's that may only read the account. Both come without a session. The case
is about the stranger, the decision about the suspended player; the message is the opponent's."""

_POINT = ec.derive_private_key(1, ec.SECP256R1()).public_key()
KEYS = {
    "p256dh": urlsafe_b64encode(_POINT.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    .decode()
    .rstrip("="),
    "auth": urlsafe_b64encode(bytes(16)).decode().rstrip("="),
}
"""A browser's push subscription, with well-known keys."""
SUBSCRIPTION = {"endpoint": "https://push.example.org/another", **KEYS}
MINE = {"endpoint": "https://push.example.org/mine", **KEYS}


class Place:
    """Two games, a challenge, a link, tokens and the rest, and a client for each visitor."""

    def __init__(self) -> None:
        now = timezone.now()
        push_key()  # as servers have one since they started
        self.handler = Client().handler
        self.allow: dict[str, str] = {}  # by visitor, what the last 405 said instead
        self.public = make_game(now=now)
        black, white = side(self.public, Color.BLACK), side(self.public, Color.WHITE)
        self.private = make_game(black=black, white=white, private=True, now=now)
        self.people = {
            "stranger": make_player(), "player": black, "opponent": white, "suspended": make_player(),
            "bot": make_player(is_bot=True), "program": black, "helper": make_moderator(grade="helpers"),
            "moderator": make_moderator(), "administrator": make_moderator(grade="administrators"),
        }  # fmt: skip
        self.chief = make_moderator(grade="administrators")
        report = moderation.report(self.people["suspended"], now=now)
        self.decision = moderation.decide(report, self.chief, Measure.SUSPENDED, days=9, now=now)
        self.bulletin_to_come = make_bulletin(self.chief, now=now + timedelta(days=1)).pk
        self.tournament_draft = make_draft(black, now=now).pk
        self.club, self.club_notice = self._clubs(black)
        self.upload = bring(self.club, "(;SZ[9]PB[a]PW[b];B[ee];W[cc])", at=now)
        self.boards, self.question = self._boards(black, white)
        self.headers = {name: self._token(name, scope) for name, scope in TOKENS.items()}
        self.cookies = {name: session_of(self.people[name]) for name in self.people if name not in TOKENS}
        self.values = {**self._values(black, white), **MADE_UP}

    def _token(self, name: str, scope: str) -> dict[str, str]:
        player = self.people[name]
        _, text = tokens.make_token(player=player, wanted=tokens.NewToken(name, [scope], 1), now=timezone.now())
        return {"Authorization": f"Bearer {text}"}

    def _values(self, black: Player, white: Player) -> dict[str, Any]:
        now = timezone.now()
        direct = challenging.create_challenge(PlayerRequest(black, now), Terms(), OfferRecipients(opponent=white))
        link = challenging.create_challenge(PlayerRequest(black, now), Terms(), OfferRecipients(by_link=True))
        app = oauth.register_app(player=black, name="an app", redirect_uris=["http://localhost/back"])
        device, _ = add_device(
            player=black, subscription=PushSubscription(**MINE), origin=PushDeviceOrigin("phone"), now=now
        )
        webhook = add_webhook(player=black, url="https://example.org/hook", now=now)
        post = write_message(PlayerRequest(white, now), black, TextOrQuickReply("hello"))
        comment = commenting.add_comment(PlayerRequest(black, now), self.private.pk, "", SEALED)
        others = [make_player() for _ in range(2)]
        return {
            "bulletin_id": make_bulletin(self.chief, now=now, question="Which size?", answers="9\n13").pk,
            "topic_id": start_topic(black, self.club, now=now).pk,
            "thread_id": post.thread_id, "post_id": post.pk, "comment_id": comment.pk,
            "name": black.username, "username": black.username, "challenge_id": direct.pk, "token": link.token,
            "token_id": black.api_tokens.get().pk, "webhook_id": webhook.pk, "device_id": device.pk,
            "client_id": app.pk, "message_id": moderation.insult(self.private, white, now=now).pk,
            "decision_id": self.decision.pk,
            "tournament_id": self._tournament(black, white, now).pk,
            "ladder_id": make_ladder(black, now=now).pk, "search_id": look_for(black, now).pk,
            "league_id": make_league(black, white, *others, now=now).pk, "season_number": 1,
            "record_id": add(black, GAME, now=now)[0].pk, "collection": make_collection(black, now=now).key,
            "lesson_key": make_lesson(black, now=now).key,
            "board": self.boards["private"], "question_id": self.question,
            "match_id": between(self.club, make_club(name="Guests"), now).pk,
            "import_id": self.upload.pk, "imported_id": self.upload.imported.get().pk,
            "name_id": self.club.imported_names.earliest("pk").pk,
            "class_id": self._class(black, white, now),
            "club_id": self.club.pk, "notice_id": self.club_notice.pk,
            "session_id": _elsewhere(black), "digest": "0" * 16, "turn": self._link(black, now),
            "case_id": moderation.report(self.people["stranger"], now=now).pk,
        }  # fmt: skip

    def _class(self, teacher: Player, pupil: Player, now: datetime) -> int:
        """Create a class with a position as homework to play out; return its number."""
        made = make_class(teacher, pupil, now=now)
        given = PositionToAssign(
            name="A corner", source=PositionSource(rows="\n".join(["....."] * 5)), rule_set="japanese"
        )
        assign_position(asked(teacher, now), made.pk, given, date(2100, 1, 1))
        return made.pk

    def _boards(self, owner: Player, other: Player) -> tuple[dict[str, str], int]:
        """Create a board that its owner shares with another player, who has asked a question, and one for everyone."""
        private = make_board(owner, players=(other.username,))
        return {"private": private.key, "public": make_board(owner, everyone=True).key}, ask(other, private).pk

    def _clubs(self, owner: Player) -> tuple[Club, ClubNotice]:
        """Create a club with hidden members and a notice, and a closed one with a hidden notice."""
        self.club_closed = make_club(owner, name="Closed club", hidden_members=True)
        self.notice_hidden = ClubNotice.objects.create(
            club=self.club_closed, author=owner, text="no", at=timezone.now()
        ).pk
        Club.objects.filter(pk=self.club_closed.pk).update(closed_at=timezone.now())
        club = make_club(owner, hidden_members=True)
        return club, ClubNotice.objects.create(club=club, author=owner, text="hello", at=timezone.now())

    def _tournament(self, owner: Player, other: Player, now: datetime) -> Tournament:
        """Create a tournament of two players whose first round is in progress."""
        made = make_open(owner, now=now)
        for player in (owner, other):
            entering.enter_tournament(asked(player, now), made.pk)
        starting.start_tournament(asked(owner, now), made.pk)
        while due.run_all_background_steps(now):
            pass
        return made

    def _link(self, player: Player, now: datetime) -> str:
        """Return the secret of a link to this player's turn, as in an e-mail."""
        choosing.store_notice_choices(player, {}, play_by_link=True)
        turn = EmailTurn(self.public, self.public.seat_on_turn(), settings_or_defaults(player))
        return tokens_in_mail.create_ways_to_play([turn], now)[turn.seat.pk].link.split("/")[-2]

    def come(self, visitor: str) -> Client:
        """Return a client for this visitor; a new one for every request, so that none leaves anything behind."""
        client = Client(headers={"Accept-Language": "en", **self.headers.get(visitor, {})})
        client.handler = self.handler  # one for all: loading it reads every static file
        if visitor in self.cookies:
            client.cookies["sessionid"] = self.cookies[visitor]
        return client

    def join(self, name: str, player: Player) -> None:
        """Add a visitor with a session."""
        self.people[name], self.cookies[name] = player, session_of(player)

    def game(self, name: str) -> Game:
        """Return the private or the public game."""
        return self.private if name == "private" else self.public


SEALED = "canary sealed by the player"
"""A comment on a move that no one else may read before the end of the game."""
TOKENS = {"bot": "bot:play", "program": "account:read"}
MADE_UP = {
    "key": "japanese", "secret": "no-such-secret", "uidb36": "x", "app_label": "games", "url": "nowhere", "id": 1,
    "object_id": 1, "content_type_id": 1, "pk": 1, "move": 0, "lesson": "ko", "problem": "live-1", "goal": "live",
    "chapter": "ko", "system": "kgs", "rank": "7k", "number": 1, "round_number": 1, "year": timezone.now().year,
}  # fmt: skip


def _elsewhere(player: Player) -> int:
    """Return the number of a session of this player in another browser."""
    row = UserSession.objects.create(user=player, session_key=session_of(player), ip="127.0.0.1", user_agent="Firefox")
    return int(row.pk)


def session_of(player: Player) -> str:
    """Return a session of this player, who has just entered the password."""
    client = Client()
    client.force_login(player)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()
    return session.session_key or ""
