"""Cases read, run on the model and on targets, and their results compared."""
