"""Generate the description of an operation in the schema, with its summary and all its responses."""

from __future__ import annotations

import re
from typing import Any

from api.fields import StrictSerializer
from api.refusals import error_component, error_statuses_of
from api.security import SecuredSchema


class Schema(SecuredSchema):
    """Generates the description of an operation in the OpenAPI document."""

    def get_summary(self) -> str:
        """Return the summary, which is the first sentence of the description."""
        text = " ".join(self.get_description().split())
        return re.split(r"[.:;](?: |$)", text)[0]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation's description with all its error responses, or None if the document leaves it out."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        if self.method == "PATCH":
            self._mark_required_fields(operation)
        responses, refusals = operation["responses"], sorted(error_statuses_of(operation))
        for status in refusals:
            component = error_component(status)
            self.registry.register_on_missing(component)
            responses[str(status)] = component.ref
        operation["responses"] = dict(sorted(responses.items()))
        return operation

    def _mark_required_fields(self, operation: dict[str, Any]) -> None:
        """Mark the required fields of a PATCH body as required, because Spectacular treats all of them as optional."""
        body: Any = self.get_request_serializer()
        needed = [name for name, field in body().fields.items() if field.required]
        if needed and issubclass(body, StrictSerializer):
            name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            self.registry[(name, "schemas")].schema["required"] = needed
            operation["requestBody"]["required"] = True
