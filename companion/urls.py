"""The URL patterns of the whole site."""

from django.contrib import admin
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from companion.server.metrics import metrics
from games.views.sign_in import slows_passwords

admin.site.login = slows_passwords(admin.site.login)  # type: ignore[method-assign]

handler400 = "games.views.bad_request.bad_request"


class Icon(RedirectView):
    """The icon, for browsers that request it by its old name."""

    http_method_names = ["get", "head"]

    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        return static("favicon.svg")


urlpatterns = [
    path("favicon.ico", Icon.as_view()),
    path("", include("games.urls")),
    path("admin/sheets/", include("games.views.map_editor")),  # before the admin's own catch-all
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("metrics", metrics, name="metrics"),
]
