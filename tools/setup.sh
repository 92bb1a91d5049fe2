#!/bin/sh
# Makes a fresh machine ready: Debian packages (packages.txt), Python packages at locked versions in .venv, the built
# model.  Does only what is missing; a second run is a matter of a second.  `setup.sh docs dask`: what these extras need,
# after that.
set -eu
cd "$(dirname "$0")/.."

for extra in "$@"; do
    stamp=.venv/assay.$extra.stamp
    wanted=$(sha256sum < "requirements-$extra.lock")
    [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && continue
    echo "setup: installing Python packages of the extra $extra"
    .venv/bin/pip install -q --disable-pip-version-check -c requirements.lock -r "requirements-$extra.lock"
    echo "$wanted" > "$stamp"
done
[ $# = 0 ] || exit 0

# The system's Python, where it will do, before another one that comes first on PATH: Debian builds its own with
# profiles, and the harness does a tenth to a fifth more with it.  PYTHON names yet another.
whole="import ensurepip, os, sys, sysconfig, venv; os.stat(sysconfig.get_paths()['include'] + '/Python.h')
sys.exit(sys.version_info < (3, 11))"
if [ -z "${PYTHON:-}" ]; then
    PYTHON=python3
    /usr/bin/python3 -c "$whole" 2>/dev/null && PYTHON=/usr/bin/python3
fi
export PYTHON

missing=""
while read -r package probe; do
    case "$package" in ""|"#"*) continue ;; esac
    sh -c "$probe" >/dev/null 2>&1 || missing="$missing $package"
done < packages.txt

if [ -n "$missing" ]; then
    as_root=""
    if [ "$(id -u)" != 0 ]; then
        as_root="sudo -n"
        sudo -n true 2>/dev/null || {
            echo "setup: install these Debian packages, then run make again: apt-get install$missing" >&2
            exit 2
        }
    fi
    command -v apt-get >/dev/null || {
        echo "setup: these tools are missing, and there is no apt-get to install them:$missing" >&2
        exit 2
    }
    echo "setup: installing$missing"
    $as_root apt-get update -qq
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

stamp=.venv/assay.stamp
wanted=$(cat requirements.lock pyproject.toml | sha256sum)
if [ ! -x .venv/bin/python ] || [ "$(cat $stamp 2>/dev/null)" != "$wanted" ]; then
    [ -x .venv/bin/python ] || "$PYTHON" -m venv .venv
    echo "setup: installing Python packages"
    .venv/bin/pip install -q --disable-pip-version-check -r requirements.lock
    .venv/bin/pip install -q --disable-pip-version-check --no-build-isolation --no-deps -e .
    echo "$wanted" > $stamp
    while read -r package probe; do
        case "$package" in ""|"#"*) continue ;; esac
        sh -c "$probe" >/dev/null 2>&1 || echo "setup: optional, not installed: $package (packages-optional.txt)"
    done < packages-optional.txt
fi

.venv/bin/python -m assay.model.build
.venv/bin/python -m assay.generators.native.build_plan
# where the environment lets nothing be written
.venv/bin/python -m compileall -q spec model generators suites harness mutation reports cli
