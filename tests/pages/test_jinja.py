"""The environment of parts: escaped, translated, strict, and without its line breaks."""

import pytest
from django.utils import translation
from jinja2 import UndefinedError

from games.pages.jinja import environment


def rendered(source: str, **values: object) -> str:
    return environment().from_string(source).render(values)


NASTY = "<script>\"'&"


def test_what_is_filled_in_is_escaped() -> None:
    escaped = "&lt;script&gt;&#34;&#39;&amp;"
    assert rendered("<p>{{ name }}</p>", name=NASTY) == f"<p>{escaped}</p>"
    html = rendered('{{ _("<strong>%(name)s</strong> to move", name=name) }}', name=NASTY)
    assert html == f"<strong>{escaped}</strong> to move"
    assert rendered('<p title="{{ _("Remove %(name)s", name=name) }}">', name=NASTY) == (
        f'<p title="Remove {escaped}">'
    )


def test_messages_are_said_in_the_readers_language_with_their_plurals() -> None:
    source = '{{ ngettext("%(n)s ticket", "%(n)s tickets", n, n=n) }}, {{ _("Undo") }}'
    with translation.override("de"):
        assert rendered(source, n=1) == "1 Zielkarte, Rückgängig"
        assert rendered(source, n=2) == "2 Zielkarten, Rückgängig"
    with translation.override("en"):
        assert rendered(source, n=2) == "2 tickets, Undo"


def test_a_name_that_nobody_gave_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ tickets }}")
    with pytest.raises(UndefinedError):
        rendered("{% if tickets %}{% endif %}")


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
        ("<b>a</b> <i>b</i>\n", "<b>a</b> <i>b</i>"),
        ("<p>\n  {% if x %}\n    two\n    words\n  {% endif %}\n</p>", "<p>two words</p>"),
        ('<p class="a"\n  id="b">', '<p class="a" id="b">'),
        ('<p class="a\n  {%- if x %} b{% endif %}">', '<p class="a b">'),
    ],
)
def test_line_breaks_are_for_whoever_reads_the_template(source: str, html: str) -> None:
    assert rendered(source, x=True) == html
