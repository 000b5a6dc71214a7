"""A tree that several devices change becomes the same on all (C30, C32), and its trunk is the game's record."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULE_SETS, Pass, Play, Point, Setup, Undo, parse_vertex, vertex
from rules.color import Color
from study.core.merging import OperationRefused, TreeFull, added_nodes, apply_operations
from study.core.nodes import BETWEEN, LONGEST_TEXT, MOST_NODES, ROOT, node_name
from study.core.reading import OperationUnreadable, parse_operation
from study.core.record import RecordMoves
from study.core.tree import AddMove, HideBranch, SetAnnotations, TreeValue, UnhideBranch

MOVES = ("D4", "E5", "C3", "pass")
B, W = Color.BLACK, Color.WHITE


class Device:
    """Someone's phone or desk: it knows what it did and what it was told, and names its operations."""

    def __init__(self, name, chance):
        self.name, self.chance, self.tree, self.count = name, chance, TreeValue(), 0

    def does_something(self):
        self.count += 1
        named = f"{self.name}{self.count}", self.tree.clock + 1
        shown = self.tree.visible_nodes()
        node = self.chance.choice([ROOT, *shown])
        what = self.chance.randrange(8)
        if what < 3:
            done = AddMove(*named, node, self.chance.choice("BW"), self.chance.choice(MOVES))
        elif what < 5:
            known = self.tree.nodes[node].texts if node in self.tree.nodes else {}
            done = SetAnnotations(*named, node, f"text {named[0]}", tuple(known))
        elif what == 5:
            sign = self.chance.choice(("", "A", "7", "cross"))
            done = SetAnnotations(*named, node, marks={"D4": sign}, armed=self.chance.random() < 0.5)
        elif what == 6 and node != ROOT:
            done = self.tree.make_cut(*named, node)
        else:
            done = UnhideBranch(*named, self.chance.choice([*self.tree.active_cuts(), "nothing"]))
        self.tree.apply([done])
        return done


def story(chance):
    """Return three devices' edits, with occasional syncs between them."""
    devices, texts = [Device(name, chance) for name in "xyz"], []
    for _ in range(chance.randrange(1, 40)):
        device = chance.choice(devices)
        texts.append(device.does_something())
        if chance.random() < 0.2:
            chance.choice(devices).tree.apply(texts)
    return texts


@given(st.integers(0, 2**32))
def test_any_order_and_any_repetition_give_one_tree_and_lose_no_text_C32(seed):
    chance = random.Random(seed)
    result = story(chance)
    once, shuffled = TreeValue(), [*result, *chance.sample(result, len(result) // 2)]
    once.apply(result)
    chance.shuffle(shuffled)
    again = TreeValue()
    again.apply(shuffled)

    assert again.to_json() == once.to_json() == TreeValue.from_json(once.to_json()).to_json()
    assert {name: node.to_json() for name, node in again.visible_nodes().items()} == {
        name: node.to_json() for name, node in once.visible_nodes().items()
    }
    replaced = {text for one in result if isinstance(one, SetAnnotations) for text in one.over}
    known_to_a_cut = {
        text
        for one in result
        if isinstance(one, HideBranch) and one.id not in once.undone
        for t in one.nodes.values()
        for text in t
    }
    texts = "\n".join(node.text for node in once.visible_nodes().values())
    for one in result:
        if isinstance(one, SetAnnotations) and one.text and one.id not in replaced | known_to_a_cut:
            assert one.text in texts.split("\n")


def test_a_text_changed_on_two_devices_keeps_both_with_a_line_between_C32():
    tree = TreeValue()
    tree.apply([SetAnnotations("a1", 1, ROOT, "at first"), SetAnnotations("b2", 2, ROOT, "from the train", ("a1",))])
    tree.apply([SetAnnotations("a2", 2, ROOT, "from home", ("a1",))])
    assert tree.nodes[ROOT].text == f"from home{BETWEEN}from the train"

    tree.apply([SetAnnotations("a3", 3, ROOT, "both", ("a2", "b2"))])
    assert tree.nodes[ROOT].text == "both"


def test_what_was_added_behind_a_cut_meanwhile_stays_with_the_way_to_it_and_a_cut_can_be_undone_C32():
    tree, first = TreeValue(), AddMove("a1", 1, ROOT, "B", "D4")
    second = AddMove("a2", 2, first.node, "W", "E5")
    tree.apply([first, second])
    cut = tree.make_cut("a3", 3, first.node)
    tree.apply([cut])
    assert tree.visible_nodes() == {}
    assert tree.active_cuts() == {"a3": sorted([first.node, second.node])}

    elsewhere = AddMove("b1", 3, second.node, "B", "C3")
    tree.apply([elsewhere])
    assert set(tree.visible_nodes()) == {first.node, second.node, elsewhere.node}

    tree.apply([UnhideBranch("a4", 4, "a3")])
    tree.apply([tree.make_cut("a5", 5, first.node), cut])
    assert tree.visible_nodes() == {}
    tree.forget_operations({"a3", "a5"})
    assert tree.nodes == {}


def test_the_record_is_the_trunk_and_what_was_taken_back_a_branch_C30():
    setup = Setup(9, 9, RULE_SETS["japanese"], RULE_SETS["japanese"].default_komi(9, 9, 0))
    points = [parse_vertex(text, 9, 9) for text in ("D4", "E5", "C3")]
    record = RecordMoves(
        setup, [Play(B, points[0]), Play(W, points[1]), Undo(W, 1), Play(W, points[2]), Pass(B), Pass(W)]
    )

    d4 = node_name(ROOT, "B", "D4")
    assert record.line[:3] == [ROOT, d4, node_name(d4, "W", "C3")]
    taken_back = record.stones[node_name(d4, "W", "E5")]
    assert (taken_back.played, taken_back.number) == (False, 2)
    after = record.state_after(record.states[record.head], B, "D5")  # play has stopped; analysis continues
    assert after.board[parse_vertex("D5", 9, 9)] is B


def test_no_two_moves_from_the_root_share_a_name():
    names = {
        node_name(ROOT, color, vertex(Point(column, row), 25))
        for color in "BW"
        for column in range(25)
        for row in range(25)
    }

    assert len(names) == 2 * 25 * 25
    assert node_name(ROOT, "B", "Q16") == "112790719c7c"


def record_of(*moves, size=9, rules="japanese"):
    setup = Setup(size, size, RULE_SETS[rules], RULE_SETS[rules].default_komi(size, size, 0))
    sides = [B, W] * len(moves)
    played = [
        Pass(c) if m == "pass" else Play(c, parse_vertex(m, size, size)) for c, m in zip(sides, moves, strict=False)
    ]
    return RecordMoves(setup, played)


def test_every_added_move_is_asked_of_the_rules_and_hangs_somewhere_C30():
    record, tree = record_of("B2", "A2", "A3", "B1", "A1"), TreeValue()  # Black has taken A2: a ko
    for move, color, why in (("A2", "W", "ko"), ("B2", "W", "occupied"), ("D4", "B", "not_your_turn")):
        with pytest.raises(OperationRefused) as refused:
            apply_operations(tree, record, [AddMove("a1", 1, record.head, color, move)])
        assert refused.value.error.code == why
    with pytest.raises(OperationRefused, match="unknown_node"):
        apply_operations(tree, record, [AddMove("a1", 1, "f" * 12, "W", "D4")])
    with pytest.raises(OperationRefused, match="of_the_record"):
        apply_operations(tree, record, [HideBranch("a1", 1, {record.head: ()})])

    threat = AddMove("a1", 1, record.head, "W", "H8")
    answer = AddMove("a2", 2, threat.node, "B", "H7")
    apply_operations(tree, record, [threat, answer, AddMove("a3", 3, answer.node, "W", "A2")])
    assert len(added_nodes(tree, record)) == 3


def test_a_tree_has_two_thousand_nodes_and_256_kB_at_most_C30():
    record, tree = record_of(), TreeValue()
    operations, parent = [], ROOT
    for number in range(MOST_NODES):
        one = AddMove(f"a{number}", number, parent, "BW"[number % 2], "pass")
        operations.append(one)
        parent = one.node
    apply_operations(tree, record, operations)
    with pytest.raises(TreeFull):
        apply_operations(TreeValue.from_json(tree.to_json()), record, [AddMove("b", 1, parent, "B", "pass")])
    texts = [SetAnnotations(f"t{n}", n, op.node, "x" * LONGEST_TEXT) for n, op in enumerate(operations[:100])]
    with pytest.raises(TreeFull):
        apply_operations(tree, record, texts)


def test_what_is_no_operation_is_refused_by_a_word_for_developers():
    record, tree = record_of("D4"), TreeValue()
    good = {"op": "set", "id": "a", "node": ROOT}
    for bad in (
        None, [], {"op": "move"}, {"op": "add", "id": "a", "parent": ROOT, "color": "B"}, {**good, "id": "a b"},
        {"op": "add", "id": "a", "parent": ROOT, "color": "X", "move": "D4"}, {**good, "node": "x"},
        {"op": "add", "id": "a", "parent": ROOT, "color": "B", "move": "Z99"}, {**good, "at": -1}, {**good, "at": True},
        {**good, "text": 7}, {**good, "text": "x" * 2001}, {**good, "armed": 1}, {**good, "marks": []},
        {**good, "marks": {"D4": "star"}}, {**good, "marks": {"I4": "cross"}}, {**good, "over": "a"},
        {**good, "more": 1}, {"op": "cut", "id": "a"}, {"op": "cut", "id": "a", "nodes": []},
    ):  # fmt: skip
        with pytest.raises(OperationUnreadable):
            parse_operation(bad, record.setup, tree)

    assert parse_operation({**good, "marks": {"d4": "A", "C3": None}}, record.setup, tree) == SetAnnotations(
        "a", 1, ROOT, marks={"D4": "A", "C3": ""}
    )
