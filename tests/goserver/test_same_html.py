"""Pages are the same with our loader and tags as with Django's."""

import os
import subprocess
import sys

from tests.support.databases import ROOT, put_demo

NIGHTLY = os.environ.get("IGO_NIGHTLY")
SOME = ("--languages", "fa", "--every", "11")


def test_every_page_is_the_same_html_as_with_djangos_own_loaders_and_tags(tmp_path):
    """By day one page in eleven in Persian, at night all in three languages."""
    put_demo(tmp_path)
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {"IGO_DATA_DIR": str(tmp_path), "IGO_BOOTSTRAPPED": "1", "IGO_HOUSE_BOT": "1"}
    command = [sys.executable, "-m", "tests.pictures.same_html", *(() if NIGHTLY else SOME)]

    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
