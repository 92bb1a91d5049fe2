"""C templates that read as C, and generated files whose time changes only with their text."""
import re
from string import Template


class Placeholders(dict):
    """Mapping from every name to its % placeholder."""

    def __missing__(self, name):
        return f"%({name})s"


class CTemplate:
    """C text with $names; a call with their values returns the filled text. KeyError for a missing value."""

    def __init__(self, text):
        """Parse the names once, so that a call is cheap."""
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
