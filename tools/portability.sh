#!/usr/bin/env bash
# Proofs on other machines, from a Debian computer with root rights: tools/portability.sh i386 | arm64 | windows | all
#
# i386     a 32-bit Debian in a folder; the core is compiled there and the quick tests and tests/core run at full
#          speed: pointers, sizes and long of 32 bits, as in Pyodide. Needs debootstrap.
# arm64    the quick tests on aarch64, by emulation: some 20 minutes; the modules are cross-compiled. Needs debootstrap
#          and qemu-user-static; binfmt and root rights are not asked for.
# windows  all generated C is read by clang for x86-64 and ARM64 Windows (long of 32 bits), with warnings on, CPython's
#          own headers and those of MinGW that zig brings. Nothing runs. Needs clang; fetches from deb.debian.org.
#
# Folders are kept in PORTABILITY_DIR (default /var/tmp/tricktake-portability), so that a second run is short.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:?which proof: i386, arm64, windows or all}
place=${PORTABILITY_DIR:-/var/tmp/tricktake-portability}
python=${PYTHON:-python3}
suite=trixie
version=3.13
packages=python3,python3-dev,python3-numpy,python3-pytest,python3-hypothesis,gcc,libc6-dev
mirror=http://deb.debian.org/debian
mkdir -p "$place"

translate() { # Cython once, here: generated C is the same for all machines; more arguments are packages to install
    [ -x "$place/venv/bin/python" ] || "$python" -m venv "$place/venv"
    "$place/venv/bin/pip" install --quiet 'setuptools>=77' 'Cython>=3.2,<4' "$@"
    rm -rf "$place/tree" && mkdir "$place/tree"
    git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$place/tree"
    (cd "$place/tree" && "$place/venv/bin/python" - <<'PY'
import runpy
import sys
from Cython.Build import cythonize

names = runpy.run_path("setup.py", run_name="described")
modules = [names["extension"](path.stem, []) for path in sorted(names["CORE"].glob("*.pyx"))]
cythonize(
    modules,
    build_dir="build/cython",
    compiler_directives=names["DIRECTIVES"],
    quiet=True,
    nthreads=names["JOBS"] if sys.version_info < (3, 14) else 0,
)
PY
    )
}

cc() { "$place/venv/bin/python" -m ziglang cc "$@"; }

fresh() { # an empty folder for a Debian of an architecture
    rm -rf "${place:?}/$1" && mkdir -p "$place/$1"
}

into() { # the translated tree into such a folder
    rm -rf "$place/$1/build" && cp -r "$place/tree" "$place/$1/build"
}

i386() {
    local root=$place/i386
    translate
    if [ ! -e "$root/.complete" ]; then
        fresh i386
        debootstrap --arch=i386 --variant=minbase --include="$packages" "$suite" "$root" "$mirror"
        touch "$root/.complete"
    fi
    into i386
    mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
    trap "umount '$root/proc'" EXIT
    cp -r "$place"/venv/lib/python3*/site-packages/setuptools "$root/build/" # Cython has done its work
    chroot "$root" sh -ec '
        cd /build
        include=$(python3 -c "import sysconfig; print(sysconfig.get_path(\"include\"))")
        suffix=$(python3 -c "import sysconfig; print(sysconfig.get_config_var(\"EXT_SUFFIX\"))")
        ls build/cython/src/cardcore/*.c | grep -v _wide | xargs -P "$(nproc)" -I{} sh -ec "
            name=\$(basename {} .c)
            gcc -shared -fPIC -O2 -Wall -Wextra -Wno-unused-parameter -Wno-sign-compare -fwrapv -DNDEBUG -I$include {} -o src/cardcore/\$name$suffix"
        python3 -c "import struct; assert struct.calcsize(\"P\") == 4"'
    chroot "$root" env PYTHONPATH=/build/src sh -ec \
        'cd /tmp && python3 /build/tests/quick.py
        python3 -m pytest -q -c /build/tests/quick.ini --rootdir /build/tests /build/tests/core'
}

arm64() {
    translate ziglang
    local root=$place/arm64 deb name
    if [ ! -e "$root/.complete" ]; then
        fresh arm64
        debootstrap --foreign --arch=arm64 --variant=minbase --include="$packages" "$suite" "$root" "$mirror"
        for deb in "$root"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$deb" "$root"; done # nothing of it runs
        ln -s blas/libblas.so.3 lapack/liblapack.so.3 "$root/usr/lib/aarch64-linux-gnu/" # the alternatives
        touch "$root/.complete"
    fi
    into arm64
    for name in $(cd "$place/tree/build/cython/src/cardcore" && ls ./*.c | grep -v _wide); do
        cc -target aarch64-linux-gnu.2.36 -shared -fPIC -O2 -g0 -fwrapv -DNDEBUG \
            -I"$root/usr/include/python$version" -idirafter "$root/usr/include" \
            "$place/tree/build/cython/src/cardcore/$name" \
            -o "$root/build/src/cardcore/$(basename "$name" .c).cpython-${version/./}-aarch64-linux-gnu.so"
    done
    # A script stands for Python, so that tests can start it again.
    mkdir -p "$root/again"
    printf '#!/bin/sh\nexec qemu-aarch64-static -L "%s" "%s/usr/bin/python3" "$@"\n' "$root" "$root" >"$root/again/python3"
    chmod +x "$root/again/python3"
    printf 'import sys\nsys.executable = "%s/again/python3"\n' "$root" >"$root/again/sitecustomize.py"
    (cd "$root/again" && PYTHONPATH=$root/again:$root/build/src ./python3 "$root/build/tests/quick.py")
}

windows() {
    translate ziglang
    local headers=$place/headers arch file wide mingw said=$place/windows.log
    if [ ! -e "$headers/pyconfig.h" ]; then
        mkdir -p "$headers"
        curl -fsS "$mirror/pool/main/p/python$version/python${version}_3.13.5.orig.tar.xz" |
            tar -xJ -C "$headers" --strip-components=1 --wildcards '*/Include/*' '*/PC/*.h' '*/PC/pyconfig*'
        cp "$headers/PC/pyconfig.h.in" "$headers/pyconfig.h"
    fi
    mingw=$(echo "$place"/venv/lib/python3*/site-packages/ziglang/lib/libc/include/any-windows-any)
    : >"$said"
    for arch in x86_64 aarch64; do
        for file in "$place"/tree/build/cython/src/cardcore/*.c; do
            wide=
            case $arch:$file in
            x86_64:*_wide.c) wide="-mbmi -mbmi2 -mlzcnt -mpopcnt" ;;
            aarch64:*_wide.c) continue ;;
            esac
            # shellcheck disable=SC2086 # several flags in one variable
            clang -target "$arch-windows-gnu" -fsyntax-only -Wall -Wextra -Wno-unused-parameter $wide -DNDEBUG \
                -D_UCRT -D_WIN32_WINNT=0x0a00 -nostdlibinc -isystem "$mingw" \
                -I"$headers" -isystem "$headers/Include" "$file" 2>&1 | tee -a "$said"
        done
        echo "$arch: read"
    done
    ! grep -E 'error:|warning:' "$said"
}

case $target in
i386 | arm64 | windows) "$target" ;;
all) for each in i386 arm64 windows; do "$0" "$each"; done ;;
*)
    echo "unknown: $target" >&2
    exit 2
    ;;
esac
