"""The API's schema is valid, its examples run, and a fuzzer finds nothing undocumented."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from jsonschema_rs import Draft202012Validator

from challenges import services as challenging
from challenges.services import OfferRecipients
from clubs.services import imported_names
from clubs.services.founding import NEEDED_GAMES
from games import verbs
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from tests.classes.helpers import make_class
from tests.clubs.helpers import asked, bring, make_club
from tests.discussion.helpers import start_topic
from tests.factories import NOON, act, code_of, days, make_game, make_player
from tests.learn.helpers import make_collection, make_lesson
from tests.library.helpers import GAME, add
from tests.study.boards import make_board
from tests.support.databases import clone, put_demo, put_migrated
from tests.support.nights import by_night_but
from tests.support.schema import resolved as named
from tests.support.schema import schema
from tests.support.servers import free_port, wait_until_open
from tests.tournaments.helpers import make_draft

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse"
OPENAPI = json.loads(files("drf_spectacular.validation").joinpath("openapi_3_1_schema.json").read_text())
"""The schema of OpenAPI 3.1. `spectacular --validate` checks the same, but takes sixty times as long."""


def test_the_schema_is_openapi_3_1_and_complete_without_a_warning(tmp_path):
    file = tmp_path / "schema.json"
    call_command("spectacular", "--fail-on-warn", "--format", "openapi-json", "--file", str(file))

    made = json.loads(file.read_text())
    assert made["openapi"].startswith("3.1")
    assert [str(error) for error in Draft202012Validator(OPENAPI).iter_errors(made)] == []


def test_every_operation_says_what_it_does_and_what_it_answers():
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description"), (method, path)
            good = [code for code in operation["responses"] if code.startswith("2")]
            assert good, (method, path)
            for code in good:
                assert code == "204" or operation["responses"][code]["content"], (method, path)
            assert {"400", "401", "403", "429", "503"} <= set(operation["responses"]), (method, path)


def properties(part, where=""):
    """Every field in the schema with its place, whether of a body, an answer, a shape or inside another."""
    if isinstance(part, list):
        for number, one in enumerate(part):
            yield from properties(one, f"{where}/{number}")
    elif isinstance(part, dict):
        fields = part.get("properties")
        if isinstance(fields, dict) and part.get("type") == "object":
            yield from ((f"{where}: {name}", field) for name, field in fields.items())
        for name, one in part.items():
            yield from properties(one, f"{where}/{name}")


HOW = """
Say what it means, with its unit (seconds, days, points, UTC):
- a field of an answer: a string below the field in api_types;
- a field of a body: help_text= where the serializer has it (api/, games/api/, moderation/api/);
- a parameter of the query or a header: description= of its OpenApiParameter, or help_text= in GameFilterSerializer;
- what stands in an address: api.document.IN_PATHS;
- an operation: the docstring of its method; a shape: its docstring.
Without a description are:
"""


def test_every_operation_parameter_field_shape_and_answer_has_a_description():
    parts = dict(properties(schema()))
    calls = {**schema()["paths"], **{f"webhook {name}": one for name, one in schema()["webhooks"].items()}}
    for path, methods in calls.items():
        for method, operation in methods.items():
            what = f"{method.upper()} {path}"
            parts[what] = operation
            parts |= {f"{what}: parameter {one['name']}": one for one in operation.get("parameters", [])}
            parts |= {f"{what}: answer {status}": named(one) for status, one in operation["responses"].items()}
    shapes = {name: one for name, one in schema()["components"]["schemas"].items() if "properties" in one}
    parts |= {f"shape {name}": one for name, one in shapes.items()}

    silent = sorted(name for name, part in parts.items() if not part.get("description", "").strip())

    assert len(parts) > 700
    assert not silent, HOW + "\n".join(silent)


def is_free(one):
    """Whether anything at all may stand here."""
    plain = {name: value for name, value in one.items() if name not in ("description", "default", "deprecated")}
    return not plain or (plain.get("type") == "object" and not plain.get("properties") and not is_map(plain))


def is_map(one):
    """Whether it is an object of values of one type, by name."""
    return isinstance(one.get("additionalProperties"), dict) and not is_free(one["additionalProperties"])


BODIES_WITHOUT_FIELDS = {"NothingRequest"}


def test_nothing_in_the_schema_may_be_just_anything():
    fields = dict(properties(schema()))
    shapes = schema()["components"]["schemas"]
    free = [name for name, field in fields.items() if is_free(field)]
    free += [name for name, one in shapes.items() if is_free(one) and name not in BODIES_WITHOUT_FIELDS]

    assert not free, f"Give these a type (a TypedDict in api_types, or extend_schema_field): {free}"


def test_the_time_zone_is_a_string_and_not_a_list_of_hundreds_of_words():
    zone = schema()["components"]["schemas"]["PatchedMeRequest"]["properties"]["time_zone"]

    assert (zone["type"], zone["format"]) == ("string", "iana-time-zone")
    assert max(len(one.get("enum", [])) for _, one in properties(schema())) < 50
    assert max(len(one.get("enum", [])) for one in schema()["components"]["schemas"].values()) < 50


def test_the_schema_says_where_the_server_is_what_it_sends_to_webhooks_and_the_largest_page():
    found = schema()

    assert [server["url"] for server in found["servers"]] == ["/"]
    event = found["webhooks"]["event"]["post"]
    assert event["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Event"}
    limits = [
        parameter["schema"]
        for methods in found["paths"].values()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if parameter["name"] == "limit"
    ]
    assert len(limits) >= 7
    assert all((limit["minimum"], limit["maximum"], limit["default"]) == (1, 100, 20) for limit in limits)


def examples():
    return [
        pytest.param(path, method, example["value"], id=f"{operation['operationId']}: {name}")
        for path, methods in schema()["paths"].items()
        for method, operation in methods.items()
        for name, example in operation.get("requestBody", {})
        .get("content", {})
        .get("application/json", {})
        .get("examples", {})
        .items()
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method", "body"), examples())
def test_the_examples_of_the_schema_run(path, method, body, settings):
    settings.IGO_PICTURES = True
    aino, babak = make_player("aino", date_joined=NOON - days(30)), make_player("babak")
    offer = challenging.create_challenge(PlayerRequest(babak, timezone.now()), Terms(), OfferRecipients(opponent=aino))
    game = _at(body, black=aino, white=babak)
    for _ in range(NEEDED_GAMES if path.rstrip("/") in ("/api/v1/clubs", "/api/v1/classes") else 0):
        act(make_game(black=aino, white=babak), verbs.Resign, by=aino)
    text = (
        Client()
        .post("/api/v1/token/", {"username": "aino", "password": PASSWORD}, content_type="application/json")
        .json()["token"]
    )
    if "guest" in body:
        body |= {"club": make_club(aino).pk, "guest": make_club(babak, name="Oulu Go").pk}
    if "{topic_id}" in path:
        path = path.replace("{topic_id}", str(start_topic(babak, now=timezone.now()).pk))
    if "{record_id}" in path:
        path = path.replace("{record_id}", str(add(aino, GAME)[0].pk))
    if "{collection}" in path:
        path = path.replace("{collection}", make_collection(aino, is_checked=False).key)
    if "{lesson_key}" in path:
        path = path.replace("{lesson_key}", make_lesson(aino).key).replace("{number}", "1")
    if "{board}" in path:
        board = make_board(babak if "questions" in path else aino, everyone=True)
        path = path.replace("{board}", board.key)
    if "{class_id}" in path:
        path = path.replace("{class_id}", str(make_class(aino).pk))
    if "{club_id}" in path:
        club = make_club(aino)
        name = bring(club, "(;SZ[9]PB[aino];B[ee])").club.imported_names.earliest("pk")
        imported_names.propose_member(asked(aino), club.pk, name.pk, aino)
        path = path.replace("{club_id}", str(club.pk)).replace("{name_id}", str(name.pk))
    if "{tournament_id}" in path:
        path = path.replace("{tournament_id}", str(make_draft(aino).pk))
    body = {**body, "expected": game.number} if "expected" in body else body

    answer = getattr(Client(), method)(
        path.replace("{username}", "babak").replace("{game_id}", str(game.pk)).replace("{challenge_id}", str(offer.pk)),
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {text}", "Idempotency-Key": "example"},
    )

    assert 200 <= answer.status_code < 300, answer.content


def _at(body, **players):
    """A game in which Aino, who is Black, can do what the example says."""
    moves = {"propose": "C3 D4 D3 E5 A1 pass pass", "reject": "E5 pass pass"}.get(body.get("kind"), "")
    game = make_game(moves=moves, now=timezone.now(), **players)
    if body.get("kind") == "propose":
        game = make_game(moves="E5 C3 G7 D3 pass pass", now=timezone.now(), **players)
    if body.get("kind") == "reject":
        act(game, verbs.Propose, by=players["white"], dead=[], expected=3, now=timezone.now())
        game.refresh_from_db()
    return game


# Fuzzing


def database() -> str:
    """A database of its own on the PostgreSQL of this run; "" on SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return ""
    name = f"fuzzed_{url.rpartition('/')[2]}"
    clone(url, name)
    return f"{url.rpartition('/')[0]}/{name}"


WHOLLY = "IGO_FUZZ" in os.environ
DEMO = f"from django.core.management import call_command; call_command('demo', password='{PASSWORD}')"
FEW = (
    "from tests.factories import make_game, make_player; aino, hana = make_player('aino'), make_player('hana');"
    "make_game(black=aino, white=hana, moves='E5'); make_game(black=hana, white=aino, moves='E5 pass pass')"
)
"""Numbers that the fuzzer thinks of are seldom those of something: a single example has no use for many games."""


@contextmanager
def server(folder: Path):
    """The service with players and games, at night in every phase, without limits that a fuzzer would only run into."""
    port, often = free_port(), "1000000/minute"
    url = database()
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"},
        "IGO_BOOTSTRAPPED": "1", "IGO_DATA_DIR": str(folder), "IGO_LONGEST_STREAM": "0.2", "DATABASE_URL": url,
        "IGO_PERSISTENT_CONNECTIONS": "1",
        "REDIS_URL": "", "IGO_API_READS": often, "IGO_API_WRITES": often, "IGO_API_ANONYMOUS": often,
        "IGO_OFFERS": often, "IGO_API_EXPORTS": often, "IGO_SWEEPER": "0",
    }  # fmt: skip
    environment = {name: value for name, value in environment.items() if value}
    if not url:
        (put_demo if WHOLLY else put_migrated)(folder)
    promote = (
        f"{FEW if not WHOLLY else DEMO if url else ''};"
        "from accounts.models import Player; from tests.factories import give_second_factor;"
        "hana = Player.objects.get(username='hana'); hana.is_staff = hana.is_superuser = True; hana.save();"
        "print(give_second_factor(hana));"
        "from programs.models import Event; last = Event.objects.order_by('pk').last();"
        "Event.objects.filter(pk__lte=(last.pk if last else 0) - 100).delete()"  # a stream says all of them
    )
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", promote]
    secret = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        assert wait_until_open(port)
        yield f"http://127.0.0.1:{port}", secret.split()[-1], folder / "log"
    finally:
        running.terminate()
        running.wait(30)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with server(tmp_path_factory.mktemp("fuzzed")) as found:
        yield found


# Operations that would end what the fuzzer signs in with.
NOT_FOR_FUZZING = ("token_delete", "token_revoke", "become_bot", "sessions_end", "session_end")
REFUSED = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
"""
"""The refusals allowed for bad input: a body that is too large is refused first, whatever else is wrong with it."""
ALL = "coverage,fuzzing,stateful"
PHASES, EXAMPLES = (ALL, os.environ["IGO_FUZZ"]) if WHOLLY else ("fuzzing", "1")
"""By day an example of every operation is tried as a player; at night all is, as everyone."""
ROLES = {"anonymous": None, "player": "aino", "moderator": "hana"}


def found(text: str) -> str:
    """Return the fuzzer's description of the faults, without its warnings and its counts."""
    return text.partition(" FAILURES ")[2].partition(" WARNINGS ")[0][:6000] or text[-6000:]


@pytest.mark.xdist_group("fuzzed")
@pytest.mark.parametrize("role", by_night_but({"player"}, ROLES))
def test_a_fuzzer_finds_no_fault_and_nothing_undocumented(address, tmp_path, role):
    import requests

    address, secret, log = address
    headers = []
    if ROLES[role]:
        body = {"username": ROLES[role], "password": PASSWORD}
        if role == "moderator":
            body["scopes"] = ["game:read", "game:play", "chat:read", "chat:write", "account:read", "moderation:write"]
            body["code"] = code_of(secret)
        text = requests.post(f"{address}/api/v1/token/", json=body, timeout=30).json()["token"]
        headers = ["-H", f"Authorization: Bearer {text}"]
    excluded = [part for name in NOT_FOR_FUZZING for part in ("--exclude-operation-id", name)]
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{address}/api/v1/schema/", *headers, *excluded,
        "--phases", PHASES, "-n", EXAMPLES, "--seed", "1",
        "--exclude-checks", "positive_data_acceptance", "--request-timeout", "100", "--no-color",
        "--continue-on-failure",
    ]  # fmt: skip

    (tmp_path / "schemathesis.toml").write_text(REFUSED)

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3600, check=False)

    assert done.returncode == 0, found(done.stdout) + done.stderr[-2000:] + log.read_text()[-4000:]
    assert "Tested: " in done.stdout
