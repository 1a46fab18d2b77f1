"""Keeping an installation well: backup, cleanup, health, sample games."""
