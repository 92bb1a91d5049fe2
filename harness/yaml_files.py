"""Files of YAML that people write: choices, waivers."""
from __future__ import annotations

from pathlib import Path
from typing import Any


class YamlError(ValueError):
    """A file that is no YAML or cannot be read: the text names it, with the line where there is one."""


def read_yaml(path: str | Path) -> Any:
    """What the file holds; None for an empty one. Raises YamlError."""
    import yaml
    try:
        return yaml.safe_load(Path(path).read_text("utf-8"))
    except OSError as error:
        raise YamlError(f"{path}: {error.strerror}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{path}:{mark.line + 1}" if mark else path
        raise YamlError(f"{where}: not YAML: {error.problem or error.context}") from None
    except RecursionError:
        raise YamlError(f"{path}: nested too deep") from None
    except (yaml.YAMLError, ValueError) as error:    # of a date that is none, or of bytes that are no text
        raise YamlError(f"{path}: not YAML: {' '.join(str(error).split())}") from None
