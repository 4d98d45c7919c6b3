"""Tests of quaidpy/services."""
