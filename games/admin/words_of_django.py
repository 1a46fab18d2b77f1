"""Sentences of Django's administration that it lacks in some of our languages, that say *Sie* and
*vous* where our pages say *du* and *tu*, or that take the reader for a man. Our catalogues take
precedence."""

from django.utils.translation import gettext_noop, ngettext_lazy

DJANGOS = (
    gettext_noop("Welcome,"),
    gettext_noop("Log out"),
    gettext_noop("Logged out"),
    gettext_noop("Log in again"),
    gettext_noop("Thanks for spending some quality time with the web site today."),
    gettext_noop(
        "Please enter the correct %(username)s and password for a staff account. Note that both "
        "fields may be case-sensitive."
    ),
    gettext_noop(
        "You are authenticated as %(username)s, but are not authorized to access this page. Would "
        "you like to login to a different account?"
    ),
    gettext_noop("You don’t have permission to view or edit anything."),
    gettext_noop("Select %s to change"),
    gettext_noop("Select %s to view"),
    gettext_noop("Hold down “Control”, or “Command” on a Mac, to select more than one."),
    gettext_noop(
        'Are you sure you want to delete the %(object_name)s "%(escaped_object)s"? All of the '
        "following related items will be deleted:"
    ),
    gettext_noop(
        "Are you sure you want to delete the selected %(objects_name)s? All of the following "
        "objects and their related items will be deleted:"
    ),
    gettext_noop("Yes, I’m sure"),
    gettext_noop(
        "Deleting the %(object_name)s '%(escaped_object)s' would result in deleting related "
        "objects, but your account doesn't have permission to delete the following types of "
        "objects:"
    ),
    gettext_noop(
        "Deleting the selected %(objects_name)s would result in deleting related objects, but "
        "your account doesn't have permission to delete the following types of objects:"
    ),
    gettext_noop("Change history: %s"),
    gettext_noop(
        "This object doesn’t have a change history. It probably wasn’t added via this admin site."
    ),
    gettext_noop("You may edit it again below."),
    gettext_noop("The {name} “{obj}” was changed successfully. You may edit it again below."),
    gettext_noop("The {name} “{obj}” was changed successfully. You may add another {name} below."),
    gettext_noop("The {name} “{obj}” was added successfully. You may add another {name} below."),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they "
        "may still be able to authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Enter a new password for the user <strong>%(username)s</strong>."),
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop("Your password was changed."),
    gettext_noop(
        "Please enter your old password, for security’s sake, and then enter your new password "
        "twice so we can verify you typed it in correctly."
    ),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
)

LEAST = ngettext_lazy(
    "Your password must contain at least %(min_length)d character.",
    "Your password must contain at least %(min_length)d characters.",
    "min_length",
)
