"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from companion.server.metrics import metrics
from games.views.sign_in import slows_passwords

admin.site.login = slows_passwords(admin.site.login)  # type: ignore[method-assign]

handler400 = "games.views.bad_request.bad_request"

urlpatterns = [
    path("", include("games.urls")),
    path("admin/sheets/", include("games.views.map_editor")),  # before the admin's own catch-all
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("metrics", metrics, name="metrics"),
]
