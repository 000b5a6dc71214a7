"""Split uploaded files into games, each in its original encoding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.other_records import read_gib_ngf_or_ugf
from rules.sgf import SgfNode, serialize, split

MOST_NODES = 200_000
"""The largest number of nodes in one file: a megabyte of games has at most 170,000 moves."""
_CHARSET = re.compile(r"(?<![A-Za-z])CA\s*\[[^\]]*\]")
_START = re.compile(r"\(\s*;|\A\s*;(?=\s*[A-Za-z]+\s*\[)")
_OTHER_START = re.compile(r"[\s\ufeff]*(?:\\HS|\[Header\])|.*\n\s*(?:9|13|19)\s*\n")
"""How files of GIB, UGF and NGF begin. Their texts can have the signs with which SGF begins."""
_ROOT_ENDS = re.compile(r"\]\s*[;()]")
_SELF_MARKED = {"utf-8-sig": "utf-8"}


@dataclass(frozen=True, slots=True)
class GameOfFile:
    """One game of a file: its root node, its bytes from the file, and the encoding of these bytes."""

    root: SgfNode
    data: bytes
    codec: str


def split_games(data: bytes, text: str, codec: str) -> Iterator[GameOfFile]:
    """Yield the games of a file that was decoded to this text. Raises SgfError.

    The bytes of a file with a single game are not changed. Of a collection, each game is cut out and encoded as the
    file is. If that encoding cannot represent the game because of broken characters, the game is encoded in UTF-8.
    Games without their first or last brackets get them, in UTF-8, and files of other formats are converted to SGF.
    """
    is_other = _OTHER_START.match(text) or not _START.search(text)
    other = read_gib_ngf_or_ugf(text) if is_other else None
    if other is not None:
        yield GameOfFile(other, serialize([other]).encode(), "utf-8")
        return
    found = split(text, MOST_NODES)
    if len(found) == 1 and _has_outer_brackets(found[0][1]):
        yield GameOfFile(found[0][0], data, codec)
        return
    one_way = _SELF_MARKED.get(codec, codec)
    for root, part in found:
        if not _has_outer_brackets(part):
            yield GameOfFile(root, serialize([root]).encode(), "utf-8")
            continue
        try:
            yield GameOfFile(root, part.encode(one_way), one_way)
        except UnicodeEncodeError:
            yield GameOfFile(root, with_utf8_declared(part).encode("utf-8", "replace"), "utf-8")


def _has_outer_brackets(game: str) -> bool:
    return game.startswith("(") and game.endswith(")")


def with_utf8_declared(text: str) -> str:
    """Return an SGF text with UTF-8 as its declared encoding (property CA). The caller must then write the text in
    UTF-8."""
    start = _START.search(text)
    if start is None:
        return text
    end = _ROOT_ENDS.search(text, start.end())
    root_end = len(text) if end is None else end.end() - 1
    root, rest = text[start.end() : root_end], text[root_end:]
    if _CHARSET.search(root):
        return text[: start.end()] + _CHARSET.sub("CA[UTF-8]", root, count=1) + rest
    return text[: start.end()] + "CA[UTF-8]" + root + rest
