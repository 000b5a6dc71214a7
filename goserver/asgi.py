"""The ASGI application: pages, API and WebSockets in one process."""

import os

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
django.setup(set_prefix=False)

from goserver.middleware import bodies  # noqa: E402
from goserver.middleware.origin import WebSocketOriginCheck  # noqa: E402
from goserver.middleware.threads import WARM_THREADS, ThreadedASGIHandler  # noqa: E402
from live import routing as live  # noqa: E402
from study import routing as study  # noqa: E402

pages = ThreadedASGIHandler()
sockets = [*study.websocket_urlpatterns, *live.websocket_urlpatterns]
application = ProtocolTypeRouter(
    {"http": bodies.AsgiBodyLimit(pages), "websocket": WebSocketOriginCheck(AuthMiddlewareStack(URLRouter(sockets)))}
)

if not settings.TESTING:
    from goserver.startup import housekeeping, warming

    warming.warm_up_in_thread()
    warming.warm_threads(pages.threads, WARM_THREADS)
    housekeeping.start_background_threads(records_heartbeats=True)
