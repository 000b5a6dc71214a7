"""Refusals of lessons and problems that players make."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Misfit, Refusal


class NoSuchMaterial(
    Refusal, code="no_such_material", http_status=404, sentence=_("This collection does not exist or is private.")
):
    """Raised if the collection or one of its problems does not exist, or this person may not see it."""


class TooManyMaterials(Refusal, code="too_many_materials"):
    """Raised for more than 50 collections of a player."""

    sentence = _("You've reached the limit of 50 collections. Delete one to make room.")


class CollectionFull(Refusal, code="collection_full", fields=("sgf", "file")):
    """Raised for more than 200 problems in a collection, or more than 500 uploaded in a day."""

    sentence = _("A collection can have up to 200 problems, and you can upload up to 500 a day.")


class BadMaterial(Misfit, code="bad_material", http_status=400):
    """Raised for a name, description, language or level that does not fit."""

    sentence = _("Check the name (up to 100 characters), the description (up to 2,000), the language and the level.")
