"""Fast migrations of many tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation


class CombinedOperation(Operation):
    """Several operations in one step.

    After every operation, Django renders again all models that are related to the changed one, which are nearly all of
    our 120: one by one, the tables of a new database took 20 seconds. Do not use it for operations that copy a table
    on SQLite (AddField with a default, AlterField), because they copy the columns from before the step.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change the state without rendered models: they are rendered once, when they are next used."""
        if "apps" in vars(state):
            del state.apps  # a cached property
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Apply the operations to the database."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Undo the operations in the database, the last one first."""
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Return what `migrate --plan` shows."""
        return "; ".join(operation.describe() for operation in self.operations)
