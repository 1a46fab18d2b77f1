"""Negative numbers have a minus sign: in sentences, in both kinds of templates, on the flaps."""

from django.template import engines

from games.language import say
from games.pages.jinja import environment
from games.pages.widgets import flaps
from games.rules.text import plural


def test_a_sentence_of_the_rules_has_a_minus() -> None:
    verdict = plural(
        "{player} wins with {count} point.",
        "{player} wins with {count} points.",
        -11,
        player="Al-Ma",
    )
    assert say(verdict) == "Al-Ma wins with −11 points."


def test_templates_of_both_kinds_have_a_minus() -> None:
    html = environment().from_string("{{ points|figure }}").render(points=-6)
    page = (
        engines["django"]
        .from_string("{% load figures %}{{ points|figure }}")
        .render({"points": -6})
    )
    assert html == page == "−6"
    assert environment().from_string("{{ points|figure }}").render(points=6) == "6"


def test_averages_have_a_minus_and_nothing_has_none() -> None:
    shown = engines["django"].from_string("{% load figures %}{{ number|average }}")
    averages = [shown.render({"number": number}) for number in (-9.24, -0.04, 0, 3.16)]
    assert averages == ["−9.2", "0.0", "0.0", "3.2"]


def test_flaps_have_a_minus() -> None:
    assert 'data-text=" −6"' in flaps(-6, 3, right=True)
