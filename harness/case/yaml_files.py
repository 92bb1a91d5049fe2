"""Read YAML files that users write: choices, waivers."""
from __future__ import annotations

import functools
from pathlib import Path
from typing import Any


class YamlError(ValueError):
    """An unreadable or invalid YAML file. The text names the file and, if known, the line."""


@functools.cache
def _strict_loader() -> type:
    """A safe loader that refuses repeated keys. PyYAML's own loader silently takes the last of them."""
    import yaml
    from yaml.composer import ComposerError

    class Loader(yaml.SafeLoader):
        """A mapping has each key once (YAML 1.2.2, 3.2.1.1)."""

        def compose_mapping_node(self, anchor):
            node, lines = super().compose_mapping_node(anchor), {}
            for key, _ in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    continue
                if key.value in lines:
                    problem = f"'{key.value}' is there already, in line {lines[key.value]}"
                    raise ComposerError(None, None, problem, key.start_mark)
                lines[key.value] = key.start_mark.line + 1
            return node
    return Loader


def read_yaml(path: str | Path) -> Any:
    """Return the contents of the file, or None if it is empty. Raises YamlError."""
    import yaml
    try:
        return yaml.load(Path(path).read_text("utf-8"), _strict_loader())
    except OSError as error:
        raise YamlError(f"{path}: {error.strerror}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{path}:{mark.line + 1}" if mark else path
        raise YamlError(f"{where}: not YAML: {error.problem or error.context}") from None
    except RecursionError:
        raise YamlError(f"{path}: nested too deep") from None
    except (yaml.YAMLError, ValueError) as error:    # an invalid date, or bytes that are not UTF-8
        raise YamlError(f"{path}: not YAML: {' '.join(str(error).split())}") from None
