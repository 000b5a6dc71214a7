"""Compiled queries return the same as the ORM (foundation.compiled_queries)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import Count, Exists, OuterRef, Q

from foundation.compiled_queries import CompiledQuery
from games.models import Game, Seat
from tests.factories import NOON, make_game, make_player

pytestmark = pytest.mark.django_db


def _running(player, at):
    seats = Seat.objects.filter(game=OuterRef("pk"), player=player)
    games = Game.objects.filter(Exists(seats), Q(deadline=None) | Q(deadline__gt=at), private=False)
    return games.order_by("-pk").values_list("pk", "setup", "deadline", "snapshot")[:2]


def test_a_question_gives_what_the_orm_gives_whoever_asks_and_whenever():
    aino, boris, clara = (make_player(name) for name in ("aino", "boris", "clara"))
    for white in (boris, clara, boris):
        make_game(black=aino, white=white, moves="D4")
    make_game(black=aino, white=boris, private=True)
    question = CompiledQuery(_running)

    for player in (aino, boris, clara):
        for at in (NOON, NOON + timedelta(days=400)):
            assert question.rows(player.pk, at) == list(_running(player.pk, at))


def _days_on_either_side(at):
    games = Game.objects.annotate(seated=Count("seats"))
    near = Q(deadline__gt=at - timedelta(days=1), deadline__lt=at + timedelta(days=1))
    return games.filter(near | Q(seated=0)).order_by("pk").values_list("pk")


def test_a_given_time_is_earlier_and_later_by_what_the_query_says():
    games = [make_game(days=days) for days in (3, 4, 5)]
    question = CompiledQuery(_days_on_either_side)

    for at in (NOON, *(game.deadline + timedelta(hours=12) for game in games)):
        assert question.rows(at) == list(_days_on_either_side(at))
    assert question.rows(games[1].deadline) == [(games[1].pk,)]


def test_a_question_is_one_statement_and_the_orm_is_asked_once_how_to_put_it(django_assert_num_queries):
    asked = []
    question = CompiledQuery(lambda pk: asked.append(pk) or Game.objects.filter(pk=pk).values_list("number"))
    game = make_game(moves="D4 F6")

    with django_assert_num_queries(2):
        assert [question.rows(game.pk), question.rows(game.pk + 1)] == [[(2,)], []]
    assert len(asked) == 1
