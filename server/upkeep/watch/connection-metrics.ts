import type { Database } from '../../foundation/database/connect.ts'
import type { Metrics, Sample } from '../../foundation/http/telemetry/metrics.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import {
  type ConnectionCount,
  countConnections,
  countEvents,
  newestEvents,
  oldestDueEvents,
} from '../../links/connections/count-connections.ts'
import { platformNames } from '../../links/connections/platform.ts'

/** The shops of all stores, by platform: never by store or connection, of which there may be thousands. */
export function measureConnections(metrics: Metrics, database: Database, clock: Clock): void {
  metrics.gauges(
    { name: 'realword_connections', help: 'Connections to shops', labels: ['platform', 'state'] },
    async () => byState(await countConnections(database)),
  )
  metrics.gauges(
    {
      name: 'realword_connection_events',
      help: 'Webhooks of shops that wait or failed',
      labels: ['platform', 'state'],
    },
    async () => byState(await countEvents(database)),
  )
  metrics.gauges(
    {
      name: 'realword_connection_events_oldest_due_seconds',
      help: 'For how long the oldest webhook has been due',
      labels: ['platform'],
    },
    async () => {
      const oldest = await oldestDueEvents(database, new Date(clock()))
      const dueAt = new Map(oldest.map(({ platform, due_at }) => [platform, due_at.getTime()]))
      return platformNames.map(platform => ({
        labels: { platform },
        value: Math.max(0, clock() - (dueAt.get(platform) ?? clock())) / 1000,
      }))
    },
  )
  metrics.gauges(
    {
      name: 'realword_connection_last_event_timestamp_seconds',
      help: 'When a shop last sent a webhook',
      labels: ['platform'],
    },
    async () =>
      (await newestEvents(database)).map(({ platform, at }) => ({
        labels: { platform },
        value: at.getTime() / 1000,
      })),
  )
}

function byState(counts: ConnectionCount[]): Sample[] {
  return counts.map(({ platform, state, count }) => ({ labels: { platform, state }, value: count }))
}

/** Counts what became of each attempt of a webhook. */
export function countOutcomes(metrics: Metrics): (platform: string, outcome: string) => void {
  const count = metrics.counter({
    name: 'realword_connection_attempts_total',
    help: 'Attempts to apply webhooks of shops, by what became of them',
    labels: ['platform', 'outcome'],
  })
  return (platform, outcome) => count({ platform, outcome })
}
