#!/usr/bin/env bash
# Build with the address and undefined-behaviour sanitisers and all debug checks, and run the core tests.
# Usage: tools/sanitize.sh [pytest arguments]     (CC picks the compiler; default gcc)
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CC=${CC:-gcc}
flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g"
[ "$CC" = clang ] && flags="$flags -shared-libasan"

git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$work"
cd "$work"
"${PYTHON:-python3}" -m venv .venv
TRICKTAKE_DEBUG=1 TRICKTAKE_CFLAGS="$flags" TRICKTAKE_LDFLAGS="$flags" .venv/bin/pip install --quiet '.[test]'

if [ "$CC" = clang ]; then
    runtime=$(clang -print-file-name=libclang_rt.asan-x86_64.so)
else
    runtime="$($CC -print-file-name=libasan.so) $($CC -print-file-name=libubsan.so)"
fi
# The interpreter itself leaks at exit, so leaks are counted by tests/core/test_leaks.py instead; memory
# figures mean nothing under a sanitiser, and neither do times.
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
LD_PRELOAD="$runtime" .venv/bin/python -m pytest tests/core tests/perft -q -p no:cacheprovider \
    --deselect tests/core/test_leaks.py -k "not copy_time" "$@"
