"""The score sheet as plain text: every number with what made it."""

from collections.abc import Iterator

from games.rules.scoring import ScoreRow, TicketLine, score
from games.rules.state import State


def score_sheet(state: State) -> str:
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    sheet = score(state)
    yield f"{state.board.name} · {_progress(state)}"
    for row in sorted(sheet.rows, key=lambda row: row.rank):
        yield ""
        rank = f"{row.rank}. " if state.finished else ""
        yield f"{rank}{state.name(row.seat)} · {row.total} points"
        yield from _row(state, row)
    if state.finished:
        yield ""
        yield str(sheet.verdict)


def _progress(state: State) -> str:
    turns = f"{state.turns_played} turns"
    if state.finished:
        return f"ended early after {turns}" if state.ended_early else f"finished after {turns}"
    waiting = ", ".join(state.name(seat) for seat in state.waiting_for())
    return f"unfinished after {turns}, waiting for {waiting}; counted as if it ended now"


def _row(state: State, row: ScoreRow) -> Iterator[str]:
    board = state.full_board
    yield _line("Routes", row.route_points)
    for by_length in row.by_length:
        names = ", ".join(
            str(board.route_name(board.route[line.route]))
            for line in row.routes
            if line.length == by_length.length
        )
        yield f"    {by_length.points:>4}  {by_length.routes} × length {by_length.length}: {names}"
    yield _line("Tickets", row.ticket_points)
    for line in row.tickets:
        yield f"    {line.points:>+4}  {_ticket(state, line)}"
    for bonus in row.bonuses:
        yield _line(bonus.kind.capitalize(), bonus.points)
        for reason in bonus.reasons:
            yield f"    {reason.points:>4}  {reason.why}"
    yield f"  {row.vehicles_left} vehicles left"


def _line(title: str, points: int) -> str:
    return f"  {title:<14}{points:>4}"


def _ticket(state: State, line: TicketLine) -> str:
    board = state.full_board
    ticket = board.ticket_name(board.ticket[line.ticket])
    if line.path is not None:
        stops = " – ".join(board.stops(board.ticket[line.ticket].a, line.path))
        return f"{ticket}: completed by {stops}"
    missing = ", ".join(str(board.route_name(board.route[id])) for id in line.missing)
    if not missing:  # no route of the board leads there
        return f"{ticket}: not completed"
    return f"{ticket}: not completed; shortest way still missing {missing}"
