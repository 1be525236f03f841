#!/usr/bin/env bash
# clang_warnings.py in a fresh environment with Cython: warnings of clang in our own lines fail. Arguments go on.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet 'setuptools>=77' 'Cython>=3.2,<4'
"$work/venv/bin/python" tools/clang_warnings.py "$@"
