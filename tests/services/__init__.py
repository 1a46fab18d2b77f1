"""Tests with the real parts of a public service: PostgreSQL, Redis, nginx and several processes."""
