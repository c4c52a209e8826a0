#!/usr/bin/env bash
# The status of a bounce (RFC 3464), when the other server answers RCPT TO with "550 5.1.1 No such user".
# Guess:   both mail servers report Status: 5.1.1 with a Diagnostic-Code, in a mail of the type multipart/report.
# Seen:    Exim 4.96 reports Status: 5.0.0, with 5.1.1 in Diagnostic-Code alone. OpenSMTPD 6.8.0p2 reports 5.0.0 without any
#          Diagnostic-Code, so that 5.1.1 is only in the text for people; its mail is multipart/mixed, and the part
#          text/rfc822-headers has the body, too.
# Matters: a reader of Status cannot distinguish a mailbox that does not exist from a mail that was refused as spam, so it suppresses
#          both addresses, or neither. Read Diagnostic-Code first, then the line about the recipient in the text. A reader that
#          expects multipart/report finds no bounce of OpenSMTPD.
# Root, in mount namespaces of its own; contacts 127.0.0.1 alone.
set -euo pipefail
folder=$(mktemp -d); chmod 755 "$folder"; cd "$folder"
trap 'kill "${sink:-}" 2> /dev/null; rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund smtp-server@3.16.1
apt-get download -qq exim4-daemon-light=4.96-15+deb12u11 opensmtpd=6.8.0p2-4+b4 libidn12=1.41-1 libdb5.3=5.3.28+dfsg2-1 \
  libevent-2.1-7=2.1.12-stable-8+deb12u1 libgnutls-dane0=3.7.9-2+deb12u7 libunbound8=1.17.1-2+deb12u4 libnsl2=1.3.0-2 2> /dev/null
for file in *.deb; do
  case $file in exim4*) to=exim ;; opensmtpd*) to=opensmtpd ;; *) to=libraries ;; esac
  dpkg -x "$file" $to
done
if [ -d libraries/lib ]; then cp -a libraries/lib/. libraries/usr/lib/; fi

cat > sink.cjs <<'JS'
const { SMTPServer } = require('smtp-server')
const { writeFileSync } = require('node:fs')
new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _, done) =>
    done(address.startsWith('gone@') ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : undefined),
  onData(stream, _, done) {
    const parts = []
    stream.on('data', part => parts.push(part))
    stream.on('end', () => done(writeFileSync('bounce.eml', Buffer.concat(parts))))
  },
}).listen(2599, '127.0.0.1')
JS
cat > send.cjs <<'JS'
const lines = ['EHLO shop.example', 'MAIL FROM:<reviews@shop.example>', 'RCPT TO:<gone@buyer.example>', 'DATA',
  `${require('node:fs').readFileSync('mail', 'utf8')}.`, 'QUIT']
const socket = require('node:net').connect(2598, '127.0.0.1')
socket.on('data', text => /^\d{3} /m.test(text) && lines.length > 0 && socket.write(`${lines.shift()}\r\n`))
JS
printf '%s\r\n' 'From: reviews@shop.example' 'To: gone@buyer.example' 'Subject: Your order' 'Message-ID: <1@shop.example>' \
  '' 'What did you think?' > mail
cp /etc/passwd passwd && cp /etc/group group
for name in Debian-exim:9001 opensmtpd:9002 opensmtpq:9003; do
  echo "${name%:*}:x:${name#*:}:${name#*:}::/nonexistent:/usr/sbin/nologin" >> passwd
  echo "${name%:*}:x:${name#*:}:" >> group
done
cat > exim.conf <<CONF
primary_hostname = shop.example
spool_directory = $folder/spool
log_file_path = $folder/spool/log-%s
keep_environment = LD_LIBRARY_PATH
begin routers
all:
  driver = manualroute
  route_list = * 127.0.0.1::2599 byname
  self = send
  transport = out
begin transports
out:
  driver = smtp
begin retry
* * F,1h,10m
CONF
printf '%s\n' 'listen on 127.0.0.1 port 2598' 'action out relay host smtp://127.0.0.1:2599' 'match from any for any action out' \
  > smtpd.conf
cat > inside.sh <<'SH'
set -e
mount --bind passwd /etc/passwd
mount --bind group /etc/group
mount -t overlay overlay -o "lowerdir=$PWD/$1/usr:$PWD/libraries/usr:/usr" /usr
if [ "$1" = exim ]; then
  mkdir spool && chown Debian-exim spool
  exim4 -C "$PWD/exim.conf" -odf -f reviews@shop.example gone@buyer.example < mail
else
  for folder in /var/spool /var/lib /run; do mount -t tmpfs tmpfs $folder; done
  mkdir -m 711 /var/spool/smtpd && mkdir -p /var/lib/opensmtpd/empty
  smtpd -d -f "$PWD/smtpd.conf" &
  for _ in $(seq 50); do (exec 3<> /dev/tcp/127.0.0.1/2598) 2> /dev/null && break; sleep 0.2; done
  timeout 20 node send.cjs
  for _ in $(seq 100); do [ -s bounce.eml ] && break; sleep 0.2; done
  kill %1
fi
SH
node sink.cjs & sink=$!
for _ in $(seq 50); do (exec 3<> /dev/tcp/127.0.0.1/2599) 2> /dev/null && break; sleep 0.2; done
bounce() { # bounce <server>
  rm -f bounce.eml
  timeout 60 unshare --mount bash inside.sh "$1" > "$1.log" 2>&1
  for _ in $(seq 50); do [ -s bounce.eml ] && break; sleep 0.2; done
  echo "$1"
  tr -d '\r' < bounce.eml | grep -oE '^Content-Type: multipart/[a-z]+|^(Status|Diagnostic-Code): .*|^.*: 550 .*|^ +550 .*|^What did .*' | sed 's/^/  /'
}
diff -b <(bounce exim; bounce opensmtpd) - <<'SEEN' && echo 'as seen: Exim 4.96-15+deb12u11, OpenSMTPD 6.8.0p2-4+b4'
exim
  Content-Type: multipart/report
      550 5.1.1 No such user
  Status: 5.0.0
  Diagnostic-Code: smtp; 550 5.1.1 No such user
  What did you think?
opensmtpd
  Content-Type: multipart/mixed
  gone@buyer.example: 550 5.1.1 No such user
  Status: 5.0.0
  What did you think?
SEEN
