"""Pages and API under ASGI, with each request processed by one of a few threads from beginning to end.

Django's own handler creates a thread per request, and switches between the thread and the event loop six times, so each
request opens its own database connection. Here the event loop hands the whole request to a thread, which keeps its
connection, and then sends the response. Streams that are generated in the event loop (programs.api.streams) use
Django's way.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from goserver.middleware.bodies import Message, Receive, Scope, Send

AT_ONCE = 16
"""The number of requests that are handled at the same time; most of them wait for the disk or a lock. Others queue."""

WARM_THREADS = 4
"""The number of threads that connect before the first request."""


class ThreadedASGIHandler(ASGIHandler):
    """An ASGI application for pages and the API. The whole body of a request must arrive in its first message, which
    goserver.middleware.bodies ensures."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(AT_ONCE, "request")

    def load_middleware(self, is_async: bool = False) -> None:
        """Load the middleware as for WSGI, because a request stays in one thread."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        body = (await receive()).get("body", b"")
        loop = asyncio.get_running_loop()
        response, parts = await loop.run_in_executor(self.threads, copy_context().run, self._run_in_thread, scope, body)
        if parts is None:
            await self._send_stream(response, receive, send)
        else:
            for message in _response_messages(response, parts):
                await send(message)

    def _run_in_thread(self, scope: Scope, body: bytes) -> tuple[HttpResponseBase, list[bytes] | None]:
        """Return the response and its content in parts. The parts are None for a stream, which the event loop
        generates. Apart from its database connection, the thread keeps nothing of the request."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, io.BytesIO(body))
        response: HttpResponseBase = refusal if request is None else self.get_response(request)  # type: ignore[assignment]
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if response.streaming and response.is_async:  # type: ignore[attr-defined]
            return response, None
        parts = list(response)  # type: ignore[call-overload]
        response.close()
        return response, parts

    async def _send_stream(self, response: Any, receive: Receive, send: Send) -> None:
        """Send a stream until it ends or the client disconnects."""
        async with ThreadSensitiveContext():
            tasks = [
                asyncio.create_task(one) for one in (self.send_response(response, send), _wait_for_disconnect(receive))
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if not task.done():
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
            if not response.closed:
                await sync_to_async(response.close)()
        with suppress(asyncio.CancelledError):
            tasks[0].result()


async def _wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _response_messages(response: Any, parts: list[bytes]) -> Iterable[Message]:
    """Yield a complete response as ASGI messages."""
    headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
    headers += [(b"Set-Cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    yield {"type": "http.response.start", "status": response.status_code, "headers": headers}
    yield {"type": "http.response.body", "body": b"".join(parts)}
