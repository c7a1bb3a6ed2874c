#!/bin/sh
# Makes the example reports anew: maps, cards and run (HTML, Markdown). 18.5 minutes of one core.
# MAP_GAMES, CARD_GAMES, CARD_DEALS and RUN_GAMES make them larger or smaller; arguments go to the balance commands.
set -eu
cd "$(dirname "$0")/../.."
here=docs/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

keep() { # name: the files of one result
    cp "$work/$1/report.html" "$here/$1-page.html" # another name than that of the Markdown page in the built docs
    cp "$work/$1/report.md" "$here/$1.md"
}

python -m arknova_fast balance maps --policy greedy -n "${MAP_GAMES:-20k-per-pair}" --seed 1 --out "$work/maps" "$@" >/dev/null
keep maps
python -m arknova_fast balance cards --policy greedy -n "${CARD_GAMES:-50k}" --deals "${CARD_DEALS:-600}" --seed 1 \
    --out "$work/cards" "$@" >/dev/null
keep cards
python -m arknova_fast run --policy greedy -n "${RUN_GAMES:-20k}" --map all --seed 1 --rows turns -o "$work/run" -q \
    >/dev/null
python -m arknova_fast report "$work/run" -o "$here/run-page.html" -o "$here/run.md"
