"""Middleware: one module for each job."""
