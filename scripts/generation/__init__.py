"""What scripts/generate-json writes, from the declarations of our types."""
