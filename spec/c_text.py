"""Templates of C text, and writing of generated files whose modification time changes only with their text."""
import re
from string import Template


class Placeholders(dict):
    """Mapping from every name to its % placeholder."""

    def __missing__(self, name):
        return f"%({name})s"


class CTemplate:
    """C text with $names. A call with values returns the text with each name replaced. KeyError for a missing value."""

    def __init__(self, text):
        """Find the names once and convert the text to %-formatting, which is fast."""
        self.template = Template(text.replace("%", "%%")).substitute(Placeholders())

    def __call__(self, **values):
        return self.template % values


def constant_name(text):
    """Return a name that C accepts: 'sdst+exec' becomes 'SDST_EXEC'."""
    return re.sub(r"\W+", "_", text).upper()


def write_if_changed(path, text):
    """Write the file only if its text differs, so that builds can compare time stamps."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
