#!/usr/bin/env bash
# The beginning of the day on which the clocks of a zone are put forward at midnight, so that it begins at 01:00: in Santiago on
# 6 September 2026, in Cairo on 24 April 2026. Asked of the libraries that know zones, for noon of that day.
# Guess:   dayjs is wrong, because it computes zones by offsets; all others answer 01:00.
# Seen:    luxon 3.7.2, moment-timezone 0.6.6, @date-fns/tz 1.5.0, js-joda and temporal-polyfill 1.0.8 are right. date-fns-tz 3.2.0 answers
#          23:00 of the day before in both zones, and dayjs 1.11.23 east of Greenwich alone. startOf('day') of spacetime 7.15.0 changes
#          nothing on such a day: it answers noon.
# Matters: the orders of an hour, or of half a day, are counted for another day, once a year, in Chile, Cuba, Egypt or Lebanon. Tests
#          with European and North American zones cannot find it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund luxon@3.7.2 dayjs@1.11.23 date-fns@4.4.0 date-fns-tz@3.2.0 @date-fns/tz@1.5.0 \
  moment-timezone@0.6.6 spacetime@7.15.0 temporal-polyfill@1.0.8 @js-joda/core@6.3.2 @js-joda/timezone@2.25.2
cat > run.mjs <<'JS'
import { TZDate } from '@date-fns/tz'
import { LocalDate, ZoneId } from '@js-joda/core'
import '@js-joda/timezone'
import { startOfDay } from 'date-fns'
import { fromZonedTime, toZonedTime } from 'date-fns-tz'
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { DateTime } from 'luxon'
import moment from 'moment-timezone'
import spacetime from 'spacetime'
import { Temporal } from 'temporal-polyfill'

dayjs.extend(utc)
dayjs.extend(timezone)
const begins = {
  '@date-fns/tz': (at, zone) => startOfDay(new TZDate(at, zone)),
  'date-fns-tz': (at, zone) => fromZonedTime(startOfDay(toZonedTime(at, zone)), zone),
  dayjs: (at, zone) => dayjs(at).tz(zone).startOf('day'),
  'js-joda': (_, zone, day) => LocalDate.parse(day).atStartOfDay(ZoneId.of(zone)).toInstant().toEpochMilli(),
  luxon: (at, zone) => DateTime.fromMillis(at, { zone }).startOf('day'),
  'moment-timezone': (at, zone) => moment.tz(at, zone).startOf('day'),
  spacetime: (at, zone) => spacetime(at, zone).startOf('day').epoch,
  temporal: (_, zone, day) => Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds,
}
const days = [['America/Santiago', '2026-09-06'], ['Africa/Cairo', '2026-04-24'], ['Africa/Cairo', '2026-04-23']]
for (const [zone, day] of days) {
  const noon = Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(zone).epochMilliseconds
  const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  for (const [name, begin] of Object.entries(begins)) console.log(day, name, clock.format(Number(begin(noon, zone, day))))
}
JS
TZ=UTC node run.mjs | tee seen
diff seen - <<'SEEN'
2026-09-06 @date-fns/tz 2026-09-06 01:00
2026-09-06 date-fns-tz 2026-09-05 23:00
2026-09-06 dayjs 2026-09-06 01:00
2026-09-06 js-joda 2026-09-06 01:00
2026-09-06 luxon 2026-09-06 01:00
2026-09-06 moment-timezone 2026-09-06 01:00
2026-09-06 spacetime 2026-09-06 12:00
2026-09-06 temporal 2026-09-06 01:00
2026-04-24 @date-fns/tz 2026-04-24 01:00
2026-04-24 date-fns-tz 2026-04-23 23:00
2026-04-24 dayjs 2026-04-23 23:00
2026-04-24 js-joda 2026-04-24 01:00
2026-04-24 luxon 2026-04-24 01:00
2026-04-24 moment-timezone 2026-04-24 01:00
2026-04-24 spacetime 2026-04-24 12:00
2026-04-24 temporal 2026-04-24 01:00
2026-04-23 @date-fns/tz 2026-04-23 00:00
2026-04-23 date-fns-tz 2026-04-23 00:00
2026-04-23 dayjs 2026-04-23 00:00
2026-04-23 js-joda 2026-04-23 00:00
2026-04-23 luxon 2026-04-23 00:00
2026-04-23 moment-timezone 2026-04-23 00:00
2026-04-23 spacetime 2026-04-23 00:00
2026-04-23 temporal 2026-04-23 00:00
SEEN
