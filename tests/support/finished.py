"""Finished games for tests: played by bots, revealed to the end with real requests."""

from itertools import count

from django.utils import timezone

from games.archive import replays
from games.maps import library
from games.models import Play, Score, Seat, Table
from games.rules import record
from games.rules.reading import load_json
from games.table import codes, index, moves
from tests.support.sittings import Sitting, loaded, play_on, sit_down

_NUMBERS = count(1)


def finish(sitting: Sitting) -> Play:
    """Start, play and reveal to the end."""
    assert sitting.post(sitting.screen, "start").status_code == 200
    sitting.table.refresh_from_db()
    play_on(sitting)
    moves.step_reveal(table=sitting.table, step=10_000)
    sitting.table.refresh_from_db()
    return sitting.table.play


def played(*names: str, slug: str = "london") -> Sitting:
    """A finished game of these people, with the browsers they played it with."""
    sitting = sit_down(slug, 0)
    for name, (color, _free) in zip(names, _colors(sitting), strict=False):
        phone = type(sitting.screen)()
        form = {"name": name, "color": color, "request": f"form-{name}"}
        assert phone.post(sitting.url("join"), form).status_code == 302
        sitting.phones.append(phone)
    finish(sitting)
    return sitting


def _colors(sitting: Sitting) -> list[tuple[str, bool]]:
    return [(color, True) for color in sitting.board.player_colors]


def noted(*names: str, slug: str = "london", days_ago: int = 0) -> Play:
    """Only a row of the index, without a log, for lists: the first player has won."""
    number = next(_NUMBERS)
    at = timezone.now() - timezone.timedelta(days=days_ago)
    table = Table.objects.create(
        code="QQQQ",
        key=f"noted-{number}",
        sheet=loaded(slug),
        stage=Table.Stage.CLOSED,
        screen_digest="",
        final_round_at=2,
        reveal_step=10_000,
    )
    play = Play.objects.create(
        table=table, map=slug, started_at=at, finished_at=at, turns=20,
        players=len(names), winning_total=100,
    )  # fmt: skip
    colors = ("red", "blue", "yellow", "white")
    for seat, (name, color) in enumerate(zip(names, colors, strict=False)):
        Seat.objects.create(
            table=table, name=name, color=color, position=seat + 1, number=seat, request=f"r{seat}"
        )
        spelled = index._player_called(table, name)
        Score.objects.create(
            play=play, player=index.canonical_player(spelled), spelled=spelled, seat=seat,
            name=name, color=color, rank=seat + 1, total=100 - seat, route_points=50,
            ticket_points=40, bonus_points=10 - seat, tickets_completed=2, tickets_failed=0,
        )  # fmt: skip
    return play


def recorded(slug: str) -> Table:
    """The game of a demo film as a table that was played, on the sheet it was made with."""
    board = replays.demo_board(slug)
    game = record.read(load_json((replays.DEMOS / f"{slug}.json").read_bytes()))
    sheet = library.load(board).sheet
    return replays.store(game=record.replay(game, board), sheet=sheet, key=codes.table_key())
