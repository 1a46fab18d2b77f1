"""Django's own users and groups, with permissions in the reader's language, and only those for
which the administration has a page: any other would open nothing."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

DEEDS: dict[str, Promise] = {
    "add": pgettext_lazy("a permission", "add"),
    "change": pgettext_lazy("a permission", "change"),
    "delete": pgettext_lazy("a permission", "delete"),
    "view": pgettext_lazy("a permission", "view"),
}


class PermissionsField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, permission: Permission) -> str:
        model = permission.content_type.model_class()
        assert model is not None
        deed = DEEDS[permission.codename.partition("_")[0]]
        kind = capfirst(str(model._meta.verbose_name_plural))
        return _("{kind}: {deed}").format(kind=kind, deed=deed)


def offered() -> QuerySet[Permission]:
    """The permissions for everything that has a page here."""
    about = Q(pk__in=())
    for model in admin.site._registry:
        name = model._meta.model_name
        deeds = [f"{deed}_{name}" for deed in DEEDS]
        about |= Q(content_type__app_label=model._meta.app_label, codename__in=deeds)
    return Permission.objects.filter(about).select_related("content_type")


def with_permissions(field: Any) -> Any:
    if isinstance(field, PermissionsField):
        field.queryset = offered()
    return field


class OurGroupAdmin(GroupAdmin):
    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            kwargs["form_class"] = PermissionsField
        return with_permissions(super().formfield_for_manytomany(db_field, request, **kwargs))


class OurUserAdmin(UserAdmin):
    def formfield_for_manytomany(self, db_field: Any, request: Any = None, **kwargs: Any) -> Any:
        if db_field.related_model is Permission:
            kwargs["form_class"] = PermissionsField
        return with_permissions(super().formfield_for_manytomany(db_field, request, **kwargs))


def register() -> None:
    """Replace Django's own admin classes."""
    admin.site.unregister([Group, User])
    admin.site.register(Group, OurGroupAdmin)
    admin.site.register(User, OurUserAdmin)
