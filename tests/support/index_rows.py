"""Rows of the index of finished games, without logs: for statistics."""

from datetime import UTC, datetime, timedelta

from games.maps import library
from games.models import Claim, HeldTicket, Origin, Play, Player, Score, Table
from tests.support.sittings import loaded

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def played(
    *totals: tuple[str, int, int],
    map: str = "london",
    at: datetime = NOON,
    minutes: int = 30,
    turns: int = 40,
    origin: str = Origin.HERE,
) -> Play:
    """A finished game with nothing but its index: name, total and rank in turn order."""
    sheet = next((row for row in library.published() if row.slug == map), None) or loaded(map)
    number = Table.objects.count()
    table = Table.objects.create(
        code="BCDF", key=f"key{number}", sheet=sheet, stage="closed", final_round_at=2
    )
    play = Play.objects.create(
        table=table,
        map=map,
        started_at=at - timedelta(minutes=minutes),
        finished_at=at,
        turns=turns,
        players=len(totals),
        winning_total=max(total for _name, total, _rank in totals),
        origin=origin,
    )
    for seat, (name, total, rank) in enumerate(totals):
        player, _new = Player.objects.get_or_create(
            spelling=name.casefold(), defaults={"name": name}
        )
        Score.objects.create(
            play=play,
            player=player,
            spelled=player,
            seat=seat,
            name=name,
            color="red",
            rank=rank,
            total=total,
            route_points=total,
            ticket_points=0,
            bonus_points=0,
            tickets_completed=2,
            tickets_failed=1,
        )
    return play


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def add_claims(play: Play, name: str, *routes: str) -> None:
    score = play.scores.get(name=name)
    for route in routes:
        Claim.objects.create(score=score, map=play.map, route=route)


def add_tickets(play: Play, name: str, **tickets: bool) -> None:
    score = play.scores.get(name=name)
    for ticket, completed in tickets.items():
        HeldTicket.objects.create(score=score, map=play.map, ticket=ticket, completed=completed)
