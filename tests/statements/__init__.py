"""Tests of the numbered statements of the specification, by section."""
