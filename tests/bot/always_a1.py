"""A GTP engine that always plays A1, complains on standard error, and does not stop at the end of its input or at a
signal that can be ignored. Its argument is a file for the commands it receives, with its process number first."""

import os
import signal
import sys
import time
from pathlib import Path

LOG = Path(sys.argv[1])


def main() -> None:
    """Answer, then stay."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    LOG.write_text(f"{os.getpid()}\n")
    print("always A1: ready", file=sys.stderr, flush=True)
    for line in sys.stdin:
        with LOG.open("a") as log:
            log.write(line)
        command = line.split()[0]
        answers = {"genmove": "A1", "showboard": "the engine's own board"}
        print(f"= {answers.get(command, '')}\n", flush=True)
    time.sleep(600)


main()
