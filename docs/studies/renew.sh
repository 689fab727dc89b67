#!/usr/bin/env bash
# Makes the pages of this folder anew: the pie openings at the default sizes and at smaller ones,
# and what games are like at the default sizes (which takes the extra fylking[study]).
#
#   docs/studies/renew.sh LEVEL GAMES [options of fylking study, say --workers 2]
#
# Games are kept in WORK (default: a folder beside this one that git does not know), so a run that
# was broken off goes on where it was. FYLKING is the command (default: fylking).
set -euo pipefail
level=$1 games=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=${WORK:-$here/.work}
mkdir -p "$work"
study() { # KIND GAME SIZE OPTION...
    local name=$1-$2-$3
    ${FYLKING:-fylking} study "$1" "$2" --size "$3" --level "$level" --games "$games" \
        --out "$work/$name-level-$level.jsonl" --docs "$here" "${@:4}"
}

for board in "freeze 8" "fravan 7" "herfor 7" "frasvel 5"; do
    read -r game size <<< "$board"
    study game "$game" "$size" "$@"
done
for board in "frasvel 4" "fravan 5" "herfor 5" "fravan 7" "herfor 7" "frasvel 5"; do
    read -r game size <<< "$board"
    study pie "$game" "$size" "$@"
done
