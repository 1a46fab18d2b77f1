"""People at a table: what they tap on their phones, on any engine."""

from dataclasses import dataclass, field

from tests.support.engines.page import Page

# A piece of a route where a finger means this very route; if none is in sight, how far the map has
# to be moved. Not by getScreenCTM: WebKit leaves out the transform of the map around the drawing.
POINT = """route => {
  const map = document.querySelector("#map");
  const room = map.getBoundingClientRect();
  const pieces = [...map.querySelectorAll(`.route[data-route="${route}"] *`)]
    .map((piece) => piece.getBoundingClientRect())
    .filter((box) => box.width)
    .map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  for (const { x, y } of pieces) {
    const there = document.elementFromPoint(x, y)?.closest("#map [data-route]");
    if (there?.dataset.route === route) return { x, y };
  }
  const [{ x, y }] = pieces;
  return { moveX: room.x + room.width / 2 - x, moveY: room.y + room.height / 2 - y };
}"""


@dataclass
class Sitting:
    """A TV and the phones around it; `phones` by name."""

    screen: Page
    code: str
    phones: dict[str, Page] = field(default_factory=dict)

    @property
    def host(self) -> Page:
        return next(iter(self.phones.values()))

    def mover(self) -> str:
        """Whose turn it is, from the TV's point of view."""
        self.screen.see("#banner", "to play")
        banner = self.screen.text("#banner").casefold()
        return next(name for name in self.phones if name.casefold() in banner)

    def moved(self, before: str) -> None:
        self.screen.see_no("#banner", before)


def open_table(screen: Page, slug: str) -> Sitting:
    screen.goto("/")
    button = f'form:has(input[name="sheet"][value="{slug}"]) button'
    if not screen.shown(button):  # among the maps that are a tap away
        screen.tap("#more-maps > summary")
    screen.tap(button)
    screen.arrive("/t/[A-Z]{4}/screen")
    return Sitting(screen, screen.url.split("/")[-2])


def join(sitting: Sitting, phone: Page, name: str, color: str) -> None:
    phone.goto(f"/t/{sitting.code}/")
    phone.type("#name", name)
    choice = f'input[name="color"][value="{color}"]'
    phone.tap(f"label:has({choice})")
    phone.wait("css => document.querySelector(css).checked", choice)
    phone.tap("button", "Sit down")
    phone.arrive("/play$")
    sitting.phones[name] = phone
    sitting.screen.see("#stage", name)


def start(sitting: Sitting) -> None:
    sitting.host.tap("button", "Start the game")
    for phone in sitting.phones.values():
        phone.stage("opening")


def choose_opening(phone: Page, keep: int) -> None:
    phone.tap("button", "Show my tickets")
    phone.see(".offer .ticket")
    for number in range(keep):
        choice = f".offer .pickable:nth-of-type({number + 1})"
        phone.tap(choice)
    phone.tap("[data-keep-button]")
    phone.see_no(".offer")


def peek(phone: Page) -> None:
    """Tickets are seen while a finger is on the button, and not before or after."""
    phone.tap('.tabs [data-tab="tickets"]')
    at = phone.spot("#tickets .hold-button")
    assert phone.shown("#tickets .ticket") == 0
    phone.tab.down(*at)
    phone.see("#tickets .ticket")
    phone.tab.up()
    phone.see_no("#tickets .ticket")
    phone.tap('.tabs [data-tab="play"]')


def claim_from_list(sitting: Sitting, letters: str, route: str) -> None:
    before = sitting.mover()
    phone = sitting.phones[before]
    phone.tap("a, button", "Claim a route")
    phone.type("#sheet #q", letters)
    phone.tap(f'#sheet #routes a[href*="/claim/{route}"]')
    confirm(sitting, before, route)


def claim_on_map(sitting: Sitting, route: str) -> None:
    before = sitting.mover()
    tap_route(sitting.phones[before], route)
    confirm(sitting, before, route)


def tap_route(phone: Page, route: str) -> None:
    """Move the map until the route is in sight, and tap it."""
    phone.tap_at(lambda: find_route(phone, route), route)


def find_route(phone: Page, route: str) -> tuple[float, float]:
    phone.wait("() => document.body.dataset.settled !== 'no'")
    phone.see("#map")
    for _move in range(6):
        point = phone.call(POINT, route)
        if "x" in point:
            return point["x"], point["y"]
        move_map(phone, point["moveX"], point["moveY"])
    raise AssertionError(f"{phone.name} cannot move {route} into sight")


def move_map(phone: Page, x: float, y: float) -> None:
    """Drag the map, no further than a finger gets in its room."""
    left, top, width, height = phone.call(
        """() => {
            const box = document.querySelector("#map").getBoundingClientRect();
            return [box.x, box.y, box.width, box.height];
        }"""
    )
    start = (left + width / 2, top + height / 2)
    reach = [
        max(-side / 2.2, min(side / 2.2, way))
        for way, side in zip((x, y), (width, height), strict=True)
    ]
    phone.drag(start, (start[0] + reach[0], start[1] + reach[1]))


def confirm(sitting: Sitting, before: str, route: str) -> None:
    phone = sitting.phones[before]
    phone.tap("#sheet form.claim button.go")
    phone.see_no("#sheet form.claim")
    sitting.screen.wait(
        "route => document.querySelector(`[data-route='${route}'][data-owner]`)?.dataset.owner",
        route,
    )
    sitting.moved(before)


def draw_cards(sitting: Sitting) -> None:
    before = sitting.mover()
    sitting.phones[before].tap("button", "Draw cards")
    sitting.moved(before)


def say_yes(phone: Page) -> None:
    phone.tap('#ask button[value="yes"]')


def undo(phone: Page) -> None:
    """One tap and a confirm."""
    number = phone.call("() => document.getElementById('turn').dataset.number")
    phone.tap("button", "Undo")
    say_yes(phone)
    phone.wait("before => document.getElementById('turn').dataset.number !== before", number)


def end_early(sitting: Sitting) -> None:
    host = sitting.host
    host.tap('.tabs [data-tab="table"]')
    host.tap("button", "End the game early")
    say_yes(host)
    host.stage("reveal")


def watch_reveal(sitting: Sitting) -> int:
    """The host leads through it to the end; how many steps there were."""
    host, steps = sitting.host, 0
    host.tap('.tabs [data-tab="play"]')
    stage = "() => document.body.dataset.stage"
    while host.call(stage) == "reveal":
        before = host.call("() => document.querySelector('#turn').innerText")
        host.tap("#turn button", "Next")
        host.wait("said => document.querySelector('#turn').innerText !== said", before)
        steps += 1
        assert steps < 100
    return steps
