"""Kinds of faults by their keys (harness/faults/fault_dictionary.py): a key of faults.txt is a word, a key of an
operation's fault begins with the operation's name."""


def of_any(key: str) -> bool:
    """May it show in any operation?  Those of faults.txt may."""
    return " " not in key
