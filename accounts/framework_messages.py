"""Messages of Django, django-allauth and Django REST framework that players can read.

Their own catalogs leave some messages untranslated, and are informal in Persian. Messages listed here get into our
catalogs, which Django searches first (LOCALE_PATHS).
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

FORMS = [
    _("This field is required."),
    _("Enter a valid value."),
    _("Enter a whole number."),
    _("Enter a number."),
    _("Enter a valid date."),
    _("Enter a valid time."),
    _("Enter a valid date/time."),
    _("Enter a valid e-mail address."),
    _("Enter a valid URL."),
    _("Enter a list of values."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("“%(pk)s” is not a valid value."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is a multiple of step size %(limit_value)s."),
    _("Null characters are not allowed."),
    _("%(model_name)s with this %(field_label)s already exists."),
    _("No file was submitted. Check the encoding type on the form."),
    _("No file was submitted."),
    _("The submitted file is empty."),
    _("(Hidden field %(name)s) %(error)s"),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit in total.",
        "Ensure that there are no more than %(max)s digits in total.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s decimal place.",
        "Ensure that there are no more than %(max)s decimal places.",
        "max",
    ),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit before the decimal point.",
        "Ensure that there are no more than %(max)s digits before the decimal point.",
        "max",
    ),
]
"""django.forms, and the validators of model fields."""

PASSWORDS = [
    _("The password is too similar to the %(verbose_name)s."),
    _("This password is too common."),
    _("This password is entirely numeric."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    _("You must type the same password each time."),
]
"""django.contrib.auth.password_validation, and allauth's forms with two passwords."""

API = [
    _("Authentication credentials were not provided."),
    _("Incorrect authentication credentials."),
    _("You do not have permission to perform this action."),
    _("Not found."),
    _("Malformed request."),
    _('Method "{method}" not allowed.'),
    _('Unsupported media type "{media_type}" in request.'),
    _("Could not satisfy the request Accept header."),
    _("Request was throttled."),
    ngettext_lazy("Expected available in {wait} second.", "Expected available in {wait} seconds."),
    _("This field may not be null."),
    _("This field may not be blank."),
    _("This list may not be empty."),
    _("Not a valid string."),
    _("Must be a valid boolean."),
    _("A valid integer is required."),
    _("A valid number is required."),
    _('"{input}" is not a valid choice.'),
    _('Expected a list of items but got type "{input_type}".'),
    _('Expected a dictionary of items but got type "{input_type}".'),
    _("Invalid data. Expected a dictionary, but got {datatype}."),
    _("Ensure this field has no more than {max_length} characters."),
    _("Ensure this field has at least {min_length} characters."),
    _("Ensure this field has no more than {max_length} elements."),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this value is less than or equal to {max_value}."),
    _("Ensure this value is greater than or equal to {min_value}."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
]
"""rest_framework, whose error messages live pages show."""

ADMIN_SITE = [
    _("Breadcrumbs"),
    _("Change password"),
    _("Change my password"),
    _("Model name"),
    _("Password"),
    _("New password"),
    _("Password change"),
    _("Password-based authentication"),
    _("Select this object for an action - {}"),
    _(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able "
        "to authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    _("Your password was changed."),
    _("Disabled"),
    _("Enabled"),
]
"""django.contrib.admin and django.contrib.auth, whose Persian is incomplete or uses other words than ours."""
