"""What the key of a fault says of it (mutation/dictionary.py): that of faults.txt is a word, that of an operation
begins with its name, that of the text with a file."""
from ...model.build import MODEL

BODIES = frozenset(path.name for path in (MODEL / "ops").glob("*.c"))


def of_table(key: str) -> bool:
    """Is it one of faults.txt?"""
    return " " not in key


def of_text(key: str) -> bool:
    """Is it one of the text of the model?"""
    return "." in key.partition(" ")[0]


def of_body(key: str) -> bool:
    """Is it one of the text of operations themselves, not of what all of them share?"""
    return key.partition(" ")[0] in BODIES


def of_any(key: str) -> bool:
    """May it show in any operation?"""
    return of_table(key) or of_text(key)
