"""Benchmarks: every figure is a ratio between two things that ran in the same run."""
