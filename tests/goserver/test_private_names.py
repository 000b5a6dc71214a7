"""Uses of other packages' private names are found in every form (tests/support/private_names.py)."""

import pytest

from tests.support.private_names import ALLOWED, Allowed, Project, complaints

AT_HOME = {"shop/__init__.py": "", "shop/helpers.py": "from django.views import View\nclass Base(View):\n    pass\n"}


def found(text, **others):
    files = {**AT_HOME, **{f"shop/{name}.py": other for name, other in others.items()}, "shop/till.py": text}
    return [one.name for one in Project(files).found() if one.file == "shop/till.py"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("row._state.adding = False", "_state"),
        ("def f(row):\n    return row.cursor._conn", "_conn"),
        ("from psycopg._preparing import PrepareManager", "psycopg._preparing.PrepareManager"),
        ("from django.db.models.query import _thing", "django.db.models.query._thing"),
        ("import _pytest.main", "_pytest.main"),
        ("made.__class__ = Connection", "__class__"),
        ("call.__code__ = other", "__code__"),
        ("count = call.__code__.co_argcount", "__code__"),
        ("row = model.__new__(model)", "__new__"),
        ("row.__dict__.update(found)", "__dict__"),
        ("row.__dict__['a'] = 1", "__dict__"),
        ("vars(row)['a'] = 1", "__dict__"),
        ("getattr(row, '_prefetched_objects_cache', {})", "_prefetched_objects_cache"),
        ("setattr(made, '__class__', Connection)", "__class__"),
        ("patch('django.db.models.query.QuerySet._fetch_all')", "_fetch_all"),
        ("patch.object(QuerySet, '_fetch_all')", "_fetch_all"),
    ],
)
def test_what_is_private_is_found(text, name):
    assert name in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "from django.db.backends.sqlite3 import base\nclass W(base.DatabaseWrapper):\n    def _commit(self): ...",
        "from django.db.backends.sqlite3.base import DatabaseWrapper as D\nclass W(D):\n    _commit = None",
        "import django.db.backends.sqlite3.base\n"
        "class W(django.db.backends.sqlite3.base.DatabaseWrapper):\n    def f(self):\n        super()._commit()",
        "from shop.wrappers import Own\nclass W(Own):\n    async def _commit(self):\n        pass",
        "from . import wrappers\nclass W(wrappers.Own):\n    def f(self):\n        return self._commit",
        "from .wrappers import Own\nclass A(Own): ...\nclass W(A):\n    def f(self):\n        return self._commit",
    ],
)
def test_a_private_method_of_a_foreign_base_class_is_found_by_whatever_way_it_comes(text):
    wrappers = "from django.db.backends.sqlite3.base import DatabaseWrapper\nclass Own(DatabaseWrapper):\n    pass"

    assert "_commit" in found(text, wrappers=wrappers)


def test_what_a_foreign_class_only_sets_on_itself_is_found_too():
    text = "from django.contrib.admin import AdminSite\nclass Site(AdminSite):\n    def f(self): self._registry"

    assert found(text) == ["_registry"]


@pytest.mark.parametrize(
    "text",
    [
        "import enum\nfrom collections import namedtuple\nrow._replace(a=1)\nmodel._meta.fields\nrow._asdict()",
        "class A:\n    def __init__(self):\n        self._own = 1\n    def same(self, it):\n        return it._own",
        "from .helpers import Base\nclass A(Base):\n    def _own(self):\n        return self._own",
        "from . import helpers\nhelpers._listeners.append(1)",
        "from shop import helpers as h\nh._listeners.append(1)",
        "from shop.helpers import _own\n_own()",
        "class A:\n    def __new__(cls):\n        return super().__new__(cls)",
        "from enum import Enum\nclass A(Enum):\n    @classmethod\n    def _missing_(cls, value):\n        return None",
        "kind = row.__class__\nnames = vars(row)\nself.__dict__.update(names)",
        "import os\nos._exit(1)",
        "getattr(row, '_meta')",
        "from django.utils.translation import gettext as _\n_('a._b')",
    ],
)
def test_what_is_public_or_ours_is_not(text):
    assert found(text) == []


def test_a_name_is_allowed_in_one_file_and_what_is_not_used_any_more_goes():
    uses = Project({"shop/a.py": "row._state", "shop/b.py": "row._state"}).found()
    allowed = tuple(Allowed(f"shop/{file}.py", "_state", "why", "Django 5.2.19") for file in "ac")

    assert complaints(uses, allowed) == [
        "shop/b.py:1: _state (attribute)",
        "shop/c.py: _state is allowed and not used any more",
    ]


def test_at_most_five_are_allowed_and_each_says_why_and_with_what_it_was_tested():
    six = tuple(Allowed(f"{number}.py", "_state", "why", "Django 5.2.19") for number in range(6))
    uses = Project({f"{number}.py": "row._state" for number in range(6)}).found()

    assert complaints(uses, six[:5]) == ["5.py:1: _state (attribute)"]
    assert complaints(uses, six) == ["6 private names are allowed, and only 5 may be"]
    assert all(one.reason and one.tested_with for one in ALLOWED)
