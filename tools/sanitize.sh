#!/usr/bin/env bash
# Build with the address and undefined-behaviour sanitisers and all debug checks, and run the core under them.
#
#   tools/sanitize.sh [pytest arguments]   core, perft and batch tests, then the fuzzer for FUZZ_SECONDS (default 120)
#   tools/sanitize.sh --short              about a minute on two cores: the hostile tests, the fuzzer for 8 seconds
#
# CC picks the compiler, gcc or clang (default gcc). PYTHON picks the interpreter; if it has Cython, numpy, pytest and
# hypothesis it is used as it is, else an environment is made. KEEP=folder keeps the build there and uses it again.
set -euo pipefail
cd "$(dirname "$0")/.."

short=
if [ "${1:-}" = --short ]; then
    short=yes
    shift
fi
export CC=${CC:-gcc}
flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1"
# Optimising takes four times as long as all else; checks find the same without.
[ -n "$short" ] && flags="$flags -O0"
if [ "$CC" = clang ]; then
    flags="$flags -shared-libasan"
    runtime=$(clang -print-file-name="libclang_rt.asan-$(uname -m).so")
else
    runtime="$($CC -print-file-name=libasan.so) $($CC -print-file-name=libubsan.so)"
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
if ! "$python" -c "import Cython, setuptools, numpy, pytest, hypothesis" 2>/dev/null; then
    "$python" -m venv .venv
    python=$work/.venv/bin/python
    "$python" -m pip install --quiet setuptools 'Cython>=3.2' numpy pytest pytest-timeout hypothesis gymnasium pettingzoo
fi

began=$SECONDS
TRICKTAKE_DEBUG=1 TRICKTAKE_CFLAGS="$flags" TRICKTAKE_LDFLAGS="$flags" \
    "$python" setup.py --quiet build_ext --inplace >build.log 2>&1 || { tail -n 50 build.log; exit 1; }
echo "built with $CC in $((SECONDS - began)) s"

# The interpreter itself leaks at exit, so leaks are counted by tools/leaks.py instead; memory figures mean nothing
# under a sanitiser, and neither do times. Too large a request gives no memory, as it does without.
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=1024
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export PYTHONPATH=$work/src
deselect=(
    --deselect tests/core/test_leaks.py                                        # memory
    --deselect tests/core/test_batch_hostile.py::test_memory_is_given_back     # memory
    --deselect tests/core/test_mcts.py::test_memory_does_not_grow              # memory
    --deselect tests/core/test_sample_hostile.py::test_memory_does_not_grow    # memory
    --deselect tests/core/test_sample_hostile.py::test_too_many_kinds_take_little_memory # memory
    --deselect tests/core/test_fuzz.py                                         # the fuzzer runs below
)
if [ -n "$short" ]; then
    chosen=(tests/core/test_safety.py tests/core/test_hostile.py tests/core/test_batch_hostile.py tests/core/test_fields.py)
    seconds=${FUZZ_SECONDS:-8}
else
    chosen=(tests/core tests/perft tests/vector)
    seconds=${FUZZ_SECONDS:-120}
fi
began=$SECONDS
LD_PRELOAD="$runtime" "$python" -m pytest "${chosen[@]}" -q -p no:cacheprovider "${deselect[@]}" -k "not copy_time" "$@"
echo "tests in $((SECONDS - began)) s"
began=$SECONDS
LD_PRELOAD="$runtime" "$python" tools/fuzz_core.py --seconds "$seconds" --seed "${FUZZ_SEED:-1}"
echo "fuzzed in $((SECONDS - began)) s"
