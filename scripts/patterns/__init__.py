"""Measures the patterns of compose/patterns for scripts/compare-patterns."""
