#!/usr/bin/env bash
# What braille displays, which have 20 to 40 cells, show of a rating: the tables of liblouis, which Orca, NVDA and Android use.
# Guess:   "★" has a sign in all Latin tables. Not guessed: "½" and the other signs, which a second run added.
# Seen:    liblouis 3.24.0 spells what a table lacks as '\x2605', eight cells or more: five stars fill a display of 40 cells.
#          So it does with "·" in Portuguese, Spanish, Italian and Greek, "→" and
#          "−" in several tables, and isolates and marks of direction in nearly all, Arabic and Hebrew among them. French
#          has a blank cell for all that it lacks, and Swedish one sign. Only Japanese has a star.
# Matters: a number is shorter than one star. Isolates around a name, as many libraries of messages add them, take 16 cells: elements
#          with dir="auto" take none. Separators of a line are better hidden from screen readers.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
apt-get download -qq liblouis-bin=3.24.0-1 liblouis-data=3.24.0-1 liblouis20=3.24.0-1 libyaml-0-2=0.2.5-1 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
translate() { LD_LIBRARY_PATH=usr/lib/x86_64-linux-gnu LOUIS_TABLEPATH=usr/share/liblouis/tables usr/bin/lou_translate "unicode.dis,$1"; }
diff <(
  for table in en-ueb-g2.ctb en-us-g2.ctb pt-pt-g1.utb es-g1.ctb de-g1.ctb fr-bfu-comp6.utb it-it-comp6.utb el.ctb ar-ar-g1.utb \
    he-IL.utb sv-g1.ctb ja-kantenji.utb; do
    echo "$table: $(printf '%b\n' '★' '½' '·' '→' '−' '\u2068\u2069' '\u200f' | translate "$table" | tr '\n' '|')"
  done
) - <<'SEEN'
en-ueb-g2.ctb: ⠄⡳⠭⠃⠋⠚⠑⠄|⠼⠁⠌⠃|⠈⠡|⠰⠳⠕|⠐⠤|⠄⡳⠭⠃⠚⠋⠓⠄⠄⡳⠭⠃⠚⠋⠊⠄|⠄⡳⠭⠃⠚⠚⠋⠄|
en-us-g2.ctb: ⠄⡳⠭⠆⠖⠴⠢⠄|⠹⠂⠌⠆⠼|⠈⠡|⠄⡳⠭⠆⠂⠔⠆⠄|⠄⡳⠭⠆⠆⠂⠆⠄|⠄⡳⠭⠆⠴⠖⠦⠄⠄⡳⠭⠆⠴⠖⠔⠄|⠄⡳⠭⠆⠴⠴⠋⠄|
pt-pt-g1.utb: ⠠⡳⠭⠃⠋⠚⠑⠠|⠼⠂⠃|⠠⡳⠭⠚⠚⠃⠛⠠|⠒⠕|⠠⡳⠭⠃⠃⠁⠃⠠|⠠⡳⠭⠃⠚⠋⠓⠠⠠⡳⠭⠃⠚⠋⠊⠠|⠠⡳⠭⠃⠚⠚⠋⠠|
es-g1.ctb: ⠄⡳⠭⠆⠖⠴⠢⠄|⠼⠂⠃|⠄⡳⠭⠴⠴⠃⠶⠄|⠄⡳⠭⠆⠂⠔⠆⠄|⠄⡳⠭⠆⠆⠂⠆⠄|⠄⡳⠭⠆⠴⠖⠦⠄⠄⡳⠭⠆⠴⠖⠔⠄|⠄⡳⠭⠆⠴⠴⠋⠄|
de-g1.ctb: ⠠⡳⠭⠣⠫⠬⠱⠠|⠼⠁⠆|⠀|⠒⠒⠕|⠈⠤|⠠⡳⠭⠣⠬⠫⠳⠠⠠⡳⠭⠣⠬⠫⠪⠠|⠠⡳⠭⠣⠬⠬⠋⠠|
fr-bfu-comp6.utb: ⠀|⠡⠌⠣|⠀|⠸⠱|⠤|⠀⠀|⠀|
it-it-comp6.utb: ⠄⠠⠭⠃⠋⠚⠑⠄|⠠⠡⠌⠣|⠄⠠⠭⠚⠚⠃⠛⠄|⠄⠠⠭⠃⠁⠊⠃⠄|⠄⠠⠭⠃⠃⠁⠃⠄|⠄⠠⠭⠃⠚⠋⠓⠄⠄⠠⠭⠃⠚⠋⠊⠄|⠄⠠⠭⠃⠚⠚⠋⠄|
el.ctb: ⠄⡳⠰⠭⠃⠋⠚⠑⠄|⠄⡳⠰⠭⠚⠚⠰⠃⠙⠄|⠄⡳⠰⠭⠚⠚⠰⠃⠛⠄|⠄⡳⠰⠭⠃⠁⠊⠃⠄|⠤|⠄⡳⠰⠭⠃⠚⠋⠓⠄⠄⡳⠰⠭⠃⠚⠋⠊⠄|⠄⡳⠰⠭⠃⠚⠚⠰⠋⠄|
ar-ar-g1.utb: ⠄⡳⠭⠆⠖⠴⠢⠄|⠼⠁⠌⠃|⠸⠈⠡|⠻⠳⠕|⠰⠤|⠄⡳⠭⠆⠴⠖⠦⠄⠄⡳⠭⠆⠴⠖⠔⠄|⠄⡳⠭⠆⠴⠴⠋⠄|
he-IL.utb: ⠄⠳⠭⠆⠖⠴⠢⠄|⠹⠂⠌⠆⠼|⠈⠡|⠄⠳⠭⠆⠂⠔⠆⠄|⠄⠳⠭⠆⠆⠂⠆⠄|⠄⠳⠭⠆⠴⠖⠦⠄⠄⠳⠭⠆⠴⠖⠔⠄|⠄⠳⠭⠆⠴⠴⠋⠄|
sv-g1.ctb: ⣤|⠼⠁⠌⠼⠃|⣤|⠒⠕|⣤|⣤⣤||
ja-kantenji.utb: ⢰⣒⡆|⣰⠂⡐⣰⠆|⠐⢂|⠀⠤⠤⡢⠀|⣀|⡀⡳⣒⠆⠴⠖⠦⡀⡀⡳⣒⠆⠴⠖⠔⡀|⡀⡳⣒⠆⠴⠴⠖⡀|
SEEN
echo 'As seen with liblouis 3.24.0-1.'
