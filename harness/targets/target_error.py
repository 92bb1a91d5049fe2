"""Exception for targets that cannot be opened."""


class TargetError(Exception):
    """A target does not exist or cannot run here; the text contains the remedy."""
