"""How 0_1_0.sql and 0_1_0.postgresql.sql were made: by the code of version 0.1.0 (tag v0.1.0, commit 0d0c979) alone.

    git archive v0.1.0 | tar x -C FOLDER && cd FOLDER
    export IGO_BOOTSTRAPPED=1 IGO_DATA_DIR=$(mktemp -d)
    python manage.py migrate -v0
    python manage.py shell -c "$(cat .../make_0_1_0.py)"

For PostgreSQL, set DATABASE_URL, leave out the last lines, and run `pg_dump --no-owner --no-privileges --inserts
--rows-per-insert=1000`. Its comments and settings were removed, and the index unique_authenticator_type was written
with IN, as allauth has it, because PostgreSQL does not read back what it shows as the same text.

Games in every phase, with what later versions keep elsewhere or otherwise: an offer, notices, a note, a chat, a request
to take a move back, rejected markings, a counted and rated game.
"""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from games.services.challenges import Terms

from accounts.models import Player
from games import services
from games.models import Game
from rules import Then, parse_vertex
from rules.clock import System, TimeControl

NOW = datetime(2026, 11, 22, 1, 53, tzinfo=UTC)
NO_CLOCK = TimeControl(System.NONE)
COUNTED = (
    "E5 C5 D7 G5 G6 H6 G7 B7 H7 H5 C3 D4 D3 E4 F2 C8 D8 G3 G2 E6 H3 H4 H2 B4 B3 D9 A4 A5 A3 F3 E3 E9 F8 J7 C4 F5 B5 "
    "D6 C7 C6 E8 B6 B8 H8 A8 G8 F7 G9 F9 B4 J4 F6 C9 J5 J3 B5 A7 E7 A6 pass pass"
)
STOPPED = "C5 G5 C3 G3 C7 G7 E2 E8 pass pass"
PASSWORD = "correct horse"
aino, babak = (Player.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in ("aino", "babak"))


def act(game, verb, by=None, **more):
    game = Game.objects.with_seats().get(pk=game.pk)
    player = by or next(seat.player for seat in game.seat_list() if seat.index == game.turn)
    return verb(game_id=game.pk, player=player, expected=game.number, key=None, now=NOW, **more)


def begin(moves="", **terms):
    agreed = Terms(**{"width": 9, "height": 9, "color": "black", "time": NO_CLOCK, "rated": False, **terms})
    offer = services.create_challenge(creator=aino, opponent=babak, terms=agreed, now=NOW)
    game = services.accept_challenge(challenge_id=offer.pk, player=babak, now=NOW)
    for move in moves.split():
        if move == "pass":
            act(game, services.pass_)
        else:
            act(game, services.play, point=parse_vertex(move, 9, 9))
    return game


running = begin("E5 C5 D7")
act(running, services.request_undo, by=aino)
services.send_message(game_id=running.pk, player=babak, text="Hyvää peliä!", key=None, now=NOW)
services.write_note(game_id=running.pk, player=aino, text="The lower left is open.", now=NOW)

rejected = begin(STOPPED)
act(rejected, services.propose, dead=[])
act(rejected, services.reject, number=1, then=Then.MARK, reason="Look at E5.")

settling = begin(STOPPED, rule_set="japanese")
act(settling, services.propose, dead=[])
act(settling, services.reject, number=1, then=Then.PLAY_OUT, reason="Let us play it out.")

rated = begin(COUNTED, rated=True, time=TimeControl.days_per_move(timedelta(days=3)))
act(rated, services.propose, dead=[parse_vertex("E5", 9, 9)])
act(rated, services.accept, number=1)
act(begin("E5 C5 D7 G5"), services.resign)

services.create_challenge(creator=babak, terms=Terms(width=13, height=13), now=NOW)
connection.close()
with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as database:
    Path("0_1_0.sql").write_text("\n".join(database.iterdump()) + "\n")
