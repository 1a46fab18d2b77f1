"""Open a table in the middle of a believable game and print its links."""

import random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse

from games.access import addresses
from games.maps import library
from games.rules.state import Phase
from games.table import lobby, moves
from games.table.snapshot import reload
from games.table.start import start_game
from games.upkeep.bots import Bots

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Emil")


class Command(BaseCommand):
    help = (
        "Opens a table in the middle of a game and prints the links of the screen and the seats."
        " Its game is marked: history and statistics count it only if asked."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("map", nargs="?", default="germany")
        parser.add_argument("--turns", type=int, default=40, help="how many turns are played")
        parser.add_argument("--players", type=int, help="how many play (default: as many as fit)")
        parser.add_argument("--seed", type=int, help="the same number plays the same game")

    def handle(self, *args: object, **options: Any) -> None:
        sheet = next((row for row in library.published() if row.slug == options["map"]), None)
        if sheet is None:
            maps = ", ".join(row.slug for row in library.published()) or "none; run setup first"
            self.stderr.write(f"There is no map “{options['map']}”. Loaded: {maps}.")
            raise SystemExit(1)
        board = library.board_of(sheet)
        table, _screen = lobby.open_table(sheet=sheet, demo=True)
        count = max(board.players[0], min(options["players"] or 9, board.players[1]))
        secrets = []
        for name, color in zip(NAMES[:count], board.player_colors, strict=False):
            seat, secret = lobby.join(
                table=table, name=name, color=color, request=f"demo-{name}-{table.key}"
            )
            secrets.append((seat.name, secret))
        luck = random.Random(options["seed"])  # noqa: S311 - a demo needs no secrets
        start_game(table=table, by=None, luck=luck)
        play(table, options["turns"], luck)
        self.print_links(table.code, secrets)

    def print_links(self, code: str, secrets: list[tuple[str, str]]) -> None:
        urls = addresses.phone_urls(port=settings.PORT, public_url=settings.PUBLIC_URL)
        base = (urls[0] if urls else f"http://localhost:{settings.PORT}/").rstrip("/")
        self.stdout.write(f"Screen: {base}{reverse('screen', kwargs={'code': code})}")
        for name, secret in secrets:
            link = reverse("seat", kwargs={"code": code, "secret": secret})
            self.stdout.write(f"{name}: {base}{link}")


def play(table: moves.Table, turns: int, luck: random.Random) -> None:
    """Let bots play so many turns, or until the game is over."""
    bots = Bots(luck)
    while True:
        game = reload(table).started_game
        state = game.state
        over = state.phase in (Phase.REVEAL, Phase.OVER)
        if over or (state.phase is Phase.TURNS and state.turns_played >= turns):
            return
        action = bots.next(state)
        seat = table.seats.get(number=getattr(action, "seat", state.to_move))
        moves.act(table=table, action=action, by=seat, seen=None)
