"""Prometheus metrics of a process (docs/operations.md), imported only if they are enabled."""
