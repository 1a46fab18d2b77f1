"""Games revealed to the end stay so: a reveal has more steps than it used to have."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

THE_END = 10_000  # as in `games/table/moves.py` at the time: the last step, however many there are


def stay_revealed(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    table = apps.get_model("games", "Table")
    table.objects.filter(play__isnull=False).update(reveal_step=THE_END)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_idle_tables")]

    operations = [migrations.RunPython(stay_revealed, migrations.RunPython.noop)]
