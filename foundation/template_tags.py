"""Faster versions of the template tags that pages use hundreds of times (settings.TEMPLATES).

Tags with options that these versions do not support (`as`, keyword arguments, names in variables) use Django's own
versions.
"""

from __future__ import annotations

from html import escape
from typing import Any, cast

from django.conf import settings
from django.template import Library, Node, NodeList, Template, defaulttags, loader_tags
from django.template.base import FilterExpression, Parser, Token, VariableNode, render_value_in_context
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from foundation.paths import path_of

register = Library()
REMEMBERING = (
    loader_tags.ExtendsNode,
    loader_tags.BlockNode,
    defaulttags.CycleNode,
    defaulttags.ResetCycleNode,
    defaulttags.IfChangedNode,
)
"""Nodes that store something in `render_context`, which each template has for itself."""
_ARGUMENTS = frozenset((int, str, SafeString))


class ShowNode(VariableNode):
    """A template node that renders a variable. Plain text and whole numbers are rendered without looking up formats."""

    def render(self, context: Context) -> str:
        """Return the value, escaped if autoescape is on."""
        value = self.filter_expression.resolve(context)
        kind = type(value)
        if kind is SafeString:
            return cast(str, value)
        if kind is str:
            return escape(value) if context.autoescape else cast(str, value)
        if kind is int and not settings.USE_THOUSAND_SEPARATOR:
            return str(value)
        return render_value_in_context(value, context)


@register.tag
def show(parser: Parser, token: Token) -> Node:
    """Return the node for `{% show value %}`, which `foundation.folding` writes in place of `{{ value }}`."""
    return ShowNode(parser.compile_filter(token.contents.removeprefix("show ")))


class LiteralIncludeNode(loader_tags.IncludeNode):
    """A template node that includes a template with a literal name, which is looked up once."""

    found: Template | NodeList | None = None

    def render(self, context: Context) -> SafeString:
        """Return the rendered template. Raises TemplateDoesNotExist."""
        found = self.found or self._find_nodes(context)
        with context.push(**{name: value.resolve(context) for name, value in self.extra_context.items()}):
            return found.render(context)

    def _find_nodes(self, context: Context) -> Template | NodeList:
        """Return the nodes of the template, or the template itself if one of its tags needs its own
        `render_context`."""
        assert context.template is not None
        template = context.template.engine.get_template(self.template.resolve(context))
        remembers = any(template.nodelist.get_nodes_by_type(kind) for kind in REMEMBERING)
        self.found = template if remembers else template.nodelist
        return self.found


@register.tag
def include(parser: Parser, token: Token) -> Node:
    """Return the node for `{% include "name.html" with value=... %}`. Tags with `only` or a name that is not literal
    get Django's own node."""
    node = loader_tags.do_include(parser, token)
    if node.isolated_context or not _is_literal(node.template):
        return node
    return LiteralIncludeNode(node.template, extra_context=node.extra_context)


class LiteralURLNode(defaulttags.URLNode):
    """A template node that renders the URL of a view with a literal name."""

    def render(self, context: Context) -> str:
        """Return the URL, escaped if autoescape is on. Raises NoReverseMatch."""
        args = [arg.resolve(context) for arg in self.args]
        if not _ARGUMENTS.issuperset(map(type, args)):
            return super().render(context)
        path = path_of(self.view_name.resolve(context), *args)
        return conditional_escape(path) if context.autoescape else path


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """Return the node for `{% url "view" argument ... %}`. URLs of the admin site get Django's own node, because they
    depend on the page."""
    node = defaulttags.url(parser, token)
    if node.kwargs or node.asvar or not _is_literal(node.view_name) or node.view_name.var.startswith("admin:"):
        return node
    return LiteralURLNode(node.view_name, node.args, node.kwargs, node.asvar)


def _is_literal(expression: FilterExpression) -> bool:
    return not expression.is_var and not expression.filters


@register.filter
def attributes(attrs: dict[str, Any]) -> SafeString:
    """Return the HTML attributes of a form field. The result is the same as that of Django's own template, which needs
    four tags for each attribute."""
    written = (
        f" {conditional_escape(name)}" + ("" if value is True else f'="{conditional_escape(value)}"')
        for name, value in attrs.items()
        if value is not False
    )
    return mark_safe("".join(written))  # noqa: S308 - escaped above


@register.filter
def value_attribute(widget: dict[str, Any]) -> SafeString:
    """Return the attribute `value` of an input, or "" for None."""
    return attributes({} if widget["value"] is None else {"value": widget["value"]})
