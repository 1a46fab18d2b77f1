"""The sheet for building a station: the city, the cost, and how many stations are left."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.audience import Audience
from games.pages.claiming import station_rows
from games.refusals import Refused
from games.rules.stations import station_cost
from games.rules.text import _
from games.views.parts import render_sheet
from games.views.phone import correcting, game_and_state, whose_turn
from games.views.table import table_view


@require_safe
@never_cache
@table_view(at_table=True)
def station_sheet(request: HttpRequest, audience: Audience) -> HttpResponse:
    """The cities as a list, those without a station first: pick one, then one confirm."""
    correct = correcting(request, audience)
    game, state = game_and_state(audience, correct)
    if not state.board.stations_each:
        raise Refused("no_station_left", _("This map has no stations."))
    whose, *others = whose_turn(request, audience, state, correct)
    context = {
        "table": audience.table,
        "number": game.number,
        "correct": correct,
        "whose": whose,
        "others": [other for other in others if state.stations_left(other.seat)],
        "mover_name": state.name(state.to_move),
        "rows": station_rows(state),
        "cost": station_cost(state, whose.seat),
        "left": state.stations_left(whose.seat),
        "vehicle": state.board.vehicle,
    }
    return render_sheet(request, "table/phone/station.jinja", context)
