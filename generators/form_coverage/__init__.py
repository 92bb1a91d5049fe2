"""The cases of a form, planned so that they fill its coverage bins."""
