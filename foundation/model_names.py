"""Giving a model another name, with its table, its content type and everybody's permissions as they were.

In a migration: `AlterModelTable` with the table's name of today, `RenameModel` (which Django makes nothing of in the
database then, but for the content type, so that the log of the back office still finds it), and
`permissions_follow`.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations


def permissions_follow(app_label: str, old: str, new: str) -> migrations.RunPython:
    """The permissions to add, change, delete and view: anyone who has them keeps them under the model's new name.

    Both names in small letters."""

    def rename(before: str, after: str) -> Any:
        def run(apps: Any, editor: Any) -> None:
            permissions = apps.get_model("auth", "Permission").objects.using(editor.connection.alias)
            for verb in ("add", "change", "delete", "view"):
                found = permissions.filter(content_type__app_label=app_label, codename=f"{verb}_{before}")
                found.update(codename=f"{verb}_{after}")

        return run

    return migrations.RunPython(rename(old, new), rename(new, old), elidable=True)
