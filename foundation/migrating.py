"""Changing tables that may be large while they are used."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddIndexWhileServing(migrations.AddIndex):
    """AddIndex that lets others write meanwhile on PostgreSQL; the migration must have `atomic = False`.

    One that was interrupted leaves an invalid index behind: it is dropped before another try.
    """

    atomic = False

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Make the index."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(self.index.name)}")
            schema_editor.add_index(model, self.index, concurrently=True)  # type: ignore[call-arg]


class DropKeyIndex(migrations.AlterField):
    """AlterField for a foreign key that gets `db_index=False`: on PostgreSQL its index is dropped and nothing else.

    Django would make the constraint again, which reads the whole table under a lock. The migration must have
    `atomic = False`.
    """

    atomic = False

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Drop the index that Django made automatically; those that the model names stay."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = from_state.apps.get_model(app_label, self.model_name)
        columns, named = [model._meta.get_field(self.name).column], {index.name for index in model._meta.indexes}
        with schema_editor.connection.cursor() as cursor:
            there = schema_editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
        for name, about in there.items():
            is_plain = about["index"] and not about["unique"] and about["type"] == "idx"
            if is_plain and about["columns"] == columns and name not in named:
                schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(name)}")

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """As Django does it."""
        migrations.AlterField.database_forwards(self, app_label, schema_editor, from_state, to_state)
