"""Kernels compiled for AVX2 and BMI2; empty on other architectures."""
