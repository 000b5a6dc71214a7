"""A club's forum uses accounts of this server: OpenID Connect, tested with another library over HTTP."""

from __future__ import annotations

import io
import re
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as Site
from authlib.integrations.requests_client import OAuth2Session
from django.core.management import CommandError, call_command
from django.test import Client
from joserfc import jwt
from joserfc.jwk import KeySet

from accounts.core.signing_key import signing_key
from accounts.models import SiteSettings
from accounts.security.sign_on import register_site
from tests.factories import make_player
from tests.support.nights import by_night_but

BACK = "https://forum.example.org/auth/oidc/callback"


@pytest.fixture
def forum(live_server, settings, transactional_db):
    """A server, and what its forum was told: address, client ID, secret."""
    settings.IGO_OIDC = True
    settings.IDP_OIDC_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]  # as a start with it has
    aino = make_player("aino")
    EmailAddress.objects.create(user=aino, email=aino.email, verified=True, primary=True)
    output = io.StringIO()
    call_command("register_site", "Our forum", BACK, stdout=output)
    shown = dict(line.split(": ", 1) for line in output.getvalue().splitlines())
    return live_server.url, shown["Client ID"], shown["Client secret"]


def sign_in(base: str) -> requests.Session:
    browser = requests.Session()
    page = browser.get(f"{base}/accounts/login/").text
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    body = {"login": "aino", "password": "correct horse", "csrfmiddlewaretoken": token}
    assert browser.post(f"{base}/accounts/login/", body).url.endswith("/games/")
    return browser


def consent(browser: requests.Session, address: str) -> str:
    """Give access on the page that asks; where the browser is sent then."""
    page = browser.get(address).text
    assert "Our forum" in page
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    fields = {name: value.replace("&quot;", '"').replace("&amp;", "&") for name, value in fields.items()}
    answer = browser.post(
        urlsplit(address)._replace(query="").geturl(),
        {**fields, "action": "grant", "scopes": ["openid", "profile", "email"]}, allow_redirects=False,
    )  # fmt: skip
    return answer.headers["Location"]


@pytest.mark.once
@pytest.mark.parametrize("way", by_night_but({"client_secret_basic"}, ["client_secret_basic", "client_secret_post"]))
def test_a_forum_signs_somebody_in_with_discovery_pkce_a_signed_id_token_and_userinfo(forum, way):
    base, client_id, secret = forum
    where = requests.get(f"{base}/.well-known/openid-configuration").json()
    assert where["issuer"] == base
    client = OAuth2Session(
        client_id, secret, scope="openid profile email", redirect_uri=BACK, code_challenge_method="S256",
        token_endpoint_auth_method=way,
    )  # fmt: skip
    verifier = "v" * 60
    address, state = client.create_authorization_url(
        where["authorization_endpoint"], code_verifier=verifier, nonce="n-0S6"
    )
    back = consent(sign_in(base), address)
    assert back.startswith(BACK)
    assert parse_qs(urlsplit(back).query)["state"] == [state]

    code = parse_qs(urlsplit(back).query)["code"][0]
    with pytest.raises(Exception, match="invalid_client|401"):
        OAuth2Session(client_id, "guessed", token_endpoint_auth_method=way).fetch_token(
            where["token_endpoint"], code=code, redirect_uri=BACK, code_verifier=verifier
        )
    back = consent(sign_in(base), address)
    token = client.fetch_token(where["token_endpoint"], authorization_response=back, code_verifier=verifier)

    keys = KeySet.import_key_set(requests.get(where["jwks_uri"]).json())
    claims = jwt.decode(token["id_token"], keys, algorithms=["RS256"]).claims
    jwt.JWTClaimsRegistry(
        iss={"essential": True, "value": base}, aud={"essential": True, "value": client_id},
        nonce={"essential": True, "value": "n-0S6"}, exp={"essential": True},
    ).validate(claims)  # fmt: skip
    who = client.get(where["userinfo_endpoint"]).json()
    assert who["sub"] == claims["sub"]
    assert (who["preferred_username"], who["email"], who["email_verified"]) == ("aino", "aino@example.org", True)
    api = requests.get(f"{base}/api/v1/me/", headers={"Authorization": f"Bearer {token['access_token']}"})
    assert api.status_code == 403  # the forum learns who it is, and nothing else
    again = requests.post(
        where["token_endpoint"],
        {"grant_type": "authorization_code", "redirect_uri": BACK, "code_verifier": verifier, "client_id": client_id,
         "client_secret": secret, "code": parse_qs(urlsplit(back).query)["code"][0]},
    )  # fmt: skip
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    ended = requests.get(where["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"})
    assert ended.status_code == 401  # a code that came twice ends what came of it


def test_without_the_setting_there_is_nothing(client, db):
    for path in ("/.well-known/openid-configuration", "/.well-known/jwks.json", "/oauth/userinfo"):
        assert client.get(path).status_code == 404
    with pytest.raises(CommandError, match="IGO_OIDC"):
        call_command("register_site", "Our forum", BACK)


def test_a_site_is_sent_people_at_its_own_address_only(settings, aino):
    settings.IGO_OIDC = True
    site, secret = register_site("Our forum", [BACK])
    browser = Client()
    browser.force_login(aino)
    asked = {"client_id": site.pk, "redirect_uri": BACK, "response_type": "code", "scope": "openid"}
    assert secret not in Site.objects.get().secret
    assert browser.get("/oauth/authorize", asked).status_code == 200
    for wrong in (
        {"redirect_uri": BACK + "/more"}, {"client_id": "nobody"}, {"scope": ""}, {"code_challenge": "x" * 43},
        {"code_challenge": "x" * 43, "code_challenge_method": "plain"},
    ):  # fmt: skip
        assert browser.get("/oauth/authorize", asked | wrong).status_code == 400, wrong
    for address in ("http://forum.example.org/", "forum.example.org", "https://forum.example.org/#x"):
        with pytest.raises(CommandError, match="sent back"):
            call_command("register_site", "Our forum", address)


def test_the_key_that_signs_is_made_once_and_kept_sealed(db):
    key = signing_key()

    assert signing_key() == key
    assert "PRIVATE" not in SiteSettings.objects.get().sealed_signing_key
