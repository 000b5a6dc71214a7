"""Helpers for the URLs of the API."""

from django.urls import URLPattern, path

from api.base import Api


def with_and_without_slash(route: str, view: type[Api], *, slash: bool = True) -> list[URLPattern]:
    """Return the URL as the schema names it, and the variant with or without the last slash: a redirect would lose the
    body."""
    named, other = (f"{route}/", route) if slash else (route, f"{route}/")
    return [path(named, view.as_view()), path(other, view.as_view(schema=None))]


def alias(route: str, view: type[Api]) -> list[URLPattern]:
    """Return URL patterns with another path for an operation; the schema has only the first path."""
    return [path(f"{route}/", view.as_view(schema=None)), path(route, view.as_view(schema=None))]
