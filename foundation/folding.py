"""A template loader that folds constants: fixed messages, URLs and static paths become text before Django compiles the
template.

A page has hundreds of such tags, and rendering text costs nothing. Each language has its own compiled templates. A tag
whose output may differ from page to page remains a tag: one with variables, filters, `as` or a plural, or with braces
in its text. With DEBUG nothing is folded, because Django's error page shows the source of the template.

The space before a separating "·" does not break, so that no line of a page starts with one.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.template.base import Lexer, Origin, Token, TokenType
from django.template.loaders import cached
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import escape
from django.utils.translation import get_language, gettext, pgettext, trim_whitespace

_SOURCES = {
    TokenType.TEXT: "%s",
    TokenType.VAR: "{{ %s }}",
    TokenType.BLOCK: "{%% %s %%}",
    TokenType.COMMENT: "{# %s #}",
}
_SHOWN = "{%% show %s %%}"
"""The template code of a variable (foundation.template_tags)."""
_LITERAL = re.compile(r""""[^"\\]+"|'[^'\\]+'""")
_BECOMES_A_TAG = re.compile("[{}]|^[%#]|[%#]$")
"""Text that Django could read as a tag, alone or together with the text around it."""
_BEFORE_SEPARATOR = re.compile(r"\s+·(?=\s|$)")
_AROUND_TAG_AND_SEPARATOR = re.compile(
    r"\s+((?:(?:\{% (?:if|else|endif|endfor|endwith|endblocktranslate)\b[^%]*%\}|</\w+>)\s*)+)·"
)
"""Space before tags and a separator: it would be followed by the space before the separator."""
_BETWEEN_TAGS = re.compile(r"\s+(?=\{%|</|$)")
_LANGUAGE = re.compile(r"\{%\s*language\s")


class ConstantFoldingLoader(cached.Loader):
    """Loads templates with the given loaders, and caches them compiled for each language.

    A template is in the language that is active when it is loaded. Load and render it with the same language active.
    """

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        """Return the key of a compiled template, which includes the active language."""
        return f"{get_language()}:{super().cache_key(template_name, skip)}"

    def get_contents(self, origin: Origin) -> str:
        """Return the template's source, folded by `fold_constants` in the active language unless the engine is in debug
        mode. Raises TemplateDoesNotExist."""
        source: str = super().get_contents(origin)
        return source if self.engine.debug else fold_constants(source)


def fold_constants(source: str) -> str:
    """Return a template's source with its constant parts as text in the active language: translations, and the URLs of
    views and static files with literal arguments. A source with a `language` tag is unchanged."""
    if _LANGUAGE.search(source):
        return source
    folded = "".join(_fold_tokens(deque(Lexer(source).tokenize())))
    return _AROUND_TAG_AND_SEPARATOR.sub(lambda tags: f"{_BETWEEN_TAGS.sub('', tags[1])}\xa0·", folded)


def _fold_tokens(tokens: deque[Token]) -> Iterator[str]:
    libraries: set[str] = set()
    while tokens:
        token = tokens.popleft()
        name, *arguments = token.split_contents() if token.token_type is TokenType.BLOCK else [""]
        if name == "load" and "from" not in arguments:
            libraries.update(arguments)
        if name in ("blocktranslate", "blocktrans"):
            body = _take_until(tokens, f"end{name}")
            text = _folded_blocktranslate(arguments, body[:-1]) if "i18n" in libraries else None
            yield text or "".join(map(_token_source, [token, *body]))
        elif token.token_type is TokenType.VAR:
            yield _SHOWN % token.contents
        elif token.token_type is TokenType.TEXT:
            yield _with_no_break_before_dots(token.contents)
        else:
            yield _folded_tag(name, arguments, libraries) or _token_source(token)


def _with_no_break_before_dots(text: str) -> str:
    """Return the text with a no-break space before each middle dot, so that no line begins with one."""
    return _BEFORE_SEPARATOR.sub("\xa0·", text)


def _token_source(token: Token) -> str:
    return _SOURCES[token.token_type] % token.contents


def _folded_tag(name: str, arguments: list[str], libraries: set[str]) -> str | None:
    """Return the text of a tag with literal arguments whose library has been loaded, or None if the tag must remain."""
    library, make = _CONSTANTS.get(name, (None, None))
    if make is None or (library and library not in libraries):
        return None
    if name in ("translate", "trans") and arguments[1:2] == ["context"]:
        del arguments[1]
    elif len(arguments) != 1:
        return None
    text = make(*map(_unquote, arguments)) if all(map(_LITERAL.fullmatch, arguments)) else None
    return None if text is None or _BECOMES_A_TAG.search(text) else text


def _unquote(literal: str) -> str:
    return literal[1:-1]


def _translated_message(message: str, context: str = "") -> str:
    """Return the translation of a message. Django doubles percent signs in catalogs, so they are doubled to find the
    message."""
    return _translated(message.replace("%", "%%"), context).replace("%%", "%")


def _translated(message: str, context: str) -> str:
    return _with_no_break_before_dots(pgettext(context, message) if context else gettext(message))


def _view_path(view: str) -> str | None:
    """Return the path of a view. Return None for an unknown view, and for views of the admin site, whose paths depend
    on the page."""
    try:
        return None if view.startswith("admin:") else _url_unless_html_changes_it(reverse(view))
    except NoReverseMatch:
        return None


def _static_path(path: str) -> str | None:
    """Return the URL of a static file, or None if the manifest does not have the file."""
    try:
        return _url_unless_html_changes_it(static(path))
    except ValueError:
        return None


def _url_unless_html_changes_it(address: str) -> str | None:
    """Return the URL, or None if HTML escaping would change it."""
    return address if escape(address) == address else None


_CONSTANTS: dict[str, tuple[str, Callable[..., str | None]]] = {
    "translate": ("i18n", _translated_message),
    "trans": ("i18n", _translated_message),
    "static": ("static", _static_path),
    "url": ("", _view_path),
}
"""Tags that are folded, each with the library that it comes from."""


def _take_until(tokens: deque[Token], end: str) -> list[Token]:
    """Remove the tokens up to and including the tag `end`, and return them."""
    body = [tokens.popleft()]
    while tokens and body[-1].contents != end:
        body.append(tokens.popleft())
    return body


@dataclass
class _BlocktranslateOptions:
    """The options of a `blocktranslate` tag."""

    context: str = ""
    values: str = ""
    trimmed: bool = False


def _supported_blocktranslate_options(arguments: list[str]) -> _BlocktranslateOptions | None:
    """Return the options of a `blocktranslate` tag from its arguments. Return None if there are options other than
    `context`, `trimmed`, and `with` at the end."""
    found, rest = _BlocktranslateOptions(), deque(arguments)
    while rest:
        option = rest.popleft()
        if option == "trimmed":
            found.trimmed = True
        elif option == "context" and rest and _LITERAL.fullmatch(rest[0]):
            found.context = _unquote(rest.popleft())
        elif option == "with" and all(re.match(r"\w+=", value) for value in rest):
            found.values = " ".join(rest)
            rest.clear()
        else:
            return None
    return found


def _folded_blocktranslate(arguments: list[str], body: list[Token]) -> str | None:
    """Return the source that replaces a `blocktranslate` tag: its translation, with a `show` tag for each variable.
    Return None if the tag must remain."""
    options = _supported_blocktranslate_options(arguments)
    names = {token.contents for token in body if token.token_type is TokenType.VAR}
    is_simple = all(token.token_type in (TokenType.TEXT, TokenType.VAR) for token in body)
    if options is None or not is_simple or not all(map(str.isidentifier, names)):
        return None
    message = "".join(map(_message_part, body))
    translation = _translated(trim_whitespace(message) if options.trimmed else message, options.context)
    try:
        if _BECOMES_A_TAG.search(translation % dict.fromkeys(names, "")):
            return None
        text: str = translation % {name: _SHOWN % name for name in names}
    except (KeyError, ValueError):  # Django then uses the English message
        return None
    return f"{{% with {options.values} %}}{text}{{% endwith %}}" if options.values else text


def _message_part(token: Token) -> str:
    """Return a token of a `blocktranslate` message as it is written in the translation catalogs: variables as
    `%(name)s`, percent signs doubled."""
    return f"%({token.contents})s" if token.token_type is TokenType.VAR else token.contents.replace("%", "%%")
