"""The players of finished games: merging spellings, changing and removing names."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import permissions
from games.access.permissions import Rights
from games.archive import player_names, search
from games.models import Player
from games.refusals import Refused
from games.table import index
from games.views.table import parse_digits, say

PER_PAGE = 60
View = Callable[..., HttpResponse]


# -- Everybody, and two spellings made one --------------------------------------------------------


@require_safe
@never_cache
def everybody(request: HttpRequest) -> HttpResponse:
    may = permissions.rights_of(request)
    asked = request.GET.get("q", "")[:60]
    players: Any = permissions.with_games(search.players_called(may.players(), asked))
    demo = request.GET.get("demo") == "1"
    if not demo:
        players = players.filter(demo=False)
    players = players.prefetch_related("merged").order_by("anonymous", "folded", "name", "pk")
    page = Paginator(players, PER_PAGE).get_page(parse_digits(request.GET.get("page", ""), 6) or 1)
    context = {
        "players": page,
        "asked": asked,
        "demo": demo,
        "any_demo": may.players().filter(demo=True).exists(),
        "names": _names(may),
        "may_merge": may.merges,
        "mergings": _mergings(may),
    }
    return render(request, "archive/history/people.html", context)


def _names(may: Rights) -> list[str]:
    players: Any = permissions.with_games(may.players().filter(anonymous=False, demo=False))
    return [player.name for player in players.order_by("-games", "folded", "name")[:500]]


def _mergings(may: Rights) -> list[dict[str, Any]]:
    """Each with whether this browser may undo it."""
    rows = player_names.mergings()
    if not may.sees:
        rows = rows.filter(merged_into__in=may.players())
    return [
        {"spelled": row, "into": row.merged_into, "mine": may.may_merge(row, row.merged_into)}
        for row in rows
        if row.merged_into is not None
    ]


def _refused(request: HttpRequest) -> HttpResponse:
    return render(request, "403.html", status=403)


def _two(request: HttpRequest, may: Rights) -> tuple[Player, Player] | None:
    """The two players named in the form, or a sentence about what is wrong with them."""
    asked = request.POST if request.method == "POST" else request.GET
    players = []
    for field in ("into", "other"):
        typed = asked.get(field, "")[:60]
        player = player_names.by_name(typed)
        visible = player is not None and (
            may.sees or may.players().filter(pk=index.canonical_player(player).pk).exists()
        )
        if player is None or not visible:
            sentence = gettext("Nobody called “{name}” has finished a game here.")
            messages.error(request, sentence.format(name=typed))
            return None
        players.append(player)
    return players[0], players[1]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def merge(request: HttpRequest) -> HttpResponse:
    """Show what merging would mean, then do it."""
    may = permissions.rights_of(request)
    two = _two(request, may)
    if two is None:
        return redirect("people")
    into, other = (index.canonical_player(player) for player in two)
    if not may.may_merge(*two):
        return _refused(request)
    if request.method == "POST":
        try:
            player_names.merge(other=other, into=into)
        except Refused as refused:
            messages.error(request, say(refused.text))
        else:
            sentence = gettext(
                "“{other}” is now another spelling of {name}. You can undo this below."
            )
            messages.success(request, sentence.format(other=two[1].name, name=into.name))
        return redirect("people")
    context = {
        "into": into,
        "other": other,
        "same": into.pk == other.pk,
        "met": player_names.meetings(into, other).count() if into.pk != other.pk else 0,
        "into_games": into.scores.count(),
        "other_games": other.scores.count(),
    }
    return render(request, "archive/history/merge.html", context)


@require_POST
def unmerge(request: HttpRequest, pk: int) -> HttpResponse:
    player = Player.objects.filter(pk=pk).select_related("merged_into").first()
    if player is None or player.merged_into is None:  # also when the form was sent twice
        messages.info(request, gettext("They’re already two separate players."))
        return redirect("people")
    into = player.merged_into
    if not permissions.rights_of(request).may_merge(player, into):
        return _refused(request)
    player_names.unmerge(player=player)
    sentence = gettext("{other} and {name} are separate players again.")
    messages.success(request, sentence.format(other=player.name, name=into.name))
    return redirect("people")


# -- One player -----------------------------------------------------------------------------------


def player_view(*, needs: str = "") -> Callable[[View], View]:
    """Turn a number into a player: `view(request, player, may)`; `needs` names a right."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, pk: int) -> HttpResponse:
            may = permissions.rights_of(request)
            player = Player.objects.filter(pk=pk).first()
            if player is not None:
                player = index.canonical_player(player)
            if player is None or not may.players().filter(pk=player.pk).exists():
                # Also when the form was sent twice, and what it asked for is done.
                messages.info(request, gettext("This player no longer exists."))
                return redirect("people")
            if needs and not getattr(may, needs)(player):
                return _refused(request)
            try:
                return view(request, player, may)
            except Refused as refused:
                messages.error(request, say(refused.text))
                return redirect("person", pk=player.pk)

        return wrapped

    return decorate


@require_safe
@never_cache
@player_view()
def person(request: HttpRequest, player: Player, may: Rights) -> HttpResponse:
    context = {
        "player": player,
        "games": player.scores.count(),
        "spellings": Player.objects.filter(pk__in=index.player_with_spellings(player)).exclude(
            pk=player.pk
        ),
        "may_name": may.may_name(player),
        "may_erase": may.may_erase(player),
    }
    return render(request, "archive/history/person.html", context)


@require_POST
@player_view(needs="may_name")
def rename(request: HttpRequest, player: Player, may: Rights) -> HttpResponse:
    try:
        player_names.rename(player=player, name=request.POST.get("name", ""))
    except player_names.NameTaken as taken:
        context = {"player": player, "other": taken.other, "why": say(taken.text)}
        context["may_merge"] = may.may_merge(player, taken.other)
        return render(request, "archive/history/taken.html", context, status=422)
    player.refresh_from_db()
    sentence = gettext("This player is now called {name} in every game.")
    messages.success(request, sentence.format(name=player.name))
    return redirect("person", pk=player.pk)


@require_POST
@player_view(needs="may_name")
def anonymise(request: HttpRequest, player: Player, may: Rights) -> HttpResponse:
    if not player.anonymous and not _typed(request, player):
        return redirect("person", pk=player.pk)
    player_names.anonymise(player=player)
    messages.success(request, gettext("The name has been removed from every game."))
    return redirect("person", pk=player.pk)


@require_POST
@player_view(needs="may_erase")
def erase(request: HttpRequest, player: Player, may: Rights) -> HttpResponse:
    if not _typed(request, player):
        return redirect("person", pk=player.pk)
    deleted, left = player_names.erase(player=player)
    gone = ngettext("{count} game deleted", "{count} games deleted", deleted)
    remaining = ngettext(
        "{count} game kept without the name", "{count} games kept without the name", left
    )
    messages.success(request, f"{gone.format(count=deleted)}, {remaining.format(count=left)}.")
    return redirect("people")


def _typed(request: HttpRequest, player: Player) -> bool:
    """Whether the name was typed as a confirmation, for what cannot be undone."""
    if index.spelling_key(request.POST.get("confirm", "")) == index.spelling_key(player.name):
        return True
    sentence = gettext("Nothing has changed. Please type “{name}” to confirm.")
    messages.error(request, sentence.format(name=player.name))
    return False
