"""Statistics: what is counted, how it is said, and that it stays fast in what it asks."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.archive import player_names
from games.archive.statistics import house, maps, players
from games.maps import library
from games.models import Claim, Entry, HeldTicket, Play, Player, Score, Table
from games.pages import charts
from games.rules import engine, log
from games.rules.events import undecide
from games.rules.scoring import score
from games.rules.state import Phase
from games.table.snapshot import game_of
from games.templatetags.figures import percent, width
from games.upkeep import sample_games
from tests.support.sittings import loaded

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def played(
    *totals: tuple[str, int, int],
    map: str = "london",
    at: datetime = NOON,
    minutes: int = 30,
    turns: int = 40,
) -> Play:
    """A finished game of which only the index is there: name, total and rank in turn order."""
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


def claim(play: Play, name: str, *routes: str) -> None:
    kept = play.scores.get(name=name)
    for route in routes:
        Claim.objects.create(score=kept, map=play.map, route=route)


def hold(play: Play, name: str, **tickets: bool) -> None:
    kept = play.scores.get(name=name)
    for ticket, completed in tickets.items():
        HeldTicket.objects.create(score=kept, map=play.map, ticket=ticket, completed=completed)


# -- A player -------------------------------------------------------------------------------------


def test_a_shared_victory_is_a_victory_for_everybody_who_shares_it() -> None:
    played(("Ada", 40, 1), ("Bo", 40, 1), ("Cy", 20, 3))
    played(("Ada", 30, 1), ("Bo", 20, 2))
    ada, bo = players.summary(named("Ada")), players.summary(named("Bo"))
    assert (ada.games, ada.wins, ada.shared, ada.rate) == (2, 2, 1, 100)
    assert (bo.games, bo.wins, bo.shared, bo.rate) == (2, 1, 1, 50)
    assert ada.average == 35
    assert (ada.completed, ada.failed) == (4, 2)
    assert ada.completed_rate == pytest.approx(200 / 3)


def test_an_even_chance_depends_on_how_many_sat_at_the_table() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Ada", 40, 1), ("Bo", 30, 2), ("Cy", 20, 3), ("Di", 10, 4))
    assert players.summary(named("Ada")).even == pytest.approx(100 * (1 / 2 + 1 / 4) / 2)
    assert players.summary(named("Cy")).even == pytest.approx(25)


def test_the_best_game_of_each_map_leads_to_its_result() -> None:
    played(("Ada", 30, 1), ("Bo", 20, 2))
    first = played(("Ada", 44, 1), ("Bo", 20, 2), at=NOON + timedelta(days=1))
    played(("Ada", 44, 2), ("Bo", 50, 1), at=NOON + timedelta(days=2))
    far = played(("Ada", 120, 2), ("Bo", 150, 1), map="germany")
    london, germany = players.by_map(named("Ada"))
    assert (london.map, london.games, london.wins, london.average) == ("london", 3, 2, 118 / 3)
    assert (london.best.value, london.best.key) == (44, first.table.key)
    assert (germany.map, germany.best.value, germany.best.key) == ("germany", 120, far.table.key)


def test_a_rival_is_whom_one_meets_most_and_ahead_and_behind_are_told_apart() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), ("Cy", 20, 3))
    played(("Ada", 20, 2), ("Bo", 30, 1))
    played(("Ada", 30, 1), ("Bo", 30, 1))
    bo, cy = players.opponents(named("Ada"))
    assert (bo.person.name, bo.met, bo.ahead, bo.behind, bo.level) == ("Bo", 3, 1, 1, 1)
    assert (cy.person.name, cy.met, cy.ahead, cy.behind) == ("Cy", 1, 1, 0)


def test_hardest_to_beat_takes_at_least_three_games_together() -> None:
    for _game in range(3):
        played(("Ada", 10, 3), ("Bo", 30, 1), ("Cy", 20, 2))
    played(("Ada", 40, 1), ("Cy", 20, 2))
    played(("Ada", 10, 2), ("Di", 40, 1))
    met = players.opponents(named("Ada"))
    assert met[0].person.name == "Cy"
    hardest = players.nemesis(met)
    assert hardest is not None
    assert (hardest.person.name, hardest.behind_rate) == ("Bo", 100)
    assert players.nemesis(players.opponents(named("Bo"))) is None


def test_people_without_a_name_are_nobodys_rival_and_lead_nothing() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    player_names.anonymise(player=named("Ada"))
    assert players.opponents(named("Bo")) == []
    assert [row.person.name for row in house.leaderboard()] == ["Bo"]


def test_a_favourite_route_is_told_by_number_and_by_comparison() -> None:
    for i in range(4):
        play = played(("Ada", 40, 1), ("Bo", 30, 2))
        claim(play, "Ada", "common")
        if i < 3:
            claim(play, "Ada", "own")
            claim(play, "Bo", "common")
    found = players.favourites(named("Ada"))
    assert found.most is not None
    assert found.own is not None
    assert (found.most.route, found.most.claims, found.most.games) == ("common", 4, 4)
    assert (found.most.share, found.most.others) == (100, 75)
    assert (found.own.route, found.own.share, found.own.others) == ("own", 75, 0)


def test_twice_is_no_habit() -> None:
    for _game in range(2):
        claim(played(("Ada", 40, 1), ("Bo", 30, 2)), "Ada", "own")
    found = players.favourites(named("Ada"))
    assert found.most is not None
    assert found.own is None
    assert players.favourites(named("Bo")) == players.Favourites(None, None)


def test_two_spellings_that_were_merged_count_as_one_player() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Adda", 20, 2), ("Bo", 30, 1))
    other = named("Adda")
    player_names.merge(other=other, into=named("Ada"))
    assert players.summary(named("Ada")).games == 2
    assert players.opponents(named("Bo"))[0].met == 2
    reply = Client().get(f"/statistics/players/{other.pk}/")
    assert (reply.status_code, reply.url) == (302, f"/statistics/players/{named('Ada').pk}/")


def test_the_last_games_on_a_map_come_in_order() -> None:
    for day in (3, 1, 2):
        played(("Ada", day, 1), ("Bo", 0, 2), at=NOON + timedelta(days=day))
    played(("Ada", 99, 1), ("Bo", 0, 2), map="paris")
    assert [game.total for game in players.latest(named("Ada"), map="london")] == [1, 2, 3]


# -- A map ----------------------------------------------------------------------------------------


def test_a_map_knows_its_winning_totals_and_lengths() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), minutes=20, turns=30)
    played(("Ada", 50, 1), ("Bo", 30, 2), minutes=40, turns=50)
    played(("Ada", 50, 1), ("Bo", 30, 2), ("Cy", 10, 3), minutes=0, turns=70)
    played(("Ada", 200, 1), ("Bo", 30, 2), map="germany")
    found = maps.summary("london")
    assert (found.games, found.players, found.lowest, found.highest) == (3, 3, 40, 50)
    assert found.turns == 50
    assert found.minutes == 30, "a game that does not say how long it took is left out"
    assert maps.winning_totals("london") == [(40, 1), (50, 2)]
    two, three = maps.by_players("london")
    assert (two.players, two.games, two.winning, two.minutes) == (2, 2, 45, 30)
    assert (three.players, three.games, three.minutes) == (3, 1, None)


def test_the_heat_of_a_route_is_the_share_of_games_in_which_it_was_claimed() -> None:
    board = library.board_of(loaded("london"))
    often, once, *_rest, never = (route.id for route in board.routes)
    for i in range(4):
        play = played(("Ada", 40, 1), ("Bo", 30, 2))
        claim(play, "Ada", often)
        if i == 0:
            claim(play, "Bo", once, "a-route-of-an-older-sheet")
    heat = maps.heat(board, 4)
    found = {row.id: row for row in heat.routes}
    assert heat.routes[0].id == often
    assert (found[often].share, found[often].shade) == (100, 5)
    assert (found[once].share, found[once].shade) == (25, 2)
    assert (found[never].share, found[never].shade) == (0, 0)
    assert len(found) == len(board.routes)
    assert heat.legend[0] == (1, 0, 20)


def test_a_ticket_succeeds_as_often_as_it_was_completed_when_kept() -> None:
    board = library.board_of(loaded("london"))
    good, bad = (ticket.id for ticket in board.tickets[:2])
    for _game in range(2):
        play = played(("Ada", 40, 1), ("Bo", 30, 2))
        hold(play, "Ada", **{good: True})
        hold(play, "Bo", **{bad: False, "gone--from-the-sheet": True})
    hold(play, "Ada", **{bad: True})
    rows = [(row.id, row.held, row.completed) for row in maps.tickets(board)]
    assert rows == [(good, 2, 2), (bad, 3, 1)]


def test_a_seat_is_telling_only_beyond_what_chance_explains() -> None:
    for i in range(20):
        won = i < 10
        played(("Ada", 40, 1 if won else 2), ("Bo", 30, 2 if won else 1))
    assert [(row.rate, row.even, row.telling) for row in maps.seats("london")] == [
        (50, 50, False),
        (50, 50, False),
    ]
    for _game in range(20):
        played(("Ada", 40, 1), ("Bo", 30, 2))
    first, second = maps.seats("london")
    assert (first.seat, first.wins, first.telling) == (1, 30, True)
    assert (second.seat, second.wins, second.telling) == (2, 10, True)


# -- The installation -----------------------------------------------------------------------------


def test_months_without_a_game_are_there_too() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2), at=datetime(2026, 1, 31, 23, 59, tzinfo=UTC))
    played(("Ada", 40, 1), ("Bo", 30, 2), at=datetime(2026, 3, 1, tzinfo=UTC))
    played(("Ada", 40, 1), ("Bo", 30, 2), at=datetime(2020, 3, 1, tzinfo=UTC))
    assert house.months(until=date(2026, 4, 2)) == [
        (date(2026, 1, 1), 1),
        (date(2026, 2, 1), 0),
        (date(2026, 3, 1), 1),
        (date(2026, 4, 1), 0),
    ]
    assert len(house.months(until=date(2022, 2, 1))) == 24
    assert house.months(until=date(2030, 1, 1)) == []


def test_records_name_the_game_and_the_earlier_of_two_holds_them() -> None:
    first = played(("Ada", 60, 1), ("Bo", 30, 2), minutes=90, turns=30)
    played(("Bo", 60, 1), ("Ada", 30, 2), at=NOON + timedelta(days=1), turns=80)
    found = house.records()
    assert found.total is not None
    assert found.total.person is not None
    assert (found.total.value, found.total.person.name) == (60, "Ada")
    assert found.total.key == first.table.key
    assert found.longest is not None
    assert found.most_turns is not None
    assert found.fewest_turns is not None
    assert (found.longest.value, found.most_turns.value, found.fewest_turns.value) == (90, 80, 30)


def test_the_leaderboard_goes_by_victories_then_by_fewer_games() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    played(("Bo", 40, 1), ("Cy", 30, 2))
    rows = [(row.person.name, row.wins, row.games) for row in house.leaderboard()]
    assert rows == [("Ada", 1, 1), ("Bo", 1, 2), ("Cy", 0, 1)]


# -- Drawings -------------------------------------------------------------------------------------


def test_bars_are_as_high_as_their_values() -> None:
    drawn = charts.bars([("a", "a", 10), ("b", "b", 5), ("c", "c", 0)])
    assert drawn is not None
    a, b, c = drawn.bars
    assert a.height == pytest.approx(2 * b.height, abs=0.2)
    assert c.height == 0
    assert a.y + a.height == b.y + b.height == drawn.frame.bottom
    assert a.x < b.x < c.x < drawn.frame.right
    assert charts.bars([]) is None


def test_a_distribution_counts_everything_in_even_bins() -> None:
    found = charts.distribution([(-3, 1), (17, 2), (41, 1), (42, 5)])
    assert sum(count for _low, _high, count in found) == 9
    assert all(high - low == found[0][1] - found[0][0] for low, high, _count in found)
    assert [low for low, _high, _count in found[1:]] == [high + 1 for _l, high, _c in found[:-1]]
    assert charts.distribution([(7, 3)]) == [(7, 7, 3)]


def test_a_line_of_one_game_has_a_dot_and_no_line() -> None:
    drawn = charts.line([(30, True)])
    assert drawn is not None
    assert (len(drawn.dots), drawn.dots[0].best, drawn.average) == (1, True, "")
    two = charts.line([(30, False), (40, True)])
    assert two is not None
    assert two.dots[0].y > two.dots[1].y
    assert two.average.startswith(f"{two.dots[0].x},{two.dots[0].y} ")


def test_shares_are_rounded_and_written_as_the_reader_writes_numbers() -> None:
    with translation.override("en"):
        assert [percent(n) for n in (0, 4.56, 44.6, 100.0)] == ["0%", "4.6%", "45%", "100%"]
    with translation.override("de"):
        assert percent(4.56).startswith("4,6")
        assert width(4.56) == "4.6", "a width in a drawing is no number for people"


# -- Invented games -------------------------------------------------------------------------------


@pytest.fixture
def invented_games() -> Sequence[Table]:
    for slug in ("germany", "london", "paris"):
        loaded(slug)
    call_command("makehistory", "12", "--seed", "7", stdout=StringIO())
    return list(Table.objects.select_related("sheet", "play"))


def test_every_invented_game_is_a_legal_log_that_scores_as_the_index_says(
    invented_games: Sequence[Table],
) -> None:
    assert len(invented_games) == 12
    for table in invented_games:
        game = game_of(table)
        assert game.state.phase is Phase.OVER
        state = engine.start(game.state.sheet, log.started(game.entries))
        for _number, event in log.in_force(game.entries):
            assert engine.decide(state, undecide(event)), event
            state = engine.evolve(state, event)
        rows = {row.seat: row for row in score(state).rows}
        for kept in table.play.scores.all():
            row = rows[kept.seat]
            assert (kept.rank, kept.total) == (row.rank, row.total)
            assert kept.name == state.players[kept.seat].name
            assert kept.claims.count() == len(row.routes)
            assert kept.held.filter(completed=True).count() == row.tickets_completed


def test_an_invented_game_took_its_time(invented_games: Sequence[Table]) -> None:
    for table in invented_games:
        times = list(Entry.objects.filter(table=table).values_list("at", flat=True))
        assert times == sorted(set(times))
        assert (times[0], times[-1]) == (table.play.started_at, table.play.finished_at)
        assert table.opened_at == times[0]


def test_invented_games_open_their_results(invented_games: Sequence[Table]) -> None:
    for table in invented_games[:3]:
        assert Client().get(f"/result/{table.key}/").status_code == 200


def test_the_same_seed_invents_the_same_games() -> None:
    loaded("paris")

    def totals() -> list[tuple[str, int]]:
        luck = random.Random(3)
        list(sample_games.invent(games=3, until=NOON, luck=luck))
        newest = Play.objects.order_by("-pk")[:3]
        return [(s.name, s.total) for play in newest for s in play.scores.all()]

    assert totals() == totals()


def test_without_maps_nothing_is_invented() -> None:
    with pytest.raises(CommandError, match="setup"):
        call_command("makehistory", "1")


def test_figures_by_the_database_agree_with_a_recount(invented_games: Sequence[Table]) -> None:
    claims = Counter(
        (play.map, claim.route)
        for play in Play.objects.all()
        for kept in play.scores.all()
        for claim in kept.claims.all()
    )
    for slug in ("germany", "london", "paris"):
        board = library.in_force(slug)
        assert board is not None
        for row in maps.heat(board, 1, demo=True).routes:
            assert row.claims == claims[slug, row.id]
    for player in Player.objects.exclude(scores=None):
        scores = list(player.scores.all())
        found = players.summary(player)
        assert found.wins == sum(kept.rank == 1 for kept in scores)
        assert found.average == pytest.approx(sum(kept.total for kept in scores) / len(scores))
    assert house.summary(demo=True).games == 12
    months = house.months(until=date(2026, 12, 1), demo=True)
    assert sum(games for _month, games in months) <= 12


# -- Pages ----------------------------------------------------------------------------------------


def page(path: str, **cookies: str) -> str:
    client = Client()
    client.cookies.load(cookies)
    reply = client.get(path)
    assert reply.status_code == 200
    return reply.content.decode()


def test_without_a_game_the_pages_say_so() -> None:
    loaded("london")
    assert "No game has been finished here yet." in page("/statistics/")
    assert "Nobody has played this map to the end here yet." in page("/statistics/maps/london/")


def test_after_one_game_the_pages_are_whole() -> None:
    board = library.board_of(loaded("london"))
    play = played(("Ada", 40, 1), ("Bo", 30, 2))
    claim(play, "Ada", board.routes[0].id)
    hold(play, "Ada", **{board.tickets[0].id: True})
    found = page("/statistics/")
    assert f'href="/statistics/players/{named("Ada").pk}/"' in found
    assert f'href="/result/{play.table.key}/"' in found
    found = page("/statistics/maps/london/")
    assert found.count('data-heat="5"') == 2, "one route, and the legend"
    assert found.count('data-heat="0"') == len(board.routes), "all others, and the legend"
    assert 'class="plot"' in found
    found = page(f"/statistics/players/{named('Ada').pk}/")
    assert "<polyline" not in found, "a single game makes no line"
    assert f'href="/statistics/players/{named("Bo").pk}/"' in found


def test_pages_have_no_style_of_their_own(invented_games: Sequence[Table]) -> None:
    player = Player.objects.exclude(scores=None).first()
    assert player is not None
    for path in ("?demo=1", "maps/germany/?demo=1", f"players/{player.pk}/"):
        found = page(f"/statistics/{path}")
        assert "style=" not in found
        assert "<style" not in found


def test_numbers_in_drawings_stay_plain_in_german(invented_games: Sequence[Table]) -> None:
    player = Player.objects.exclude(scores=None).first()
    assert player is not None
    for path in ("?demo=1", "maps/germany/?demo=1", f"players/{player.pk}/"):
        found = page(f"/statistics/{path}", django_language="de")
        assert 'lang="de"' in found
        assert not re.search(r' (x|y|x1|y1|cx|cy|width|height)="[^"]*,', found)


def test_more_games_ask_the_database_no_more_questions() -> None:
    for slug in ("germany", "london", "paris"):
        loaded(slug)

    def questions() -> list[int]:
        by_games = Player.objects.annotate(games=Count("scores")).order_by("-games", "pk")
        player = by_games[0]
        counts = []
        for path in ("?demo=1", "maps/germany/?demo=1", f"players/{player.pk}/"):
            page(f"/statistics/{path}")  # the boards are known afterwards
            with CaptureQueriesContext(connection) as asked:
                page(f"/statistics/{path}")
            counts.append(len(asked))
        return counts

    luck = random.Random(1)
    list(sample_games.invent(games=40, until=NOON, luck=luck))
    before = questions()
    list(sample_games.invent(games=40, until=NOON, luck=luck))
    assert questions() == before


def test_unknown_maps_and_players_and_people_without_a_name_have_no_page() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    ada = named("Ada")
    player_names.anonymise(player=ada)
    client = Client()
    for path in ("maps/atlantis/", "players/9999/", f"players/{ada.pk}/"):
        assert client.get(f"/statistics/{path}").status_code == 404
    assert f"/statistics/players/{ada.pk}/" not in page("/statistics/")


def test_where_history_is_for_staff_so_are_statistics(
    settings: pytest.FixtureRequest, django_user_model: type, client: Client
) -> None:
    settings.HISTORY = "staff"  # type: ignore[attr-defined]
    played(("Ada", 40, 1), ("Bo", 30, 2))
    paths = ("/statistics/", "/statistics/maps/london/", f"/statistics/players/{named('Ada').pk}/")
    assert [client.get(path).status_code for path in paths] == [403, 403, 403]
    assert 'href="/statistics/"' not in client.get("/").content.decode(), "no way to a closed door"
    boss = django_user_model.objects.create_superuser("boss", "", "pass")  # type: ignore[attr-defined]
    client.force_login(boss)
    assert [client.get(path).status_code for path in paths] == [200, 200, 200]
    assert 'href="/statistics/"' in client.get("/").content.decode()


def test_names_in_history_lead_to_their_figures() -> None:
    played(("Ada", 40, 1), ("Bo", 30, 2))
    ada = named("Ada")
    way = f'href="/statistics/players/{ada.pk}/"'
    assert way in page(f"/history/?player={ada.pk}")
    assert way in page(f"/history/people/{ada.pk}/")
    player_names.anonymise(player=ada)
    assert way not in page(f"/history/people/{ada.pk}/")
