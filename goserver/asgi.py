"""Pages and sockets in one process."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
pages = get_asgi_application()

from goserver import bodies  # noqa: E402
from goserver.origin import SameOrigin  # noqa: E402
from live.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter(
    {"http": bodies.Asgi(pages), "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))}
)

if settings.IGO_SWEEPER and not settings.TESTING:
    from goserver import housekeeping

    housekeeping.start(heart=True)
