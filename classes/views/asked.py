"""Find the class of a page for its view."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from classes import access
from classes.access import SeenClass
from classes.errors import NoSuchClass


def class_or_404(request: HttpRequest, class_id: int, key: str = "") -> SeenClass:
    """Return the class and the viewer's role in it. Raises Http404 if the viewer may not see it."""
    try:
        return access.visible_class(request.user, class_id, key)
    except NoSuchClass as error:
        raise Http404 from error
