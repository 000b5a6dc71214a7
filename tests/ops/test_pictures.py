"""The differences between two pictures of a page (python -m tests.pictures)."""

import os
import subprocess
import sys

from PIL import Image

from tests.pictures.comparing import MARK, compare, write_index


def test_what_changed_is_marked_and_counted_and_the_edges_of_letters_are_not(tmp_path):
    for name in ("now", "before"):
        (tmp_path / name).mkdir()
    before = Image.new("RGB", (10, 10), "white")
    before.save(tmp_path / "before" / "home.png")
    before.save(tmp_path / "before" / "same.png")
    now = Image.new("RGB", (10, 20), "white")
    now.putpixel((3, 4), (200, 30, 30))
    now.putpixel((5, 5), (240, 240, 240))
    now.save(tmp_path / "now" / "home.png")
    before.save(tmp_path / "now" / "same.png")
    before.save(tmp_path / "now" / "new.png")

    changed = compare(tmp_path, ["home.png", "same.png", "new.png"])

    assert changed == {"home.png": 1 / 200, "same.png": 0}
    marked = Image.open(tmp_path / "differences" / "home.png")
    assert [marked.getpixel(point) == MARK for point in ((3, 4), (5, 5), (0, 0))] == [True, False, False]
    index = write_index(tmp_path, ["home.png", "same.png", "new.png"], changed).read_text()
    assert index.index("home.png – 0.5% changed") < index.index(">new.png<") < index.index("same.png – 0.0% changed")


def test_the_command_starts_without_settings_in_the_environment():
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    shown = subprocess.run(
        [sys.executable, "-m", "tests.pictures", "--help"], env=environment, capture_output=True, text=True, check=False
    )

    assert "--widths" in shown.stdout, shown.stderr
