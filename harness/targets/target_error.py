"""The refusal of a target."""


class TargetError(Exception):
    """A target that does not exist or cannot run here; the text says the remedy."""
