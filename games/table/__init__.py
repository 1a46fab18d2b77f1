"""A table from its lobby to its last entry: what is loaded, decided and written."""
