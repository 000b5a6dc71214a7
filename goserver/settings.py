"""Settings, all from the environment; docs/configuration.md explains each variable."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import environ
import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from goserver.cors import cors_origins
from goserver.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(
    env.str("IGO_DATA_DIR", "") or Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "igo"
)
PRODUCTION = env.bool("IGO_PRODUCTION", False)
DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or secret_key(DATA_DIR)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]", "testserver"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
REDIS_URL = env.str("REDIS_URL", "")
IGO_PROXIES = env.int("IGO_PROXIES", 0)
IGO_SWEEPER = env.bool("IGO_SWEEPER", True)
IGO_WATCH_CLOCK = env.bool("IGO_WATCH_CLOCK", True)
IGO_VACATION_DAYS = env.int("IGO_VACATION_DAYS", 30)
IGO_URL = env.str("IGO_URL", "http://127.0.0.1:8000")
IGO_GTP_ENGINE = env.str("IGO_GTP_ENGINE", "")
IGO_GTP_SECONDS = env.float("IGO_GTP_SECONDS", 10.0)
IGO_HOUSE_BOT = env.bool("IGO_HOUSE_BOT", False)
IGO_HOUSE_BOT_NAME = env.str("IGO_HOUSE_BOT_NAME", "igo-bot")
IGO_OPEN_FOR_SIGNUP = env.bool("IGO_OPEN_FOR_SIGNUP", True)
IGO_CONFIRM_EMAIL = env.bool("IGO_CONFIRM_EMAIL", False)
IGO_KEEP_SECURITY_DAYS = env.int("IGO_KEEP_SECURITY_DAYS", 180)
IGO_QUEUE_DAYS = env.int("IGO_QUEUE_DAYS", 3)
# what the server notices for moderators (moderation/signals, docs/configuration.md)
IGO_SIGNAL_GAMES = env.int("IGO_SIGNAL_GAMES", 5000)
IGO_SIGNAL_SHORT_GAME = env.int("IGO_SIGNAL_SHORT_GAME", 20)
IGO_SIGNAL_SLOW_SHARE = env.float("IGO_SIGNAL_SLOW_SHARE", 0.8)
IGO_SIGNAL_SLOW_TURNS = env.int("IGO_SIGNAL_SLOW_TURNS", 4)
IGO_SIGNAL_LOST_GAMES = env.int("IGO_SIGNAL_LOST_GAMES", 2)
IGO_SIGNAL_LOSSES = env.int("IGO_SIGNAL_LOSSES", 3)
IGO_SIGNAL_LOSS_SHARE = env.float("IGO_SIGNAL_LOSS_SHARE", 0.2)
IGO_SIGNAL_RATING_GAP = env.int("IGO_SIGNAL_RATING_GAP", 600)
IGO_SIGNAL_TIME_OUTS = env.int("IGO_SIGNAL_TIME_OUTS", 5)
IGO_SIGNAL_NETWORK_GAMES = env.int("IGO_SIGNAL_NETWORK_GAMES", 2)
IGO_SIGNAL_NETWORK_PEOPLE = env.int("IGO_SIGNAL_NETWORK_PEOPLE", 5)
IGO_SIGNAL_PAIR_GAMES = env.int("IGO_SIGNAL_PAIR_GAMES", 12)
IGO_SIGNAL_PAIR_SHORT = env.int("IGO_SIGNAL_PAIR_SHORT", 4)

if PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured("IGO_PRODUCTION and DEBUG exclude each other: unset DEBUG.")
    if not env.str("SECRET_KEY", "") or len(SECRET_KEY) < 50:
        raise ImproperlyConfigured("Set SECRET_KEY to at least 50 random characters.")
    if not env.list("ALLOWED_HOSTS", default=[]) or "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured("Set ALLOWED_HOSTS to the names of this server, without *.")

INSTALLED_APPS = [
    "goserver",
    "goserver.dashboard.apps.OfficeConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "corsheaders",
    "django_filters",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "ratings",
    "games",
    "moderation",
]
MIDDLEWARE = [
    "goserver.middleware.IngressMiddleware",
    "goserver.middleware.HealthMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "goserver.middleware.FailureMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "goserver.middleware.BodyMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.LimitMiddleware",
    "goserver.middleware.CostMiddleware",
    "accounts.middleware.DenialMiddleware",
    "accounts.sessions.SessionsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.StaffMiddleware",
    "moderation.middleware.SuspensionMiddleware",
    "goserver.middleware.PrivatePagesMiddleware",
]
ROOT_URLCONF = "goserver.urls"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.middleware.theme",
                "games.context.header",
            ]
        },
    }
]
ASGI_APPLICATION = "goserver.asgi.application"
WSGI_APPLICATION = "goserver.wsgi.application"

# The database: SQLite in the data folder, or what DATABASE_URL says.
DATABASES: dict[str, Any] = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'igo.sqlite3'}")}
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 4,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    _database["CONN_MAX_AGE"] = None if env.bool("IGO_PERSISTENT_CONNECTIONS", False) else 0
    _database["CONN_HEALTH_CHECKS"] = True
    _database["OPTIONS"] = {
        **_database.get("OPTIONS", {}),
        "connect_timeout": 2,
        "keepalives_idle": 10,  # a machine that vanished is noticed within half a minute, by the sweeper too
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
        "options": "-c statement_timeout=5000 -c lock_timeout=4000 -c idle_in_transaction_session_timeout=15000",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Live messages, cache and tasks: in memory on one machine, Redis on several. Every use has its bound.
if REDIS_URL:
    _bounds = {"socket_timeout": 1, "socket_connect_timeout": 1}
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
    CACHES: dict[str, Any] = {
        "default": {
            "BACKEND": "goserver.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": _bounds,
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 1, "socket_connect_timeout": 1}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

# People
AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["accounts.backends.PlayerBackend"]
PASSWORD_HASHERS = ["accounts.hashing.Argon2Hasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 8}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.passwords.LengthValidator"})
if env.bool("IGO_PWNED_PASSWORDS", False):
    AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.passwords.BreachedValidator"})
PWNED_PASSWORDS = {"API_TIMEOUT": 2.0}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:my_games"
LOGOUT_REDIRECT_URL = "games:home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if IGO_CONFIRM_EMAIL else "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if IGO_CONFIRM_EMAIL else "optional"
ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm", "signup": "accounts.forms.SignupForm"}
ACCOUNT_PREVENT_ENUMERATION = "strict"  # also where addresses are not confirmed
ACCOUNT_RATE_LIMITS = False  # accounts.middleware.LimitMiddleware bounds them, also when Redis is gone
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one counts when it has been confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
MFA_ADAPTER = "accounts.second_factor.Adapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # half a minute early or late; no code works twice (accounts.second_factor)
MFA_ALLOW_UNVERIFIED_EMAIL = True  # whoever must confirm an address has done so before they come this far
MFA_FORMS = {
    "authenticate": "accounts.factor_forms.CodeForm",
    "reauthenticate": "accounts.factor_forms.CodeAgainForm",
    "authenticate_webauthn": "accounts.factor_forms.PasskeyCodeForm",
    "login_webauthn": "accounts.factor_forms.PasskeyLoginForm",
    "reauthenticate_webauthn": "accounts.factor_forms.PasskeyAgainForm",
    "activate_totp": "accounts.factor_forms.AppCodeForm",
    "add_webauthn": "accounts.factor_forms.PasskeyForm",
    "edit_webauthn": "accounts.factor_forms.PasskeyNameForm",
}
MFA_RATE_LIMITS = False  # ours bound them
PASSWORD_RESET_TIMEOUT = 3600
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ALLAUTH_TRUSTED_PROXY_COUNT = IGO_PROXIES

# Mail: to the console unless a server is named.
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "igo@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Languages
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fi", _("Finnish")), ("fa", _("Persian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "goserver.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.path("IGO_STATIC_ROOT", default=str(DATA_DIR / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "goserver.storage.StaticFilesStorage"},
}

# Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
DEVICE_COOKIE_NAME, MESSAGE_COOKIE_NAME, THEME_COOKIE_NAME = "device", "messages", "theme"
MESSAGE_STORAGE = "goserver.storage.MessageStorage"
CSRF_FAILURE_VIEW = "django.views.csrf.csrf_failure"
if PRODUCTION:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    DEVICE_COOKIE_NAME, MESSAGE_COOKIE_NAME = "__Host-device", "__Host-messages"
    LANGUAGE_COOKIE_NAME, THEME_COOKIE_NAME = "__Host-language", "__Host-theme"
    SECURE_SSL_REDIRECT = env.bool("IGO_REDIRECT_TO_HTTPS", True)
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    if IGO_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # no body of a request is larger: goserver.bodies
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# The API
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api_auth.ProgramAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "games.api.security.Schema",
    "EXCEPTION_HANDLER": "games.api.exceptions.handle",
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": IGO_PROXIES,
}
IGO_API_READS = env.str("IGO_API_READS", "1200/minute")
IGO_API_WRITES = env.str("IGO_API_WRITES", "240/minute")
IGO_OFFERS = env.str("IGO_OFFERS", "120/hour")
IGO_REPORTS = env.str("IGO_REPORTS", "20/day")
IGO_API_ANONYMOUS = env.str("IGO_API_ANONYMOUS", "300/minute")
IGO_SOCKETS_PER_ACCOUNT = env.int("IGO_SOCKETS_PER_ACCOUNT", 30)
IGO_SOCKETS_PER_NETWORK = env.int("IGO_SOCKETS_PER_NETWORK", 200)
IGO_API_EXPORTS = env.str("IGO_API_EXPORTS", "10/minute")
IGO_LONGEST_STREAM = env.float("IGO_LONGEST_STREAM", 3600.0)
IGO_WEBHOOK_LOOPBACK = env.bool("IGO_WEBHOOK_LOOPBACK", False)

# Pages of other sites that may ask the API: with a token, never with a cookie.
IGO_CORS_ORIGINS = env.list("IGO_CORS_ORIGINS", default=[])
CORS_ALLOW_ALL_ORIGINS, CORS_ALLOWED_ORIGINS = cors_origins(IGO_CORS_ORIGINS)
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke)$|\.well-known/)"
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
CORS_ALLOW_HEADERS = [
    "accept", "accept-language", "authorization", "content-type", "idempotency-key", "if-none-match", "last-event-id",
]  # fmt: skip
CORS_EXPOSE_HEADERS = [
    "Content-Disposition", "Deprecation", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset",
    "WWW-Authenticate", "X-Request-Id",
]  # fmt: skip
CORS_PREFLIGHT_MAX_AGE = 3600

# Other people's programs: OAuth 2.1, authorization code with PKCE
IDP_OIDC_ADAPTER = "accounts.oauth.Adapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 24 * 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
IDP_OIDC_AUTH_METHODS = ["none"]
IDP_OIDC_RATE_LIMITS = False  # ours bound them
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Igo",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Correspondence Go. docs/tutorial.md walks through a whole game, docs/api.md has the conventions.",
    "SERVERS": [{"url": "/", "description": "The server that you have this from."}],
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {"SideEnum": ["B", "W"]},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schemas.complete",
    ],
}

# The log: one line of JSON an event in production, readable lines otherwise.
_renderer: Any = (
    structlog.processors.JSONRenderer()
    if PRODUCTION
    else structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": _renderer,
            "foreign_pre_chain": [
                structlog.contextvars.merge_contextvars,
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                *([structlog.processors.format_exc_info] if PRODUCTION else []),
            ],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING")},
}

TESTING = "pytest" in sys.modules
if TESTING:
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
