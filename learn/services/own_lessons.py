"""Check, store and order the pages of lessons made by players, and record which pages a player has done (P7 to P9)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from time import thread_time

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from foundation.cpu_slots import cpu_slot
from learn.errors import InvalidLessonPage, LessonFull, NoSuchMaterial
from learn.models import PAGE_FIELDS, Material, OwnPage
from learn.page_checks import MOST_SECONDS, check_page
from learn.services import progress
from learn.services.collections import progress_item_of_row
from learn.services.materials import check_may_create_materials, lock_own_material, take_next_numbers

MOST_PAGES = 60
LESSON = Material.Kind.LESSON


def add_pages(player: Player, material: Material, pages: Sequence[OwnPage], now: datetime) -> list[OwnPage]:
    """Check these pages, append them to the player's lesson, and return the saved pages. Raises InvalidLessonPage,
    LessonFull, NoSuchMaterial, NotForGuests, Suspended, TooBusy."""
    check_may_create_materials(player, now)
    if len(pages) > MOST_PAGES:
        raise LessonFull
    with cpu_slot():
        until = thread_time() + MOST_SECONDS
        for at, page in enumerate(pages, 1):
            try:
                check_page(page, until)
            except InvalidLessonPage as error:
                raise (error if len(pages) == 1 else error.with_page_number(at)) from error
    with transaction.atomic():
        row = lock_own_material(player, material.key, LESSON)
        if row.pages.count() + len(pages) > MOST_PAGES:
            raise LessonFull
        place = row.pages.order_by("-place").values_list("place", flat=True).first() or 0
        for at, (number, page) in enumerate(zip(take_next_numbers(row, len(pages)), pages, strict=True), 1):
            page.material, page.number, page.place = row, number, place + at
        return OwnPage.objects.bulk_create(pages)


def replace_page(player: Player, page: OwnPage, now: datetime) -> None:
    """Check and store the changed page of the player's lesson. Raises InvalidLessonPage, NoSuchMaterial, NotForGuests,
    Suspended, TooBusy."""
    check_may_create_materials(player, now)
    with cpu_slot():
        check_page(page)
    with transaction.atomic():
        row = lock_own_material(player, page.material.key, LESSON)
        if not row.pages.filter(pk=page.pk).exists():
            raise NoSuchMaterial
        page.save(update_fields=PAGE_FIELDS)


def pages_in_order(material: Material) -> QuerySet[OwnPage]:
    """Return the pages of a lesson, in order."""
    return material.pages.order_by("place", "number")


def find_page(material: Material, number: int) -> OwnPage:
    """Return the page with this number of a lesson. Raises NoSuchMaterial if there is none."""
    page = material.pages.filter(number=number).first()
    if page is None:
        raise NoSuchMaterial
    return page


def mark_page_done(player: Player, page: OwnPage) -> None:
    """Store that the player has done a page."""
    item, number = progress_item_of_row(page)
    progress.add_progress(player, {item: 1 << (number - 1)})
