"""Compute the differences between two pictures of a page, and write a page that shows them."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PIL import Image, ImageChops

VISIBLE = 24
"""A pixel has changed when one of its colours differs by more than this of 255: less is the edges of letters."""
MARK = (214, 0, 98)
HEAD = """<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>body{font:16px system-ui;margin:24px} figure{display:inline-block;margin:8px;vertical-align:top}
img{max-width:30vw;border:1px solid #999} h2{margin-block:32px 0}</style>
"""


def difference(before: Path, now: Path, to: Path) -> float:
    """Write the new picture, greyed, with every changed pixel marked; the share of pixels that changed, 0 to 1."""
    old, new = Image.open(before).convert("RGB"), Image.open(now).convert("RGB")
    size = (max(old.width, new.width), max(old.height, new.height))
    old, new = _on_canvas(old, size), _on_canvas(new, size)
    red, green, blue = ImageChops.difference(old, new).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    changed = most.point([0] * (VISIBLE + 1) + [255] * (255 - VISIBLE))
    grey = Image.blend(new.convert("L").convert("RGB"), Image.new("RGB", size, "white"), 0.6)
    grey.paste(MARK, mask=changed)
    grey.save(to)
    return changed.histogram()[255] / (size[0] * size[1])


def _on_canvas(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The same picture with room below and next to it."""
    canvas = Image.new("RGB", size, "white")
    canvas.paste(picture)
    return canvas


def compare(folder: Path, names: list[str]) -> dict[str, float]:
    """Compare `now/` with `before/` in this folder into `differences/`: how much of each picture changed."""
    (folder / "differences").mkdir(exist_ok=True)
    both = [name for name in names if (folder / "before" / name).exists()]
    return {
        name: difference(folder / "before" / name, folder / "now" / name, folder / "differences" / name)
        for name in both
    }


def write_index(folder: Path, names: list[str], changed: dict[str, float]) -> Path:
    """A page of all the pictures, those that changed most first."""
    rows = []
    for name in sorted(names, key=lambda name: (-changed.get(name, 0), name)):
        share = f" – {changed[name]:.1%} changed" if name in changed else ""
        kinds = ("now", "before", "differences") if name in changed else ("now",)
        figures = "".join(
            f'<figure><figcaption>{kind}</figcaption><a href="{kind}/{escape(name)}">'
            f'<img loading="lazy" src="{kind}/{escape(name)}" alt=""></a></figure>'
            for kind in kinds
        )
        rows.append(f"<h2>{escape(name)}{share}</h2>{figures}")
    index = folder / "index.html"
    index.write_text(HEAD + "\n".join(rows), encoding="utf-8")
    return index
