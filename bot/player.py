"""Choose a move by adding up what is at stake at every point.

In order of value: chains that can be saved or captured, read out as far as ladders go; eye spaces that live or die by
one move; points that connect or cut; the liberties of weak chains; territory that changes hands, by nearest stones;
corners and the third and fourth line on an empty board; points near the last move. The player never fills its own eyes,
and a stone that would be captured immediately must gain more than it loses. The best points are compared again by
random games. If nothing is at stake the player fills neutral points and then passes.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from itertools import combinations

from rules import Board, Color, GameState, Phase, Point
from rules.eyes import count_eyes
from rules.playouts import owner_shares
from rules.regions import EmptyArea

from .reading import CaptureReader, chain_of, place_stone
from .view import FAR, BotChain, BotPosition

WORK = 3000
"""The approximate number of stones in the random games that estimate ownership."""
TRIALS = 5000
"""The approximate number of stones in the random games that compare moves."""
TRUST = 1.2
"""The weight of each point of lead in random games when promising moves are compared."""
CHOICE = 5
"""The maximum number of moves to compare."""
NEAR = 0.5
"""Only moves with at least this share of the highest value are compared with it."""
REACH = 5
"""How far a stone's influence reaches, in points."""
HOPELESS = -0.75
"""A point belongs to the enemy if its average owner in random games is below this (1: the player, -1: the enemy)."""
ROOM = 20
"""The smallest enemy area in points in which the player tries to live."""
LARGEST_EYE_SPACE = 7
"""The largest eye space in points that may need a move to live."""
SMALLEST_OPEN_BOARD = 12
"""The smallest board side with which corners are taken first."""
DAME = 0.05
"""The value of a neutral point; a pass is worth 0."""

Values = dict[int, float]


def with_side_to_move(state: GameState, color: Color) -> GameState:
    """Return the same game with this side to move, regardless of the last move, and even if both have passed."""
    return replace(state, to_play=color, phase=Phase.PLAY, passes=0, handicap_to_place=False, proposal=None)


def choose_move(state: GameState, color: Color, dice: random.Random) -> Point | None:
    """Return a move for this side, or None to pass. The move is legal in `state`. The same state and random numbers
    give the same move."""
    view = BotPosition(with_side_to_move(state, color), games=max(8, WORK // len(state.board.cells)))
    values = stakes_by_point(view)
    for at in sorted(values):
        values[at] += dice.random() * 0.3 * min(1.0, values[at])
    best = _best_point(view, values)
    return None if best is None else state.board.point(best)


def _best_point(view: BotPosition, values: Values) -> int | None:
    """Return the best of the most promising points, or None if no point is worth a move. The points are compared by
    random games after a stone on each."""
    promising = _most_promising(view, values)
    if len(promising) < 2:
        return next(iter(promising), None)
    games = max(2, TRIALS // (len(promising) * len(view.cells)))
    trials = {at: promising[at] + TRUST * _average_lead_after(view, at, games) for at in promising}
    return max(trials, key=lambda at: (trials[at], -at))


def _most_promising(view: BotPosition, values: Values) -> Values:
    """Return the points with the highest values, best first. The value of each is reduced by what the player loses if
    the stone there is captured."""
    found: Values = {}
    for at in sorted(values, key=lambda index: (-values[index], index)):
        least = sorted(found.values(), reverse=True)[CHOICE - 1] if len(found) >= CHOICE else 0.0
        if values[at] <= least:
            break
        value = values[at] - _capture_danger(view, at)
        if value > least:
            found[at] = value
    best = sorted(found, key=lambda index: (-found[index], index))[:CHOICE]
    return {at: found[at] for at in best if found[at] >= found[best[0]] * NEAR}


def _average_lead_after(view: BotPosition, at: int, games: int) -> float:
    """Return the player's average lead in points over random games after a stone on this point."""
    after = place_stone(view.neighbors, view.cells, at, view.mine)
    assert after is not None
    board = Board(view.board.width, view.board.height, bytes(after)).wrapped(view.board.wraps)
    lead = sum(owner_shares(board, games))
    return lead if view.mine == Color.BLACK else -lead


def _capture_danger(view: BotPosition, at: int) -> float:
    """Return the value that the player loses if the enemy captures the stone played here, or 0 if the enemy cannot."""
    after = place_stone(view.neighbors, view.cells, at, view.mine)
    if after is None:
        return FAR
    if next(CaptureReader(view.neighbors).capturing_moves(after, at), None) is None:
        return 0.0
    stones, _ = chain_of(view.neighbors, after, at)
    lost = sum(group.size for group in view.chains_next_to(at, view.mine) if group.is_lost)
    return 2.0 * (len(stones) - lost) + 1.0


def stakes_by_point(view: BotPosition) -> Values:
    """Return the value at stake at every legal point that is not an own eye. Points with nothing at stake are
    omitted."""
    total: defaultdict[int, float] = defaultdict(float)
    for part in (
        fight_values(view),
        eye_space_values(view),
        connection_values(view),
        liberty_values(view),
        empty_corner_values(view),
    ):
        for at, value in part.items():
            total[at] += value
    candidates = {at for at in view.legal if not view.is_own_eye(at)}
    for at in sorted(candidates):
        gain = territory_gain(view, at)
        if gain > 0:
            total[at] += gain + _location_value(view, at)
    return {
        at: max(total[at], DAME)
        for at in sorted(candidates & total.keys())
        if total[at] > 0 or _is_fillable_dame(view, at)
    }


def fight_values(view: BotPosition) -> Values:
    """Return, by point, the values of moves that capture or save a chain whose life depends on who plays first."""
    found: defaultdict[int, float] = defaultdict(float)
    for group in view.groups:
        if not group.attacks or not group.defences:
            continue
        stake = 2.0 * group.size + 2.0 + _rescue_value(view, group)
        if group.color == view.mine:
            stake *= min(1.0, max(0.5, 1.0 + 0.7 * group.hold))
        for at in group.defences if group.color == view.mine else group.attacks:
            found[at] += stake + 0.1 * _count_empty_neighbors(view, at)
    return found


def _rescue_value(view: BotPosition, group: BotChain) -> float:
    """Return the value of capturing this chain for the weak chains of the other colour that touch it, which it would
    save."""
    other = 3 - group.color
    touching = {near for index in group.stones for near in view.neighbors[index] if view.cells[near] == other}
    weak = {view.group_at[index].stones: view.group_at[index] for index in touching}
    return sum(1.5 * near.size * near.weakness for near in weak.values())


def _count_empty_neighbors(view: BotPosition, at: int) -> int:
    """Return the number of empty points next to a point."""
    return sum(not view.cells[near] for near in view.neighbors[at])


def eye_space_values(view: BotPosition) -> Values:
    """Return the values of points that divide a small eye space. The owner of the eye space lives by playing there, and
    dies if the enemy plays there."""
    found: Values = {}
    for area in view.areas:
        if 3 <= len(area.points) <= LARGEST_EYE_SPACE and area.borders in (1, 2):
            stake = _eye_space_value(view, area)
            for at in _vital_points(view, area) if stake else ():
                found[at] = stake
    return found


def _eye_space_value(view: BotPosition, area: EmptyArea) -> float:
    """Return the value of an eye space whose chains live or die by it alone; 0 if its owner has another eye or an
    escape."""
    inside = set(area.points)
    around = {near for index in area.points for near in view.neighbors[index]} - inside
    chains = {view.group_at[index].stones: view.group_at[index] for index in around}.values()
    outside = {at for group in chains for at in group.liberties} - inside
    if any(view.areas_by_point[at].borders == area.borders for at in outside):
        return 0.0
    stones = sum(group.size for group in chains)
    return (2.0 * stones + len(inside)) * (1.0 if len(outside) <= 2 else 0.15)


def _vital_points(view: BotPosition, area: EmptyArea) -> list[int]:
    stones = {index for index in area.points if view.cells[index]}
    if count_eyes(view.neighbors, area.points, stones) < 2:
        return []
    empty = [index for index in area.points if index not in stones]
    return [at for at in empty if count_eyes(view.neighbors, area.points, stones | {at}) < 2]


def connection_values(view: BotPosition) -> Values:
    """Return the values of points that connect or cut two chains of one colour. A point has little value if the chains
    have another common liberty."""
    shared: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for at in view.legal:
        for color in (1, 2):
            names = sorted(group.stones[0] for group in view.chains_next_to(at, color) if not group.is_lost)
            for pair in combinations(names, 2):
                shared[pair].append(at)
    found: defaultdict[int, float] = defaultdict(float)
    for (one, other), points in shared.items():
        value = _link_value(view.group_at[one], view.group_at[other]) * (1.0 if len(points) == 1 else 0.15)
        for at in points:
            if _can_enemy_play_safely(view, at, view.cells[one]):
                found[at] += value
    return found


def _link_value(one: BotChain, other: BotChain) -> float:
    return 0.7 + min(one.size, other.size, 8) * (0.15 + max(one.weakness, other.weakness))


def _can_enemy_play_safely(view: BotPosition, at: int, color: int) -> bool:
    """Return whether the enemy of this colour can play on this point and then has more than one liberty."""
    after = place_stone(view.neighbors, view.cells, at, 3 - color)
    return after is not None and len(chain_of(view.neighbors, after, at)[1]) > 1


def liberty_values(view: BotPosition) -> Values:
    """Return the values of the liberties of weak chains: the owner extends there, and the enemy takes the liberty."""
    found: defaultdict[int, float] = defaultdict(float)
    for group in view.groups:
        if group.is_lost or group.size < 2 or not group.weakness:
            continue
        factor = 0.35 if group.color == view.mine else 0.3
        urgency = factor * min(group.size, 10) * group.weakness * (1.5 if len(group.liberties) <= 4 else 1.0)
        for at in group.liberties:
            if view.share[at] > HOPELESS:
                found[at] += urgency * (0.4 + 0.2 * _count_empty_neighbors(view, at))
    return found


def territory_gain(view: BotPosition, at: int) -> float:
    """Return how many points become nearer to the player's stones than to the enemy's by a stone on this point. Points
    whose owner is already clear count less."""
    if view.share[at] < HOPELESS or _is_too_small_to_live(view, at):
        return 0.0
    gain = 0.0
    for index, steps in view.reachable_points((at,), REACH):
        mine, enemy = view.own_distances[index], view.enemy_distances[index]
        after = min(mine, steps)
        change = _compare_distances(after, enemy) - _compare_distances(mine, enemy)
        if change:
            gain += change * (1.0 - view.share[index] ** 2)
    return gain


def _is_too_small_to_live(view: BotPosition, at: int) -> bool:
    """Return whether a point is in an area that only the enemy borders and that is too small to live in."""
    area = view.areas_by_point[at]
    return area.borders == view.enemy and len(area.points) < ROOM


def _compare_distances(mine: int, enemy: int) -> int:
    return (enemy > mine) - (mine > enemy)


def _location_value(view: BotPosition, at: int) -> float:
    """Return the value of a point's location, which depends on its line, its distance from the last move, and the shape
    that a stone there makes."""
    value, near = 0.0, min(view.own_distances[at], view.enemy_distances[at])
    if near > 2:
        value += (-6.0, -3.0, 1.5, 1.5, 0.0)[min(view.edge_line(at), 5) - 1]
    if view.last is not None:
        value += (0.0, 1.5, 1.0, 0.5)[distance] if (distance := _distance(view.board, at, view.last)) < 4 else 0.0
    if view.enemy_distances[at] == 1 and any(view.cells[index] == view.mine for index in view.diagonals_of(at)):
        value += 1.0
    return max(value, -6.0)


def _distance(board: Board, one: int, other: int) -> int:
    rows, columns = one // board.width - other // board.width, one % board.width - other % board.width
    return abs(rows) + abs(columns)


def empty_corner_values(view: BotPosition) -> Values:
    """Return the values of the 4-4, 3-4 and 3-3 points of empty corners on larger boards with corners."""
    width, height = view.board.width, view.board.height
    if min(width, height) < SMALLEST_OPEN_BOARD or view.board.wraps:
        return {}
    found: Values = {}
    for right, low in ((False, False), (True, False), (False, True), (True, True)):
        rows = range(height - 6, height) if low else range(6)
        columns = range(width - 6, width) if right else range(6)
        if any(view.cells[row * width + column] for row in rows for column in columns):
            continue
        for c, r, value in ((3, 3, 25.0), (2, 3, 24.9), (3, 2, 24.9), (2, 2, 24.0)):
            column, row = width - 1 - c if right else c, height - 1 - r if low else r
            found[row * width + column] = value
    return found


def _is_fillable_dame(view: BotPosition, at: int) -> bool:
    """Return whether an empty point is a neutral point that the player can fill: it touches a living stone of the
    player, in an area that both colours border."""
    return view.own_distances[at] == 1 and view.areas_by_point[at].borders == 3
