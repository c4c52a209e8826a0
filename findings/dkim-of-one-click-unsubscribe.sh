#!/usr/bin/env bash
# A mail with List-Unsubscribe and List-Unsubscribe-Post, signed by seven programs with the headers they choose themselves. RFC 8058
# asks that the signature cover both headers; otherwise a mail program should not offer to unsubscribe with one click.
# Guess:   dkimpy, mailauth and OpenSMTPD's filter are newer than RFC 8058 and sign both headers. nodemailer, OpenDKIM and Perl's
#          Mail::DKIM have an older list and sign List-Unsubscribe alone.
# Seen:    only nodemailer 10.6.1 signs both. nodemailer 8.0.0, mailauth 4.13.3, dkimpy 1.1.4, Mail::DKIM 1.20230212, OpenDKIM 2.11.0
#          and filter-dkimsign 0.5 sign List-Unsubscribe alone, and PHPMailer 6.6.3 signs neither.
# Matters: a shop whose mail server signs, or whose PHP does, sends both headers with a valid signature that does not count for
#          them. A test that looks for the headers, or verifies the signature, finds no fault. OpenDKIM signs both when told to:
#          SignHeaders *,+list-unsubscribe-post
# Needs Debian 12's perl, python3, openssl, libsodium23 and libargon2-1.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund nodemailer@10.6.1 nodemailer8@npm:nodemailer@8.0.0 mailauth@4.13.3
apt-get download -qq python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1+deb12u1 libmail-dkim-perl=1.20230212-2~deb12u1 \
  libcrypt-openssl-rsa-perl=0.33-3+b1 libcrypt-openssl-bignum-perl=0.09-2+b1 libcrypt-openssl-random-perl=0.15-3+b1 \
  libmail-authenticationresults-perl=2.20230112-1 libmailtools-perl=2.21-2 libnet-dns-perl=1.36-1+deb12u1 \
  opendkim=2.11.0~beta2-8+deb12u1 libopendkim11=2.11.0~beta2-8+deb12u1 libopendbx1=1.4.6-16+b1 librbl1=2.11.0~beta2-8+deb12u1 \
  libvbr2=2.11.0~beta2-8+deb12u1 libmilter1.0.1=8.17.1.9-2+deb12u2 libmemcached11=1.1.4-1 libhashkit2=1.1.4-1 liblua5.3-0=5.3.6-2 \
  opensmtpd-filter-dkimsign=0.5-2 libopensmtpd0=0.7-2 libevent-2.1-7=2.1.12-stable-8+deb12u1 libbsd0=0.11.7-2 \
  libphp-phpmailer=6.6.3-1 php8.2-cli 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
export LD_LIBRARY_PATH="$folder/usr/lib/x86_64-linux-gnu:$folder/usr/lib:$folder/lib/x86_64-linux-gnu"
openssl genrsa -out key.pem 2048 2> /dev/null
printf '%s\r\n' 'From: reviews@shop.example' 'To: ana@example.com' 'Subject: Your order' 'Message-ID: <1@shop.example>' \
  'Date: Fri, 27 Nov 2026 10:43:48 +0000' 'List-Unsubscribe: <https://shop.example/u/1>' \
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click' 'MIME-Version: 1.0' 'Content-Type: text/plain' '' 'Did you like it?' > mail

cat > nodemailer.cjs <<'JS'
const dkim = { domainName: 'shop.example', keySelector: 's', privateKey: require('node:fs').readFileSync('key.pem', 'utf8') }
const mail = { from: 'reviews@shop.example', to: 'ana@example.com', subject: 'Your order', text: 'Did you like it?' }
const headers = { 'List-Unsubscribe': '<https://shop.example/u/1>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
require(process.argv[2]).createTransport({ streamTransport: true, buffer: true, dkim }).sendMail({ ...mail, headers })
  .then(({ message }) => console.log(message.toString()))
JS
cat > mailauth.cjs <<'JS'
const { readFileSync } = require('node:fs')
const { dkimSign } = require('mailauth/lib/dkim/sign')
const signatureData = [{ signingDomain: 'shop.example', selector: 's', privateKey: readFileSync('key.pem', 'utf8') }]
dkimSign(readFileSync('mail'), { signatureData }).then(({ signatures }) => console.log(signatures))
JS
cat > sign.py <<'PY'
import dkim
print(dkim.sign(open('mail', 'rb').read(), b's', b'shop.example', open('key.pem', 'rb').read()).decode())
PY
cat > sign.pl <<'PERL'
use Mail::DKIM::Signer;
my $signer = Mail::DKIM::Signer->new(Algorithm => 'rsa-sha256', Domain => 'shop.example', Selector => 's', KeyFile => 'key.pem');
open my $mail, '<', 'mail';
$signer->PRINT($_) while <$mail>;
$signer->CLOSE;
print $signer->signature->as_string;
PERL
cat > sign.php <<'PHP'
<?php
foreach (['Exception', 'PHPMailer'] as $name) require "usr/share/php/libphp-phpmailer/src/$name.php";
$mail = new PHPMailer\PHPMailer\PHPMailer(true);
$mail->setFrom('reviews@shop.example');
$mail->addAddress('ana@example.com');
[$mail->Subject, $mail->Body] = ['Your order', 'Did you like it?'];
$mail->addCustomHeader('List-Unsubscribe', '<https://shop.example/u/1>');
$mail->addCustomHeader('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click');
[$mail->DKIM_domain, $mail->DKIM_selector, $mail->DKIM_private] = ['shop.example', 's', 'key.pem'];
$mail->preSend();
echo $mail->getSentMIMEMessage();
PHP
# Without RequireSafeKeys the key may be in a folder of /tmp.
echo 'RequireSafeKeys no' > opendkim.conf
printf '%s\n' 'RequireSafeKeys no' 'SignHeaders *,+list-unsubscribe-post' > both.conf
opendkim() { usr/sbin/opendkim -x "$1" -t mail -d shop.example -k key.pem -s s -b s -vvv 2>&1; }
filter() { # the mail, as OpenSMTPD hands it to a filter
  printf '%s\n' 'config|ready' 'report|0.6|1.0|smtp-in|link-connect|0000000000000001|mx.example|pass|127.0.0.1:1|127.0.0.1:2' \
    'report|0.6|1.0|smtp-in|tx-begin|0000000000000001|00000003'
  (tr -d '\r' < mail; echo .) | sed 's/^/filter|0.6|1.0|smtp-in|data-line|0000000000000001|0000000000000002|/'
  sleep 1
}
signed() { # signed <name>, of a DKIM-Signature that may be folded
  tr -d '\r\n\t ' | grep -oiE ';h=[^;]*' | tr ':' '\n' | sed 's/^;h=//' |
    { grep -ioxE 'list-unsubscribe(-post)?' || echo neither; } | tr '[:upper:]' '[:lower:]' | sort | xargs echo "$1:"
}
perl=("-I$folder/usr/share/perl5" "-I$(echo "$folder"/usr/lib/x86_64-linux-gnu/perl5/*)")
diff <(
  node nodemailer.cjs nodemailer | signed 'nodemailer 10.6.1'
  node nodemailer.cjs nodemailer8 | signed 'nodemailer 8.0.0'
  node mailauth.cjs | signed mailauth
  PYTHONPATH=usr/lib/python3/dist-packages python3 sign.py | signed dkimpy
  perl "${perl[@]}" sign.pl | signed Mail::DKIM
  opendkim opendkim.conf | signed OpenDKIM
  opendkim both.conf | signed 'OpenDKIM with SignHeaders'
  filter | { usr/libexec/opensmtpd/filter-dkimsign -d shop.example -s s -k key.pem 2> /dev/null || true; } |
    sed -n 's/^filter-dataline|0*1|0*2|//p' | signed filter-dkimsign
  usr/bin/php8.2 -n sign.php | signed PHPMailer
) - <<'SEEN'
nodemailer 10.6.1: list-unsubscribe list-unsubscribe-post
nodemailer 8.0.0: list-unsubscribe
mailauth: list-unsubscribe
dkimpy: list-unsubscribe
Mail::DKIM: list-unsubscribe
OpenDKIM: list-unsubscribe
OpenDKIM with SignHeaders: list-unsubscribe list-unsubscribe-post
filter-dkimsign: list-unsubscribe
PHPMailer: neither
SEEN
echo 'As seen with the versions above.'
