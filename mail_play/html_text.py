"""Extract the text of untrusted HTML in linear time. `html.parser` would reread elements that are not closed."""

from __future__ import annotations

import html
import re

_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<unread>script|style|title)\b.*?(?:</(?P=unread)\s*>|\Z)"
    r"""|<(?P<end>/?)(?P<tag>[a-z][^\s/>]*)(?:=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))?|[^>=])*(?:>|\Z)"""
    r"|<[!?/][^>]*(?:>|\Z)"
    r"|(?P<text>[^<]+|<)",
    re.DOTALL | re.IGNORECASE,
)
"""The next token. Each alternative ends at the end of the text at the latest, so that no attempt to match it fails."""
_WITHOUT_TEXT = frozenset({"head", "blockquote", "template"})
_INLINE = frozenset({"a", "b", "i", "u", "em", "strong", "span", "font", "small", "code", "tt", "bdi", "bdo", "wbr"})


def html_to_text(content: str) -> str:
    """Return the text of the HTML, one line per block, without drawings and scripts. A quoted e-mail is replaced by
    ">"."""
    parts: list[str] = []
    depth, keeps_lines = 0, False
    for token in _TOKEN.finditer(content):
        tag, text = (token["tag"] or "").lower(), token["text"]
        if text and not depth:
            parts.append(text if keeps_lines else re.sub(r"\s+", " ", text))
        elif tag in _WITHOUT_TEXT:
            parts += ["\n>\n"] if tag == "blockquote" and not depth else []
            depth = max(0, depth - 1) if token["end"] else depth + 1
        elif tag and tag not in _INLINE:
            depth = 0 if tag == "body" else depth
            keeps_lines = not token["end"] if tag == "pre" else keeps_lines
            parts.append("\n")
    return _unescape("".join(parts))


def _unescape(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:  # a number of a character with thousands of digits
        return text
