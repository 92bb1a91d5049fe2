"""Why cases fail: the faults that explain them, the features that matter, and defects with titles."""
