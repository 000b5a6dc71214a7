"""Forms about offers."""
