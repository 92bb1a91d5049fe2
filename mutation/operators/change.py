"""A change of one token."""



def token_change(kind, n, new):
    """(kind, edits) of a change that replaces token n by `new`."""
    return kind, ((n, n, new),)
