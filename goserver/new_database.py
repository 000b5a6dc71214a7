"""A database that holds nothing is made at once as it is today, and not step by step through all that it ever was.

Going through every migration renders every model again and again: most of the time that the first start took. What
is made here is what the migrations come to (`tests/upgrades/test_rows_of_old.py` compares the two); it is as migrated.
"""

from __future__ import annotations

from django.db import router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython, RunSQL
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState


def make(connection: BaseDatabaseWrapper) -> bool:
    """Make all tables, indexes and triggers, in one transaction; False if there is any table already."""
    if connection.introspection.table_names():
        return False
    loader = MigrationLoader(connection)
    loader.check_consistent_history(connection)
    state = loader.project_state()
    with connection.schema_editor() as editor:
        for model in state.apps.get_models():
            if model._meta.can_migrate(connection) and router.allow_migrate_model(connection.alias, model):
                editor.create_model(model)
        editor.create_model(MigrationRecorder.Migration)
        _run(loader, state, editor)
        done = {name for key, migration in loader.graph.nodes.items() for name in (key, *migration.replaces)}
        rows = [MigrationRecorder.Migration(app=app, name=name) for app, name in sorted(done)]
        MigrationRecorder(connection).migration_qs.bulk_create(rows)
    return True


def _run(loader: MigrationLoader, state: ProjectState, editor: BaseDatabaseSchemaEditor) -> None:
    """What migrations do by hand, as triggers. Those that are about rows say that they are `elidable`."""
    for app, name in sorted(loader.graph.nodes):
        for operation in loader.graph.nodes[app, name].operations:
            if isinstance(operation, RunPython | RunSQL) and not operation.elidable:
                operation.database_forwards(app, editor, state, state)
