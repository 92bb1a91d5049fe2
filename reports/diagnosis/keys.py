"""What the key of a fault says of it (mutation/dictionary.py): that of faults.txt is a word, that of an operation
begins with its name, that of the text with a file."""


def of_table(key: str) -> bool:
    """Is it one of faults.txt?"""
    return " " not in key


def of_text(key: str) -> bool:
    """Is it one of the text of the model?"""
    return "." in key.partition(" ")[0]


def of_any(key: str) -> bool:
    """May it show in any operation?"""
    return of_table(key) or of_text(key)
