"""Building the wheel compiles the catalogs, so that an installed server has nothing to compile when it starts."""

from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it packs the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write each .mo next to its .po. An editable install has no wheel's content and needs none."""
        if version == "editable":
            return
        for source in sorted(Path(self.root).glob("locale/*/LC_MESSAGES/*.po")):
            polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
