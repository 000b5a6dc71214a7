"""Pages and API, for WSGI workers."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from goserver import bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
application = bodies.Wsgi(get_wsgi_application())

if settings.IGO_SWEEPER:
    from goserver import housekeeping

    housekeeping.start(heart=True)
