"""What surrounds Daphne: limits, shutdown, the threaded handler, forwarded addresses."""
