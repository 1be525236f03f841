#!/usr/bin/env bash
# Compile the core with clang and every warning on; fail on any warning in our own code.
# Generated C is full of harmless ones, so line numbers are mapped back to the .pyx, .pxd and .pxi files, and
# only warnings there count.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$work"
cd "$work"
"${PYTHON:-python3}" -m venv .venv
.venv/bin/pip install --quiet 'setuptools>=77' 'Cython>=3.2,<4'
CC=${CC:-clang} TRICKTAKE_LINENUMS=1 TRICKTAKE_CFLAGS="-Wall -Wextra -Wno-unused-parameter" \
    .venv/bin/python setup.py build_ext --inplace >build.log 2>&1 || { tail -n 50 build.log; exit 1; }
if grep -E '\.(pyx|pxd|pxi):[0-9]+:[0-9]+: (warning|error)' build.log; then
    echo "warnings in our own code" >&2
    exit 1
fi
echo "no warnings in our own code ($(grep -c 'warning:' build.log || true) in generated code)"
