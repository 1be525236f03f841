#!/usr/bin/env bash
# Build with bounds checks and C assertions in a copy of the tree, and run the whole suite on it.
#
#   tools/debug_suite.sh [pytest arguments]   the whole normal suite, 15 minutes and more
#   tools/debug_suite.sh --short              the same checks, and the sanitisers, on the core: tools/sanitize.sh --short
#
# PYTHON picks the interpreter; it needs Cython and what the tests need (pip install '.[test,check]').
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --short ]; then
    exec tools/sanitize.sh --short
fi

work=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"
python=$(command -v "${PYTHON:-python3}")
{
    git ls-files -z --cached --others --exclude-standard 2>/dev/null || # not in a repository: what looks like source
        find . \( -name '.?*' -o -name build -o -name wheels -o -name away -o -name __pycache__ \) -prune \
            -o -type f ! -name '*.so' ! -name '*.log' -print0
} | tar --null -T - -c | tar -x -C "$work"
cd "$work"
TRICKTAKE_DEBUG=1 TRICKTAKE_CFLAGS=-Wno-unused "$python" setup.py --quiet build_ext --inplace >build.log 2>&1 ||
    { tail -n 50 build.log; exit 1; }

# Left out because they measure time, or what a build without checks needs:
deselect=(
    --deselect tests/core/test_play.py::test_copy_time
)
export PYTHONPATH=$work/src
"$python" -m pytest -q -p no:cacheprovider "${deselect[@]}" "$@"
