#!/usr/bin/env bash
# Build tricktake for a CPython without its interpreter lock and run the tests of threads, the long ones too.
# Usage: tools/free_threading.sh [pytest arguments]
#
# PYTHON=path     a free-threaded interpreter to use; without it CPython is built from Debian's source package
# SUITE=trixie    the Debian suite with that package (python3.13)
# PREFIX=path     where the interpreter built here is installed; used again if it is there
# SANITIZE=1      the compiled modules with the address and undefined-behaviour sanitisers
#
# The build needs a compiler, xz, and the headers of the libraries CPython uses:
#   apt-get install build-essential xz-utils libssl-dev zlib1g-dev libffi-dev libbz2-dev liblzma-dev libsqlite3-dev
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build_python() { # from the source package, with lists of its own: the machine's own sources stay as they are
    local prefix=$1 suite=${SUITE:-trixie}
    mkdir -p "$work"/{parts,lists/partial,cache/archives/partial}
    cat > "$work/parts/source.sources" <<END
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
    local apt=(apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts"
               -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
    "${apt[@]}" update
    (cd "$work" && "${apt[@]}" source --download-only python3.13 && tar -xf python3.13_*.orig.tar.xz)
    (
        cd "$work"/Python-3.13*
        ./configure --disable-gil --prefix="$prefix" > configure.log
        make -j"$(nproc)" > make.log 2>&1
        make install > install.log 2>&1
    )
}

if [ -z "${PYTHON:-}" ]; then
    prefix=${PREFIX:-$HOME/.cache/tricktake/python3.13t}
    [ -x "$prefix/bin/python3.13t" ] || build_python "$prefix"
    PYTHON=$prefix/bin/python3.13t
fi
"$PYTHON" -c 'import sysconfig, sys; sys.exit(not sysconfig.get_config_var("Py_GIL_DISABLED"))' || {
    echo "$PYTHON has an interpreter lock" >&2
    exit 1
}
"$PYTHON" -VV

git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$work"
cd "$work"
"$PYTHON" -m venv .venv
# The newest hypothesis has no wheel for every free-threaded CPython.
.venv/bin/pip install --quiet 'numpy>=2.2' 'Cython>=3.2,<4' 'setuptools>=77' pytest pytest-timeout 'hypothesis<6.140'

if [ -n "${SANITIZE:-}" ]; then
    flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -O1 -g"
    export TRICKTAKE_CFLAGS=$flags TRICKTAKE_LDFLAGS=$flags ASAN_OPTIONS=detect_leaks=0:abort_on_error=1
    export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
fi
.venv/bin/python setup.py build_ext --inplace > build.log 2>&1 || { tail -50 build.log >&2; exit 1; }
export PYTHONPATH=$work/src
if [ -n "${SANITIZE:-}" ]; then
    LD_PRELOAD="$("${CC:-gcc}" -print-file-name=libasan.so) $("${CC:-gcc}" -print-file-name=libubsan.so)"
    export LD_PRELOAD
fi

# A module that does not declare itself switches the lock on again and warns of it.
.venv/bin/python -W error::RuntimeWarning -c \
    'import sys, cardcore, tricktake.vector, tricktake.arena; sys.exit(sys._is_gil_enabled())'
.venv/bin/python -m pytest tests/threads -q -p no:cacheprovider -m 'slow or not slow' "$@"
.venv/bin/python -m pytest tests/core -q -p no:cacheprovider --ignore tests/core/test_leaks.py -k "not copy_time" "$@"
