"""Static files with hashed names."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed names, followed into `import ... from "./x.js";`, too (the semicolon is needed)."""

    support_js_module_import_aggregation = True
