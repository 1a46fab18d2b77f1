"""What templates are given, per audience; and forms, charts, pictures and QR codes."""
