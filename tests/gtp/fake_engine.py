"""A GTP engine for tests. The first argument selects its behaviour."""

import sys
import time


def main() -> None:
    """Answer until told to stop."""
    how = sys.argv[1]
    if how == "crash":
        sys.exit(3)
    stones = []
    for line in sys.stdin:
        words = line.split()
        if how == "silence":
            time.sleep(60)
        if how == "babble":
            while True:
                print("= " + "x" * 1000, flush=True)
        if words[0] == "name":
            answer = "Fake"
        elif words[0] == "play":
            stones.append(words[2])
            answer = ""
        elif words[0] == "final_status_list":
            answer = {"first": stones[0] if stones else "", "empty": "A1", "nonsense": "Z99 ~~"}.get(how, "")
        else:
            answer = ""
        sign = "?" if how == "refuse" and words[0] == "play" else "="
        print(f"{sign} {answer}\n", flush=True)


main()
