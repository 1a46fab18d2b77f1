"""Security headers of every page, in addition to those from Django and django-csp."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Browser features that no page uses are switched off, in case foreign code gets to run in one.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "camera", "display-capture", "geolocation", "microphone", "midi", "payment",
        "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip


class SecurityHeaders:
    """Switches off what no page uses, and keeps other sites from loading ours."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
