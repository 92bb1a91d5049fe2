"""C as templates in which it reads as C, and generated files that keep their time when their text stays the same."""
import re
from string import Template


class Places(dict):
    """Of any name the place that % fills."""

    def __missing__(self, name):
        return f"%({name})s"


class C:
    """C with $names: called with their values it is text.  KeyError for a name without a value."""

    def __init__(self, text):
        self.filled = Template(text.replace("%", "%%")).substitute(Places())     # names are found once, not a call

    def __call__(self, **values):
        return self.filled % values


def constant(text):
    """'sdst+exec' -> 'SDST_EXEC': a name C accepts."""
    return re.sub(r"\W+", "_", text).upper()


def changed(path, text):
    """Writes only what differs, so that a build can go by time stamps."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
