"""One change of a token list."""



def replaced(kind, n, new):
    """(kind, edits): token n becomes `new`."""
    return kind, ((n, n, new),)
