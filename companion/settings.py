"""Settings of Stationmaster. Those that vary come from the environment; the README lists them."""

import logging
import os

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from companion import __version__, environment, installation
from companion.server.own_hosts import OwnHosts

BASE_DIR = installation.BASE_DIR
COMMAND = installation.COMMAND
VERSION = __version__
# In lower case, so that it isn't a setting and Django's error page can't show it.
env = environment.read(os.environ, usual_data_dir=installation.USUAL_DATA_DIR)

DEBUG = env.debug
DATA_DIR = env.data_dir
DRAWINGS_DIR = env.drawings_dir
PORT = env.port
LISTEN = env.listen
TRUSTED_PROXIES = env.trusted_proxies
METRICS_TOKEN = env.metrics_token
WEBHOOK_URL = env.webhook_url
PUBLIC_URL = env.public_url
HISTORY = env.history
RATING = env.rating
SHEETS = env.sheets
TABLE_DAYS = env.table_days
FORGET_DAYS = env.forget_days
SOCKETS_PER_ADDRESS = env.sockets_per_address
TABLES_PER_HOUR = env.tables_per_hour
HTTPS = bool(PUBLIC_URL and PUBLIC_URL.startswith("https://"))

# Before the first `manage.py setup` there's no key. Commands such as `replay` get a temporary one;
# `serve` insists on a permanent one.
SECRET_KEY_FILE = None if env.secret_key else DATA_DIR / "secret_key"
LASTING_SECRET_KEY = (
    environment.stored_secret_key(SECRET_KEY_FILE) if SECRET_KEY_FILE else env.secret_key
)
SECRET_KEY = LASTING_SECRET_KEY or get_random_secret_key()

ALLOWED_HOSTS = (
    OwnHosts(environment.LOCAL_NAMES) if env.allowed_hosts is None else list(env.allowed_hosts)
)
CSRF_TRUSTED_ORIGINS: list[str] = []
if PUBLIC_URL:
    ALLOWED_HOSTS.append(environment.public_host(PUBLIC_URL))
    # Behind a proxy the browser's origin isn't the one that this process sees.
    CSRF_TRUSTED_ORIGINS.append(PUBLIC_URL)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "games",
]

MIDDLEWARE = [
    "companion.middleware.metrics.RequestMetrics",
    "django.middleware.security.SecurityMiddleware",
    # Scripts and style sheets are stored compressed, and a CSP is only for pages.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # A board is 150 kB of SVG and 20 kB compressed. Django pads the length against BREACH.
    "companion.server.threaded_handler.Compress",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "companion.middleware.too_large.TooLarge",
    "companion.middleware.security_headers.SecurityHeaders",
    "companion.middleware.private_pages.PrivatePages",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.middleware.database_errors.DatabaseErrors",
]

ROOT_URLCONF = "companion.urls"
ASGI_APPLICATION = "companion.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["games.templatetags.marks"],
        },
    },
    {  # *.jinja: the templates rendered with every change of a table (games/pages/jinja.py)
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "games.pages.jinja.environment"},
    },
]

# No ATOMIC_REQUESTS: with immediate transactions a page that only reads would wait for writers.
DATABASES = {"default": env.database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The in-memory layer serves one process, which is what `serve` starts. Redis joins several; its
# pub/sub layer delivered everything under load where the queueing one dropped messages.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [env.redis_url], "capacity": 10_000},
    }
    if env.redis_url
    else {
        "BACKEND": "channels.layers.InMemoryChannelLayer",
        "CONFIG": {"capacity": 10_000, "group_expiry": 10 * 365 * 86_400},
    }
}

# Only for failed guesses (games/access/throttle.py). With Redis all processes share them; if it's
# down, nobody waits for it.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.redis_url,
        "KEY_PREFIX": "stationmaster",
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
    if env.redis_url
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("it", "Italiano"), ("de", "Deutsch"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.time_zone  # to show; stored in UTC
USE_I18N = True
FORMAT_MODULE_PATH = "companion.formats"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [] if installation.FROM_WHEEL else [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "companion.server.static.HashedStaticFiles"},
}
WHITENOISE_USE_FINDERS = DEBUG and not installation.FROM_WHEEL
WHITENOISE_ALLOW_ALL_ORIGINS = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "object-src": [NONE],
    },
}
# Forms are kept in memory; longer bodies never get here (companion/server/limits.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 1000  # many records at once

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header on plain HTTP and complain about it in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None

# With HTTPS a cookie with this prefix can only be set by this host, not by another one under the
# same domain. Browsers refuse it over plain HTTP.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS

# This process only speaks plain HTTP: at home directly, elsewhere behind a proxy, which sends HSTS
# (W004) and redirects to HTTPS (W008).
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008"]
if not HTTPS:
    # Browsers don't send Secure cookies over plain HTTP, so nobody could take a seat.
    SILENCED_SYSTEM_CHECKS += ["security.W012", "security.W016"]


def without_traceback(record: logging.LogRecord) -> bool:
    record.exc_info = None
    return True


# By default, Django writes errors nowhere when DEBUG is off and no mail is set up.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "companion.server.logs.OneLine",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "filters": {
        "without_traceback": {
            "()": "django.utils.log.CallbackFilter",
            "callback": without_traceback,
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # A 404 isn't worth a line.
        "django.request": {"level": "ERROR"},
        # A wrong host name is worth a line, in case it should be allowed, but no traceback. So is a
        # form that no person could have filled in.
        **{
            f"django.security.{kind}": {"filters": ["without_traceback"]}
            for kind in (
                "DisallowedHost",
                "DisallowedModelAdminLookup",
                "DisallowedModelAdminToField",
                "DisallowedRedirect",
                "InvalidSessionKey",
                "RequestDataTooBig",
                "SuspiciousFileOperation",
                "SuspiciousMultipartForm",
                "SuspiciousOperation",
                "SuspiciousSession",
                "TooManyFieldsSent",
                "TooManyFilesSent",
            )
        },
    },
}
