"""The texts of account e-mails come from our catalogs, not from the library that sends them."""

from pathlib import Path

import allauth
import pytest
from django.template.loader import get_template

from tests.support.app_packages import ROOT

THEIRS = Path(allauth.__file__).parent / "templates" / "account" / "email"
SENT_WITH_ANOTHER = {"email_confirmation_signup", "base"}
"""The first includes the text of email_confirmation; the second is only a base for others."""
NEVER_SENT = {"login_code", "password_reset_code"}
"""No one signs in or chooses a password by a code here."""


@pytest.mark.parametrize("part", ["subject", "message"])
def test_every_email_of_the_library_is_written_by_us(part):
    names = {path.name.removesuffix(f"_{part}.txt") for path in THEIRS.glob(f"*_{part}.txt")}
    theirs = {
        name
        for name in names - NEVER_SENT - SENT_WITH_ANOTHER
        if not Path(get_template(f"account/email/{name}_{part}.txt").origin.name).is_relative_to(ROOT / "templates")
    }
    assert theirs == set()
