"""A client generated from the schema plays a whole game, as an example for other languages."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts.security.scopes import USUAL
from accounts.security.tokens import NewToken, make_token
from tests.factories import make_player
from tests.support.schema import schema

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("generated client")]

NAME = "generated_client"
SETTINGS = {
    "package_name_override": NAME,
    "post_hooks": [],
    "content_type_overrides": {
        "application/zip": "application/octet-stream",
        "application/x-go-sgf": "text/plain",
        "application/x-ndjson": "application/octet-stream",
        "text/event-stream": "application/octet-stream",
    },
}


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The package that openapi-python-client makes, without a warning; its operations and models by name."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "schema.json").write_text(json.dumps(schema()))
    (folder / "settings.json").write_text(json.dumps(SETTINGS))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", folder / "schema.json",
               "--config", folder / "settings.json", "--meta", "none", "--output-path", folder / NAME,
               "--fail-on-warning"]  # fmt: skip
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr

    sys.path.insert(0, str(folder))
    try:
        package = importlib.import_module(NAME)
        operations = {
            file.stem: importlib.import_module(f"{NAME}.api.{file.parent.name}.{file.stem}")
            for file in (folder / NAME / "api").rglob("*.py")
            if file.stem != "__init__"
        }
        yield SimpleNamespace(package=package, models=importlib.import_module(f"{NAME}.models"), **operations)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
            del sys.modules[name]


class Program:
    """A program of a player's, made of nothing but what was generated."""

    def __init__(self, generated, url, player):
        token = make_token(player=player, wanted=NewToken("t", USUAL, 1), now=timezone.now())[1]
        self.of = generated
        self.client = generated.package.AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)
        self.keys = 0

    def key(self):
        self.keys += 1
        return f"key-{self.keys}"

    def act(self, game_id, kind, **fields):
        number = self.of.game.sync(game_id, client=self.client).number
        body = self.of.models.ActionRequest.from_dict({"kind": kind, "expected": number, **fields})
        return self.of.act.sync(game_id, client=self.client, body=body, idempotency_key=self.key())


@pytest.fixture
def programs(generated, live_server):
    return [Program(generated, live_server.url, make_player(name)) for name in ("aino", "babak")]


def test_a_generated_client_plays_a_whole_game(generated, programs):
    black, white = programs
    models = generated.models

    terms = models.ChallengeRequest.from_dict(
        {"size": 9, "opponent": "babak", "color": "black", "time": {"system": "fischer", "main_time": 259200,
         "increment": 86400, "cap": 604800}}
    )  # fmt: skip
    offer = generated.challenge_create.sync(client=black.client, body=terms, idempotency_key=black.key())
    begun = generated.challenge_accept.sync(
        offer.id, client=white.client, body=models.JoinRequest(), idempotency_key=white.key()
    )
    assert (begun.width, begun.time.main_time, begun.rules.counting) == (9, 259200, "brainking")

    for number, point in enumerate(("C5", "G5", "C4", "G4", "C6", "G6", "D5")):
        receipt = programs[number % 2].act(begun.id, "play", point=point)
        assert (receipt.point, receipt.number) == (point, number + 1)
    refused = white.act(begun.id, "play", point="D5")
    assert (type(refused), refused.status, refused.code) == (models.Problem, 422, "occupied")

    say = models.MessageRequest(text="Thank you for the game")
    assert generated.say.sync(begun.id, client=white.client, body=say, idempotency_key=white.key()).author == "babak"

    white.act(begun.id, "pass")
    assert black.act(begun.id, "pass").phase == "stone_removal"
    first, second = programs if generated.game.sync(begun.id, client=black.client).to_play == "B" else programs[::-1]
    first.act(begun.id, "propose", dead=[])
    proposal = generated.game.sync(begun.id, client=second.client).proposal
    assert proposal.score.totals.b
    ended = second.act(begun.id, "accept", proposal=proposal.number, confirmed=True)

    assert ended.phase == "finished"
    count = generated.count.sync(begun.id, client=white.client)
    assert (ended.result, count.score.winner, count.score.margin) == ("W+3.5", "W", "-3.5")
    assert generated.sgf.sync(begun.id, client=white.client).sgf.startswith("(;")
    listed = generated.games.sync(client=white.client, mine=models.GamesMine.TRUE, limit=100)
    assert [one.id for one in listed.results] == [begun.id]
    assert len(generated.actions.sync(begun.id, client=black.client).results) == ended.number


def test_a_generated_client_understands_what_is_wrong_with_a_field_and_knows_any_time_zone(generated, programs):
    aino, models = programs[0], generated.models

    changed = generated.me_change.sync(client=aino.client, body=models.PatchedMeRequest(time_zone="GMT0"))
    wrong = generated.me_change.sync(client=aino.client, body=models.PatchedMeRequest(time_zone="Europe/Nowhere"))
    vacation = generated.vacation_start.sync(client=aino.client, body=models.VacationRequest())

    assert changed.time_zone == "GMT0"
    assert [error.code for error in wrong.errors["time_zone"]] == ["invalid_choice"]
    assert (vacation.shortened, vacation.saved) == (False, [])
