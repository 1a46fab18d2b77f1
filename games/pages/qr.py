"""QR codes as SVG, drawn here and nowhere else."""

import qrcode
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage


def svg(content: str) -> SafeString:
    """An <svg> element without size or colour of its own: the style sheet gives both."""
    code: qrcode.QRCode[SvgPathImage] = qrcode.QRCode(
        image_factory=SvgPathImage, error_correction=qrcode.constants.ERROR_CORRECT_M, border=2
    )
    code.add_data(content)
    code.make(fit=True)
    drawn = code.make_image().to_string(encoding="unicode")
    start = drawn.index("<svg")
    # Made of our own numbers only: the content is dots by now.
    # A page may show several, so none keeps the id the library gives it.
    return mark_safe(drawn[start:].replace("svg:", "").replace(' id="qr-path"', ""))  # noqa: S308
