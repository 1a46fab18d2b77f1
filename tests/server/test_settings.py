"""Environment variables: their values, and how a wrong one prevents the start."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from companion import environment
from tests.support.commands import OURS, PROJECT, manage, run


def read(tmp_path: Path, **variables: object) -> environment.Environment:
    texts = {name: str(value) for name, value in variables.items()}
    return environment.read(texts, usual_data_dir=tmp_path / "data")


def test_without_any_variable_everything_has_a_default(tmp_path: Path) -> None:
    settings = read(tmp_path)
    assert settings.data_dir == tmp_path / "data"
    assert settings.database["NAME"] == tmp_path / "data" / "stationmaster.sqlite3"
    assert (settings.port, settings.debug) == (8000, False)
    assert (settings.secret_key, settings.redis_url) == (None, None)
    assert (settings.allowed_hosts, settings.public_url) == (None, None)
    assert (settings.listen, settings.trusted_proxies, settings.metrics_token) == (
        "0.0.0.0",
        (),
        None,
    )


def test_the_readme_explains_every_variable_and_no_other(tmp_path: Path) -> None:
    class Asked(dict[str, str]):
        def get(self, name: str, default: object = None) -> None:
            self[name] = "asked"

    asked = Asked()
    environment.read(asked, usual_data_dir=tmp_path / "data")
    rows = re.findall(
        r"^\| `([A-Z_]+)` \|", (PROJECT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(rows) == sorted(asked)
    # What tests keep away from their programs; they share the drawings of maps.
    assert {*asked, "DJANGO_SETTINGS_MODULE"} == OURS | {"DRAWINGS_DIR"}


def test_proxies_may_be_addresses_and_networks(tmp_path: Path) -> None:
    settings = read(tmp_path, TRUSTED_PROXIES="127.0.0.1, 10.0.0.0/24,::1", LISTEN="::1")
    assert [str(proxy) for proxy in settings.trusted_proxies] == [
        "127.0.0.1/32",
        "10.0.0.0/24",
        "::1/128",
    ]
    assert settings.listen == "::1"


def test_reading_the_environment_creates_nothing(tmp_path: Path) -> None:
    read(tmp_path, DATA_DIR=tmp_path / "deep" / "data")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "abc"),
        ("PORT", "0"),
        ("PORT", "99999"),
        ("PORT", "-1"),
        ("PORT", "80.5"),
        ("PORT", "８０００"),
        ("PORT", ""),
        ("DEBUG", "maybe"),
        ("DEBUG", ""),
        ("DATABASE_URL", "foo"),
        ("DATABASE_URL", "mysql://host/name"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite://:memory:"),
        ("DATABASE_URL", "sqlite://relative.sqlite3"),
        ("DATABASE_URL", "postgres://host:port/name"),
        ("DATABASE_URL", "postgres://host"),
        ("DATABASE_URL", "postgres://[::1/name"),
        ("REDIS_URL", "bar"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://host/first"),
        ("REDIS_URL", "http://host:6379/0"),
        ("PUBLIC_URL", "nothttp"),
        ("PUBLIC_URL", "ftp://trains.example.org"),
        ("PUBLIC_URL", "https://"),
        ("PUBLIC_URL", "https://trains.example.org/club"),
        ("PUBLIC_URL", "https://user@trains.example.org"),
        ("PUBLIC_URL", "https://trains example"),
        ("PUBLIC_URL", "http://localhost:8000"),
        ("PUBLIC_URL", "http://127.0.0.1"),
        ("ALLOWED_HOSTS", "http://trains.example.org"),
        ("ALLOWED_HOSTS", "trains.example.org:8000"),
        ("ALLOWED_HOSTS", ","),
        ("LISTEN", "localhost"),
        ("LISTEN", "300.0.0.1"),
        ("TRUSTED_PROXIES", "nginx"),
        ("TRUSTED_PROXIES", "127.0.0.1,"),
        ("TRUSTED_PROXIES", "10.0.0.1/24"),
        ("METRICS_TOKEN", "short"),
        ("METRICS_TOKEN", "long enough but with spaces"),
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "  "),
        ("DATA_DIR", ""),
    ],
)
def test_a_wrong_value_is_refused_with_one_sentence_that_names_the_variable(
    tmp_path: Path, name: str, value: str
) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        read(tmp_path, **{name: value})
    sentence = str(refused.value)
    assert name in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("below", ["", "folder"])
def test_a_data_folder_that_is_a_file_or_inside_one_is_refused(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match=r"^DATA_DIR must be .* is not a folder"):
        read(tmp_path, DATA_DIR=tmp_path / "file" / below)


def test_a_data_folder_that_is_a_dangling_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(ImproperlyConfigured, match=r"^DATA_DIR must be a folder"):
        read(tmp_path, DATA_DIR=tmp_path / "link")


def test_a_data_folder_without_write_permission_is_refused(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    try:
        (closed / "probe").touch()
    except PermissionError:
        with pytest.raises(ImproperlyConfigured, match=r"^DATA_DIR must be .* is not writable"):
            read(tmp_path, DATA_DIR=closed / "data")
    else:
        # Root may write anywhere, so there the folder is fine, as it should be.
        assert read(tmp_path, DATA_DIR=closed / "data").data_dir == closed / "data"


def test_the_sentence_never_repeats_a_password(tmp_path: Path) -> None:
    for name, value in (
        ("DATABASE_URL", "mysql://me:hunter2@host/name"),
        ("REDIS_URL", "http://me:hunter2@host"),
    ):
        with pytest.raises(ImproperlyConfigured) as refused:
            read(tmp_path, **{name: value})
        assert "hunter2" not in str(refused.value)


def test_sqlite_uses_wal_and_immediate_transactions_wherever_the_file_is(tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.sqlite3"
    for database in (
        read(tmp_path).database,
        read(tmp_path, DATABASE_URL=f"sqlite:///{file}").database,
    ):
        assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        assert database["OPTIONS"]["timeout"] == 20
        assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert database["NAME"] == file


def test_postgres_comes_with_a_connection_pool_and_keeps_its_options(tmp_path: Path) -> None:
    url = "postgres://me:p%40ss@db.example.org:5433/trains?sslmode=require"
    database = read(tmp_path, DATABASE_URL=url).database
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"], database["PORT"]) == ("me", "p@ss", 5433)
    assert (database["HOST"], database["NAME"]) == ("db.example.org", "trains")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("https://trains.example.org", "https://trains.example.org"),
        ("https://Trains.example.org/", "https://trains.example.org"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("http://[fd00::2]:8000", "http://[fd00::2]:8000"),
    ],
)
def test_a_public_url_is_kept_without_its_last_slash(
    tmp_path: Path, value: str, expected: str
) -> None:
    assert read(tmp_path, PUBLIC_URL=value).public_url == expected


@pytest.mark.parametrize("value", ["1", "true", "YES", "on"])
def test_debug_takes_the_usual_words(tmp_path: Path, value: str) -> None:
    assert read(tmp_path, DEBUG=value).debug is True


def test_an_empty_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY is not set .* is empty"):
        environment.stored_secret_key(tmp_path / "secret_key")


def test_a_wrong_value_stops_a_command_without_a_traceback(tmp_path: Path) -> None:
    stopped = manage("check", PORT="abc", DATA_DIR=tmp_path)
    assert stopped.returncode == 1
    assert stopped.stderr == 'PORT must be a whole number from 1 to 65535, not "abc".\n'


def test_a_wrong_value_stops_the_asgi_application_without_a_traceback(tmp_path: Path) -> None:
    stopped = run("-m", "daphne", "companion.asgi:application", REDIS_URL="bar", DATA_DIR=tmp_path)
    assert stopped.returncode == 1
    assert stopped.stderr == "REDIS_URL must be an address such as redis://host:6379/0.\n"


def test_before_setup_commands_work_with_a_passing_key_and_write_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert manage("check", DATA_DIR=data).returncode == 0
    assert not data.exists()


def test_deployment_checks_are_clean_at_home_and_behind_https(tmp_path: Path) -> None:
    key = "k-3vQ8w_" * 8
    for public_url in ("http://192.168.1.20:8000", "https://trains.example.org"):
        checked = manage(
            "check", "--deploy", "--fail-level", "WARNING",
            PUBLIC_URL=public_url, SECRET_KEY=key, DATA_DIR=tmp_path,
        )  # fmt: skip
        assert checked.returncode == 0, checked.stderr


def test_behind_https_cookies_are_secure(tmp_path: Path) -> None:
    question = (
        "from companion import settings as s;"
        "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.CSRF_TRUSTED_ORIGINS,"
        "'trains.example.org' in s.ALLOWED_HOSTS)"
    )
    answers = {
        url: run("-c", question, PUBLIC_URL=url, DATA_DIR=tmp_path).stdout.strip()
        for url in ("http://trains.example.org", "https://trains.example.org")
    }
    assert answers == {
        "http://trains.example.org": "False False ['http://trains.example.org'] True",
        "https://trains.example.org": "True True ['https://trains.example.org'] True",
    }


def test_debug_is_off_and_cookies_stay_out_of_reach_of_scripts() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.CSRF_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == settings.CSRF_COOKIE_SAMESITE == "Lax"
