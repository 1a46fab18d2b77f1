"""A year in review as one picture, of a player or of the house."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.dates import MONTHS_3
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from games.archive.statistics import years
from games.archive.statistics.figures import share
from games.archive.statistics.years import Review
from games.maps import library
from games.pages import share_image, year_image
from games.pages.clock import in_words
from games.templatetags.figures import percent
from games.views.player_statistics import somebody
from games.views.statistics import counted_games, counted_games_of, looking_back, map_names


@looking_back
def of_player(request: HttpRequest, pk: int, year: int, kind: str) -> HttpResponse:
    player = somebody(pk)
    which = counted_games_of(request, player)["which"]
    review = years.of_player(player, year, which=which) if 1900 <= year < 9999 else None
    if review is None:
        raise Http404
    return _picture(player.name, review, _figures_of_player(review), _facts_of_player(review), kind)


@looking_back
def of_house(request: HttpRequest, year: int, kind: str) -> HttpResponse:
    which = counted_games(request)["which"]
    review = years.of_house(year, which=which) if 1900 <= year < 9999 else None
    if review is None:
        raise Http404
    title = gettext("Our year at the table")
    return _picture(title, review, _figures_of_house(review), _facts_of_house(review), kind)


def _picture(
    title: str,
    review: Review,
    figures: list[tuple[str, str]],
    facts: list[tuple[str, str]],
    kind: str,
) -> HttpResponse:
    months = [(str(MONTHS_3[i + 1])[:1].upper(), count) for i, count in enumerate(review.months)]
    drawn = year_image.picture(
        title=title,
        year=review.year,
        figures=figures,
        facts=facts,
        months=months,
        board=library.in_force(review.map),
    )
    if kind == "png":
        response = HttpResponse(share_image.png(drawn), content_type="image/png")
    else:
        response = HttpResponse(drawn, content_type="image/svg+xml")
    name = f"stationmaster-{review.year}.{kind}"
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _games_and_hours(review: Review) -> tuple[tuple[str, str], tuple[str, str]]:
    hours = round(review.hours)
    return (
        (number_format(review.games), ngettext("game", "games", review.games)),
        (number_format(hours), ngettext("hour at the table", "hours at the table", hours)),
    )


def _figures_of_player(review: Review) -> list[tuple[str, str]]:
    games, hours = _games_and_hours(review)
    rate = percent(share(review.wins, review.games))
    wins = ngettext("win", "wins", review.wins)  # in an f-string, nobody would find it
    return [
        games,
        (number_format(review.wins), f"{wins} ({rate})"),
        hours,
        (
            number_format(review.tickets),
            ngettext("ticket completed", "tickets completed", review.tickets),
        ),
    ]


def _figures_of_house(review: Review) -> list[tuple[str, str]]:
    games, hours = _games_and_hours(review)
    return [
        games,
        (
            number_format(review.players),
            ngettext("player at the table", "players at the table", review.players),
        ),
        hours,
        (
            number_format(review.tickets),
            ngettext("ticket completed", "tickets completed", review.tickets),
        ),
    ]


def _games(count: int) -> str:
    sentence = ngettext("{count} game", "{count} games", count)
    return sentence.format(count=number_format(count))


def _facts_of_player(review: Review) -> list[tuple[str, str]]:
    map = map_names([review.map])[review.map]
    facts = [(gettext("Most played"), f"{map} · {_games(review.map_games)}")]
    if review.best > 0:
        facts.append((gettext("Best total on {map}").format(map=map), number_format(review.best)))
    if review.rival:
        named = f"{review.rival.name} · {_games(review.rival.count)}"
        facts.append((gettext("Faced most"), named))
    if review.streak > 1:
        facts.append((gettext("Wins in a row"), number_format(review.streak)))
    return facts


def _facts_of_house(review: Review) -> list[tuple[str, str]]:
    map = map_names([review.map])[review.map]
    facts = [(gettext("Most played"), f"{map} · {_games(review.map_games)}")]
    if review.best > 0:
        best = f"{number_format(review.best)} · {review.best_by}"
        facts.append((gettext("Best total on {map}").format(map=map), best))
    if review.champion:
        count = number_format(review.champion.count)
        facts.append((gettext("Most wins"), f"{review.champion.name} · {count}"))
    if review.evening:
        day = in_words(review.evening.at, "MONTH_DAY_FORMAT")
        facts.append((gettext("Biggest game night"), f"{day} · {_games(review.evening.games)}"))
    return facts
