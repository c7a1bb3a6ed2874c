#!/usr/bin/env bash
# Machine instructions per choice on a fixed seed, counted by callgrind: the repeatable measure of speed.
#
#   benchmarks/instructions.sh [GAMES] [PLAYERS]     (default 200 games of 2 players, about a minute)
#   TOP=40 benchmarks/instructions.sh                 functions listed (default 25)
#
# Needs valgrind (Debian, Ubuntu: apt-get install valgrind; Fedora: dnf install valgrind; macOS has none for current
# systems) and the package built in place or installed. Valgrind knows no AVX-512: a native build made on a machine that
# has it (ARKNOVA_NATIVE=1) stops with an illegal instruction, so count the default build.
set -euo pipefail
cd "$(dirname "$0")/.."

games=${1:-200}
players=${2:-2}
# The interpreter itself: valgrind does not follow the wrapper scripts of version managers.
python=$("${PYTHON:-python3}" -c 'import sys; print(sys.executable)')
if ! command -v valgrind >/dev/null; then
    echo "instructions.sh: valgrind is not installed; on Debian or Ubuntu: apt-get install valgrind" >&2
    exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Only play_range and what it calls is counted: no start of Python, no ruleset compiler.
PYTHONMALLOC=malloc PYTHONPATH=.${PYTHONPATH:+:$PYTHONPATH} valgrind --tool=callgrind --collect-atstart=no \
    --toggle-collect='*play_range*' \
    --callgrind-out-file="$work/out" --log-file="$work/log" \
    "$python" benchmarks/fixed_batch.py "$games" "$players" >"$work/batch" ||
    { cat "$work/log" >&2; exit 1; }

[ -s "$work/out" ] || { cat "$work/log" >&2; echo "instructions.sh: callgrind counted nothing" >&2; exit 1; }
callgrind_annotate --threshold=99 "$work/out" >"$work/annotated"
"$python" - "$work" "${TOP:-25}" <<'PYTHON'
import json, re, sys
from pathlib import Path

work, top = Path(sys.argv[1]), int(sys.argv[2])
batch = json.loads((work / "batch").read_text().splitlines()[-1])
text = (work / "annotated").read_text()
total = int(re.search(r"([\d,]+) \(100\.0%\)\s+PROGRAM TOTALS", text).group(1).replace(",", ""))
if not total:
    sys.exit("instructions.sh: nothing was counted; is the symbol table of the extension modules stripped?")
print(f"{batch['games']} games of {batch['players']} players, seed 1: behaviour {batch['behaviour']}, "
      f"mean score {batch['mean_score']:.3f}")
print(f"instructions: {total:,}; {total / batch['games']:,.0f} a game, {total / batch['decisions']:,.1f} a decision, "
      f"{total / batch['choices']:,.1f} a choice")
print("\nby function, calls not included:   a choice   share   function")
rows = re.findall(r"^\s*([\d,]+) \(\s*([\d.]+)%\)\s+\S*?:(\S+)", text, re.M)
for count, share, name in rows[:top]:
    name = re.sub(r"^__pyx_f_12arknova_fast_(7_kernel_)?", "", name)
    print(f"{int(count.replace(',', '')) / batch['choices']:>41,.1f} {share:>6}%   {name}")
PYTHON
