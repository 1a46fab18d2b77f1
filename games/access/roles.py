"""Who may do what in the administration: map editors keep the sheets, superusers everything."""

from django.contrib.auth.models import Group, Permission

MAP_EDITOR = "map editor"


def make_roles() -> None:
    """Create or update the group of map editors, with exactly its permissions. Safe to run
    again."""
    group, _made = Group.objects.get_or_create(name=MAP_EDITOR)
    wanted = Permission.objects.filter(content_type__app_label="games").filter(
        codename__in=[
            *(f"{deed}_mapsheet" for deed in ("view", "add", "change", "delete")),
            *(f"{deed}_report" for deed in ("view", "change")),
        ]
    )
    if set(group.permissions.all()) != set(wanted):
        group.permissions.set(wanted)
