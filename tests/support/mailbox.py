"""A real mailbox for tests: Dovecot on a local port, with a Maildir to which tests add e-mails."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.programs import need

CONFIG = """
protocols = imap
listen = 127.0.0.1
base_dir = {folder}/run
log_path = {folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{folder}/Maildir
first_valid_uid = 1
default_internal_user = {internal}
default_login_user = {login}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder} allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
"""
PASSWORD = "pass/word"
SECONDS_TO_START = 180.0


@dataclass(frozen=True, slots=True)
class RealMailbox:
    """The mailbox: its address for IGO_IMAP_URL, and the folder for incoming mail."""

    url: str
    folder: Path
    owner: tuple[int, int]

    def deliver(self, letter: bytes) -> None:
        """Add an e-mail to the mailbox, as a mail server does."""
        made = self.folder / "Maildir" / "new" / f"{time.time_ns()}.test"
        made.write_bytes(letter)
        os.chown(made, *self.owner)

    def left(self) -> list[bytes]:
        """Return the e-mails in the mailbox."""
        return [one.read_bytes() for name in ("new", "cur") for one in (self.folder / "Maildir" / name).iterdir()]


@contextmanager
def real_mailbox() -> Iterator[RealMailbox]:
    """Run a mailbox until the block ends."""
    program = need("dovecot")
    is_root = os.geteuid() == 0
    me = pwd.getpwuid(os.geteuid())
    owner = pwd.getpwnam("mail") if is_root else me
    folder = Path(tempfile.mkdtemp(prefix="igo-imap-"))
    folder.chmod(0o755)
    port = _free_port()
    for name in ("new", "cur", "tmp"):
        (folder / "Maildir" / name).mkdir(parents=True)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, owner.pw_uid, owner.pw_gid)
    internal, login = ("dovecot", "dovenull") if is_root else (me.pw_name, me.pw_name)
    config = folder / "dovecot.conf"
    config.write_text(
        CONFIG.format(
            folder=folder, internal=internal, login=login, password=PASSWORD, uid=owner.pw_uid, gid=owner.pw_gid,
            port=port,
        )
    )  # fmt: skip
    server = subprocess.Popen([program, "-F", "-c", str(config)])
    try:
        _wait_for(port, folder)
        yield RealMailbox(
            f"imap://igo:{PASSWORD.replace('/', '%2F')}@127.0.0.1:{port}", folder, (owner.pw_uid, owner.pw_gid)
        )
    finally:
        server.terminate()
        server.wait(SECONDS_TO_START)
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _wait_for(port: int, folder: Path) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until:
        with socket.socket() as asked:
            if asked.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    log = folder / "log"
    raise RuntimeError(f"Dovecot does not start: {log.read_text() if log.exists() else 'no log'}")
