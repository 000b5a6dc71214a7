"""People who sign up on a running server as newcomers do, so no Django process is needed for their accounts."""

from __future__ import annotations

import re

import requests

PASSWORD = "a ladder to the moon"
SECONDS = 60


def sign_up(url: str, name: str) -> str:
    """Sign up on this server's page; return a token of the new account, whose password is PASSWORD."""
    newcomer = requests.Session()
    form = newcomer.get(f"{url}/accounts/signup/", timeout=SECONDS)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.text)
    assert token
    fields = {"csrfmiddlewaretoken": token[1], "username": name, "password1": PASSWORD}
    headers = {"Referer": f"{url}/accounts/signup/"}
    assert newcomer.post(f"{url}/accounts/signup/", fields, headers=headers, timeout=SECONDS).ok
    wish = {"username": name, "password": PASSWORD, "name": "newcomer"}
    text: str = requests.post(f"{url}/api/v1/token/", json=wish, timeout=SECONDS).json()["token"]
    return text
