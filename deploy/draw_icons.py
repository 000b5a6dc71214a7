"""Draw the icons of the installed app from static/img/icon.svg: `python deploy/draw_icons.py`, with Chromium.

The maskable icon and Apple's home screen icon fill their square. Their stone is in the inner 80 percent, which no mask
cuts off. The badge of notifications has one colour, because devices show only its shape.
"""

from __future__ import annotations

import os
import re
import shutil
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
PAPER = "#f7f3ea"
COLORS = 96
BADGE = '<circle r="15.5" fill="#fff"/><circle r="5.2" fill="#000"/>'


def icon_drawings() -> dict[str, tuple[int, str]]:
    """Return the size in pixels and the SVG content of each icon, by file name. The content is in the coordinates of
    icon.svg."""
    stone = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", (IMAGES / "icon.svg").read_text())
    filled = f'<rect x="-16" y="-16" width="32" height="32" fill="{PAPER}"/><g transform="scale(.7)">{stone}</g>'
    mask = f'<mask id="m">{BADGE}</mask><circle r="15.5" fill="#fff" mask="url(#m)"/>'
    return {
        "icon-192": (192, stone),
        "icon-512": (512, stone),
        "icon-maskable": (512, filled),
        "icon-touch": (180, filled),
        "badge": (96, mask),
    }


def draw_icon(browser: Browser, name: str, side: int, content: str) -> None:
    """Draw this SVG content as an icon of `side` pixels in the browser, and write it to the file `name`."""
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(
        f'<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32" width="{side}" '
        f'height="{side}" style="display:block">{content}</svg>'
    )
    drawn = Image.open(BytesIO(page.screenshot(omit_background=True)))
    drawn.quantize(COLORS, Image.Quantize.FASTOCTREE).save(IMAGES / f"{name}.png", optimize=True)
    page.close()


def main() -> None:
    """Write all icon files."""
    with sync_playwright() as playwright:
        path = os.environ.get("IGO_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, (side, content) in icon_drawings().items():
            draw_icon(browser, name, side, content)
        browser.close()


if __name__ == "__main__":
    main()
