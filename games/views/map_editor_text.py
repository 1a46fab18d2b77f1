"""What the drawing board's script says, in the reader's language."""

from django.utils.translation import gettext as _


def words() -> dict[str, str]:
    return {
        "new_place": _("New place"),
        "between": _("{a} – {b}"),
        "nowhere": _("(no such place)"),
        "route": _("{a} – {b}, {color}, length {length}"),
        "ticket": _("{a} – {b}, {points} points"),
        "place": _("{name}"),
        "country": _("{name}, a country"),
        "saved": _("saved"),
        "saving": _("saving …"),
        "unsaved": _("not saved yet"),
        "was_saved": _("Saved."),
        "deleted_place": _("{name} is gone, with {routes} of its routes and {tickets} tickets."),
        "deleted_route": _("The route {name} is gone."),
        "deleted_ticket": _("The ticket {name} is gone."),
        "exists": _("There is already a ticket between these two."),
        "same": _("Pick another place: both ends are the same."),
        "shortest": _("shortest path: {n}"),
        "no_path": _("no path joins them yet"),
        "parallel": _("{n} routes run in parallel here; they share length and bend."),
        "offline": _("The server does not answer. Nothing is lost: try again in a moment."),
        "odd": _("The server answered with something else than expected. Nothing is lost."),
        "unsound": _("Players see it once the errors on the list are gone."),
        "no_problems": _("No problems: this sheet can be published."),
        "warnings_only": _("Only warnings: this sheet can be published."),
        "not_a_picture": _("This file is not a picture."),
        "id_taken": _("Another place has this id."),
        "id_shape": _("An id has lower-case letters, digits and single hyphens."),
        "checked": _("checked against the printed board"),
        "not_yet": _("There are errors: it cannot be published yet."),
        "here": _("here: {n}"),
        "on_board": _("In the bag: {bag}. On the board: {board}."),
        "deck": _("Deck"),
        "edition": _("Edition"),
        "undone": _("Undone."),
        "redone": _("Redone."),
        "hint_select": _(
            "Drag places. Tap a route: 1–9 is its length, a letter its colour, the handle bends it."
        ),
        "hint_place": _("Tap where the new place lies, type its name, press Enter."),
        "hint_route": _("Tap the place where the new route starts."),
        "hint_route_to": _("From {name}: tap the place where the route ends."),
        "hint_ticket": _("Tap the first place of the ticket."),
        "hint_ticket_to": _("From {name}: tap the other place of the ticket."),
        "hint_picture": _("Drag the picture into place; use the wheel to look closer."),
        "hint_on_place": _("Arrow keys move it, with Shift further."),
    }
