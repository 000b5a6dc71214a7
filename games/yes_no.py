"""Yes/no terms of a game: their declaration, and strict games, which set several of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class YesNoTerm:
    """A yes/no term of a game: its default, and the label and help of its form field. `name` is its name in lists of
    terms that differ from the default, "" to omit it there. `initial` is the form's initial value if that differs from
    the default."""

    default: bool
    label: Promise
    help: Promise | str = ""
    name: Promise | str = ""
    initial: bool | None = None

    @property
    def proposed(self) -> bool:
        """Return the initial value of the form field."""
        return self.default if self.initial is None else self.initial


def yes_no_term(label: Promise, *, default: bool = False, **more: Any) -> Any:
    """Declare a yes/no term. Three declarations belong together: this one, the column of the same name
    (`AbstractAgreedTerms`) and the API's type (`AgreedTerms`). The offer form, the API's input and output, and the data
    stored in an offer and its game are generated from them."""
    return field(default=default, metadata={"yes_no": YesNoTerm(default, label, **more)})


STRICT = {"undo": False, "undo_unseen": False, "chat": False, "analysis": False}
"""The terms of a strict game (C201)."""
STRICT_LABEL = _("Strict game: no undo, chat or analysis board")
STRICT_NAME = _("strict game: no undo, chat or analysis board")


def makes_strict_game(terms: Mapping[str, object]) -> bool:
    """Return whether these yes/no terms make a strict game."""
    return all(name in terms and not terms[name] for name in STRICT)


def non_default_term_names(declarations: Mapping[str, YesNoTerm], terms: Mapping[str, object]) -> list[str]:
    """Return the displayed names of the terms whose values in `terms` differ from their defaults. In a strict game, one
    name stands for all the terms that make it strict. `declarations` has the declarations of the terms by name. Terms
    without a value are left out."""
    strict = makes_strict_game(terms)
    named = [str(STRICT_NAME)] if strict else []
    return named + [
        str(one.name)
        for name, one in declarations.items()
        if name in terms and one.name and bool(terms[name]) != one.default and not (strict and name in STRICT)
    ]


def with_strict_terms(chosen: dict[str, Any], *, strict: bool) -> dict[str, Any]:
    """Return these values of yes/no terms. With `strict`, the values that make a strict game replace the chosen
    ones."""
    return chosen | STRICT if strict else chosen
