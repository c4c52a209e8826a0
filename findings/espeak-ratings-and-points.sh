#!/usr/bin/env bash
# What blind shoppers on Linux hear of a rating: eSpeak NG is the voice that Orca has on Debian.
# Guess:   "★" is a black star, "4/5" is "four slash five", and each language speaks its own decimal sign, and the point of
#          digits of other scripts.
# Seen:    eSpeak NG 1.51: stars are silent. In Portuguese, German, French and Turkish "4/5" is "four five", as is "4.5" in
#          Brazilian Portuguese and Dutch, "4,5" in English, and "٤٫٥" in Arabic. The Hebrew voice says no digit at all.
# Matters: the rating is missing, or 4.5 is heard as 45. Labels need words ("4,5 de 5"), and numbers in the form of the
#          language that the voice speaks: lang must name it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
apt-get download -qq espeak-ng=1.51+dfsg-10+deb12u2 espeak-ng-data=1.51+dfsg-10+deb12u2 libespeak-ng1=1.51+dfsg-10+deb12u2 \
  libpcaudio0=1.2-2 libsonic0=0.2.0-12 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
say() { # say <language> <text>
  local sounds
  sounds=$(LD_LIBRARY_PATH=usr/lib/x86_64-linux-gnu usr/bin/espeak-ng --path="$folder/usr/lib/x86_64-linux-gnu/espeak-ng-data" \
    -q --ipa -v "$1" "$2" | xargs)
  echo "$1 $2: ${sounds:-nothing}"
}
diff <(
  for language in en pt-br es de fr tr nl he; do for text in ★★★★☆ 4/5 4.5 4,5; do say "$language" "$text"; done; done
  say ar 4.5
  say ar ٤٫٥
) - <<'SEEN'
en ★★★★☆: nothing
en 4/5: fˈɔː slˈaʃ fˈaɪv
en 4.5: fˈɔː pɔɪnt fˈaɪv
en 4,5: fˈɔː fˈaɪv
pt-br ★★★★☆: nothing
pt-br 4/5: kwˈatrʊ sˈiŋkʊ
pt-br 4.5: kwˈatrʊ sˈiŋkʊ
pt-br 4,5: kwˈatrʊ vˈirɡulæ sˈiŋkʊ
es ★★★★☆: nothing
es 4/5: kwˈatɾo βˈara θˈinko
es 4.5: kwˈatɾo pˌunto θˈinko
es 4,5: kwˈatɾo kˌoma θˈinko
de ★★★★☆: nothing
de 4/5: fˈiːɾ fˈynf
de 4.5: fˈiːɾ pʊŋkt fˈynf
de 4,5: fˈiːɾ kɔmɑː fˈynf
fr ★★★★☆: nothing
fr 4/5: kˈatʁ sˈɛ̃k
fr 4.5: katʁ pwɛ̃ sˈɛ̃k
fr 4,5: katʁ viʁɡyl sˈɛ̃k
tr ★★★★☆: nothing
tr 4/5: dˈœrt bˈɛʃ
tr 4.5: dˈœrt nɔktˈa bˈɛʃ
tr 4,5: dˈœrt virɡˌøl bˈɛʃ
nl ★★★★☆: nothing
nl 4/5: vˈir slˈɛʃ vˈɛɪf
nl 4.5: vˈir vˈɛɪf
nl 4,5: vˈir kˌɔmaː vˌɛɪf
he ★★★★☆: nothing
he 4/5: (en)slˈaʃ(he)
he 4.5: nothing
he 4,5: nothing
ar 4.5: ʔˈarbaˌʕʕa faːs̪ˈil xamsa
ar ٤٫٥: ʔˈarbaˌʕʕa xˈamsa
SEEN
echo 'As seen with eSpeak NG 1.51+dfsg-10+deb12u2.'
