"""The WSGI application with pages and API, for the workers of deploy/gunicorn.py."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from goserver.middleware import bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
application = bodies.WsgiBodyLimit(get_wsgi_application())

if not settings.TESTING:
    from goserver.startup import warming

    warming.warm_up()
    warming.collect_garbage_often()
