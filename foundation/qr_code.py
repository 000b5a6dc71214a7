"""QR codes for URLs."""

from __future__ import annotations

import base64
from io import BytesIO

import qrcode
from qrcode.image.svg import SvgPathImage


def qr_code(link: str) -> str:
    """Return the QR code of a URL as the data URI of an SVG image."""
    picture = BytesIO()
    qrcode.make(link, image_factory=SvgPathImage).save(picture)
    return "data:image/svg+xml;base64," + base64.b64encode(picture.getvalue()).decode()
