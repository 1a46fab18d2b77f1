"""Thousands of malformed requests to every route, from every kind of visitor.

None may cause a server error, a traceback, a change without permission, or a secret in a response.
"""

import hashlib
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from games.maps import drafts
from games.pages import cards
from games.rules.board import Board
from games.table import moves
from tests.support.nonsense import FIELDS, Nonsense, Sent
from tests.support.routes import routes
from tests.support.sittings import Sitting, begun, play_on, sit_down

pytestmark = pytest.mark.django_db(transaction=True)

# Who sends how many. Each share is a test with a seed of its own, so that all cores have some.
SHARES = {
    "strangers": (2000, 2000, 2000),
    "forgers of cookies": (1500, 1500),
    "people of another table": (1250, 1250),
    "people signed in without rights": (1500,),
    "a player": (1750, 1750),
    "a host": (1500,),
    "an administrator": (1000, 1000),
}
EXAMPLES = 600
BATCH = 250

PASSING = {"seen_at", "screen_seen_at", "changed_at", "last_login"}  # reading may touch these
# What anybody at a table may do without naming the entry they saw.
FREE_TO_PLAYERS = {"ask-host", "agree-host", "object-host", "settle-host"}


class Complaints(logging.Handler):
    """What the server had to say to its keeper."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # That somebody sends nonsense is worth a line of the log, but not a page of it.
        if record.exc_info or not record.name.startswith("django.security"):
            self.heard.append(self.format(record))


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    listener = Complaints()
    loggers = [logging.getLogger(name) for name in ("", "django", "django.request")]
    for logger in loggers:
        logger.addHandler(listener)
    yield listener.heard
    for logger in loggers:
        logger.removeHandler(listener)


class World:
    """A lobby, a game, a game that is over, a draft; and anyone who is around."""

    def __init__(self) -> None:
        self.lobby = sit_down("london", 1)
        self.over = begun("london", 2)
        play_on(self.over)
        moves.step_reveal(table=self.over.table, step=10_000)
        self.game = begun("london", 3)
        self.keeper = User.objects.create_superuser("keeper", password="kept by nobody")
        self.user = User.objects.create_user("user", password="known to itself")
        self.draft = drafts.new_draft(slug="drafted", name="Drafted", by=self.keeper)
        self.admin = Client()
        self.let_in()
        assert Client().get("/demo/london/").status_code == 200  # made for the first who asks
        self.known = {
            "code": [self.game.table.code] * 4 + [self.lobby.table.code, "ZZZZ"],
            "key": [self.over.table.key, self.game.table.key, "x" * 22],
            "seat": [str(self.game.seat(n).pk) for n in range(3)],
            "pk": [str(self.draft.pk), str(self.game.table.sheet_id), str(self.game.table.pk)],
            "object_id": [str(self.draft.pk), str(self.game.table.pk), str(self.keeper.pk), "x_5F"],
            "slug": ["london", "paris", "drafted", "nowhere"],
            "route": list(self.game.board.route)[:3],
            "app_label": ["games", "auth"],
            "kind": ["places", "routes", "tickets", "x"],
        }

    def let_in(self) -> None:
        """The administrator, who may have thrown out even themselves."""
        if not User.objects.filter(pk=self.keeper.pk, is_superuser=True, is_active=True).exists():
            self.keeper.save()
        self.admin.force_login(self.keeper)

    def digest(self) -> dict[str, str]:
        """Everything that is stored, apart from who was here when: a digest of every table."""
        digests = {}
        for model in apps.get_models():
            if model is not Session:
                names = [f.attname for f in model._meta.concrete_fields if f.attname not in PASSING]
                rows = list(model._base_manager.order_by("pk").values_list(*names))
                digests[model.__name__] = hashlib.sha256(repr(rows).encode()).hexdigest()
        return digests

    def secrets(self, *own: Client) -> re.Pattern[bytes]:
        """What must not be in an answer to somebody with these cookies."""
        held = {
            morsel.value
            for sitting in (self.lobby, self.game, self.over)
            for client in (sitting.screen, *sitting.phones)
            for name, morsel in client.cookies.items()
            if re.match(r"seat_|screen_", name)
        }
        held.add(self.admin.cookies["sessionid"].value)
        for client in own:
            held -= {morsel.value for morsel in client.cookies.values()}
        held |= {settings.SECRET_KEY, self.keeper.password, "Traceback (most recent call last)"}
        digests = {seat.digest for seat in self.game.table.seats.all()}
        return re.compile(b"|".join(re.escape(word.encode()) for word in held | digests))

    def tickets_of(self, *numbers: int) -> re.Pattern[bytes]:
        order = list(self.game.board.ticket)
        held = [order.index(id) for n in numbers for id in self.game.state.hands[n].tickets]
        return re.compile(b"|".join(rb"canary%d(?![0-9])" % n for n in held))


@pytest.fixture
def world(settings: object, monkeypatch: pytest.MonkeyPatch) -> World:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    made = World()
    honest = cards.ticket_card

    def singing(board: Board, id: str, standing: str = "") -> cards.TicketCard:
        """A ticket's name that stands nowhere else: wherever one is shown, it sings."""
        card = honest(board, id, standing)
        number = list(board.ticket).index(id)
        return replace(card, a=f"canary{number}a", b=f"canary{number}b")

    monkeypatch.setattr(cards, "ticket_card", singing)
    return made


def send(client: Client, sent: Sent, number: int):
    """Each from an address of its own: here it is not about how many there are."""
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return client.generic(
        sent.method, sent.url, sent.body, sent.content_type, headers=sent.headers,
        REMOTE_ADDR=address,
    )  # fmt: skip


class Fuzz:
    def __init__(self, world: World, complaints: list[str], seed: int, *, without=frozenset()):
        self.world, self.complaints = world, complaints
        self.nonsense = Nonsense(
            seed, [route for route in routes() if route.name not in without], world.known
        )
        self.answers: Counter[int] = Counter()

    def throw(
        self, clients: list[Client], count: int, hidden: re.Pattern[bytes], *,
        tickets: re.Pattern[bytes] | None = None, unchanged: bool = True,
    ) -> None:  # fmt: skip
        for client in clients:
            client.raise_request_exception = False
        cookies = [dict(client.cookies) for client in clients]
        before, recent = self.world.digest(), []
        of_the_game = f"/t/{self.world.game.table.code}/"
        for number in range(count):
            client = clients[number % len(clients)]
            sent = self.nonsense.next()
            answer = send(client, sent, number)
            recent.append(sent)
            self.answers[answer.status_code] += 1
            assert answer.status_code < 500, sent
            assert not self.complaints, (sent, self.complaints)
            body = b"" if answer.streaming else answer.content
            answered = body + repr(answer.headers).encode()
            secret = hidden.search(answered)
            assert not secret, (sent, secret)
            if tickets and sent.url.startswith(of_the_game):
                assert not tickets.search(body), sent
            client.cookies.clear()
            client.cookies.update(cookies[number % len(clients)])
            if unchanged and (len(recent) == BATCH or number == count - 1):
                after = self.world.digest()
                changed = {name for name in before if before[name] != after[name]}
                assert not changed, (changed, [sent for sent in recent if sent.method == "POST"])
                recent.clear()


@pytest.fixture
def fuzz(who: str, part: int, world: World, complaints: list[str]) -> Callable[..., Fuzz]:
    seed = list(SHARES).index(who) + 100 * part
    return lambda **options: Fuzz(world, complaints, seed, **options)


@pytest.fixture
def tell(who: str, part: int, figure: Callable[[str], None]) -> Callable[[Fuzz], None]:
    """See that a whole share was thrown, and say how it went."""

    def tell(thrown: Fuzz) -> None:
        total, codes = thrown.answers.total(), dict(sorted(thrown.answers.items()))
        assert total == SHARES[who][part]
        figure(f"fuzz: {total} requests by {who} ({part + 1}/{len(SHARES[who])}), answered {codes}")

    return tell


def shares_of(*who: str) -> pytest.MarkDecorator:
    parts = [(name, part) for name in who for part in range(len(SHARES[name]))]
    return pytest.mark.parametrize(("who", "part"), parts)


def test_it_is_enough_and_reaches_every_route(figure: Callable[[str], None]) -> None:
    thrown = sum(map(sum, SHARES.values()))
    assert thrown >= 20_000
    assert thrown // len(routes()) >= 50
    assert min(map(min, SHARES.values())) > len(routes())
    assert len({route.template for route in routes()}) > 80
    figure(f"fuzz: {thrown} requests in all, at {len(routes())} routes")


def forgers(world: World) -> list[Client]:
    made = []
    for n, value in enumerate(("x", "", "%00", "é", "0" * 5000, world.game.seat(0).digest)):
        forger = Client()
        for table in (world.game.table, world.lobby.table):
            forger.cookies[f"seat_{table.pk}"] = value
            forger.cookies[f"screen_{table.pk}"] = value if n % 2 else table.screen_digest
        forger.cookies["sessionid"] = value or "x" * 32
        made.append(forger)
    return made


def signed_in(world: World) -> list[Client]:
    """One who may open no page of the office, one who may open its door."""
    plain, staff = Client(), Client()
    plain.force_login(world.user)
    staff.force_login(User.objects.create_user("staff", password="x", is_staff=True))
    return [plain, staff]


IDLE: dict[str, Callable[[World], list[Client]]] = {
    "strangers": lambda world: [Client()],
    "forgers of cookies": forgers,
    "people of another table": lambda world: [world.over.screen, *world.over.phones],
    "people signed in without rights": signed_in,
}


@shares_of(*IDLE)
def test_who_may_do_nothing_changes_nothing_and_learns_no_secret(
    who: str, part: int, fuzz, tell, world: World
) -> None:
    # Their own people are theirs to name, their own password theirs to change.
    own = {route.name for route in routes() if "/people/" in route.template} | {"password_change"}
    world.known["code"] = [world.game.table.code] * 4 + ["ZZZZ"]
    world.known["key"] = [world.game.table.key]
    clients = IDLE[who](world)
    thrown = fuzz(without=own if who.startswith("people") else set())
    hidden = world.secrets(*clients)
    thrown.throw(clients, SHARES[who][part], hidden, tickets=world.tickets_of(0, 1, 2))
    assert {200, 302, 403, 404, 405} <= set(thrown.answers)
    tell(thrown)


@shares_of("a player")
def test_a_player_gets_no_second_turn_and_no_other_seat_by_malformed_forms(
    who: str, part: int, fuzz, tell, world: World
) -> None:
    player = world.game.phones[world.game.seat(1).position - 1]
    seat = world.game.table.seats.get(position=world.game.phones.index(player) + 1)
    assert not seat.host
    assert seat.number is not None
    others = [n for n in range(3) if n != seat.number]
    world.known["code"] = [world.game.table.code]
    thrown = fuzz(without=FREE_TO_PLAYERS)
    hidden, tickets = world.secrets(player), world.tickets_of(*others)
    thrown.throw([player], SHARES[who][part], hidden, tickets=tickets)
    tell(thrown)


@shares_of("a host")
def test_a_host_meets_sentences_not_errors(who: str, part: int, fuzz, tell, world: World) -> None:
    host = world.game.screen
    world.known["code"] = [world.game.table.code]
    thrown = fuzz(without={"close", "rematch"})
    thrown.throw([host], SHARES[who][part], world.secrets(host), unchanged=False)
    tell(thrown)


@shares_of("an administrator")
def test_an_administrator_meets_sentences_not_errors(
    who: str, part: int, fuzz, tell, world: World
) -> None:
    in_office = [route for route in routes() if route.template.startswith("/admin/")]
    thrown = fuzz()
    thrown.nonsense.routes = [
        route for route in in_office if route.name not in ("logout", "password_change")
    ]
    hidden = re.compile(re.escape(settings.SECRET_KEY).encode() + rb"|Traceback \(most")
    for _round in range(SHARES[who][part] // 25):
        world.let_in()
        thrown.throw([world.admin], 25, hidden, unchanged=False)
    assert thrown.answers[200] > SHARES[who][part] / 10
    tell(thrown)


def test_whatever_hypothesis_types_into_forms_is_refused_politely(
    world: World, complaints: list[str]
) -> None:
    all_routes = routes()
    clients = [Client(), world.game.screen, *world.game.phones]
    for client in clients:
        client.raise_request_exception = False
    words = st.text(max_size=40) | st.integers().map(str) | st.sampled_from(["1", "-1", "0"])

    @hypothesis_settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(
        route=st.sampled_from(all_routes),
        client=st.sampled_from(clients),
        fields=st.dictionaries(st.sampled_from(FIELDS) | words, st.lists(words, max_size=3)),
        query=st.dictionaries(st.sampled_from(FIELDS), words, max_size=3),
        post=st.booleans(),
        htmx=st.booleans(),
    )
    def thrown(route, client, fields, query, post, htmx) -> None:
        values = {name: values[0] for name, values in world.known.items()}
        url = route.at(**values)
        fields.pop("csrfmiddlewaretoken", None)
        headers = {"HX-Request": "true"} if htmx else {}
        encodable = {
            key.encode("utf-8", "replace").decode(): [
                word.encode("utf-8", "replace").decode() for word in words
            ]
            for key, words in fields.items()
        }
        answer = (
            client.post(url, encodable, query_params=query, headers=headers)
            if post
            else client.get(url, query, headers=headers)
        )
        assert answer.status_code < 500, url
        assert not complaints, (url, complaints)

    thrown()


def test_the_digest_sees_a_change_and_the_canaries_sing(world: World) -> None:
    """Otherwise the tests above would find nothing because they look at nothing."""
    before = world.digest()
    phone: Sitting = world.game
    own = phone.phone(0).get(phone.url("play")).content
    assert world.tickets_of(0).search(own)
    assert world.digest() == before
    phone.post(phone.phone(0), "cards", seen=phone.number)
    assert world.digest() != before
    assert world.secrets().search(phone.phone(0).get(phone.url("my-qr")).content)
