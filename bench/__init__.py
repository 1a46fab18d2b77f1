"""Figures worth knowing, measured: `make bench`."""
