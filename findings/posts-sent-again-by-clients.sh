#!/usr/bin/env bash
# A client reads something, then posts an order over the same connection. The server stores the order and ends before it answers
# (here: it closes the connection). RFC 9110, 9.2.2: a client should not repeat a POST by itself.
# Guess:   no client sends the order again; each reports the lost connection.
# Seen:    curl 7.88.1, curl in PHP 8.2 and wget 1.21.3 send the POST again over a new connection, without any option for it, and
#          report the second answer alone. They do so only if the connection had an answer before. Ruby 3.1.2's Net::HTTP,
#          Perl's HTTP::Tiny, Python's requests 2.28.1, axios 1.21.1 and got 14.6.6 send a POST once, and fail. got repeats a PUT.
# Matters: many shop systems and their plugins are PHP with curl. A restart of the service makes two orders or two reviews of one
#          call, and the shop's log says that it succeeded once. The service has to recognise the second one, by the order's own
#          number or an Idempotency-Key.
# Contacts 127.0.0.1 alone. Needs Debian 12's perl, python3, libsodium23 and libargon2-1.
set -euo pipefail
folder=$(mktemp -d); trap 'kill "${server:-}" 2> /dev/null; rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund axios@1.21.1 got@14.6.6
apt-get download -qq curl libcurl4 wget php8.2-cli php8.2-curl ruby3.1 libruby3.1 python3-requests=2.28.1+dfsg-1 python3-urllib3 \
  python3-chardet python3-charset-normalizer python3-idna python3-certifi 2> /dev/null
for file in *.deb; do dpkg -x "$file" .; done
cat > server.mjs <<'JS'
import { createServer } from 'node:http'
const seen = []
const used = new WeakMap()
createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url === '/seen') return response.setHeader('Connection', 'close').end(seen.splice(0).join(', '))
    const count = (used.get(request.socket) ?? 0) + 1
    used.set(request.socket, count)
    seen.push(request.method)
    const isLost = request.url === '/first' ? seen.length === 1 : count > 1
    if (isLost) request.socket.destroy()
    else response.end('stored')
  })
}).listen(5871, '127.0.0.1', () => console.log('ready'))
JS
touch log
node server.mjs > log & server=$!
until grep -q ready log; do kill -0 "$server"; sleep 0.1; done
cat > post.php <<'PHP'
<?php
$curl = curl_init();
foreach (['' => 'GET', 'orders' => 'POST'] as $path => $method) {
  curl_setopt_array($curl, [CURLOPT_URL => "http://127.0.0.1:5871/$path", CURLOPT_RETURNTRANSFER => true]);
  if ($method === 'POST') curl_setopt($curl, CURLOPT_POSTFIELDS, '{"id":"1001"}');
  $answer = curl_exec($curl);
}
exit($answer === 'stored' ? 0 : 1);
PHP
cat > post.cjs <<'JS'
const { Agent } = require('node:http')
const [, , name, method] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const url = 'http://127.0.0.1:5871/'
const clients = {
  async axios() {
    const { default: axios } = require('axios')
    await axios.get(url, { httpAgent: agent })
    await axios.request({ url: `${url}orders`, method, data: { id: '1001' }, httpAgent: agent })
  },
  async got() {
    const { default: got } = await import('got')
    await got(url, { agent: { http: agent } })
    await got(`${url}orders`, { method, json: { id: '1001' }, agent: { http: agent } })
  },
}
clients[name]().then(() => process.exit(0), () => process.exit(1))
JS
url=http://127.0.0.1:5871
run() { # run <name> <command>
  local end=succeeds
  "${@:2}" > /dev/null 2>&1 || end=fails
  echo "$1: $(node -e 'fetch(process.argv[1]).then(answer => answer.text()).then(console.log)' "$url/seen"), $end"
}
libraries="$folder/usr/lib/x86_64-linux-gnu"
run_curl() { LD_LIBRARY_PATH="$libraries" usr/bin/curl -q -s --noproxy '*' "$@"; }
php() { LD_LIBRARY_PATH="$libraries" usr/bin/php8.2 -n -d extension="$(echo "$folder"/usr/lib/php/2*)/curl.so" post.php; }
ruby() { LD_LIBRARY_PATH="$libraries" RUBYLIB="usr/lib/ruby/3.1.0:$libraries/ruby/3.1.0" usr/bin/ruby3.1 --disable-gems "$@"; }
python() { PYTHONPATH=usr/lib/python3/dist-packages python3 -W ignore "$@"; }
diff <(
  run 'curl, POST' run_curl "$url/" --next -s -d '{"id":"1001"}' "$url/orders"
  run 'curl, PUT' run_curl "$url/" --next -s -X PUT -d '{"id":"1001"}' "$url/orders"
  run 'curl, POST alone' run_curl -d '{"id":"1001"}' "$url/first"
  run 'PHP, POST' php
  run 'wget, two POSTs' usr/bin/wget --no-config --no-proxy -q -O - --post-data '{"id":"1001"}' "$url/" "$url/orders"
  run 'Ruby, POST' ruby -r net/http -e \
    'Net::HTTP.start("127.0.0.1", 5871, nil) { |http| http.get("/"); http.post("/orders", %({"id":"1001"})) }'
  run 'HTTP::Tiny, POST' perl -MHTTP::Tiny -e '
    my $http = HTTP::Tiny->new(keep_alive => 1);
    $http->get("$ARGV[0]/");
    exit !$http->post("$ARGV[0]/orders", { content => q({"id":"1001"}) })->{success}' "$url"
  run 'requests, POST' python -c "
import requests
session = requests.Session()
session.trust_env = False
session.get('$url/')
session.post('$url/orders', json={'id': '1001'})"
  run 'axios, POST' node post.cjs axios POST
  run 'got, POST' node post.cjs got POST
  run 'got, PUT' node post.cjs got PUT
) - <<'SEEN'
curl, POST: GET, POST, POST, succeeds
curl, PUT: GET, PUT, PUT, succeeds
curl, POST alone: POST, fails
PHP, POST: GET, POST, POST, succeeds
wget, two POSTs: POST, POST, POST, succeeds
Ruby, POST: GET, POST, fails
HTTP::Tiny, POST: GET, POST, fails
requests, POST: GET, POST, fails
axios, POST: GET, POST, fails
got, POST: GET, POST, fails
got, PUT: GET, PUT, PUT, succeeds
SEEN
echo 'As seen with the versions above.'
