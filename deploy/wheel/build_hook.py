"""Compile the message catalogs when the wheel is built, so that an installed server does not compile them when it
starts."""

from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslationsHook(BuildHookInterface):  # type: ignore[type-arg]
    """A build hook that hatchling calls before it packs the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the translations: write a .mo file next to each .po file. Does nothing for an editable install, which
        uses the files of the source."""
        if version == "editable":
            return
        for source in sorted(Path(self.root).glob("locale/*/LC_MESSAGES/*.po")):
            polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
