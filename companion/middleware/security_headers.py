"""Headers that every page of ours has, beside those Django and django-csp send."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# What no page of ours uses is switched off, for whatever else might be made to run in one.
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
