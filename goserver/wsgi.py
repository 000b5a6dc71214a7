"""Pages and API, for WSGI workers."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from goserver import beginning, bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
application = bodies.Wsgi(get_wsgi_application())

from goserver import housekeeping, warming  # noqa: E402

if not settings.TESTING:
    warming.warm_up()
    warming.free_in_small_portions()


def begin() -> None:
    """What goes on beside the requests of this process."""
    housekeeping.follow()
    if settings.IGO_SWEEPER:
        housekeeping.start(heart=True)


if not beginning.forks:
    begin()
