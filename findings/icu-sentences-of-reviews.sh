#!/usr/bin/env bash
# Where Intl.Segmenter ends a sentence in reviews.
# Guess:   the rules of a language know its common short forms: German "3. Tag" (third day), "z. B." (for example) and "ca.",
#          Portuguese "Sr.", English "e.g.", "St." and "Dr." end no sentence. A semicolon ends one in Greek, where it is the
#          question mark. Without a space after the full stop, a small letter begins no sentence.
# Seen:    in Node 24.21.0 (ICU 78.3) each of these short forms ends a sentence before a capital letter, in every locale, and
#          German nouns have one: "Am 3. | Tag". "vs." does not, only because a small letter follows. A lone line break ends a
#          sentence as well, and an empty line is a sentence of its own. Greek and the full stop without a space are as guessed.
# Matters: an excerpt or a summary that takes the first sentence of a review is "Am 3." or "Dr.".
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund node@24.21.0
cat > run.mjs <<'JS'
console.log(`ICU ${process.versions.icu}`)
for (const [locale, text] of [
  ['de', 'Am 3. Tag ging die Kanne z. B. nicht mehr auf.'],
  ['de', 'Der Preis: ca. 20 Euro.'],
  ['de', 'Hält ca. Stunden warm.'],
  ['pt', 'O Sr. Silva entregou no 1º dia.'],
  ['en', 'Better than the old one, e.g. Bialetti. It is from St. Moritz.'],
  ['en', 'Dr. Oetker makes it, 4.5 stars vs. my old one.'],
  ['en', 'love it.would buy again.fast shipping'],
  ['en', 'Works well\nArrived late\n\nWould buy'],
  ['el', 'Πολύ καλό; Ναι.'],
]) {
  const sentences = new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text)
  console.log(Array.from(sentences, ({ segment }) => segment.trim()).join(' | '))
}
JS
diff - <(node_modules/.bin/node run.mjs) <<'SEEN'
ICU 78.3
Am 3. | Tag ging die Kanne z. | B. nicht mehr auf.
Der Preis: ca. | 20 Euro.
Hält ca. | Stunden warm.
O Sr. | Silva entregou no 1º dia.
Better than the old one, e.g. | Bialetti. | It is from St. | Moritz.
Dr. | Oetker makes it, 4.5 stars vs. my old one.
love it.would buy again.fast shipping
Works well | Arrived late |  | Would buy
Πολύ καλό; | Ναι.
SEEN
echo 'As seen with Node 24.21.0.'
