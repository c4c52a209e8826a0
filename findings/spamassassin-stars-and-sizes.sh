#!/usr/bin/env bash
# Stars in a mail, as SpamAssassin reads them: a table of links, each a star above its number.
# Guess:   stars as plain characters cost nothing (entities cost HTML_SINGLET_MANY), and neither does font-size:0.
# Seen:    SpamAssassin 4.0.1: a star that touches the tag of its number counts as a word with a tag inside it
#          (HTML_OBFUSCATE, 0.6 of 5), a space before the tag costs nothing. font-size:0px is text too small to read
#          (HTML_FONT_TINY_NORDNS, 1.0 from a host without a name), and font-size:0 is not.
# Matters: a mail's own HTML can cost a third of the limit without a word of its text.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
apt-get download -qq spamassassin=4.0.1-1~deb12u1 libhtml-parser-perl=3.81-1+deb12u1 libhtml-tagset-perl=3.20-6 \
  libnetaddr-ip-perl=4.079+dfsg-2+b1 libnet-dns-perl=1.36-1+deb12u1 libdigest-hmac-perl=1.04+dfsg-2 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
libraries=("-I$folder/usr/share/perl5" "-I$(echo "$folder"/usr/lib/x86_64-linux-gnu/perl5/*)")
mail() { # mail <between star and number> <size>
  printf '%s\n' 'Received: from relay.shop.example (unknown [5.9.1.2]) by mx.example with ESMTP; Fri, 27 Nov 2026 10:43:49 +0000' \
    'From: Shop <reviews@shop.example>' 'To: Ana <ana@example.com>' 'Subject: Your order' 'Message-ID: <1@shop.example>' \
    'Date: Fri, 27 Nov 2026 10:43:48 +0000' 'MIME-Version: 1.0' 'Content-Type: text/html; charset=utf-8' '' \
    "<!doctype html><html><body><p style=\"$2;color:#111111\">How did you like what you bought from us the other day?</p><table>"
  for product in 1 2 3 4 5; do
    echo '<tr>'
    for star in 1 2 3 4 5; do echo "<td><a href=\"https://shop.example/r/$product/$star\">★$1<span>$star</span></a></td>"; done
    echo '</tr>'
  done
  echo '</table></body></html>'
}
rules() { perl -T "${libraries[@]}" usr/bin/spamassassin -L -t -x --configpath usr/share/spamassassin --siteconfigpath etc/spamassassin |
  sed -n '/^Content analysis/,$p' | grep -oE ' HTML_(OBFUSCATE|FONT_TINY)[A-Z0-9_]*' | sort -u | xargs; }
diff -b <(
  echo "touching: $(mail '' font-size:16px | rules)"
  echo "apart: $(mail ' ' font-size:16px | rules)"
  echo "0px: $(mail ' ' 'font-size:0px' | rules)"
  echo "0: $(mail ' ' 'font-size:0' | rules)"
) - <<'SEEN' && echo 'as seen: SpamAssassin 4.0.1-1~deb12u1'
touching: HTML_OBFUSCATE_10_20
apart:
0px: HTML_FONT_TINY_NORDNS
0:
SEEN
