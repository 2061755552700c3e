"""What scripts/generate writes, from the declarations of our types."""
