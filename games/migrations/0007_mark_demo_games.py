"""Mark the games that older versions invented, and fold the names of all players.

A seat remembers the form that made it: `demo` and `makehistory` wrote forms of their own. Tables
marked until now were the films of the front page, which are files today.
"""

import unicodedata

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, F, OuterRef, Value
from django.db.models.functions import Concat

AT_ONCE = 500
# As in `games/history.py` and `games/folding.py` at the time.
DEMO = " demo "
LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ĳ": "ij",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
    }
)


def folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("\0", "").casefold())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(bare.translate(LETTERS).split())


def mark(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    kinds = {name: apps.get_model("games", name) for name in ("Table", "Seat", "Play", "Player")}
    table, seat, play, player = kinds.values()
    score, claim = apps.get_model("games", "Score"), apps.get_model("games", "Claim")
    held = apps.get_model("games", "HeldTicket")

    from_file = seat.objects.filter(table=OuterRef("pk"), request__startswith="import-")
    table.objects.filter(Exists(from_file), demo=True, play=None).delete()
    invented = seat.objects.filter(request__startswith="invented-", table__screen_digest="")
    form = Concat(Value("demo-"), F("name"), Value("-"), F("table__key"))
    shown = seat.objects.annotate(form=form).filter(request=F("form"))
    for seats in (invented, shown):
        table.objects.filter(pk__in=seats.values("table")).update(demo=True)
    play.objects.filter(table__demo=True).update(demo=True)
    demos = score.objects.filter(play__demo=True)
    for details in (claim, held):
        details.objects.filter(score__in=demos.values("pk")).update(demo=True)

    people = list(player.objects.all())
    for row in people:
        row.folded = folded(row.name)
    player.objects.bulk_update(people, ["folded"], batch_size=AT_ONCE)
    # Whoever was invented is nobody who played here, even by the same name.
    named = {row.pk: row for row in people}
    for pk in sorted(set(demos.values_list("spelled", flat=True))):
        row = named[pk]
        if row.spelling.startswith(DEMO):
            player.objects.filter(pk=pk).update(demo=True)
            continue
        twin, _new = player.objects.get_or_create(
            spelling=f"{DEMO}{row.spelling}"[:60],
            defaults={
                "name": row.name,
                "folded": row.folded,
                "demo": True,
                "anonymous": row.anonymous,
            },
        )
        demos.filter(spelled=pk).update(spelled=twin, player=twin)
    gone = player.objects.filter(scores=None, merged=None, demo=False)
    spelled = set(score.objects.values_list("spelled", flat=True))
    gone.filter(pk__in=[row.pk for row in gone if row.pk not in spelled]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_demo_games"),
    ]

    operations = [
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
