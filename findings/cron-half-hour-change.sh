#!/usr/bin/env bash
# Jobs of a store on Lord Howe Island, whose clocks change by half an hour: on 4 October 2026 02:00 becomes 02:30.
# Guess:   four schedulers that know time zones run a job of 02:15 once on that day, at 02:30 or 02:45, and a job of every hour
#          at full hours. Where an hour is repeated (Berlin, 25 October), the job of every hour runs in both.
# Seen:    cron 4.4.0 runs the daily job twice, at 01:45 and 02:45, and the hourly one at 01:30 and 02:30. cron-parser 5.10.6
#          does not run the daily job on that day. cronosjs 1.7.1 runs the hourly one at 02:30, and in Berlin
#          leaves out the second 02:00: two hours pass between two runs. croner 11.0.1 runs as guessed.
# Matters: requests for reviews leave twice or not at all, and a job that reads "the last hour" misses one. What a job covers
#          belongs into the database, not into the schedule.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund cron@4.4.0 cron-parser@5.10.6 cronosjs@1.7.1 croner@11.0.1
cat > run.mjs <<'JS'
import { CronTime } from 'cron'
import { CronExpressionParser } from 'cron-parser'
import { Cron } from 'croner'
import { CronosExpression } from 'cronosjs'
import { createRequire } from 'node:module'

const { DateTime } = createRequire(createRequire(import.meta.url).resolve('cron'))('luxon')
const runs = 4
const schedulers = {
  cron(expression, timeZone, start) {
    const time = new CronTime(expression, timeZone)
    const found = [DateTime.fromISO(start, { zone: timeZone })]
    while (found.length <= runs) found.push(time.getNextDateFrom(found.at(-1), timeZone))
    return found.slice(1).map(date => date.toJSDate())
  },
  'cron-parser'(expression, tz, currentDate) {
    const times = CronExpressionParser.parse(expression, { tz, currentDate })
    return Array.from({ length: runs }, () => times.next().toDate())
  },
  cronosjs: (expression, timezone, start) => CronosExpression.parse(expression, { timezone }).nextNDates(new Date(start), runs),
  croner: (expression, timezone, start) => new Cron(expression, { timezone, paused: true }).nextRuns(runs, new Date(start)),
}
for (const [expression, timeZone, start] of [
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T20:00:00Z'],
  ['0 * * * *', 'Australia/Lord_Howe', '2026-10-03T14:00:00Z'],
  ['0 * * * *', 'Europe/Berlin', '2026-10-24T22:30:00Z'],
]) {
  console.log(`${expression} ${timeZone}`)
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' })
  for (const [name, next] of Object.entries(schedulers))
    console.log(`  ${name}: ${next(expression, timeZone, start).map(date => format.format(date)).join(' | ')}`)
}
JS
diff - <(node run.mjs) <<'SEEN'
15 2 * * * Australia/Lord_Howe
  cron: 4, 01:45 GMT+10:30 | 4, 02:45 GMT+11 | 5, 02:15 GMT+11 | 6, 02:15 GMT+11
  cron-parser: 5, 02:15 GMT+11 | 6, 02:15 GMT+11 | 7, 02:15 GMT+11 | 8, 02:15 GMT+11
  cronosjs: 4, 02:45 GMT+11 | 5, 02:15 GMT+11 | 6, 02:15 GMT+11 | 7, 02:15 GMT+11
  croner: 4, 02:30 GMT+11 | 5, 02:15 GMT+11 | 6, 02:15 GMT+11 | 7, 02:15 GMT+11
0 * * * * Australia/Lord_Howe
  cron: 4, 01:00 GMT+10:30 | 4, 01:30 GMT+10:30 | 4, 02:30 GMT+11 | 4, 03:00 GMT+11
  cron-parser: 4, 01:00 GMT+10:30 | 4, 03:00 GMT+11 | 4, 04:00 GMT+11 | 4, 05:00 GMT+11
  cronosjs: 4, 01:00 GMT+10:30 | 4, 02:30 GMT+11 | 4, 03:00 GMT+11 | 4, 04:00 GMT+11
  croner: 4, 01:00 GMT+10:30 | 4, 03:00 GMT+11 | 4, 04:00 GMT+11 | 4, 05:00 GMT+11
0 * * * * Europe/Berlin
  cron: 25, 01:00 GMT+2 | 25, 02:00 GMT+2 | 25, 02:00 GMT+1 | 25, 03:00 GMT+1
  cron-parser: 25, 01:00 GMT+2 | 25, 02:00 GMT+2 | 25, 02:00 GMT+1 | 25, 03:00 GMT+1
  cronosjs: 25, 01:00 GMT+2 | 25, 02:00 GMT+2 | 25, 03:00 GMT+1 | 25, 04:00 GMT+1
  croner: 25, 01:00 GMT+2 | 25, 02:00 GMT+2 | 25, 02:00 GMT+1 | 25, 03:00 GMT+1
SEEN
echo 'As seen with cron 4.4.0, cron-parser 5.10.6, cronosjs 1.7.1 and croner 11.0.1.'
