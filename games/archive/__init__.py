"""Finished games: search, players, records in and out, replays, statistics."""
