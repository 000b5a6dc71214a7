"""The colours of the style sheets, and the contrast between two of them by WCAG's formula.

https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
"""

from __future__ import annotations

import re
from pathlib import Path

CSS = Path(__file__).resolve().parents[2] / "static/css"
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
DEAD = 0.42
"""How much of a dead stone is seen."""


def tokens(sheet: str, *selectors: str) -> dict[str, str]:
    """The tokens of a sheet as the rules with these selectors leave them, the later over the earlier."""
    text = re.sub(r"/\*.*?\*/", "", (CSS / sheet).read_text(), flags=re.S)
    found: dict[str, str] = {}
    for selector in selectors:
        bodies = [body for names, body in BLOCK.findall(text) if selector in [n.strip() for n in _split(names)]]
        assert bodies, selector
        found.update(TOKEN.findall(bodies[0]))
    return found


def _split(selectors: str) -> list[str]:
    """At the commas that are in no brackets."""
    return re.split(r",(?![^()]*\))", selectors)


def rgb(color: str) -> tuple[float, ...]:
    """A colour such as #fff or #f7f3ea, as three numbers up to 255."""
    digits = color.strip().removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))


def mixed(over: str, under: str, share: float) -> str:
    """The colour that is seen when this much of `over` lies over `under`."""
    pairs = zip(rgb(over), rgb(under), strict=True)
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in pairs)


def contrast(one: str, other: str) -> float:
    """From 1, the same, to 21, black and white."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = (part / 255 for part in rgb(color))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


PAGES = {
    "light": [":root"],
    "dark": [":root", ':root[data-theme="dark"]'],
    "contrast": [":root", ':root[data-theme="contrast"]'],
}
"""Which rules of base.css make a theme of the pages."""
WOOD = '[data-board="wood"]'
BOARDS = {
    "wood": [WOOD],
    "wood in dark": [WOOD, ':where(:root[data-theme="dark"])'],
    "paper": [WOOD, '[data-board="paper"]'],
    "slate": [WOOD, '[data-board="slate"]'],
    "contrast": [WOOD, '[data-board="contrast"]'],
}
"""Which rules of board.css make a board theme."""
MORE_BOARDS = ("bamboo", "walnut", "jade", "indigo")
"""The themes of boards.css, each with all of its tokens."""
INK, WHITE = "#221d16", "#fff"
"""What marks on white and on black stones are drawn with."""


def of_pages() -> dict[str, dict[str, float]]:
    """Contrast by what is seen on what and theme of the pages; the worst of background, surface and sunk."""
    rows: dict[str, dict[str, float]] = {}
    for theme, selectors in PAGES.items():
        token = tokens("base.css", *selectors)
        grounds = [token[name] for name in ("bg", "surface", "sunk")]
        seen = ["text", "muted", "control", "primary", "danger", "success", "warning", "link", "focus"]
        for name in seen:
            rows.setdefault(name, {})[theme] = min(contrast(token[name], ground) for ground in grounds)
        on_quiet = min(contrast(token["accent"], token[name]) for name in ("bg", "surface"))
        rows.setdefault("accent (bg, surface)", {})[theme] = on_quiet
        rows.setdefault("text on primary", {})[theme] = contrast(token["on-primary"], token["primary"])
        rows.setdefault("primary on chosen", {})[theme] = contrast(token["primary"], token["primary-2"])
    return rows


def of_boards() -> dict[str, dict[str, float]]:
    """The same of the boards; the worst of both ends of the board's shade. What has a rim is seen by its rim."""
    rows: dict[str, dict[str, float]] = {}
    found = {theme: tokens("board.css", *selectors) for theme, selectors in BOARDS.items()}
    found |= {theme: tokens("boards.css", f'[data-board="{theme}"]') for theme in MORE_BOARDS}
    for theme, token in found.items():
        grounds = [token["board"], token["board-2"]]
        is_flat = "url" not in token["black"]
        black, white = token["b3"] if is_flat else token["b2"], token["w2"]
        has_dot = token["last"] != "none"
        pale = {name: mixed(stone, token["board"], DEAD) for name, stone in (("black", token["b3"]), ("white", white))}
        black_edge = token["b3"] if token["brim"] == "none" else token["brim"]
        white_edge = max((token["rim"], white), key=lambda color: contrast(color, token["board"]))
        of = {
            "lines and letters": _worst(token["line"], grounds),
            "black stones": _worst(black_edge, grounds),
            "white stones": _worst(white_edge, grounds),
            "rim on white": contrast(token["rim"], white if is_flat else token["w3"]),
            "last move on black": contrast(token["last"] if has_dot else token["on-black"], black),
            "last move on white": contrast(token["last"] if has_dot else token["on-white"], white),
            "ring": _worst(token["ring"], grounds),
            "cross on dead black": contrast(token["cross-2"], pale["black"]),
            "cross on dead white": contrast(token["cross"], pale["white"]),
            "mark on black": contrast(WHITE, black),
            "mark on white": contrast(INK, white),
        }
        for name, value in of.items():
            rows.setdefault(name, {})[theme] = value
    return rows


def _worst(color: str, grounds: list[str]) -> float:
    return min(contrast(color, ground) for ground in grounds)


def table(rows: dict[str, dict[str, float]]) -> str:
    """As docs/design.md has it."""
    columns = next(iter(rows.values()))
    lines = [f"| | {' | '.join(columns)} |", f"|---{'|---' * len(columns)}|"]
    lines += [f"| {name} | {' | '.join(f'{value:.1f}' for value in of.values())} |" for name, of in rows.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(of_pages()), table(of_boards()), sep="\n\n")
