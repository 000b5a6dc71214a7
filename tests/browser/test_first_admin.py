"""An empty server as its owner sees it: the printed link, a name for the server, a passkey, the admin site (S15)."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.browser.conftest import PATIENCE, ROOT
from tests.support.databases import put_migrated
from tests.support.servers import free_port, wait_until_open

pytestmark = pytest.mark.browser


@pytest.fixture
def started(tmp_path):
    """The line with the link that an empty server prints."""
    put_migrated(tmp_path)
    port = free_port()
    environment = {**os.environ, "IGO_DATA_DIR": str(tmp_path), "IGO_BOOTSTRAPPED": "1"}
    for name in ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE"):
        environment.pop(name, None)
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        line = next(line for line in lines if "/first-admin/" in line)
        assert wait_until_open(port)
        yield line
        process.terminate()


def test_the_printed_link_leads_to_a_named_server_and_an_administrator_with_a_passkey(chromium, started, tmp_path):
    link = re.search(r"http://localhost:\d+/first-admin/\S+", started)[0]
    home = link.partition("/first-admin/")[0]
    context = chromium.new_context(locale="en", service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(link)
    page.fill("[name=site_name]", "Tampere Go")
    page.fill("[name=username]", "Aino")
    page.fill("[name=password1]", "seven stones in a row")
    page.fill("[name=backup_folder]", str(tmp_path / "copies"))
    page.click("main .primary")

    page.wait_for_url("**/settings/ready/")
    assert page.locator("h1").inner_text() == "Tampere Go is ready"
    assert page.locator(".brand").inner_text() == "Tampere Go"
    page.click("a:has-text('Add a passkey')")
    page.fill("[name=name]", "my notebook")
    page.click("#add-passkey")
    page.wait_for_selector(".codes")
    page.goto(f"{home}/admin/")
    assert page.locator("#dashboard-machine").count() == 1

    context.clear_cookies()
    page.goto(f"{home}/accounts/login/?next=/settings/server/")
    page.click("#use-passkey")
    page.wait_for_url("**/settings/server/")
    assert page.locator("[name=backup_folder]").input_value() == str(tmp_path / "copies")
    assert (tmp_path / "copies").stat().st_mode & 0o077 == 0
    context.close()
