"""Databases for tests: migrated once and then copied, because migrations take seconds and a copy takes almost no time.

On PostgreSQL, a run creates a template that each of its processes clones. The migrated SQLite file and a dump of the
template are kept in .pytest_cache under names that identify the migrations.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg
from psycopg import sql

from goserver import preparing
from tests.support.programs import need

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".pytest_cache" / "databases"
NAME = "igo.sqlite3"
DEMO_PASSWORD = "correct horse"
STATIC = ("static/**/*", "*/static/**/*", "goserver/conf/storage.py", "goserver/preparing.py", "uv.lock")
DEMO_LASTS = 1800
"""Seconds: the demo's games are in progress, so an older demo would differ from a new one."""
STORED_BY = (
    "*/migrations/*.py",
    "*/apps.py",
    "accounts/security/staff_permissions.py",
    "*/models.py",
    "*/models/*.py",
    "uv.lock",
)
"""Files that determine a migrated database: permissions and groups are created after the migrations."""
CODE = (
    "accounts", "challenges", "foundation", "games", "goserver", "moderation", "notifications", "programs", "ratings",
    "rules", "social",
)  # fmt: skip


def put_migrated(folder: Path, *, is_served: bool = True) -> Path:
    """Put an empty, migrated SQLite database into this data folder; return its file. If a server will run on it, also
    prepare what the server would collect at its first start (goserver/preparing.py)."""
    if is_served:
        put_static(folder)
    return _copy(_kept("migrated", _digest(STORED_BY), _migrate), folder)


def put_demo(folder: Path) -> Path:
    """Put a database with the data of `manage.py demo` into the folder; the players' password is DEMO_PASSWORD."""
    patterns = [f"{app}/**/*.{kind}" for app in CODE for kind in ("py", "json")]
    put_static(folder)
    return _copy(_kept("demo", _digest([*STORED_BY, *patterns]), _make_demo, lasts=DEMO_LASTS), folder)


def put_static(folder: Path) -> None:
    """Put collected static files and their stamp into the folder; a server with an outdated stamp collects them
    itself."""
    kept = _kept("static", _digest(STATIC, dated=True), _collect)
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(kept) as archive:
        archive.extractall(folder)
    stamp = folder / preparing.STAMP
    stamp.write_text(f"{folder / 'static'}\n{stamp.read_text().splitlines()[-1]}")


def _collect(folder: Path) -> None:
    made = folder / "data"
    _manage(
        "shell", "-v0", "-c", "from goserver import preparing; preparing.collect_static_files()", IGO_DATA_DIR=str(made)
    )
    with zipfile.ZipFile(folder / NAME, "w") as archive:
        for path in [made / preparing.STAMP, *sorted((made / "static").rglob("*"))]:
            archive.write(path, path.relative_to(made))


def make_template(address: str, name: str = "igo_template") -> None:
    """Create a migrated database of this name next to the database at the address, a postgres:// URL."""
    create(address, name)
    fill(f"{address.rpartition('/')[0]}/{name}")


def fill(address: str) -> None:
    """Fill this empty PostgreSQL database with the result of the migrations: from a dump, which is created if
    missing."""
    with psycopg.connect(address) as connection:
        version = connection.info.server_version
    dump = _kept(f"postgresql-{version}", _digest(STORED_BY), partial(_migrate_and_dump, address))
    with psycopg.connect(address) as connection:
        is_empty = connection.execute("SELECT to_regclass('django_migrations') IS NULL").fetchone() == (True,)
    if is_empty:
        quiet = ["-X", "-q", "-1", "-v", "ON_ERROR_STOP=1", "-o", os.devnull]
        subprocess.run([need("psql"), *quiet, "-d", address, "-f", str(dump)], check=True)


def _migrate_and_dump(address: str, folder: Path) -> None:
    _manage("migrate", "-v0", DATABASE_URL=address)
    subprocess.run([need("pg_dump"), "-d", address, "-f", str(folder / NAME)], check=True)


def clone(address: str, name: str = "", template: str = "igo_template") -> str:
    """Copy the template, which is created if missing; return the name of the copy, by default "test_..."."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(20261122)")
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template]).fetchone()
        if found is None:
            make_template(address, template)
        name = name or "test_" + address.rpartition("/")[2]
        create(address, name, template)
    return name


def create(address: str, name: str, template: str = "template1") -> None:
    """Create a database next to the one at the address from the template, replacing one of the same name."""
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in (
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)),
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)),
        ):
            connection.execute(statement)


def _files(patterns: Iterable[str]) -> list[Path]:
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if not path.parts[-2].startswith(".")}
    return sorted(path for path in found if ".venv" not in path.parts and path.is_file())


def _digest(patterns: Iterable[str], *, dated: bool = False) -> str:
    """Return a digest of these files' contents, and of their modification times if asked."""
    digest = hashlib.sha256(sys.version.encode())
    for path in _files(patterns):
        digest.update(f"{path}\0".encode() + path.read_bytes())
        if dated:
            digest.update(str(path.stat().st_mtime_ns).encode())
    return digest.hexdigest()[:16]


def _kept(kind: str, digest: str, make: Callable[[Path], None], lasts: float = float("inf")) -> Path:
    """Return the cached file of this kind for these sources; create it if it is missing or older than this many
    seconds."""
    folder = _writable()
    kept = folder / f"{kind}-{digest}.kept"
    with _one_at_a_time(folder / f"{kind}.lock"):
        if kept.exists() and time.time() - kept.stat().st_mtime < lasts:
            return kept
        for old in folder.glob(f"{kind}-*.kept"):
            old.unlink()
        with tempfile.TemporaryDirectory(dir=folder) as made:
            make(Path(made))
            (Path(made) / NAME).rename(kept)
    return kept


def _writable() -> Path:
    """Return the folder of cached files; another one if the sources are read-only."""
    try:
        KEPT.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="igo-databases-"))
    return KEPT


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _copy(kept: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / NAME
    shutil.copyfile(kept, file)
    file.chmod(0o600)
    return file


def _migrate(folder: Path) -> None:
    _manage("migrate", "-v0", IGO_DATA_DIR=str(folder))


def _make_demo(folder: Path) -> None:
    put_migrated(folder, is_served=False)
    _manage("demo", "--password", DEMO_PASSWORD, IGO_DATA_DIR=str(folder))


def _manage(*arguments: str, **environment: str) -> None:
    inherited = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        cwd=ROOT,
        env={**inherited, "IGO_BOOTSTRAPPED": "1", **environment},
        check=True,
        stdout=subprocess.DEVNULL,
    )
