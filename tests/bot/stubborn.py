"""A GTP engine for tests that passes early and marks all of the opponent's stones as dead."""

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[2])

from bot.gtp_server import GtpServer, answer_all  # noqa: E402 - the path first
from rules import Color  # noqa: E402

MOVES = 12


class Stubborn(GtpServer):
    """The built-in player, up to a point."""

    color = Color.BLACK

    def _genmove(self, words):
        self.color = Color.BLACK if words[0].lower().startswith("b") else Color.WHITE
        if len(self.states) > MOVES:
            self._play([words[0], "pass"])
            return "pass"
        return super()._genmove(words)

    def _final_status_list(self, words):
        board = self.state.board
        return self._vertices(point for point in board.points() if board[point] is self.color.opponent)


if __name__ == "__main__":
    answer_all(Stubborn(), sys.stdin.buffer, sys.stdout.buffer)
