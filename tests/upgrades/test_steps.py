"""A step of a migration renders what it changes and what leads there, and an upgrade comes to the same as Django's."""

import pytest
from django.db import models
from django.db.migrations.state import ModelState

from goserver.upgrading import State

CASCADE = models.CASCADE


def model(name, bases=None, **fields):
    return ModelState("go", name, [("id", models.AutoField(primary_key=True)), *fields.items()], bases=bases)


def to(name, **options):
    return models.ForeignKey(f"go.{name}", CASCADE, **options)


@pytest.fixture
def state():
    """Players; their games with moves; the stones that are lent to games, and a club of players."""
    stones = models.ManyToManyField("go.Game", through="go.Loan")
    found = (
        model("Player"),
        model("Game", black=to("Player", related_name="+"), board=models.IntegerField()),
        model("Move", game=to("Game")),
        model("Loan", game=to("Game"), stones=to("Stones")),
        model("Stones", games=stones),
        model("Club", members=models.ManyToManyField("go.Player")),
    )
    state = State({("go", one.name_lower): one for one in found})
    assert state.apps
    return state


def rendered(state):
    return {found.__name__: found for found in state.apps.get_models(include_auto_created=True)}


def is_whole(state):
    """Whether all that models refer to, and all by which they are referred to, is what there is now."""
    now = set(rendered(state).values())
    return all(
        field.related_model in now
        for found in now
        for field in found._meta.get_fields(include_hidden=True)
        if field.is_relation
    )


def changed(state, step):
    """The names of what was rendered anew."""
    before = rendered(state)
    step()
    after = rendered(state)
    return {name for name in after if after[name] is not before.get(name)}


def test_only_the_model_and_what_leads_to_it_are_rendered_anew(state):
    def step():
        state.add_field("go", "game", "komi", models.IntegerField(), preserve_default=True)

    assert changed(state, step) == {"Game", "Move", "Loan", "Stones"}
    assert is_whole(state)
    assert state.apps.get_model("go", "Game")._meta.get_field("komi")


def test_who_is_referred_to_for_the_first_time_knows_it(state):
    def step():
        state.add_field("go", "move", "by", to("Player"), preserve_default=True)

    assert changed(state, step) == {"Move"}
    assert "move" in {one.name for one in state.apps.get_model("go", "Player")._meta.related_objects}
    state.add_model(model("Clock", game=to("Game")))
    assert "clock" in {one.name for one in state.apps.get_model("go", "Game")._meta.related_objects}
    assert is_whole(state)


def test_who_is_referred_to_instead_of_another_knows_it_and_the_other_does_too(state):
    def step():
        state.alter_field("go", "move", "game", to("Club"), True)

    assert changed(state, step) == {"Move"}
    assert "move" in {one.name for one in state.apps.get_model("go", "Club")._meta.related_objects}
    assert "move" not in {one.name for one in state.apps.get_model("go", "Game")._meta.related_objects}
    assert is_whole(state)


def test_who_is_no_longer_referred_to_knows_it_and_no_table_between_is_left(state):
    def step():
        state.remove_field("go", "loan", "game")

    state.remove_field("go", "stones", "games")
    assert changed(state, step) == {"Loan"}
    assert {one.name for one in state.apps.get_model("go", "Game")._meta.related_objects} == {"move"}
    state.remove_field("go", "club", "members")
    assert not [name for name in rendered(state) if "_" in name]
    assert is_whole(state)


@pytest.mark.parametrize(
    "step",
    [
        lambda state: state.rename_model("go", "Game", "Match"),
        lambda state: state.rename_field("go", "player", "id", "number"),
        lambda state: state.alter_field("go", "player", "id", models.BigAutoField(primary_key=True), True),
        lambda state: state.alter_field("go", "club", "members", models.ManyToManyField("go.Game"), True),
    ],
)
def test_what_others_refer_to_changes_for_all_and_the_state_before_stays_what_it_was(state, step):
    before = state.clone()
    old, referring = before.apps.get_model("go", "Game"), rendered(before)["Move"]

    assert changed(state, lambda: step(state)) >= {"Player", "Club", "Move"}

    assert is_whole(state)
    assert before.apps.get_model("go", "Game") is old
    assert {one.related_model for one in old._meta.related_objects} >= {referring}


def test_a_migration_of_rows_sees_all_as_django_renders_it(state):
    state.add_index("go", "game", models.Index(fields=["board"], name="of_board"))
    before = rendered(state)

    state.clear_delayed_apps_cache()

    assert not set(before.values()) & set(rendered(state).values())
    assert is_whole(state)
