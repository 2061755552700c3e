"""What scripts/conform does with a program under test."""
