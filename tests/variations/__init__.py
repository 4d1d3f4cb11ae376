"""Variations of our own on each kind of fault that an outside report has found."""
