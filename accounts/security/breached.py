"""Client for haveibeenpwned.com.

The timeouts of httpx, which the library uses, limit each read. This client limits the whole request instead.
"""

from __future__ import annotations

import httpx
import requests
from django.conf import settings
from pwned_passwords_django.api import PwnedPasswords

from foundation import safe_http


class _TimeLimitedTransport(httpx.BaseTransport):
    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request and wait at most PWNED_PASSWORDS["API_TIMEOUT"] seconds for the whole response. Raises
        httpx.TransportError."""
        try:
            with safe_http.with_deadline(requests.Session(), settings.PWNED_PASSWORDS["API_TIMEOUT"]) as session:
                found = session.request(request.method, str(request.url), headers=dict(request.headers))
        except requests.Timeout as error:
            raise httpx.ReadTimeout(str(error)) from error
        except requests.RequestException as error:
            raise httpx.TransportError(type(error).__name__) from error
        return httpx.Response(found.status_code, content=found.content, request=request)


def api_client() -> PwnedPasswords:
    """Return the client for the Pwned Passwords API."""
    return PwnedPasswords(client=httpx.Client(transport=_TimeLimitedTransport()))
