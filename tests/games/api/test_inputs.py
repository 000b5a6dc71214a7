"""A simple action body is parsed directly, with the same result as the serializer."""

from itertools import product

from games.api.inputs import ActionSerializer, parse_common_action

KINDS = ("play", "pass", "resign", "cancel", "propose", "handicap", "", None, 1, ["play"], {})
EXPECTED = (0, 7, 10**20, -1, True, "1", 1.0, None)
POINTS = ("K11", "k11", "A1", "Z99", "ä1", "٣", "", " A1", "A1 ", "A\n", "A\0", "ABCD", 11, None, ["A1"])


def test_a_body_that_is_read_at_once_is_one_that_the_serializer_takes_as_it_is():
    plain = 0
    bodies = [{"kind": k, "expected": e, "point": p} for k, e, p in product(KINDS, EXPECTED, POINTS)]
    bodies += [{"kind": k, "expected": e, **more} for k, e in product(KINDS, EXPECTED) for more in ({}, {"dead": []})]
    for body in [*bodies, {}, [], None, "play", {"kind": "play", "point": "A1"}, {"kind": "pass"}]:
        found = parse_common_action(body)
        if found is not None:
            form = ActionSerializer(data=body)
            assert form.is_valid(), body
            assert form.validated_data == found, body
            plain += 1
    assert plain == 3 * (4 + 3), "playing at four points, passing, resigning and calling off, each with three numbers"
    assert parse_common_action({"kind": "play", "expected": 0, "point": "K11"}) is not None
