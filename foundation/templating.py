"""Templates that render faster, with nothing changed in them: `Loader` compiles them as Django does, and then gives the
tags that pages have by the hundred a `render` that does once what comes out the same every time, and asks nothing of
which the answer is known.

What is kept goes by all that it depends on: a sentence by its language, an address by the names and numbers in it.
Whatever else a tag may say (`as`, filters, plurals, keyword arguments, templates whose names are variables) is left
to Django.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, cast

from django.template import Template
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Origin,
    TextNode,
    Variable,
    VariableDoesNotExist,
    VariableNode,
    render_value_in_context,
)
from django.template.context import Context
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    CycleNode,
    IfChangedNode,
    IfNode,
    LoadNode,
    ResetCycleNode,
    URLNode,
)
from django.template.loader_tags import (
    BLOCK_CONTEXT_KEY,
    BlockContext,
    BlockNode,
    ExtendsNode,
    IncludeNode,
    construct_relative_path,
)
from django.template.loaders import cached
from django.template.smartif import TokenBase
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from foundation.kept import Kept
from foundation.paths import path_of
from foundation.template_values import Choice, PlainValue, Shown, Value


class Loader(cached.Loader):
    """Loads by the loaders it is given, and keeps what they find."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """The template, compiled. Raises TemplateDoesNotExist."""
        known = self.get_template_cache.get(self.cache_key(template_name, skip))
        if isinstance(known, Template):
            return known
        template = super().get_template(template_name, skip)
        for node in template.nodelist.get_nodes_by_type(Node):
            _quicken(node)
            for expression in _expressions(list(vars(node).values())):
                if type(expression.var) is Variable and expression.var.lookups is not None:
                    expression.var.__class__ = Value
                    if not (expression.filters or expression.var.translate or isinstance(node, TranslateNode)):
                        expression.__class__ = PlainValue
        for nodes in [template.nodelist, *_lists_in(template.nodelist)]:
            _join_fixed(nodes)
            if type(nodes) is NodeList and not self.engine.debug:
                nodes.__class__ = Nodes
        return template


def _quicken(node: Node) -> None:
    """Give the node its quick `render`, if it is of a kind that has one and says nothing that only Django can do."""
    if type(node) in _WHATEVER_THEY_SAY:
        node.__class__ = _WHATEVER_THEY_SAY[type(node)]
    elif type(node) is URLNode and not node.kwargs and node.asvar is None and _has_one_room(node.view_name):
        node.__class__ = Address
    elif type(node) is TranslateNode and node.asvar is None and _is_plain(node.filter_expression, node.message_context):
        node.__class__ = Sentence
    elif type(node) is BlockTranslateNode and node.asvar is None and not node.plural:
        if _is_plain(node.message_context):
            node.__class__ = SentenceWithValues
    elif type(node) is IncludeNode and _is_plain(node.template) and not node.isolated_context:
        node.__class__ = Inclusion
    elif type(node) is ExtendsNode and _is_plain(cast("FilterExpression", node.parent_name)):
        node.__class__ = Extension


def _expressions(part: object) -> Iterator[FilterExpression]:
    """Those in an attribute of a node: alone, in lists and by names, and in conditions."""
    if isinstance(part, FilterExpression):
        yield part
    elif isinstance(part, dict):
        yield from _expressions(list(part.values()))
    elif isinstance(part, list | tuple) and not isinstance(part, NodeList):
        for one in part:
            yield from _expressions(one)
    elif isinstance(part, TokenBase):
        yield from _expressions([getattr(part, name, None) for name in ("value", "first", "second")])


def _lists_in(nodes: NodeList) -> Iterator[NodeList]:
    """All lists of nodes that stand in these nodes."""
    for node in nodes:
        found = [part for value in vars(node).values() for part in _parts(value) if isinstance(part, NodeList)]
        yield from found
        for inner in found:
            yield from _lists_in(inner)


def _parts(value: object) -> Iterator[object]:
    """The value, and what is in it when it is a plain list or a tuple (conditions with their nodes)."""
    yield value
    if isinstance(value, list | tuple) and not isinstance(value, NodeList):
        for one in value:
            yield from _parts(one)


def _join_fixed(nodes: NodeList) -> None:
    """Put neighbours together that say the same in every page of a language."""
    joined: list[Node] = []
    for is_fixed, run in groupby(nodes, _is_fixed):
        some = list(run)
        joined += [Run(some)] if is_fixed and len(some) > 1 else some
    nodes[:] = joined


def _is_fixed(node: Node) -> bool:
    if type(node) is Address:
        return not node.args and _is_plain(node.view_name)
    if type(node) is StaticNode:
        return node.varname is None and _is_plain(node.path)
    return type(node) in (TextNode, Sentence, LoadNode, CommentNode)


def _has_one_room(view: FilterExpression) -> bool:
    """Whether the name of the view means the same on every page, as all do but those of the back office."""
    return _is_plain(view) and not str(view.var).startswith("admin:")


def _is_plain(*expressions: FilterExpression | None) -> bool:
    """Whether all of them are literals without filters, or nothing."""
    return all(one is None or (not one.filters and getattr(one.var, "lookups", None) is None) for one in expressions)


def _language(context: Context) -> str | None:
    """The language, looked up once for a context: no template of ours changes it within a page."""
    known = vars(context)
    if "language" not in known:
        known["language"] = get_language()
    return known["language"]  # type: ignore[no-any-return]


class Run(Node):
    """Neighbours that say the same in every page of a language, once for each."""

    child_nodelists = ()

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = tuple(nodes)
        self.token, self.origin = nodes[0].token, nodes[0].origin

    def render(self, context: Context) -> str:
        """What they say."""
        return _said_by(self, context, NodeList(self.nodes).render)


def _said_by(node: Node, context: Context, render: Callable[[Context], str]) -> SafeString:
    """What a node says that says the same in every page of a language: kept with it, as there are few languages."""
    kept: dict[tuple[str | None, bool], SafeString] = vars(node).setdefault("kept", {})
    key = _language(context), context.autoescape
    if key not in kept:
        kept[key] = SafeString(render(context))
    return kept[key]


class Address(URLNode):
    """An address by the names of its view and its arguments."""

    def render(self, context: Context) -> str:
        """The address, escaped where the template escapes."""
        args = tuple([arg.resolve(context) for arg in self.args])
        if not _IN_ADDRESSES.issuperset(map(type, args)):
            return str(super().render(context))
        url = path_of(self.view_name.resolve(context), *args)
        return conditional_escape(url) if context.autoescape else url


_IN_ADDRESSES = frozenset((int, str, SafeString))


class Token(CsrfTokenNode):
    """`{% csrf_token %}`: a page has one in each of its forms."""

    def render(self, context: Context) -> str:
        """The field; letters and digits need not be escaped."""
        written = str(context.get("csrf_token") or "")
        if not written.isalnum() or written == "NOTPROVIDED":  # as Django calls none
            return super().render(context)
        return SafeString(f'<input type="hidden" name="csrfmiddlewaretoken" value="{written}">')


_WHATEVER_THEY_SAY: dict[type[Node], type[Node]] = {VariableNode: Shown, IfNode: Choice, CsrfTokenNode: Token}
"""Kinds of nodes whose quick `render` knows all that they can say."""


class Sentence(TranslateNode):
    """A sentence without values, once for each language."""

    def render(self, context: Context) -> SafeString:
        """The sentence in the current language."""
        return _said_by(self, context, super().render)


class SentenceWithValues(BlockTranslateNode):
    """A sentence with values, which is looked up once for each language."""

    def render(self, context: Context, nested: bool = False) -> SafeString:
        """The sentence in the current language, with its values."""
        pattern, names = _patterns.get_or_make((self, _language(context)), lambda: self._looked_up(context))
        values = {name: self._value(name, context) for name in names}
        try:
            return SafeString(pattern % values)
        except (KeyError, ValueError):  # a translation that names what there is not: Django says it in English
            return SafeString(super().render(context, nested))

    def _looked_up(self, context: Context) -> tuple[str, list[str]]:
        message, names = self.render_token_list(self.singular)
        if self.message_context is None:
            return gettext(message), names
        return pgettext(self.message_context.resolve(context), message), names

    def _value(self, name: str, context: Context) -> str:
        own = self.extra_context.get(name)
        try:
            value = context[name] if own is None else own.resolve(context)
        except (KeyError, VariableDoesNotExist):
            value = ""
        return render_value_in_context(value, context)


_patterns: Kept[tuple[Node, str | None], tuple[str, list[str]]] = Kept(5_000)


class Inclusion(IncludeNode):
    """A template of a fixed name, looked for once."""

    def render(self, context: Context) -> SafeString:
        """What the template says."""
        template, is_plain = vars(self).get("included") or self._found(context)
        context.dicts.append({name: value.resolve(context) for name, value in self.extra_context.items()})
        try:
            return template.nodelist.render(context) if is_plain else template.render(context)
        finally:
            context.dicts.pop()

    def _found(self, context: Context) -> tuple[Template, bool]:
        """The template, and whether none of its tags remembers anything while it is rendered: then it needs no memory
        of its own."""
        assert context.template is not None
        name = construct_relative_path(str(self.origin.template_name), self.template.resolve(context))
        template = context.template.engine.get_template(str(name))
        is_plain = not any(template.nodelist.get_nodes_by_type(kind) for kind in REMEMBERING)
        found = vars(self)["included"] = (template, is_plain)
        return found


class Extension(ExtendsNode):
    """A template that fills the blocks of another one of a fixed name, which is looked through for them once."""

    def render(self, context: Context) -> Any:
        """What the other template says with these blocks."""
        parent, blocks = vars(self).get("extended") or self._found(context)
        notes: Any = context.render_context
        there = notes.setdefault(BLOCK_CONTEXT_KEY, BlockContext())
        there.add_blocks(self.blocks)
        if blocks is not None:
            there.add_blocks(blocks)
        with notes.push_state(parent, isolated_context=False):
            return parent._render(context)

    def _found(self, context: Context) -> tuple[Any, dict[str, BlockNode] | None]:
        """The other template, and its blocks, None where it extends a third, which says that it has them."""
        parent: Any = self.get_parent(context)
        first = next((node for node in parent.nodelist if not isinstance(node, TextNode)), None)
        is_root = not isinstance(first, ExtendsNode)
        blocks = {node.name: node for node in parent.nodelist.get_nodes_by_type(BlockNode)} if is_root else None
        found = vars(self)["extended"] = (parent, blocks)
        return found


REMEMBERING = (ExtendsNode, BlockNode, CycleNode, ResetCycleNode, IfChangedNode)
"""Tags that note something in `render_context`, which each template has its own of."""


class Nodes(NodeList):
    """A list of nodes that notes nothing for Django's page of errors, which there is with DEBUG alone."""

    def render(self, context: Context) -> SafeString:
        """What they say, one after the other."""
        return SafeString("".join([node.render(context) for node in self]))
