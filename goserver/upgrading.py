"""Migrations render anew what a step changes, and no more.

Django renders with every step all that has anything to do with the model that is changed; as every model leads to
players, that is nearly every model, and rendering took nine tenths of an upgrade. A model has to be rendered anew where
it, or one that it refers to, is another one: what it refers to stays as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.utils import field_is_referenced, resolve_relation

Key = tuple[str, str]
"""A model: its application and its name, in lower case."""


class Executor(MigrationExecutor):
    """Django's, with states that render less."""

    def _migrate_all_forwards(self, state: ProjectState, *args: Any, **options: Any) -> ProjectState:
        """The models are rendered once before the first step, so that all of them know of each other."""
        return super()._migrate_all_forwards(State(state.models, state.real_apps), *args, **options)  # type: ignore[misc, no-any-return]


class State(ProjectState):
    """What models are like before or after a step.

    Everything is rendered anew, later, where the database is told of a model by those that refer to it: a field that
    they may refer to, names. So it is for migrations of rows (`is_delayed`), which see what Django would show them.
    """

    def alter_field(self, app_label: str, model_name: str, *args: Any) -> None:  # type: ignore[override]
        """The field as it is from now on: by its name, with what it is."""
        key, (name, field, _) = (app_label, model_name), args
        before = self.models[key].fields[name]
        if before.many_to_many or field.many_to_many or field_is_referenced(self, key, (name, field)):
            self._render_all_later()
        super().alter_field(app_label, model_name, *args)

    def remove_field(self, app_label: str, model_name: str, name: str) -> None:
        """Without the field, and without the table between if it had one."""
        if self.models[app_label, model_name].fields[name].many_to_many:
            self._render_all_later()
        super().remove_field(app_label, model_name, name)

    def rename_field(self, app_label: str, model_name: str, old_name: str, new_name: str) -> None:
        """Those that refer to it by its name come along."""
        self._render_all_later()
        super().rename_field(app_label, model_name, old_name, new_name)

    def rename_model(self, app_label: str, old_name: str, new_name: str) -> None:
        """Those that refer to it come along."""
        self._render_all_later()
        super().rename_model(app_label, old_name, new_name)

    def _render_all_later(self) -> None:
        self.__dict__.pop("apps", None)

    def _find_reload_model(self, app_label: str, model_name: str, delay: bool = False) -> set[Key]:
        """The model, and all that lead to it: they hold what it was before."""
        self.is_delayed = True
        leading = self._leading()
        found, new = set(), {(app_label, model_name)}
        while new:
            found |= new
            new = {key for target in new for key in leading[target]} - found
        return found

    def _leading(self) -> defaultdict[Key, set[Key]]:
        """For each model those that refer to it or stand on it."""
        leading = defaultdict(set)
        for key, model in self.models.items():
            for target in _referred_to(key, model):
                leading[target].add(key)
        return leading


def _referred_to(key: Key, model: ModelState) -> Iterator[Key]:
    """What the model stands on, and what its fields refer to."""
    for base in model.bases:
        if isinstance(base, str):
            yield resolve_relation(base, *key)
    for field in model.fields.values():
        if field.remote_field:
            yield resolve_relation(field.remote_field.model, *key)
            through = getattr(field.remote_field, "through", None)
            if through:
                yield resolve_relation(through, *key)
