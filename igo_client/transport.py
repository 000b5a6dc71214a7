"""Requests with retries and growing pauses, and streams that continue after a broken connection."""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import requests
from requests.auth import AuthBase

from .errors import ApiError, NoAnswer

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 15.0
HEARTBEAT = 15.0
SECONDS_WITHOUT_A_LINE = 3 * HEARTBEAT
"""The seconds without a line after which a stream counts as broken."""
SECONDS_BETWEEN_POLLS = 5.0
"""The pause between requests for new lines if the server has no streams."""
NO_STREAMS = "no_streams_here"
LATER = (429, 503)

Json = dict[str, Any]


class Bearer(AuthBase):
    """Authentication by an API token. Passwords from the file .netrc are not used."""

    def __init__(self, token: str) -> None:
        self.token = token

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Add the token to the request."""
        request.headers["Authorization"] = f"Bearer {self.token}"
        return request


@dataclass(frozen=True, slots=True)
class Waits:
    """Times in seconds: `timeout` is how long to wait for each response, and `patience` how long to repeat a request
    that fails."""

    timeout: float
    patience: float


class Transport:
    """Requests to one server with one token."""

    def __init__(self, url: str, token: str, headers: dict[str, str], waits: Waits) -> None:
        self.base = f"{url.rstrip('/')}/api/v1/"
        self.timeout, self.patience = waits.timeout, waits.patience
        self.session = requests.Session()
        self.session.auth = Bearer(token)
        self.session.headers.update({"Accept-Language": "en", **headers})

    def ask(self, method: str, path: str, **details: Any) -> requests.Response:
        """Send a request and return the response. If there is none, or the server is unavailable, repeat the request
        for `patience` seconds. Raises ApiError for a refusal, and NoAnswer if there was no response."""
        until, pause = time.monotonic() + self.patience, FIRST_PAUSE
        failure: ApiError | NoAnswer
        while True:
            try:
                answer = self.session.request(
                    method, self.base + path, timeout=self.timeout, allow_redirects=False, **details
                )
            except requests.RequestException as error:
                wait, failure = pause, NoAnswer(f"{method} {path}: {error}")
            else:
                if answer.status_code < 500 and answer.status_code not in LATER:
                    return _checked_response(answer)
                wait, failure = _seconds_to_wait(answer, pause), api_error_from(answer)
            if time.monotonic() + wait > until:
                raise failure
            logger.info("again in %.1f s: %s", wait, failure)
            time.sleep(wait * random.uniform(0.8, 1.2))  # noqa: S311 - so that not all come back at the same time
            pause = min(2 * pause, LONGEST_PAUSE)

    def follow(self, path: str, since: int | None) -> Iterator[Json]:
        """Yield every line of a stream after the event number `since`, endlessly. A connection that breaks off is
        opened again. Raises ApiError for a refusal."""
        pause = FIRST_PAUSE
        while True:
            try:
                for frame in self._lines(path, since):
                    if frame.get("type") == "error":
                        break
                    since, pause = frame.get("number", since), FIRST_PAUSE
                    yield frame
            except requests.RequestException as error:
                logger.info("the stream %s broke off: %s", path, error)
            except ApiError as refusal:
                if refusal.status < 500 and refusal.status not in LATER:
                    raise
                logger.info("no stream %s: %s", path, refusal)
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _lines(self, path: str, since: int | None) -> Iterator[Json]:
        """Yield the lines of one connection to a stream, without heartbeats. If the server has no streams, poll it
        instead."""
        try:
            yield from self._connection(path, since, wait=None)
        except ApiError as refusal:
            if refusal.code != NO_STREAMS:
                raise
            yield from self._poll_lines(path, since)

    def _poll_lines(self, path: str, since: int | None) -> Iterator[Json]:
        """Yield the lines of a stream by repeated short requests, endlessly. For a server without streams."""
        begun = False
        while True:
            for frame in self._connection(path, since, wait=0):
                if frame.get("type") != "hello" or frame.get("missed") or not begun:
                    yield frame
                since, begun = frame.get("number", since), True
            time.sleep(SECONDS_BETWEEN_POLLS)

    def _connection(self, path: str, since: int | None, wait: int | None) -> Iterator[Json]:
        query = {name: value for name, value in (("since", since), ("wait", wait)) if value is not None}
        return self.lines(path, query)

    def lines(self, path: str, query: dict[str, Any]) -> Iterator[Json]:
        """Yield the lines of one connection to a stream as JSON, without heartbeats. Raises ApiError,
        requests.RequestException."""
        headers = {"Accept": "application/x-ndjson", "Accept-Encoding": "identity"}
        with requests.get(
            self.base + path,
            params=query,
            headers={**{str(k): str(v) for k, v in self.session.headers.items()}, **headers},
            auth=self.session.auth,
            timeout=(self.timeout, SECONDS_WITHOUT_A_LINE),
            stream=True,
            allow_redirects=False,
        ) as answer:
            for line in _checked_response(answer).iter_lines(chunk_size=None):
                if line:
                    yield _parse_line(line)


def _parse_line(line: bytes) -> Json:
    """Return a line of a stream as JSON. Raises requests.ConnectionError for an incomplete line."""
    try:
        frame: Json = json.loads(line)
    except ValueError as error:
        raise requests.ConnectionError("a line was cut off") from error
    return frame


def _checked_response(answer: requests.Response) -> requests.Response:
    """Return the response if it is a success or "not modified". Raises ApiError otherwise."""
    if answer.ok and (answer.status_code < 300 or answer.status_code == 304):
        return answer
    raise api_error_from(answer)


def api_error_from(answer: requests.Response) -> ApiError:
    """Return the ApiError for an error response. The response need not be JSON, because a proxy can send it instead of
    the server."""
    try:
        data = answer.json()
    except (ValueError, requests.RequestException):
        data = None
    if not isinstance(data, dict):
        data = {}
    code, detail = str(data.get("code", "unknown")), str(data.get("detail", answer.reason))
    return ApiError(answer.status_code, code, detail, data)


def _seconds_to_wait(answer: requests.Response, pause: float) -> float:
    """Return the seconds to wait before the request is repeated: the response's Retry-After or `pause`, whichever is
    longer."""
    text = answer.headers.get("Retry-After", "")
    return max(pause, float(text)) if text.isdecimal() else pause
