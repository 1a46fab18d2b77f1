from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_ratings_and_origins"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="reveal_auto",
            field=models.BooleanField(default=False, help_text="the reveal plays automatically"),
        ),
    ]
