"""The pages of the administration and the drawing board, also on small screens."""

from collections.abc import Iterator

from tests.support.browser.server import TV
from tests.support.browser.states import State, at, demo, editor, sheet_of
from tests.support.browser.watching import Devices

MAKE_ROWS = (
    "from games.maps import drafts, library\n"
    "from games.models import Play, Player, Table\n"
    "sheet = library.versions('london').get(version=1)\n"
    "print('№', drafts.draft_of(sheet, None).pk, Table.objects.get(code='{code}').pk,"
    " Play.objects.last().pk, Player.objects.last().pk)"
)


def office(server, device: Devices) -> Iterator[State]:
    """Every kind of page for administrators, on a computer and on a phone."""
    server.manage("makehistory", "10", "--seed", "3")
    code = demo(server, "germany", 40)["Screen"].split("/")[2]
    printed = server.manage("shell", "-c", MAKE_ROWS.format(code=code))
    draft, table, play, player = printed.split("№")[1].split()
    london, germany = f"mapsheet/{draft}", f"mapsheet/{sheet_of(server, 'germany')}"
    addresses = {
        "index": "/admin/",
        **{
            name: f"/admin/games/{path}"
            for name, path in (
                ("sheets", "mapsheet/"),
                ("import", "mapsheet/import/"),
                ("sheet", f"{germany}/change/"),
                ("sheet-history", f"{germany}/history/"),
                ("draft", f"{london}/change/"),
                ("draft-settings", f"{london}/settings/"),
                ("draft-places", f"{london}/places/"),
                ("draft-routes", f"{london}/routes/"),
                ("draft-route", f"{london}/routes/add/"),
                ("draft-tickets", f"{london}/tickets/"),
                ("draft-paste", f"{london}/paste/"),
                ("draft-compare", f"{london}/compare/"),
                ("draft-delete", f"{london}/delete/"),
                ("tables", "table/"),
                ("table", f"table/{table}/change/"),
                ("table-close", f"table/{table}/close/"),
                ("table-secrets", f"table/{table}/secrets/"),
                ("table-delete", f"table/{table}/delete/"),
                ("players", "player/"),
                ("player", f"player/{player}/change/"),
                ("games", "play/"),
                ("game", f"play/{play}/change/"),
                ("reports", "report/"),
            )
        },
        "users": "/admin/auth/user/",
        "password": "/admin/password_change/",
        "drawing": f"/admin/sheets/{draft}/draw",
    }
    for size, kind in ((TV, "tv"), (device.phone, "phone")):
        touch = kind == "phone"
        options = {"has_touch": touch, "is_mobile": touch}
        yield f"office-login-{kind}", at(device, "/admin/login/", size, **options)
        page = editor(server, device, size, **options)
        for name, address in addresses.items():
            page.goto(address)
            page.wait_for_load_state("networkidle")
            yield f"office-{name}-{kind}", page


PARTS = {"office": office}
