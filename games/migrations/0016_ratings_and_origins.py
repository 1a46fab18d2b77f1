"""Ratings of players, and where each finished game came from."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tell_origins_apart(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    """A seat remembers the form that made it: files and `makehistory` wrote forms of their own."""
    table, seat = apps.get_model("games", "Table"), apps.get_model("games", "Seat")
    play = apps.get_model("games", "Play")
    table.objects.filter(demo=True).update(origin="demo")
    for form, origin in (("import-", "imported"), ("invented-", "invented")):
        seats = seat.objects.filter(request__startswith=form, table__screen_digest="")
        table.objects.filter(pk__in=seats.values("table")).update(origin=origin)
    for origin in ("demo", "imported", "invented"):
        tables = table.objects.filter(origin=origin)
        play.objects.filter(table__in=tables.values("pk")).update(origin=origin)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_event_stream"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="origin",
            field=models.CharField(
                choices=[
                    ("here", "played here"),
                    ("imported", "imported"),
                    ("demo", "demo game"),
                    ("invented", "invented"),
                ],
                db_default="here",
                default="here",
                help_text="same as its table's",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="score",
            name="map_rating",
            field=models.SmallIntegerField(
                blank=True, help_text="the same on this map alone", null=True
            ),
        ),
        migrations.AddField(
            model_name="score",
            name="rating",
            field=models.SmallIntegerField(
                blank=True, help_text="the player's on all maps, after this game", null=True
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="origin",
            field=models.CharField(
                choices=[
                    ("here", "played here"),
                    ("imported", "imported"),
                    ("demo", "demo game"),
                    ("invented", "invented"),
                ],
                db_default="here",
                default="here",
                help_text="played at a table here, or where it came from",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("map", models.SlugField(blank=True, max_length=120)),
                ("mu", models.FloatField(help_text="estimated strength")),
                ("sigma", models.FloatField(help_text="uncertainty of that estimate")),
                ("shown", models.SmallIntegerField(help_text="the two as one number, for display")),
                ("games", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["map", "-shown"], name="ratings_best_first")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "map"), name="one_rating_per_player_and_map"
                    )
                ],
            },
        ),
        migrations.RunPython(tell_origins_apart, migrations.RunPython.noop),
    ]
