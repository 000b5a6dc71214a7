"""The WSGI application for gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.references.naive.settings"
application = get_wsgi_application()
