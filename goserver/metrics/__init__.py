"""What Prometheus may read of a process (docs/operations.md): imported only where it is switched on."""
