"""Kernels in portable C."""
