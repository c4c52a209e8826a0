import type { Database } from '../../foundation/database/connect.ts'
import type { ResponseCache } from '../../foundation/http/response-cache/response.ts'
import type { Metrics } from '../../foundation/http/telemetry/metrics.ts'

/** The metrics of each process that answers HTTP: its connections to the database and its response cache. */
export function measureProcess(metrics: Metrics, database: Database, cache: ResponseCache): void {
  measureConnections(metrics, database)
  metrics.countOf(
    'realword_response_cache_hits_total',
    'Reads answered from the response cache',
    () => cache.stats().hits,
  )
  metrics.countOf(
    'realword_response_cache_misses_total',
    'Reads answered from the database',
    () => cache.stats().misses,
  )
  metrics.gauge('realword_response_cache_bytes', 'Bytes in the response cache', () => cache.stats().bytes)
}

export function measureConnections(metrics: Metrics, database: Database): void {
  metrics.gauges(
    {
      name: 'realword_database_connections',
      help: 'Connections to the database, used and idle',
      labels: ['pool', 'state'],
    },
    () =>
      database.connections().flatMap(({ pool, used, idle }) => [
        { labels: { pool, state: 'used' }, value: used },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
  )
  metrics.gauges(
    {
      name: 'realword_database_waiting',
      help: 'Statements that wait for a connection',
      labels: ['pool'],
    },
    () => database.connections().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  )
}
