"""Doors to other people's packages: each needs its extra, and is imported only when asked for."""
