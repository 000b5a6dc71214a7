"""A move without a framework: ASGI and a pool of psycopg, on the tables of the naive server.

POST /move/7 {"point": 30} runs three statements in a transaction, POST /one/7 does the same in one. REFERENCE_DATABASE
is the database. No token, no rules of Go.
"""

from __future__ import annotations

import json
import os
from typing import Any

from psycopg_pool import AsyncConnectionPool

READ = "SELECT moves_made, to_move, over FROM reference_game WHERE id = %s FOR UPDATE"
ADD = "INSERT INTO reference_move (game_id, number, point, color, played_at) VALUES (%s, %s, %s, %s, now())"
SAVE = """UPDATE reference_game SET moves_made = %s, to_move = %s, board = board,
 deadline = now() + interval '3 days', updated_at = now() WHERE id = %s"""
AT_ONCE = """WITH game AS (
 UPDATE reference_game SET moves_made = moves_made + 1, to_move = 3 - to_move,
  deadline = now() + interval '3 days', updated_at = now() WHERE id = %s AND NOT over RETURNING id, moves_made, to_move
), move AS (
 INSERT INTO reference_move (game_id, number, point, color, played_at)
 SELECT id, moves_made, %s, 3 - to_move, now() FROM game
) SELECT moves_made, to_move FROM game"""
NOT_FOUND = (404, {"detail": "no such game"})
Said = tuple[int, dict[str, Any]]

pool = AsyncConnectionPool(
    os.environ.get("REFERENCE_DATABASE", ""), min_size=8, max_size=8, open=False, kwargs={"autocommit": True}
)


async def three_statements(game: int, point: int) -> Said:
    """Lock and read the game, add the move, save the game."""
    async with pool.connection() as connection, connection.transaction():
        row = await (await connection.execute(READ, (game,))).fetchone()
        if row is None or row[2]:
            return NOT_FOUND
        number, color = row[0] + 1, row[1]
        await connection.execute(ADD, (game, number, point, color))
        await connection.execute(SAVE, (number, 3 - color, game))
    return 200, {"id": game, "moves_made": number, "to_move": 3 - color}


async def one_statement(game: int, point: int) -> Said:
    """Do the same in one round trip."""
    async with pool.connection() as connection:
        row = await (await connection.execute(AT_ONCE, (game, point))).fetchone()
    return (200, {"id": game, "moves_made": row[0], "to_move": row[1]}) if row else NOT_FOUND


WAYS = {"move": three_statements, "one": one_statement}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Handle a request."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    _, way, game = scope["path"].split("/")
    status, body_sent = await WAYS[way](int(game), json.loads(body)["point"])
    data = json.dumps(body_sent).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(data))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data})


async def _live(receive: Any, send: Any) -> None:
    await receive()
    await pool.open(wait=True)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await pool.close()
    await send({"type": "lifespan.shutdown.complete"})
