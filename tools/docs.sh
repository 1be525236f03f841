#!/usr/bin/env bash
# Build the documentation site with every warning an error, and say how long it took.
#
# Uses the Sphinx of the environment that is active, or of the Python given as PYTHON; without one it makes an
# environment of its own. The site is written from sources and stubs: tricktake need not be installed or compiled.
#   tools/docs.sh [folder]      the site goes to the folder; docs/_build/html if none is given
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-docs/_build/html}
python=${PYTHON:-python3}
if ! "$python" -c 'import furo, griffe, myst_parser, sphinx, sphinx_copybutton' 2>/dev/null; then
    venv=$(mktemp -d)
    trap 'rm -rf "$venv"' EXIT
    echo "== an environment for the site"
    "$python" -m venv "$venv"
    python=$venv/bin/python
    # the packages of the extra without tricktake itself, which would be compiled
    "$python" -c 'import tomllib
for line in tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"]: print(line)' >"$venv/docs.txt"
    "$python" -m pip install --quiet --requirement "$venv/docs.txt"
fi

rm -rf docs/_build/doctrees docs/reference docs/project "$out"
began=$SECONDS
"$python" -m sphinx --builder html --fail-on-warning --nitpicky --jobs 2 --quiet \
    --doctree-dir docs/_build/doctrees docs "$out"
took=$((SECONDS - began))
if "$python" -c 'import cardcore, hypothesis, pytest, pytest_timeout, tricktake' 2>/dev/null; then
    TRICKTAKE_SITE=$(cd "$out" && pwd) "$python" -m pytest -q -p no:cacheprovider tests/docs/test_reference.py
fi
echo "== $(find "$out" -name '*.html' | wc -l) pages in $out, $took s"
