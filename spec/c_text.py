"""C as templates in which it reads as C, and generated files that keep their time when their text stays the same."""
import re
from string import Template


class C(Template):
    """C with $names: called with their values it is text.  KeyError for a name without a value."""

    def __call__(self, **values):
        return self.substitute(values)


def constant(text):
    """'sdst+exec' -> 'SDST_EXEC': a name C accepts."""
    return re.sub(r"\W+", "_", text).upper()


def changed(path, text):
    """Writes only what differs, so that a build can go by time stamps."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
