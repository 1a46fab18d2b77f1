"""The public log tells what a claim put on the score track, flags among it."""

from games.rules import engine, public_log
from games.rules.actions import ClaimRoute
from games.rules.log import EntryCorrected, EntryUndone, decide_correction
from games.rules.views import track_points
from tests.support.play import Table, table


def routes(sitting: Table, color: str) -> list[str]:
    return [route.id for route in sitting.board.routes if route.color == color]


def sentences(sitting: Table) -> list[str]:
    return [str(line.text) for line in public_log.lines(sitting.board, sitting.entries)]


def flagged(sitting: Table) -> list[int]:
    """The numbers of the lines that tell of a flag."""
    lines = public_log.lines(sitting.board, sitting.entries)
    return [line.number for line in lines if "A flag is complete: +4." in str(line.text)]


def keep(sitting: Table, *colors: str) -> None:
    """The first seat claims one more route of each colour and keeps a card; the other one draws."""
    for color in colors:
        route = next(
            r
            for r in routes(sitting, color)
            if sitting.state.owners.get(r) is None
            and not any(t in sitting.state.owners for t in sitting.board.parallels[r])
        )
        sitting.pass_to(0).claim(route, keep_card=True)


def test_the_claim_that_completes_a_flag_says_so() -> None:
    sitting = table("paris")
    keep(sitting, "blue", "white")
    assert not flagged(sitting)
    before = track_points(sitting.state)[0]
    keep(sitting, "red")
    claimed = sitting.board.points[sitting.board.route[sitting.events[-1].route].length]
    assert track_points(sitting.state)[0] == before + claimed + 4
    assert flagged(sitting) == [len(sitting.entries)]
    assert sentences(sitting)[-1].endswith("A red card is kept. A flag is complete: +4.")


def test_a_second_flag_is_told_as_well() -> None:
    sitting = table("paris")
    keep(sitting, "blue", "white", "red", "white", "red")
    assert len(flagged(sitting)) == 1
    keep(sitting, "blue")
    assert len(flagged(sitting)) == 2


def test_a_flag_that_was_undone_is_not_told() -> None:
    sitting = table("paris")
    keep(sitting, "blue", "white", "red")
    (number,) = flagged(sitting)
    sitting.note(EntryUndone(number))
    assert not flagged(sitting)


def test_a_correction_tells_the_flag_where_it_stands_now() -> None:
    sitting = table("paris")
    keep(sitting, "blue", "white", "red")
    (number,) = flagged(sitting)
    claim = sitting.events[-1]
    state = sitting.state
    other = next(
        r
        for r in routes(sitting, "red")
        if r not in state.owners and not any(t in state.owners for t in sitting.board.parallels[r])
    )
    before = engine.evolve_all(engine.start(sitting.board, sitting.started), sitting.events[:-1])
    (again,) = engine.decide(before, ClaimRoute(claim.seat, other, answers={"keep_card": True}))
    fact = decide_correction(sitting.board, sitting.entries, number, again)
    assert isinstance(fact, EntryCorrected)
    sitting.note(fact)
    assert flagged(sitting) == [len(sitting.entries)]
    (plain,) = engine.decide(before, ClaimRoute(claim.seat, other))
    sitting.note(decide_correction(sitting.board, sitting.entries, number, plain))
    assert not flagged(sitting)


def test_maps_without_flags_say_nothing_more() -> None:
    sitting = table("london").claim(table("london").board.routes[0].id)
    assert not flagged(sitting)
