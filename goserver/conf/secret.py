"""The secret key of an installation, kept outside the repository."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def get_or_create_secret_key(data_dir: Path) -> str:
    """Return the secret key stored in `data_dir`, which the first call creates. Only the owner can read its file.

    Two processes that start at the same time get the same key. Raises OSError if the folder is not writable.
    """
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = data_dir / "secret_key"
    if not path.exists():
        _write_key_unless_exists(path, secrets.token_urlsafe(64))
    return path.read_text().strip()


def _write_key_unless_exists(path: Path, key: str) -> None:
    draft = path.with_name(f"secret_key.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(key)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
