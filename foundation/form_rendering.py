"""Fields of forms, drawn without a template for each of their choices (settings.FORM_RENDERER).

A list of time zones is six hundred templates with another one in each of them to Django. Here what Django's templates
of its own fields say is put together as text, to the letter. Fields that have templates of their own, and the few of
Django's that pages seldom have, are left to Django, and so is every value that is more than text or a number.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.template import Context
from django.template.base import Variable, render_value_in_context
from django.template.defaultfilters import stringformat
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

Widget = dict[str, Any]
"""What `Widget.get_context` says of a field, or `create_option` of one of its choices."""

_FOLDER = "django/forms/widgets/"
_VALUE = Variable("value")


class Renderer(DjangoTemplates):
    """Django's renderer with a quick way for the usual fields."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        """What the template says."""
        draw = _QUICK.get(template_name)
        widget = context.get("widget")
        if draw is None or widget is None or not _is_plain(widget):
            return super().render(template_name, context, request)
        return draw(widget).strip()


def _is_plain(widget: Widget) -> bool:
    """Whether its choices, where it has any, are drawn in Django's own way."""
    groups = widget.get("optgroups") or ()
    return all(choice["template_name"] in _CHOICES for _, choices, _ in groups for choice in choices)


def _shown(value: Any) -> str:
    """As `{{ value }}` shows it."""
    if type(value) is str:
        return escape(value)
    return value if type(value) is SafeString else render_value_in_context(_resolved(value), Context())


def _as_text(value: Any) -> str:
    """As `{{ value|stringformat:'s' }}` shows it."""
    if type(value) is str:
        return escape(value)
    return str(value) if type(value) in (int, SafeString) else conditional_escape(stringformat(_resolved(value), "s"))


def _resolved(value: Any) -> Any:
    """What a template finds by a name that stands for this."""
    return _VALUE.resolve(Context({"value": value}))


def _attributes(widget: Widget) -> str:
    found = ((name, value) for name, value in widget["attrs"].items() if value is not False)
    return "".join(
        [f" {_shown(name)}" if value is True else f' {_shown(name)}="{_as_text(value)}"' for name, value in found]
    )


def _input(widget: Widget) -> str:
    value = widget.get("value")
    said = "" if value is None else f' value="{_as_text(value)}"'
    return f'<input type="{_shown(widget["type"])}" name="{_shown(widget["name"])}"{said}{_attributes(widget)}>\n'


def _choice_of_input(widget: Widget) -> str:
    """A choice with its box or button, in its label."""
    if not widget.get("wrap_label"):
        return f"{_input(widget)}\n"
    name = widget["attrs"].get("id")
    of = f' for="{_shown(name)}"' if name else ""
    return f"<label{of}>{_input(widget)} {_shown(widget['label'])}</label>\n"


def _choices_of_input(widget: Widget) -> str:
    attributes = widget["attrs"]
    said = "".join(f' {name}="{_shown(attributes[name])}"' for name in ("id", "class") if attributes.get(name))
    return f"<div{said}>{_choices(widget, _group_of_inputs, _line_of_input)}\n</div>\n"


def _group_of_inputs(name: str, choices: str) -> str:
    return f"\n  <div><label>{name}</label>{choices}\n  </div>"


def _line_of_input(choice: Widget) -> str:
    return f"<div>\n    {_choice_of_input(choice)}\n</div>"


def _list(widget: Widget) -> str:
    said = f'name="{_shown(widget["name"])}"{_attributes(widget)}'
    return f"<select {said}>{_choices(widget, _group_of_list, _choice_of_list)}\n</select>\n"


def _group_of_list(name: str, choices: str) -> str:
    return f'\n  <optgroup label="{name}">{choices}\n  </optgroup>'


def _choice_of_list(choice: Widget) -> str:
    value, label = _as_text(choice["value"]), _shown(choice["label"])
    return f'\n  <option value="{value}"{_attributes(choice)}>{label}</option>\n'


def _choices(widget: Widget, group_of: Callable[[str, str], str], draw: Callable[[Widget], str]) -> str:
    """All choices, those of a group that has a name as `group_of` puts them."""
    parts = []
    for name, choices, _ in widget["optgroups"]:
        drawn = "".join(map(draw, choices))
        parts.append(group_of(_shown(name), drawn) if name else drawn)
    return "".join(parts)


def _text(widget: Widget) -> str:
    value = widget.get("value")
    said = _shown(value) if value else ""
    return f'<textarea name="{_shown(widget["name"])}"{_attributes(widget)}>\n{said}</textarea>\n'


_INPUTS = (
    "checkbox", "color", "date", "datetime", "email", "file", "hidden", "input", "number", "password", "search",
    "tel", "text", "time", "url",
)  # fmt: skip
_QUICK: dict[str, Callable[[Widget], str]] = {
    **{f"{_FOLDER}{name}.html": _input for name in _INPUTS},
    **{f"{_FOLDER}{name}.html": _choices_of_input for name in ("radio", "checkbox_select", "multiple_input")},
    f"{_FOLDER}select.html": _list,
    f"{_FOLDER}textarea.html": _text,
}
_CHOICES = {f"{_FOLDER}{name}_option.html" for name in ("checkbox", "radio", "select")}
