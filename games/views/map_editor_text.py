"""What the drawing board's script says, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def plural(one: str, many: str) -> list[str]:
    """A sentence with a number `n`: for one, and for several; the script picks."""
    return [ngettext(one, many, 1), ngettext(one, many, 2)]


def words() -> dict[str, str | list[str]]:
    return {
        "new_place": _("New place"),
        "between": _("{a} – {b}"),
        "nowhere": _("(no such place)"),
        "route": _("{a} – {b}, {color}, length {length}"),
        "tunnel": _("tunnel"),
        "ferry": _("ferry with wild cards: {n}"),
        "ticket": plural("{a} – {b}, {n} point", "{a} – {b}, {n} points"),
        "place": _("{name}"),
        "country": _("{name}, a country"),
        "saved": _("saved"),
        "saving": _("saving …"),
        "unsaved": _("not saved yet"),
        "was_saved": _("Saved."),
        "deleted_place": _("{name} deleted, along with {routes} and {tickets}."),
        "routes": plural("{n} route", "{n} routes"),
        "tickets": plural("{n} ticket", "{n} tickets"),
        "deleted_route": _("Route {name} deleted."),
        "deleted_ticket": _("Ticket {name} deleted."),
        "exists": _("There’s already a ticket between these two."),
        "same": _("Pick another place: both ends are the same."),
        "shortest": _("shortest path: {n}"),
        "no_path": _("not connected yet"),
        "parallel": plural(
            "{n} route runs here.",
            "{n} routes run in parallel here; they share length and bend.",
        ),
        "offline": _("The server isn’t responding. Nothing is lost. Try again in a moment."),
        "odd": _("The server sent an unexpected answer. Nothing is lost."),
        "unsound": _("Fix the listed errors to see the preview."),
        "no_problems": _("No problems: this sheet can be published."),
        "warnings_only": _("Only warnings: this sheet can be published."),
        "not_a_picture": _("This file isn’t a picture."),
        "id_taken": _("Another place already has this id."),
        "id_shape": _("Use lower-case letters, digits and single hyphens."),
        "checked": _("verified against the printed board"),
        "not_yet": _("There are errors, so it can’t be published yet."),
        "here": _("here: {n}"),
        "on_board": _("In the bag: {bag}. On the board: {board}."),
        "deck": _("Deck"),
        "edition": _("Edition"),
        "undone": _("Undone."),
        "redone": _("Redone."),
        "hint_select": _(
            "Drag places. Tap a route, then press 1–9 for its length or a letter for its "
            "colour; drag the handle to bend it."
        ),
        "hint_select_touch": _(
            "Drag places. Tap a route to change it; drag its handle to bend it."
        ),
        "hint_place": _("Tap where the new place goes, type its name and press Enter."),
        "hint_route": _("Tap the place where the new route starts."),
        "hint_route_to": _("From {name}: tap the place where the route ends."),
        "hint_ticket": _("Tap the first place of the ticket."),
        "hint_ticket_to": _("From {name}: tap the other place of the ticket."),
        "hint_picture": _(
            "Drag the picture to move it, or drag its corners onto the corners of the canvas."
        ),
        "hint_many": _("Tap places and routes, or drag a box around them. Arrow keys move them."),
        "hint_many_touch": _("Tap places and routes, or drag a box around them."),
        "hint_group": _("Arrow keys move them, a letter colours their routes, Del deletes them."),
        "hint_comparing": _("{done} of {all} verified. Press X to verify and go to the next."),
        "hint_comparing_touch": _("{done} of {all} verified."),
        "selected": _("Places: {places}, routes: {routes}, tickets: {tickets}"),
        "deleted_many": _("Deleted: {what}."),
        "copied": _("Copied."),
        "taken_over": _("Applied. Save or undo it."),
        "all_compared": _("Everything is verified against the printed board."),
        "kept_copy": _("This browser has kept unsaved changes from {at}."),
        "kept_old_copy": _(
            "This browser has kept unsaved changes from {at}, but the draft has been "
            "saved since. Restoring them would undo that."
        ),
        "hint_on_place": _("Arrow keys move it; hold Shift to move it further."),
    }
