"""Keeps open pages up to date: rooms of viewers, their sockets, and the parts sent to them."""
