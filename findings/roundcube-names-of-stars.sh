#!/usr/bin/env bash
# A mail with stars, after Roundcube's filter for HTML (rcube_washtml): links named for screen readers, stars that are decoration, a
# table that is layout, and hidden text.
# Guess:   aria-label, role, title, lang and dir stay, as they can do nothing. lang and dir of the whole document stay, too,
#          or move to the body.
# Seen:    Roundcube 1.6.5 removes role and every aria attribute. It keeps title, alt, lang and dir, but not those of <html>. The
#          attribute `hidden` goes, and the text stays. <bdi> goes, too.
# Matters: the links of a scale all have the name "★", the stars of a quoted review have no words, those with aria-hidden are read
#          out, and layout is announced as a table. Use text, alt or title for names, display:none for hidden text, and an
#          element inside the body for lang and dir.
# Needs libsodium23 and libargon2-1 of Debian 12.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
apt-get download -qq roundcube-core=1.6.5+dfsg-1+deb12u14 php-masterminds-html5=2.7.6+dfsg-1 php8.2-cli php8.2-common php8.2-xml \
  php8.2-mbstring libonig5=6.9.8-1 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
cat > mail.html <<'HTML'
<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>Order</title></head><body>
<table role="presentation"><tr><td>Mug</td></tr></table>
<a href="https://shop.example/4" aria-label="4 of 5">★</a>
<a href="https://shop.example/4" title="4 of 5">★</a>
<a href="https://shop.example/4"><img src="https://shop.example/4.png" alt="4 of 5"></a>
<span role="img" aria-label="4 of 5">★★★★☆</span>
<span aria-hidden="true">★★★★☆</span> 4 of 5
<p lang="en" dir="ltr">Mug</p>
<p hidden>Your opinion matters</p>
<p style="display:none">Your opinion matters</p>
<p>From <bdi>Ana</bdi></p>
</body></html>
HTML
cat > wash.php <<'PHP'
<?php
$root = getcwd();
define('RCUBE_INSTALL_PATH', "$root/");
define('RCUBE_CONFIG_DIR', "$root/");
set_include_path("$root/usr/share/roundcube/program/lib/Roundcube" . PATH_SEPARATOR . "$root/usr/share/php");
require 'bootstrap.php';
// Pictures are allowed by the reader.
$washer = new rcube_washtml(['allow_remote' => true, 'charset' => 'UTF-8', 'show_washed' => false, 'html_elements' => ['body']]);
echo $washer->wash(file_get_contents('mail.html'));
PHP
modules=$(echo "$folder"/usr/lib/php/2*)
diff <(
  LD_LIBRARY_PATH="$folder/usr/lib/x86_64-linux-gnu" usr/bin/php8.2 -n -d error_reporting=0 -d extension_dir="$modules" -d extension=dom \
    -d extension=mbstring -d extension=ctype wash.php && echo
) - <<'SEEN'
<!-- html ignored --><!-- head ignored --><!-- meta ignored --><body>
<table><tr><td>Mug</td></tr></table>
<a href="https://shop.example/4">★</a>
<a href="https://shop.example/4" title="4 of 5">★</a>
<a href="https://shop.example/4"><img src="https://shop.example/4.png" alt="4 of 5" /></a>
<span>★★★★☆</span>
<span>★★★★☆</span> 4 of 5
<p lang="en" dir="ltr">Mug</p>
<p>Your opinion matters</p>
<p style="display: none">Your opinion matters</p>
<p>From <!-- bdi ignored -->Ana</p>
</body>
SEEN
echo 'As seen with Roundcube 1.6.5+dfsg-1+deb12u14.'
