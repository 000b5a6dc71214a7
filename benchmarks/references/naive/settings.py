"""Settings of the naive server. NAIVE_DATABASE is postgres://... or the path of an SQLite file."""

import os
from urllib.parse import urlsplit

SECRET_KEY = __name__ * 2  # for benchmarks on this machine only
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "benchmarks.references.naive.urls"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "benchmarks.references.naive",
]
_address = urlsplit(os.environ["NAIVE_DATABASE"])
_is_sqlite = _address.scheme != "postgres"
_DURABLE = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
DATABASES = {
    "default": {
        "ENGINE": f"django.db.backends.{'sqlite3' if _is_sqlite else 'postgresql'}",
        "NAME": _address.path if _is_sqlite else _address.path[1:],
        "USER": _address.username,
        "HOST": _address.hostname,
        "PORT": _address.port,
        "CONN_MAX_AGE": None,
        "OPTIONS": {"timeout": 5, "transaction_mode": "IMMEDIATE", "init_command": _DURABLE} if _is_sqlite else {},
    }
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
}
