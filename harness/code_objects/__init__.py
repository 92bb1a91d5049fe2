"""HSA code objects: parse them, launch their kernels as cases, link new ones."""
