"""Requests that no page of ours would ever send, from a seed, so that failures can be
reproduced."""

import io
import json
import random
import string
import zipfile
from dataclasses import dataclass, field
from urllib.parse import quote_from_bytes

from tests.support.routes import Route

NASTY: tuple[bytes, ...] = (
    b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\x80",
    *(word.encode("utf-8", "surrogatepass")
    for word in (
        "", " ", "0", "-1", "1", "2", "00", "1.5", "1e9", "NaN", "9" * 18, "9" * 30, "-" + "9" * 40,
        "٣", "²", "x", "None", "null", "true", "[]", "{}", "\x00", "a\x00b", "\ud800", "\uffff",
        "‮", "é" * 30, "🚂" * 50, "'", '"', "' OR '1'='1", "1; DROP TABLE games_table", "--", "%s",
        "%(name)s", "{0}", "{{ 7 }}", "{% now 'Y' %}", "<script>alert(1)</script>", "<!--", "]]>",
        "../../../../etc/passwd", "..\\..\\", "/etc/passwd", "\r\nSet-Cookie: a=b", "\n", "\t",
        "http://evil.example/", "//evil.example", "javascript:alert(1)", "a" * 121, "b" * 5000,
        "=", "&", "?", "#", "%", "%00", "%ff", "%2e%2e%2f", ";", ",", "__all__", "__class__", "pk",
        "password", "games.Table", "2026-13-45", "phone", "screen", "host", "grey", "wild",
    )),
)  # fmt: skip

FIELDS = [
    "seen", "route", "kept", "count", "step", "seat", "ticket", "name", "color", "request", "sheet",
    "page", "for", "correct", "action", "locked", "place", "instead", "address", "language", "next",
    "username", "password", "length", "here", "q", "reveal", "revision", "code", "file", "files",
    "text", "slug", "with", "_selected_action", "index", "select_across", "_save", "_popup", "o",
    "p", "e", "all", "csrfmiddlewaretoken", "paid", "wilds", "keep_card", "passenger_a", "at-x",
    "deck-x", "final_round_at", "tickets", "passengers", "score_hidden", "map", "player", "old",
    "new_password1", "new_password2", "is_superuser", "groups", "data", "draw", "publish",
]  # fmt: skip

METHODS = ("POST",) * 10 + ("GET",) * 7 + ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW")

JSON_BODIES = (
    b"", b"null", b"[]", b"{}", b'"', b"{", b'{"sheet": ', b"\xff", b"1e999", b"NaN", b"-0",
    b"[" * 100_000, b'{"a":' * 3000 + b"1" + b"}" * 3000, b'{"seen": [], "sheet": 7}',
    b'{"sheet": {"places": [{"id": null}], "routes": {"a": 1}}}', b'{"sheet": {"slug": "../.."}}',
    b'{"seen": "x", "sheet": {"places": [' + b"1," * 5000 + b"1]}}", b'"\\ud800"',
    b'{"format": "stationmaster-record", "version": 99}', b'{"format": 1, "moves": [[[[]]]]}',
    b"\xef\xbb\xbf{}", "𝕊".encode("utf-16"),
)  # fmt: skip

HEADERS: tuple[tuple[str, str], ...] = (
    ("hx-request", "true"), ("hx-request", "\xff"), ("hx-target", "<x>"), ("hx-prompt", "%zz"),
    ("hx-current-url", "javascript:1"), ("accept-language", "de;q=x,,;,*"), ("range", "bytes=9-1"),
    ("accept-language", "x" * 600), ("accept-encoding", "gzip;q=0, *"), ("if-none-match", '"'),
    ("if-modified-since", "yesterday"), ("x-forwarded-for", "1.1.1.1, ,evil"), ("accept", "\x00"),
    ("x-forwarded-host", "evil.example"), ("x-forwarded-proto", "gopher"), ("origin", "null"),
    ("x-http-method-override", "DELETE"), ("referer", "http://evil.example/\\"), ("expect", "tea"),
    ("content-encoding", "gzip"), ("content-type", "x"), ("transfer-encoding", "\xff"),
    ("x-csrftoken", "x" * 32), ("cookie", "a=b; seat_1=x; sessionid=\"; ;=;\xff"), ("via", "1"),
    ("cookie", "sessionid=../../x; csrftoken=%00; messages=W1tdXQ:x; django_language=xx-yy-zz"),
)  # fmt: skip

TYPES = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; a=b", "multipart/x",
    "application/x-www-form-urlencoded;;;=", "multipart/form-data",
    "multipart/form-data; boundary=", "multipart/form-data; boundary=\xff", "application/json",
    "multipart/form-data; boundary=b", "multipart/form-data; boundary=c", "text/plain",
    "application/zip", "", "/", "a/b; c", "multipart/mixed; boundary=b",
)  # fmt: skip


@dataclass
class Sent:
    method: str
    url: str
    body: bytes
    content_type: str
    headers: dict[str, str] = field(default_factory=dict)


class Nonsense:
    """Requests that are wrong in some way, for every route in turn."""

    def __init__(self, seed: int, routes: list[Route], examples: dict[str, list[str]]) -> None:
        self.random = random.Random(seed)
        self.routes, self.known, self.turn = routes, examples, 0
        self.zips = (_zip({"a.json": b"{}"}), _zip({"../../x": b"1"}), _zip({"b": b"\0" * 2**21}))

    def next(self) -> Sent:
        # Each route in turn, so that all get their share, but in random order.
        if self.turn % len(self.routes) == 0:
            self.random.shuffle(self.routes)
        route = self.routes[self.turn % len(self.routes)]
        self.turn += 1
        method = self.random.choice(METHODS)
        url = self.path(route)
        if self.random.random() < 0.4:
            url += "?" + self.pairs().decode("ascii")
        body, content_type = self.body() if method != "GET" else (b"", "")
        headers = dict(self.some(HEADERS, 2)) if self.random.random() < 0.4 else {}
        return Sent(method, url, body, content_type, headers)

    def path(self, route: Route) -> str:
        values = {name: self.part(name, kind) for name, kind in route.kinds}
        path = route.template % values if values else route.template
        if self.random.random() < 0.05:
            at = self.random.randrange(len(path) + 1)
            path = path[:at] + self.quoted(self.random.choice(NASTY)) + path[at:]
        return path

    def part(self, name: str, kind: str) -> str:
        examples = self.known.get(name) or self.known.get(kind)
        if examples and self.random.random() < 0.75:
            return self.random.choice(examples)
        if kind == "int" and self.random.random() < 0.7:
            return self.random.choice(("0", "1", "2", "7", "99", "9" * 18, "9" * 19, "9" * 300))
        return self.quoted(self.random.choice(NASTY)) or "x"

    def quoted(self, word: bytes) -> str:
        return quote_from_bytes(word, safe=self.random.choice(("", "/", "/.:;=@")))

    def pairs(self) -> bytes:
        names = [name.encode() for name in FIELDS]
        fields = []
        for _n in range(self.random.randrange(6)):
            name = self.random.choice(names if self.random.random() < 0.9 else NASTY)
            value = self.random.choice(NASTY)
            fields.append(quote_from_bytes(name) + "=" + quote_from_bytes(value))
        if self.random.random() < 0.02:
            fields += [f"f{n}=1" for n in range(1100)]
        return "&".join(fields).encode()

    def body(self) -> tuple[bytes, str]:
        chance = self.random.random()
        if chance < 0.55:
            return self.pairs(), TYPES[0]
        if chance < 0.70:
            return self.random.choice(JSON_BODIES), "application/json"
        if chance < 0.85:
            return self.multipart(), "multipart/form-data; boundary=b"
        if chance < 0.93:
            return self.random.randbytes(self.random.randrange(300)), self.random.choice(TYPES)
        return self.pairs(), self.random.choice(TYPES)

    def multipart(self) -> bytes:
        parts = []
        for _n in range(self.random.randrange(4)):
            name = self.random.choice(FIELDS)
            value = self.random.choice((*NASTY, *JSON_BODIES, *self.zips))
            file = self.random.choice(
                ("", '; filename="a.json"', '; filename="a.zip"', '; filename="../../x"',
                 "; filename*=UTF-8''%ff", '; filename="\0"')
            )  # fmt: skip
            head = f'Content-Disposition: form-data; name="{name}"{file}\r\n\r\n'
            parts.append(b"--b\r\n" + head.encode() + value[:60_000] + b"\r\n")
        made = b"".join(parts) + b"--b--\r\n"
        if self.random.random() < 0.3:
            made = made[: self.random.randrange(len(made) + 1)]
        return made

    def some(self, things: tuple[tuple[str, str], ...], most: int) -> list[tuple[str, str]]:
        return self.random.sample(things, self.random.randrange(1, most + 1))


def _zip(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


FOREIGN = (
    b"x=a b", b"a@b=1", b'prefs={"theme": "dark", "n": [1, 2]}', b"x", "größe=ü".encode(), b"=",
    b"", b'x="a', b"x[0]=1,2", b"a:b/c=d?e", b"\xff=\xfe", b"_ga=GA1.1.1.2", b"$Version=1",
    b"x=a=b=c", b"sessionid.old=1", b"seat=7", b"seat_x=7", b"xseat_1=7", b"csrf\ttoken=1",
    b"a\x7fb=\x01",
)  # fmt: skip


def foreign_cookies(dice: random.Random, own: bytes) -> bytes:
    """The cookies of a browser that holds `own`, and what other programs on the same host set."""
    words = [word.replace(b";", b"") for word in NASTY if len(word) < 200]
    others = [
        dice.choice(FOREIGN)
        if dice.random() < 0.6
        else dice.choice((b"", dice.choice(words) + b"=")) + dice.choice(words)
        for _cookie in range(dice.randrange(1, 5))
    ]
    at = dice.randrange(len(others) + 1)
    between = dice.choice((b"; ", b";", b" ; ", b";;"))
    return between.join([*others[:at], own, *others[at:]])


def frames(seed: int, count: int) -> list[str | bytes]:
    """Messages for a socket that expects none."""
    dice = random.Random(seed)
    words = [word.decode("utf-8", "replace") for word in NASTY]
    made: list[str | bytes] = []
    for _n in range(count):
        match dice.randrange(4):
            case 0:
                made.append(dice.choice(words))
            case 1:
                made.append(dice.randbytes(dice.randrange(200)))
            case 2:
                action = {"type": dice.choice(("table.changed", "websocket.close", "push", "x"))}
                made.append(json.dumps({**action, "revision": 10**9, "action": "draw_cards"}))
            case _:
                made.append("".join(dice.choices(string.printable, k=dice.randrange(80))))
    return made
