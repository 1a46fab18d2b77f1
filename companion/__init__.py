"""The Django project around the app `games`."""

__version__ = "0.1.0"
