"""The order of the questions at sign-up."""

from __future__ import annotations

import pytest

from accounts.forms import SignupForm

pytestmark = pytest.mark.django_db


def test_only_the_name_is_asked_before_the_password():
    visible = [field.name for field in SignupForm().visible_fields()]
    assert visible == ["username", "password1", "email", "email_when"]
