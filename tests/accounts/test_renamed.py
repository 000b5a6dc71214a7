"""After a renaming, an existing database keeps its rows, permissions, secrets and sessions."""

from accounts.core import outbox
from accounts.security import oauth_tokens, second_factor
from foundation.sealing import cipher_for


def test_what_was_sealed_and_who_was_signed_in_before_modules_moved_stays_so(settings):
    assert (outbox.PURPOSE, second_factor.PURPOSE) == ("accounts.outbox", "accounts.second_factor")
    assert oauth_tokens._cipher("abc").decrypt(cipher_for("accounts.oauth_tokens abc ").encrypt(b"answer")) == b"answer"
    assert settings.AUTHENTICATION_BACKENDS == ["accounts.backends.PlayerBackend"]
