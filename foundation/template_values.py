"""Values in templates, looked up and shown with fewer calls than Django makes for them (`foundation.templating`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from types import MethodType
from typing import Any

from django.conf import settings
from django.template.base import (
    FilterExpression,
    NodeList,
    Variable,
    VariableDoesNotExist,
    VariableNode,
    render_value_in_context,
)
from django.template.context import Context
from django.template.defaulttags import IfNode, TemplateLiteral
from django.utils.safestring import SafeString


class Shown(VariableNode):
    """A value as it is shown: text and whole numbers without being asked what else they may be."""

    def render(self, context: Context) -> str:
        """The value, escaped where the template escapes."""
        try:
            value = self.filter_expression.resolve(context)
        except UnicodeDecodeError:  # as Django does
            return ""
        kind = type(value)
        if kind is SafeString:
            return value  # type: ignore[no-any-return]
        if kind is str:
            return escape(value) if context.autoescape and _TO_ESCAPE.search(value) else value
        if kind is int and not _GROUPED:
            return str(value)
        return render_value_in_context(value, context)


_TO_ESCAPE = re.compile("[&<>\"']")
_GROUPED = bool(settings.USE_THOUSAND_SEPARATOR)


class Choice(IfNode):
    """The first of several parts whose condition holds. A plain value is asked for without Django's three calls."""

    def render(self, context: Context) -> str:
        """What that part says, nothing when no condition holds."""
        for holds, nodes in vars(self).get("ways") or self._ways():
            try:
                is_it = holds is None or holds(context)
            except VariableDoesNotExist:
                is_it = False
            if is_it:
                return nodes.render(context)
        return ""

    def _ways(self) -> list[tuple[Callable[[Context], Any] | None, NodeList]]:
        """Each part with what says whether its condition holds; None where there is none (`else`)."""
        parts = self.conditions_nodelists
        found = [(None if condition is None else _asked(condition), nodes) for condition, nodes in parts]
        vars(self)["ways"] = found
        return found


def _asked(condition: Any) -> Callable[[Context], Any]:
    value: Any = condition.value if type(condition) is TemplateLiteral else None
    return value.var._resolve_lookup if type(value) is PlainValue else condition.eval  # type: ignore[no-any-return]


class PlainValue(FilterExpression):
    """A variable without filters."""

    __slots__ = ()

    def resolve(self, context: Context, ignore_failures: bool = False) -> Any:
        """What it stands for; of what there is not what Django says of it."""
        try:
            return self.var._resolve_lookup(context)
        except VariableDoesNotExist:
            return None if ignore_failures else super().resolve(context)


class Value(Variable):
    """A variable whose names are looked up without the exceptions that Django's own way takes for most of them. What is
    neither in the context, nor in a plain dict, nor a plain attribute is left to Django."""

    __slots__ = ()

    def _resolve_lookup(self, context: Context) -> Any:
        lookups = self.lookups or ()
        for known in reversed(context.dicts):
            if lookups[0] in known:
                current = known[lookups[0]]
                break
        else:
            raise VariableDoesNotExist("Failed lookup for key [%s] in %r", (lookups[0], context))
        if callable(current):
            return super()._resolve_lookup(context)  # type: ignore[misc]
        for name in lookups[1:]:
            kind = type(current)
            if kind is dict:
                if name not in current and not hasattr(dict, name) and not name.isdigit():
                    raise VariableDoesNotExist("Failed lookup for key [%s] in %r", (name, current))
                current = current.get(name, _ASK_DJANGO)
            else:
                current = _ASK_DJANGO if hasattr(kind, "__getitem__") else _attribute(current, name)
            if current is _ASK_DJANGO or callable(current):
                return super()._resolve_lookup(context)  # type: ignore[misc]
        return current


_ASK_DJANGO: Any = object()
"""Stands for what cannot be found in the quick way."""


def _attribute(of: object, name: str) -> Any:
    """The attribute, of a method that wants nothing what it returns."""
    try:
        found = getattr(of, name)
        if type(found) is MethodType and found.__code__.co_argcount == 1 and not hasattr(found, "alters_data"):
            return found()
    except AttributeError:
        return _ASK_DJANGO
    except Exception as error:
        if getattr(error, "silent_variable_failure", False):
            return ""
        raise
    return found
