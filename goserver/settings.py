"""Django settings, all read from the environment; docs/configuration.md explains each variable."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from foundation.languages import languages_in
from goserver.conf import account_forms, api_schema, configuration, setting_kinds, switched_on
from goserver.conf.database import database_settings
from goserver.conf.log import logging_settings
from goserver.conf.secret import get_or_create_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
try:
    _values = configuration.read_settings(os.environ)
except setting_kinds.InvalidSetting as _unfit:
    raise SystemExit(f"Igo does not start. {_unfit}") from None  # in every program: one sentence, no traceback


def _folder_setting(name: str, default: Path) -> Path:
    return Path(_values[name]).expanduser() if _values[name] else default


def _stored_secret_key() -> str:
    try:
        return get_or_create_secret_key(DATA_DIR)
    except OSError as error:
        why = error.strerror or error
        raise SystemExit(f"Igo does not start. IGO_DATA_DIR: {DATA_DIR} cannot be written ({why}).") from None


DATA_DIR = _folder_setting(
    "IGO_DATA_DIR", Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "igo"
)
PRODUCTION: bool = _values["IGO_PRODUCTION"]
DEBUG: bool = _values["DEBUG"]
SECRET_KEY: str = _values["SECRET_KEY"] or _stored_secret_key()
SECRET_KEY_FALLBACKS: list[str] = _values["SECRET_KEY_FALLBACKS"]
ALLOWED_HOSTS: list[str] = _values["ALLOWED_HOSTS"]
CSRF_TRUSTED_ORIGINS: list[str] = _values["CSRF_TRUSTED_ORIGINS"]
REDIS_URL: str = _values["REDIS_URL"]
IGO_PROXIES: int = _values["IGO_PROXIES"]
IGO_SWEEPER: bool = _values["IGO_SWEEPER"]
IGO_WATCH_CLOCK: bool = _values["IGO_WATCH_CLOCK"]
IGO_VACATION_DAYS: int = _values["IGO_VACATION_DAYS"]
IGO_URL: str = _values["IGO_URL"]
IGO_SITE_NAME: str = _values["IGO_SITE_NAME"]
IGO_SECURITY_CONTACT: str = _values["IGO_SECURITY_CONTACT"]
IGO_GTP_ENGINE: str = _values["IGO_GTP_ENGINE"]
IGO_GTP_SECONDS: float = _values["IGO_GTP_SECONDS"]
IGO_REVIEW_ENGINE: str = _values["IGO_REVIEW_ENGINE"]
IGO_REVIEW_VISITS: int = _values["IGO_REVIEW_VISITS"]
IGO_REVIEWS_A_DAY: int = _values["IGO_REVIEWS_A_DAY"]
IGO_HOUSE_BOT: bool = _values["IGO_HOUSE_BOT"]
IGO_GUESTS: str = _values["IGO_GUESTS"]
IGO_HOUSE_BOT_NAME: str = _values["IGO_HOUSE_BOT_NAME"]
IGO_ADMIN_NETWORKS: list[str] = _values["IGO_ADMIN_NETWORKS"]
IGO_LOGIN_OIDC_URL: str = _values["IGO_LOGIN_OIDC_URL"]
IGO_LOGIN_OIDC_NAME: str = _values["IGO_LOGIN_OIDC_NAME"]
IGO_METRICS_TOKEN: str = _values["IGO_METRICS_TOKEN"]
IGO_METRICS_NETWORKS: list[str] = _values["IGO_METRICS_NETWORKS"]
IGO_METRICS_PORT: int = _values["IGO_METRICS_PORT"]
IGO_METRICS = bool(IGO_METRICS_TOKEN or IGO_METRICS_NETWORKS)
IGO_EMBED_ORIGINS: list[str] = _values["IGO_EMBED_ORIGINS"]
IGO_DUMP: bool = _values["IGO_DUMP"]
IGO_DUMP_LICENCE: str = _values["IGO_DUMP_LICENCE"]
IGO_SENTRY_DSN: str = _values["IGO_SENTRY_DSN"]
IGO_OPEN_FOR_SIGNUP: bool = _values["IGO_OPEN_FOR_SIGNUP"]
IGO_OWN_EVENTS: bool = _values["IGO_OWN_EVENTS"]
IGO_PICTURES: bool = _values["IGO_PICTURES"]
IGO_APPS_OFF: list[str] = _values["IGO_APPS_OFF"]
IGO_CONFIRM_EMAIL: bool = _values["IGO_CONFIRM_EMAIL"]
IGO_KEEP_SECURITY_DAYS: int = _values["IGO_KEEP_SECURITY_DAYS"]
IGO_QUEUE_DAYS: int = _values["IGO_QUEUE_DAYS"]
# what the server notices for moderators (moderation/signals, docs/configuration.md)
IGO_SIGNAL_GAMES: int = _values["IGO_SIGNAL_GAMES"]
IGO_SIGNAL_SHORT_GAME: int = _values["IGO_SIGNAL_SHORT_GAME"]
IGO_SIGNAL_SLOW_SHARE: float = _values["IGO_SIGNAL_SLOW_SHARE"]
IGO_SIGNAL_SLOW_TURNS: int = _values["IGO_SIGNAL_SLOW_TURNS"]
IGO_SIGNAL_LOST_GAMES: int = _values["IGO_SIGNAL_LOST_GAMES"]
IGO_SIGNAL_LOSSES: int = _values["IGO_SIGNAL_LOSSES"]
IGO_SIGNAL_LOSS_SHARE: float = _values["IGO_SIGNAL_LOSS_SHARE"]
IGO_SIGNAL_RATING_GAP: int = _values["IGO_SIGNAL_RATING_GAP"]
IGO_SIGNAL_TIME_OUTS: int = _values["IGO_SIGNAL_TIME_OUTS"]
IGO_SIGNAL_NETWORK_GAMES: int = _values["IGO_SIGNAL_NETWORK_GAMES"]
IGO_SIGNAL_NETWORK_PEOPLE: int = _values["IGO_SIGNAL_NETWORK_PEOPLE"]
IGO_SIGNAL_PAIR_GAMES: int = _values["IGO_SIGNAL_PAIR_GAMES"]
IGO_SIGNAL_PAIR_SHORT: int = _values["IGO_SIGNAL_PAIR_SHORT"]

INSTALLED_APPS = [
    "goserver",
    "goserver.dashboard.apps.DashboardConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",  # the templates of fields
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
    "notifications",
    "games",
    "challenges",
    "automatch",
    "clubs",
    "tournaments",
    "ladders",
    "leagues",
    "team_matches",
    "sharing",
    "social",
    "machine_review",
    "mail_play",
    "learn",
    "study",
    "discussion",
    "library",
    "classes",
    "programs",
    "moderation",
]
MIDDLEWARE = [
    "goserver.middleware.every_request.ReceivedAtMiddleware",
    "goserver.middleware.every_request.HealthMiddleware",
    "goserver.middleware.every_request.AllowedHostMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "goserver.middleware.every_request.RequireTlsForApiMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "goserver.middleware.compression.CompressionMiddleware",
    "goserver.middleware.every_request.KnownErrorMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.middleware.DenialLogMiddleware",
    "goserver.middleware.token_requests.TokenRequestShortcutStart",  # what follows only browsers pass
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "goserver.middleware.every_request.BodyErrorResponseMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.SignInLimitMiddleware",
    "goserver.middleware.every_request.RouteRateLimitMiddleware",
    "accounts.security.sessions.SessionUseMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.AdminSiteAccessMiddleware",
    "accounts.middleware.GuestRedirectMiddleware",
    "moderation.middleware.SuspensionMiddleware",
    "goserver.middleware.every_request.PrivatePagesMiddleware",
    "goserver.middleware.form_addresses.RedirectFromPostUrlsMiddleware",
    "goserver.middleware.token_requests.TokenRequestShortcutEnd",
]
INSTALLED_APPS += switched_on.OF_CLUB_LOGIN if IGO_LOGIN_OIDC_URL else []
vars().update(switched_on.oidc_login_settings(_values))
if IGO_METRICS:  # measured, each request costs more: docs/operations.md says how much
    INSTALLED_APPS.append("django_prometheus")
    MIDDLEWARE.insert(1, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")
ROOT_URLCONF = "goserver.urls"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "foundation.folding.ConstantFoldingLoader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "builtins": ["foundation.template_tags"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.middleware.appearance_context",
                "games.context.header_context",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # by TEMPLATES: fields have the same quick tags
ASGI_APPLICATION = "goserver.asgi.application"
WSGI_APPLICATION = "goserver.wsgi.application"

DATABASES = database_settings(_values, DATA_DIR)
if "replica" in DATABASES:
    DATABASE_ROUTERS = ["foundation.replica.ReplicaRouter"]
    MIDDLEWARE.append("foundation.replica.RecordWritesMiddleware")
SILENCED_SYSTEM_CHECKS = ["models.W040"]  # SQLite reads rows where PostgreSQL finds a list in the index alone
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Live messages, cache and tasks: in memory on one machine, Redis on several. Every use has its bound.
if REDIS_URL:
    _bounds = {"socket_timeout": 1, "socket_connect_timeout": 1}
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }
    CACHES: dict[str, Any] = {
        "default": {"BACKEND": "goserver.conf.cache.ForgivingRedisCache", "LOCATION": REDIS_URL, "OPTIONS": _bounds}
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 1, "socket_connect_timeout": 1}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # none of ours is acknowledged late: no warning
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # queued tasks stay visible in the broker (foundation/dispatch.py)

# People
AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = ["accounts.backends.PlayerBackend"]
PASSWORD_HASHERS = ["foundation.hashing.Argon2Hasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 8}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.security.passwords.MaximumLengthValidator"})
AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.security.passwords.ServiceWordsValidator"})
if _values["IGO_PWNED_PASSWORDS"]:
    AUTH_PASSWORD_VALIDATORS.append({"NAME": "accounts.security.passwords.BreachedValidator"})
PWNED_PASSWORDS = {"API_TIMEOUT": 2.0}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:my_games"
LOGOUT_REDIRECT_URL = "games:home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*" if IGO_CONFIRM_EMAIL else "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if IGO_CONFIRM_EMAIL else "optional"
ACCOUNT_FORMS, MFA_FORMS = account_forms.ACCOUNT_FORMS, account_forms.MFA_FORMS
ACCOUNT_PREVENT_ENUMERATION = "strict"  # also where addresses are not confirmed
# accounts.middleware.SignInLimitMiddleware bounds them, also when Redis is gone
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = IDP_OIDC_RATE_LIMITS = False
ACCOUNT_PRESERVE_USERNAME_CASING = ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one counts when it has been confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_NOTIFICATIONS = ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
MFA_ADAPTER = "accounts.security.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # half a minute early or late; no code works twice (accounts.security.second_factor)
MFA_ALLOW_UNVERIFIED_EMAIL = True  # anyone who must confirm an address has done so before they come this far
PASSWORD_RESET_TIMEOUT = 3600
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ALLAUTH_TRUSTED_PROXY_COUNT = IGO_PROXIES

# Mail: to the console unless a server is named.
EMAIL_TIMEOUT = 5  # for each step
EMAIL_SECONDS = 20.0  # for one e-mail that is sent, and for each that is fetched
EMAIL_CONFIG = switched_on.mail_settings(_values["EMAIL_URL"], EMAIL_TIMEOUT, _values["IGO_INBOUND_SECRET"])
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = str(_values["DEFAULT_FROM_EMAIL"])
IGO_REPLY_ADDRESS, IGO_REPLY_AUTHSERV = str(_values["IGO_REPLY_ADDRESS"]), str(_values["IGO_REPLY_AUTHSERV"])
IGO_IMAP_URL, IGO_INBOUND_SECRET = str(_values["IGO_IMAP_URL"]), str(_values["IGO_INBOUND_SECRET"])

# Languages
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = languages_in(LOCALE_PATHS[0])
FORMAT_MODULE_PATH = "goserver.formats"
USE_TZ = True
TIME_ZONE = "UTC"

# Static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = _folder_setting("IGO_STATIC_ROOT", DATA_DIR / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "goserver.conf.storage.StaticFilesStorage"},
}

# Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF, *switched_on.oidc_login_origins(_values)],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.security.session_store"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
DEVICE_COOKIE_NAME, MESSAGE_COOKIE_NAME = "device", "messages"
THEME_COOKIE_NAME, BOARD_COOKIE_NAME = "theme", "board"
MESSAGE_STORAGE = "goserver.conf.storage.MessageStorage"
CSRF_FAILURE_VIEW = "django.views.csrf.csrf_failure"
if PRODUCTION:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    DEVICE_COOKIE_NAME, MESSAGE_COOKIE_NAME = "__Host-device", "__Host-messages"
    LANGUAGE_COOKIE_NAME = "__Host-language"
    THEME_COOKIE_NAME, BOARD_COOKIE_NAME = "__Host-theme", "__Host-board"
    SECURE_SSL_REDIRECT: bool = _values["IGO_REDIRECT_TO_HTTPS"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD: bool = _values["IGO_HSTS_PRELOAD"]
    if not SECURE_HSTS_PRELOAD:  # HSTS preload is hard to undo, so it is opt-in
        SILENCED_SYSTEM_CHECKS = [*SILENCED_SYSTEM_CHECKS, "security.W021"]
    if IGO_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # no body of a request is larger: goserver.middleware.bodies
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# The API
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.security.api_auth.ProgramAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.operations.Schema",
    "EXCEPTION_HANDLER": "games.api.exceptions.handle_api_error",
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": IGO_PROXIES,
}
IGO_API_READS: str = _values["IGO_API_READS"]
IGO_API_WRITES: str = _values["IGO_API_WRITES"]
IGO_OFFERS: str = _values["IGO_OFFERS"]
IGO_REPORTS: str = _values["IGO_REPORTS"]
IGO_MESSAGES: str = _values["IGO_MESSAGES"]
IGO_TRANSLATE_URL: str = _values["IGO_TRANSLATE_URL"]
IGO_TRANSLATE_KEY: str = _values["IGO_TRANSLATE_KEY"]
IGO_TRANSLATIONS: str = _values["IGO_TRANSLATIONS"]
IGO_API_ANONYMOUS: str = _values["IGO_API_ANONYMOUS"]
IGO_API_EXPORTS: str = _values["IGO_API_EXPORTS"]
IGO_SOCKETS_PER_ACCOUNT: int = _values["IGO_SOCKETS_PER_ACCOUNT"]
IGO_SOCKETS_PER_NETWORK: int = _values["IGO_SOCKETS_PER_NETWORK"]
IGO_LONGEST_STREAM: float = _values["IGO_LONGEST_STREAM"]
IGO_WEBHOOK_LOOPBACK: bool = _values["IGO_WEBHOOK_LOOPBACK"]
IGO_VAPID_KEY: str = _values["IGO_VAPID_KEY"]
OUTSIDE_SECONDS = 10.0  # for one request to another server with its answer (foundation/safe_http.py)

# Pages of other sites that may ask the API: with a token, never with a cookie.
IGO_CORS_ORIGINS: list[str] = _values["IGO_CORS_ORIGINS"]
CORS_ALLOW_ALL_ORIGINS = IGO_CORS_ORIGINS == ["*"]
CORS_ALLOWED_ORIGINS = [] if CORS_ALLOW_ALL_ORIGINS else IGO_CORS_ORIGINS
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke)/?$|\.well-known/)"
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
CORS_ALLOW_HEADERS, CORS_EXPOSE_HEADERS = api_schema.HEADERS_SENT, api_schema.HEADERS_READ
CORS_PREFLIGHT_MAX_AGE = 3600

# Other people's programs: OAuth 2.1, authorization code with PKCE
IDP_OIDC_ADAPTER = "accounts.security.oauth.OAuthAdapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 24 * 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600
IGO_OIDC: bool = _values["IGO_OIDC"]
IDP_OIDC_AUTH_METHODS = ["none", *(["client_secret_basic", "client_secret_post"] if IGO_OIDC else [])]
SPECTACULAR_SETTINGS = api_schema.SCHEMA

LOGGING = logging_settings(production=PRODUCTION, level=_values["LOG_LEVEL"])

TESTING = "pytest" in sys.modules
WORKER_EXPECTED = bool(REDIS_URL) and not TESTING
if TESTING:
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
