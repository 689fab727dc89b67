#!/usr/bin/env bash
# Makes the pages of this folder anew: every game with a pie rule, at its default size and at a
# smaller one.
#
#   docs/studies/renew.sh LEVEL GAMES [options of fylking study pie, say --workers 2]
#
# Games are kept in WORK (default: a folder beside this one that git does not know), so a run that
# was broken off goes on where it was. FYLKING is the command (default: fylking).
set -euo pipefail
level=$1 games=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=${WORK:-$here/.work}
mkdir -p "$work"
for board in "frasvel 4" "fravan 5" "herfor 5" "fravan 7" "herfor 7" "frasvel 5"; do
    read -r game size <<< "$board"
    ${FYLKING:-fylking} study pie "$game" --size "$size" --level "$level" --games "$games" \
        --out "$work/pie-$game-$size-level-$level.jsonl" --docs "$here" "$@"
done
