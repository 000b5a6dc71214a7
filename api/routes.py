"""How the addresses of the API are written."""

from django.urls import URLPattern, path

from api.base import Api


def both(route: str, view: type[Api], *, slash: bool = True) -> list[URLPattern]:
    """The address as the schema names it, and the other way with its last slash: nobody loses a body by a redirect."""
    named, other = (f"{route}/", route) if slash else (route, f"{route}/")
    return [path(named, view.as_view()), path(other, view.as_view(schema=None))]


def alias(route: str, view: type[Api]) -> list[URLPattern]:
    """Another name of an operation, which the schema has under its first one only."""
    return [path(f"{route}/", view.as_view(schema=None)), path(route, view.as_view(schema=None))]
