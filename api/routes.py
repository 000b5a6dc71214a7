"""Helpers for the URLs of the API."""

from django.urls import URLPattern, path

from api.base import Api


def with_and_without_slash(route: str, view: type[Api], *, slash: bool = True) -> list[URLPattern]:
    """Return two URL patterns for a view: the route as in the schema, and the same route with or without the final
    slash. A redirect between them would lose the body of a request."""
    named, other = (f"{route}/", route) if slash else (route, f"{route}/")
    return [path(named, view.as_view()), path(other, view.as_view(schema=None))]


def alias(route: str, view: type[Api]) -> list[URLPattern]:
    """Return the URL patterns of an additional path for an operation. The schema does not contain this path."""
    return [path(f"{route}/", view.as_view(schema=None)), path(route, view.as_view(schema=None))]
