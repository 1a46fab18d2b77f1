import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(help_text="of the table, which may be gone", max_length=4),
                ),
                (
                    "by",
                    models.CharField(blank=True, help_text="the name of the seat", max_length=24),
                ),
                ("route", models.CharField(max_length=120)),
                ("color", models.CharField(max_length=30)),
                ("length", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ["-at"],
            },
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("sheet", "sheet"),
                            ("places", "place"),
                            ("routes", "route"),
                            ("tickets", "ticket"),
                        ],
                        max_length=10,
                    ),
                ),
                ("key", models.CharField(blank=True, max_length=120)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AlterModelOptions(
            name="mapsheet",
            options={
                "ordering": ["slug", "-version"],
                "verbose_name": "map sheet",
                "verbose_name_plural": "map sheets",
            },
        ),
        migrations.AlterModelOptions(
            name="table",
            options={
                "ordering": ["-opened_at"],
                "verbose_name": "table",
                "verbose_name_plural": "tables",
            },
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="changed_at",
            field=models.DateTimeField(auto_now=True),
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="checked_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="checked_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="created_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="draft",
            field=models.TextField(
                blank=True, help_text="JSON: the whole sheet, until it is published"
            ),
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="published_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="mapsheet",
            name="published_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="mapsheet",
            name="slug",
            field=models.SlugField(max_length=120, verbose_name="map"),
        ),
        migrations.AlterField(
            model_name="mapsheet",
            name="state",
            field=models.CharField(
                choices=[
                    ("draft", "draft"),
                    ("checked", "checked"),
                    ("published", "published"),
                    ("retired", "retired"),
                ],
                default="draft",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="mapsheet",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["draft", "checked"])),
                fields=("slug",),
                name="one_open_draft_per_map",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="done_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="sheet",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to="games.mapsheet",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="table",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="games.table",
            ),
        ),
        migrations.AddField(
            model_name="verification",
            name="by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="verification",
            name="sheet",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="verifications",
                to="games.mapsheet",
            ),
        ),
        migrations.AddConstraint(
            model_name="verification",
            constraint=models.UniqueConstraint(
                fields=("sheet", "kind", "key"), name="one_verification_per_item"
            ),
        ),
    ]
