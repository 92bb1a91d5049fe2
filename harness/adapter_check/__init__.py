"""The check of adapters, `assay adapter check`, and adapters for its tests."""
