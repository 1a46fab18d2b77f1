"""`PORT=8001 FLOOR_DATA=/some/folder python -m bench.floor`.

The same server, framework and SQLite settings as Stationmaster's, and nothing else.
"""

import os
from pathlib import Path

import django
from django.conf import settings


def main() -> None:
    settings.configure(
        SECRET_KEY="floor",
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF="bench.floor.app",
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(Path(os.environ["FLOOR_DATA"]) / "floor.sqlite3"),
                "OPTIONS": {
                    "transaction_mode": "IMMEDIATE",
                    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
                },
            }
        },
        CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
    )
    django.setup()
    from daphne.server import Server
    from django.db import connection

    from bench.floor.app import Line, application

    with connection.schema_editor() as editor:
        editor.create_model(Line)
    connection.close()
    Server(application, endpoints=[f"tcp:port={os.environ['PORT']}:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main()
