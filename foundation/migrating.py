"""Fast migrations of many tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddField, CreateModel
from django.db.migrations.operations.base import Operation


class CombinedOperation(Operation):
    """Several migration operations in one step.

    After every operation, Django renders all models again that are related to the changed model, which are nearly all
    of the 120 models. With single operations, creating the tables of a new database took half a minute. A table that a
    step creates has all its columns, indexes and constraints at once. Do not use it for operations that change or
    remove columns or constraints, because SQLite then copies the table as it was before the step.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change the state without rendered models. They are rendered once, when they are next used."""
        if "apps" in vars(state):
            del state.apps  # a cached property
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Apply the operations to the database."""
        for operation in self._operations_on_existing_tables():
            operation.database_forwards(app_label, schema_editor, from_state, to_state)
            if isinstance(operation, AddField):  # SQLite copies the table for the next field: with this one
                model = from_state.apps.get_model(app_label, operation.model_name)
                model.add_to_class(operation.name, operation.field.clone())

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Undo the operations in the database in reverse order."""
        for operation in reversed(self._operations_on_existing_tables()):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def _operations_on_existing_tables(self) -> list[Operation]:
        """Return the operations, except those on tables that this step itself creates."""
        created = {operation.name_lower for operation in self.operations if isinstance(operation, CreateModel)}
        return [one for one in self.operations if getattr(one, "model_name_lower", "") not in created]

    def describe(self) -> str:
        """Return the description for `migrate --plan`."""
        return "; ".join(operation.describe() for operation in self.operations)
