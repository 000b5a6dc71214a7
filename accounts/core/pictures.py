"""Check, re-encode and store pictures of players and clubs.

Uploaded bytes are never stored or served. Every picture is decoded and encoded again, as 128 by 128 pixels and without
metadata such as the place of a photograph.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from io import BytesIO
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from accounts.core.guests import check_not_guest
from accounts.models import Player, PlayerPicture
from foundation.cpu_slots import cpu_slot
from foundation.refusals import Refusal

SIDE = 128
"""Width and height in pixels: twice the size that pages show."""
FORMATS = ("JPEG", "PNG", "WEBP")
LARGEST = 1_000_000
"""The largest uploaded file in bytes; the server reads no larger body (goserver.middleware.bodies)."""
MOST_PIXELS = 16_000_000
"""The largest number of pixels: a small file can hold a picture that fills the memory."""


class BadPicture(Refusal, code="bad_picture", http_status=400):
    """Raised if a file is not a picture, or is too large."""

    sentence = _("Choose a JPEG, PNG or WebP picture no larger than 1 MB and 16 megapixels.")


class PicturesOff(Refusal, code="pictures_off", http_status=404):
    """Raised if the server allows no pictures."""

    sentence = _("This server doesn't allow pictures.")


def store_picture(player: Player, file: bytes, now: datetime) -> None:
    """Store the player's picture, replacing an earlier one. Raises PicturesOff, BadPicture, NotForGuests, TooBusy."""
    if not settings.IGO_PICTURES:
        raise PicturesOff
    check_not_guest(player)
    stored = picture_columns(file, now)
    with transaction.atomic():
        PlayerPicture.objects.update_or_create(player=player, defaults=stored)
        Player.objects.filter(pk=player.pk).update(picture=stored["digest"])


def picture_columns(file: bytes, now: datetime) -> dict[str, Any]:
    """Return the column values of a picture, for the models of players' and clubs' pictures. Raises BadPicture,
    TooBusy."""
    webp = encode_webp(file)
    return {"digest": hashlib.sha256(webp).hexdigest()[:16], "webp": base64.b64encode(webp).decode(), "at": now}


def remove_picture(player: Player) -> None:
    """Delete the player's picture. Pages then show the face that is drawn from the name."""
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(picture="")
        PlayerPicture.objects.filter(player=player).delete()


def find_shown_picture(digest: str) -> bytes | None:
    """Return the picture with this digest as WebP, None if no player shows this picture now."""
    return first_webp_in(PlayerPicture.objects.filter(digest=digest, player__picture=digest))


def first_webp_in(rows: QuerySet[Any]) -> bytes | None:
    """Return the first of these pictures as WebP. Return None if there is none, or if the server allows no pictures."""
    found = rows.first() if settings.IGO_PICTURES else None
    return None if found is None else base64.b64decode(found.webp)


def encode_webp(file: bytes) -> bytes:
    """Return a picture as WebP of 128 by 128 pixels, without metadata. Raises BadPicture, TooBusy."""
    if len(file) > LARGEST:
        raise BadPicture
    try:
        with Image.open(BytesIO(file), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise BadPicture
            with cpu_slot():
                picture.draft("RGB", (4 * SIDE, 4 * SIDE))
                return _square_webp(ImageOps.exif_transpose(picture))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise BadPicture from error


def _square_webp(picture: Image.Image) -> bytes:
    small = ImageOps.fit(picture.convert("RGBA"), (SIDE, SIDE))
    paper = Image.new("RGBA", small.size, "white")
    paper.alpha_composite(small)
    out = BytesIO()
    paper.convert("RGB").save(out, "WEBP", quality=80)
    return out.getvalue()
