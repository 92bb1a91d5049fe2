"""HSA code objects: read, launched as cases, and linked."""
