"""General protections: headers of every answer, the image, the packages (ASVS)."""

from __future__ import annotations

import ast
import json
import math
import re
import tomllib
from pathlib import Path

import pytest
import structlog
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tests.factories import make_moderator, make_player
from tests.support.app_packages import SERVED

ROOT = Path(__file__).resolve().parents[2]
OURS = [path for room in SERVED for path in (ROOT / room).rglob("*.py")]
LOCK = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
PAGES = [
    "/",
    "/waiting/",
    "/games/",
    "/settings/",
    "/api/v1/games/",
    "/api/docs/",
    "/healthz",
    "/nowhere/",
    "/api/v1/nowhere",
]


def signed_in(**about) -> Client:
    client = Client()
    client.force_login(make_player(**about))
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_trace_echoes_nothing_S33(path):
    answer = Client().generic("TRACE", path, headers={"X-Canary": "canary-of-trace"})

    assert b"canary-of-trace" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/static/", "/static/js/", "/.git/config", "/.env", "/media/", "/uv.lock", "/admin/.git/HEAD"]
)
def test_folders_are_not_listed_and_sources_not_served_S33(path):
    assert Client().get(path).status_code in (302, 404)


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_every_text_says_its_charset(path):
    kind = Client().get(path, follow=True).headers["Content-Type"]

    assert not kind.startswith("text/") or "charset=utf-8" in kind.lower()
    assert re.match(r"text/|application/(problem\+)?json", kind)


@pytest.mark.django_db
def test_a_new_database_has_no_accounts():
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_sessions_are_named_by_more_than_128_random_bits_S16():
    names = {SessionStore()._get_new_session_key() for _ in range(50)}

    assert len(names) == 50
    assert all(len(name) * math.log2(36) > 128 for name in names)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/games/", "/settings/", "/notifications/", "/waiting/"])
def test_pages_of_somebody_signed_in_are_kept_by_no_cache_and_have_a_way_out(path):
    answer = signed_in().get(path, follow=True)

    assert "no-store" in answer.headers["Cache-Control"]
    assert f'action="{reverse("account_logout")}"' in answer.content.decode()


@pytest.mark.django_db
def test_whoever_signs_out_leaves_nothing_in_the_browser_S43():
    client = signed_in()

    assert "Clear-Site-Data" not in client.get("/games/").headers
    assert client.post(reverse("account_logout")).headers["Clear-Site-Data"] == '"cache", "storage"'


def test_scripts_store_the_point_that_was_chosen_whose_browser_it_is_and_an_analysis_and_nothing_else_S43():
    scripts = {path.name: path.read_text() for path in (ROOT / "static" / "js").glob("*.js")}
    stored = {name: set(re.findall(r"Storage\.setItem\(([^,]+),", text)) for name, text in scripts.items()}

    assert {name: keys for name, keys in stored.items() if keys} == {
        "account.js": {'"igo:kept"', '"igo:account"'},
        "chosen.js": {"key(game)"},
        "devices.js": {'"igo:push"'},
        "push.js": {'"igo:push"', '"igo:notified"'},
    }
    assert 'key.startsWith("igo:")) localStorage.removeItem(key)' in scripts["account.js"], "wiped when they sign out"
    assert {name for name, text in scripts.items() if "indexedDB" in text} == {"keep.js", "site.js"}
    for name, text in scripts.items():
        assert not re.search(r"document\.cookie|window\.postMessage|parent\.postMessage|\.domain\b", text), name


@pytest.mark.django_db
def test_password_fields_are_hidden_and_let_password_managers_in_S13():
    for name in ("account_login", "accounts:signup"):
        fields = re.findall(r"<input[^>]*name=\"password1?\"[^>]*>", Client().get(reverse(name)).content.decode())
        assert fields, name
        for field in fields:
            assert 'type="password"' in field
            assert re.search(r'autocomplete="(current|new)-password"', field)
            assert "onpaste" not in field


@pytest.mark.django_db
def test_the_admin_site_is_nowhere_for_other_networks_S42(settings):
    settings.IGO_ADMIN_NETWORKS, settings.IGO_PROXIES = ["192.0.2.0/24", "2001:db8:1::/48"], 1
    chief = Client()
    chief.force_login(make_moderator(grade="administrators"))

    def ask(forwarded: str) -> int:
        return chief.get("/admin/", headers={"X-Forwarded-For": forwarded}).status_code

    assert [ask(address) for address in ("192.0.2.9", "2001:db8:1:5::1", "::ffff:192.0.2.9")] == [200, 200, 200]
    for address in ("198.51.100.1", "192.0.2.9, 198.51.100.1", "2001:db8:2::1", "no address", ""):
        assert ask(address) == 404, address
    assert chief.get("/games/", headers={"X-Forwarded-For": "198.51.100.1"}).status_code == 200


def test_the_log_writes_a_line_an_event_whatever_is_in_it_S31():
    line = structlog.processors.JSONRenderer()(None, "warning", {"event": "one\ntwo\r\x1b[31m", "name": "a\u2028b"})

    assert len(str(line).splitlines()) == 1
    assert json.loads(line)["event"] == "one\ntwo\r\x1b[31m"


def test_every_package_is_from_one_registry_and_named_by_its_sum_S34():
    for package in LOCK:
        if package["source"] == {"virtual": "."}:
            continue
        assert package["source"] == {"registry": "https://pypi.org/simple"}, package["name"]
        files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        assert files, package["name"]
        assert all(file["hash"].startswith("sha256:") for file in files), package["name"]


def test_nothing_speaks_ldap_saml_graphql_latex_memcached_or_webrtc():
    """So whole chapters do not apply; a package that changes this has to be thought about."""
    names = {package["name"] for package in LOCK}

    assert not names & {
        "python-ldap", "ldap3", "python3-saml", "pysaml2", "graphene", "graphene-django", "strawberry-graphql",
        "ariadne", "pylatex", "pymemcache", "pylibmc", "python-memcached", "aiortc", "py4j", "jpype1", "xmlsec",
        "markdown",
    }  # fmt: skip


def calls() -> set[str]:
    """Every name that our code calls, such as `subprocess.run`."""
    found = set()
    for path in OURS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                found.add(ast.unparse(node.func))
    return found


FORBIDDEN = (
    r"eval|exec|compile|(pickle|marshal)\.loads?|yaml\.load|os\.(system|popen)",
    r"Template|engines\[.*|.*\.from_string",
    r".*\.extra|.*objects\.raw|RawSQL",
)


def test_no_code_runs_text_loads_objects_or_builds_templates_and_statements_from_it_S24():
    assert [name for name in calls() if re.fullmatch("|".join(FORBIDDEN), name)] == []


CLIENTS = "requests|urllib3|urllib\\.request|httpx|aiohttp|http\\.client|requests_hardened|pwned_passwords_django"


def test_the_server_asks_nobody_but_webhooks_and_the_list_of_stolen_passwords_S36():
    outside = re.compile(rf"^\s*(?:import|from) ({CLIENTS})\b", re.MULTILINE)
    found = {path.relative_to(ROOT).as_posix() for path in OURS if outside.search(path.read_text())}

    webhooks = {"programs/webhook_sender.py", "programs/push_sender.py", "foundation/safe_http.py"}
    named = {"social/services/translating.py"}  # a service that an administrator names; no one without it
    named |= {"accounts/security/club_login.py"}  # the club's own provider, where people sign in by it
    assert found <= {"accounts/security/passwords.py", "accounts/security/breached.py", *webhooks, *named}, found
    assert "accounts/security/passwords.py" in found


def test_the_image_holds_neither_history_nor_tests_and_serves_as_nobody_special_S33():
    left_out = (ROOT / ".dockerignore").read_text().split()
    image = (ROOT / "Dockerfile").read_text()

    assert {".git", "tests", "benchmarks"} <= set(left_out)
    assert "--no-dev" in image
    assert "DEBUG" not in image


def test_the_proxy_says_no_version_and_takes_no_long_headers_S29():
    proxy = (ROOT / "deploy" / "nginx.conf").read_text()

    for line in ("server_tokens off;", "client_max_body_size", "client_header_timeout", "large_client_header_buffers"):
        assert line in proxy
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in proxy


def test_names_of_the_product_are_no_passwords_S13():
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    assert settings.AUTH_PASSWORD_VALIDATORS[0]["NAME"].endswith("UserAttributeSimilarityValidator")
    for word in ("password1", "12345678", "qwertyuiop"):
        with pytest.raises(ValidationError):
            validate_password(word)


@pytest.mark.django_db
def test_a_password_that_a_superuser_gives_ends_all_sessions_of_that_player():
    player, chief = make_player(), make_moderator(grade="administrators")
    Player.objects.filter(pk=chief.pk).update(is_superuser=True)
    theirs, office = Client(), Client()
    theirs.force_login(player)
    office.force_login(chief)
    assert theirs.get("/games/").status_code == 200

    new = {"password1": "another long phrase", "password2": "another long phrase", "usable_password": "true"}
    assert office.post(f"/admin/accounts/player/{player.pk}/password/", new).status_code == 302

    assert theirs.get("/games/").status_code == 302


@pytest.mark.django_db
def test_pages_are_redirected_to_https_and_programs_are_refused(settings):
    """A program that follows a redirect would send its token in the clear again and again, and no one would notice."""
    settings.SECURE_SSL_REDIRECT = True
    client = Client()

    page = client.get("/waiting/")
    program = client.get("/api/v1/me/", headers={"Authorization": "Token secret", "Accept-Language": "fi"})
    token = client.post("/oauth/token", {"grant_type": "refresh_token", "refresh_token": "secret"})

    assert (page.status_code, page["Location"]) == (301, "https://testserver/waiting/")
    assert (program.status_code, program.json()["code"]) == (403, "https_only")
    assert program.json()["detail"].startswith("Ohjelmien on käytettävä HTTPS")
    assert (token.status_code, token.json()["error"]) == (400, "invalid_request")
    assert client.get("/api/v1/games/", secure=True).status_code == 200
    assert client.get("/healthz").status_code == 200
