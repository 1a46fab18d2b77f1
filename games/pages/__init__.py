"""Contexts for templates, per audience; and forms, charts, pictures and QR codes."""
