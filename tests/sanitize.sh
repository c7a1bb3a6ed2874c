#!/bin/sh
# Plays random games and the fuzz suite under the address and undefined-behaviour sanitizers.
#
#   tests/sanitize.sh [GAMES] [BUILD_FOLDER]
#
# GAMES random games of each player count (default 2000) go through `arknova verify`, then tests/test_fuzz.py runs.
# The build is a private one: the checkout is copied to BUILD_FOLDER (default: a temporary folder, removed at the
# end) and compiled there with assertions and bounds checks. Ends with status 0 when nothing was found.
set -eu

games=${1:-2000}
root=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -gt 1 ]; then
    folder=$2
    mkdir -p "$folder"
else
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
fi

# Compiled modules stay where they are: one from another build would hide what the sanitizers look for.
(cd "$root" && tar --exclude=./build --exclude=./.git --exclude='*.so' --exclude=__pycache__ -cf - .) | tar -xmf - -C "$folder"
cd "$folder"
ARKNOVA_DEBUG=1 ARKNOVA_SANITIZE=address,undefined python setup.py -q build_ext --inplace

# The interpreter is not instrumented, so the runtime libraries have to be there before it starts.
LD_PRELOAD=$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)
export LD_PRELOAD
export PYTHONMALLOC=malloc # pymalloc's arenas would hide reads beyond an object
# The interpreter keeps memory until its end on purpose, which the leak check cannot tell from a leak.
export ASAN_OPTIONS=detect_leaks=0:halt_on_error=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

status=0
for players in 1 2 3 4; do
    # Status 4 also means that something rare never happened, which says nothing about memory.
    python -m arknova_fast verify --games "$games" --players "$players" --seed 1 >verify.txt || [ $? -eq 4 ] || status=1
    sed -n '/^games/p;/^violations/p' verify.txt
    grep -q '^violations: 0$' verify.txt || status=1
done
python -m pytest -q -p no:cacheprovider tests/test_fuzz.py || status=1
exit $status
