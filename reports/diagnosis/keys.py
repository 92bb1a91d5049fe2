"""What the key of a fault says of it (harness/faults/dictionary.py): that of faults.txt is a word, that of an operation
begins with its name."""


def of_any(key: str) -> bool:
    """May it show in any operation?  Those of faults.txt may."""
    return " " not in key
