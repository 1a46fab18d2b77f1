"""All rows of an installation as text, to move them from one kind of database to another.

One JSON value per line: an object names a table and its columns, then each list is a row of it.
Tables are written and read as of the migrations the data is at, so that a copy made by an older
version can be read and then migrated.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connections, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

BATCH = 1000
Applied = Sequence[tuple[str, str]]


def applied(alias: str = "default") -> list[tuple[str, str]]:
    """The migrations a database has seen."""
    loader = MigrationLoader(connections[alias])
    return sorted(loader.applied_migrations)


def unknown(migrations: Applied) -> list[tuple[str, str]]:
    """The migrations that this version does not have."""
    loader = MigrationLoader(None)
    return [node for node in migrations if node not in loader.disk_migrations]


def write(alias: str, migrations: Applied) -> Iterator[bytes]:
    """Every row of every table, line by line."""
    for model in _models(_apps(migrations)):
        names = [field.attname for field in model._meta.concrete_fields]
        yield _line({"table": model._meta.db_table, "columns": names})
        rows = model._base_manager.using(alias).order_by("pk").values_list(*names)
        for row in rows.iterator(chunk_size=BATCH):
            yield _line(row)


def read(lines: Iterable[bytes], migrations: Applied) -> None:
    """Fill an empty default database with what `write` wrote, at the same migrations."""
    executor = MigrationExecutor(connections["default"])
    executor.migrate(_ends(migrations, executor.loader))
    kinds = {model._meta.db_table: model for model in _models(_apps(migrations))}
    connection = connections["default"]
    with transaction.atomic():
        # Rows may name others that come later; migrations may have asked PostgreSQL not to wait.
        connection.check_constraints()
        # Migrations may have put rows of their own there.
        flush = connection.ops.sql_flush(no_style(), list(kinds), allow_cascade=True)
        connection.ops.execute_sql_flush(flush)
        for model, rows in _tables(iter(lines), kinds):
            while batch := list(islice(rows, BATCH)):
                model._base_manager.bulk_create(batch)
        connection.check_constraints()
        with connection.cursor() as cursor:
            for command in connection.ops.sequence_reset_sql(no_style(), list(kinds.values())):
                cursor.execute(command)


def tables(migrations: Applied) -> list[str]:
    """The names of all tables at these migrations, the list of migrations included."""
    names = [model._meta.db_table for model in _models(_apps(migrations))]
    return sorted([*names, "django_migrations"])


def _tables(
    lines: Iterator[bytes], kinds: Mapping[str, type[models.Model]]
) -> Iterator[tuple[type[models.Model], Iterator[models.Model]]]:
    head = next(lines, None)
    while head is not None:
        about = json.loads(head)
        model = kinds[about["table"]]
        fields = [_stored(model, name) for name in about["columns"]]
        following: list[bytes] = []
        yield model, _rows(model, fields, lines, following)
        head = following[0] if following else None


def _rows(
    model: type[models.Model],
    fields: Sequence[models.Field[Any, Any]],
    lines: Iterator[bytes],
    following: list[bytes],
) -> Iterator[models.Model]:
    """The rows up to the head of the next table, which is put into `following`."""
    names = [field.attname for field in fields]
    for line in lines:
        values = json.loads(line)
        if isinstance(values, dict):
            following.append(line)
            return
        read = (field.to_python(value) for field, value in zip(fields, values, strict=True))
        yield model(**dict(zip(names, read, strict=True)))


def _stored(model: type[models.Model], name: str) -> models.Field[Any, Any]:
    """A column, whose times are those of the copy and not those of copying."""
    field = next(field for field in model._meta.concrete_fields if field.attname == name)
    for clock in ("auto_now", "auto_now_add"):
        if hasattr(field, clock):
            setattr(field, clock, False)
    return field


def _apps(migrations: Applied) -> Apps:
    loader = MigrationLoader(None)
    return loader.project_state(_ends(migrations, loader)).apps


def _ends(migrations: Applied, loader: MigrationLoader) -> list[tuple[str, str]]:
    """The last applied migration of each app."""
    applied = {node for node in migrations if node in loader.graph.nodes}
    return sorted(
        node
        for node in applied
        if not any(
            child.key in applied and child.key[0] == node[0]
            for child in loader.graph.node_map[node].children
        )
    )


def _models(apps: Apps) -> list[type[models.Model]]:
    every_model = apps.get_models(include_auto_created=True)
    return sorted(
        (model for model in every_model if model._meta.managed and not model._meta.proxy),
        key=lambda model: model._meta.db_table,
    )


def _line(value: object) -> bytes:
    return json.dumps(value, default=_plain, separators=(",", ":")).encode() + b"\n"


def _plain(value: object) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):  # read back as such by BinaryField
        return b64encode(value).decode("ascii")
    raise TypeError(f"{type(value).__name__} has no portable form")
