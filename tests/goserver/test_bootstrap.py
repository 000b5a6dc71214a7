"""`python3 manage.py serve` and `test` set up their own Python environment."""

from __future__ import annotations

import sys

import bootstrap


def test_nothing_is_compiled_at_every_start_also_where_nothing_may_be_written_next_to_the_sources():
    inside = bootstrap.environment_of({"PYTHONDONTWRITEBYTECODE": "1"})

    assert "PYTHONDONTWRITEBYTECODE" not in inside
    assert inside["PYTHONPYCACHEPREFIX"] == str(bootstrap.ENVIRONMENT / "bytecode")


def test_python_keeps_its_bytecode_where_it_was_set_to():
    assert bootstrap.environment_of({"PYTHONPYCACHEPREFIX": "/var/cache/python"}) == {
        "PYTHONPYCACHEPREFIX": "/var/cache/python", "IGO_BOOTSTRAPPED": "1",
    }  # fmt: skip
    assert "PYTHONPYCACHEPREFIX" not in bootstrap.environment_of({})


def test_no_foreign_module_comes_into_our_environment():
    assert bootstrap.environment_of({"PYTHONPATH": "/opt/elsewhere"}) == {"IGO_BOOTSTRAPPED": "1"}


def test_a_python_that_was_compiled_without_optimizations_gives_way_to_the_systems_own_of_its_version(tmp_path):
    own = tmp_path / f"python{sys.version_info.major}.{sys.version_info.minor}"
    slow, quick = "'--prefix=/opt/python'", "'--enable-optimizations' '--with-lto'"
    assert bootstrap.python_for_environment(str(tmp_path), slow) == sys.executable, "there is none"

    own.write_text("#!/bin/sh\n")
    assert bootstrap.python_for_environment(str(tmp_path), slow) == sys.executable, "it cannot be started"

    own.chmod(0o755)
    assert bootstrap.python_for_environment(str(tmp_path), slow) == str(own)
    assert bootstrap.python_for_environment(str(tmp_path), quick) == sys.executable
    assert bootstrap.python_for_environment(str(tmp_path), "") == sys.executable, "Windows says nothing of it"
