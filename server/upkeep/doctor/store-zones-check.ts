import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { type Finding, ok, warning } from './check.ts'

/** By zone, its offset from UTC on each day, such as `-180 -180 -120`. A zone that is not known is missing. */
export type Offsets = Map<string, string>

const day = 24 * 60 * 60 * 1000

/** Laws of 2026 that changed clocks: the offset on 15 December 2026, and the first release of the IANA data with it. */
const lawful: Record<string, { minutes: number; release: string }> = {
  'America/Vancouver': { minutes: -420, release: '2026b' },
  'America/Edmonton': { minutes: -360, release: '2026c' },
  'America/Winnipeg': { minutes: -300, release: '2026f' },
  'America/Havana': { minutes: -240, release: '2026f' },
}
const inDecember = [new Date('2026-12-15T12:00:00Z')]

/**
 * Compares the clocks of the stores' time zones in Node, by which requests are sent, with those of PostgreSQL and of this
 * machine, today and on each day of a year, and with the newest laws. They differ where one of them is old.
 */
export async function checkStoreZones(db: Connection, clock: Clock): Promise<Finding> {
  const rows = await db.query<{ time_zone: string }>(
    sql`select distinct time_zone from stores where deleted_at is null order by time_zone`,
  )
  const zones = rows.map(({ time_zone }) => time_zone)
  const days = Array.from({ length: 366 }, (_, index) => new Date(clock() + index * day))
  const ours = offsetsInNode(zones, days)
  const wrong = [
    ...differing(ours, await offsetsInDatabase(db, zones, days)).map(zone => `${zone} (PostgreSQL)`),
    ...differing(ours, await offsetsOnMachine(zones, days)).map(zone => `${zone} (this machine)`),
    ...zones.flatMap(unlawful),
  ]
  if (wrong.length === 0)
    return ok(`Node, PostgreSQL and this machine agree on the ${zones.length} of the stores`)
  return warning(
    `within a year, Node's clock differs in these zones of stores: ${wrong.join(', ')}. Requests may leave at a wrong hour there. Use the newest Node 24 and PostgreSQL, and update the machine's tzdata.`,
  )
}

/** Zones that both know, with other clocks. */
export function differing(ours: Offsets, theirs: Offsets): string[] {
  return [...ours]
    .filter(([zone, offsets]) => (theirs.get(zone) ?? offsets) !== offsets)
    .map(([zone]) => zone)
}

function unlawful(zone: string): string[] {
  const law = lawful[new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone]
  const known = offsetsInNode([zone], inDecember).get(zone)
  return law && known !== String(law.minutes) ? [`${zone} (law of ${law.release})`] : []
}

export function offsetsInNode(zones: string[], days: Date[]): Offsets {
  return new Map(
    zones.map(zone => {
      const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      return [zone, days.map(at => minutesOf(format.format(at).split('GMT')[1] ?? '')).join(' ')]
    }),
  )
}

export async function offsetsInDatabase(db: Connection, zones: string[], days: Date[]): Promise<Offsets> {
  const rows = await db.query<{ zone: string; offsets: string }>(sql`
    select zone,
      string_agg((extract(epoch from (at at time zone zone) - (at at time zone 'UTC')) / 60)::int::text, ' ' order by at)
        as offsets
    from unnest(${zones}::text[]) as zone
    cross join unnest(${days}::timestamptz[]) as at
    where lower(zone) in (select lower(name) from pg_timezone_names)
    group by zone`)
  return new Map(rows.map(({ zone, offsets }) => [zone, offsets]))
}

/** By GNU's `date`, which reads the system's files. Empty where there is none, as in small images. */
export async function offsetsOnMachine(zones: string[], days: Date[]): Promise<Offsets> {
  const instants = days.map(at => `@${Math.floor(at.getTime() / 1000)}\n`).join('')
  const found: Offsets = new Map()
  for (const zone of zones.filter(one => existsSync(`/usr/share/zoneinfo/${one}`))) {
    const lines = (await runDate(zone, instants)).split('\n').filter(Boolean)
    if (lines.length === days.length) found.set(zone, lines.map(minutesOf).join(' '))
  }
  return found
}

async function runDate(zone: string, instants: string): Promise<string> {
  const date = spawn('date', ['-f', '-', '+%z'], {
    env: { ...process.env, TZ: zone },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const failed = new Promise<string>(resolve => date.on('error', () => resolve('')))
  date.stdin.on('error', () => {})
  date.stdin.end(instants)
  return await Promise.race([text(date.stdout), failed])
}

/** Of `-03:30` or `-0330`; '' is UTC. */
function minutesOf(offset: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0
}
