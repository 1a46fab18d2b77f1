"""The server around Daphne: limits, shutdown, the threaded handler, forwarded addresses."""
