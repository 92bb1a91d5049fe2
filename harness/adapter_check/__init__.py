"""The check of adapters, `assay adapter check`, and adapters that tests need."""
