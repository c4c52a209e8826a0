import { statfs } from 'node:fs/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { oldestDueRequest } from '../../asking/dispatch/oldest-due.ts'
import { countExports } from '../../exchange/archives/count-exports.ts'
import { countImports } from '../../exchange/imports/uploads/count-imports.ts'
import type { Database } from '../../foundation/database/connect.ts'
import type { Metrics, Sample } from '../../foundation/http/telemetry/metrics.ts'
import { readQueues } from '../../foundation/jobs/queue-state.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { countQueuedMails } from '../../foundation/mailings/count-queued.ts'
import { measureWebhooks } from '../../links/webhooks/webhook-metrics.ts'
import type { BackupState } from '../backups/state.ts'
import { unarchivedBytes } from '../backups/wal/unarchived.ts'
import { measureConnections } from './connection-metrics.ts'

const day = 24 * 60 * 60 * 1000

export type Watched = {
  database: Database
  clock: Clock
  dataDir: string
  /** When expired data were last deleted, in milliseconds since 1970; undefined: not since the start. */
  lastTidy: () => number | undefined
  backups: () => BackupState
}

/**
 * The metrics of the whole service, measured by the process that runs the jobs: its queues and tables, its disk and its
 * backups. Values that cannot be read in time are left out of the page.
 */
export function measureService(
  metrics: Metrics,
  { database, clock, dataDir, lastTidy, backups }: Watched,
): void {
  const now = () => new Date(clock())
  const yesterday = () => new Date(clock() - day)
  const secondsSince = (at: Date | null) => (at ? Math.max(0, (clock() - at.getTime()) / 1000) : 0)
  const queues = sharing(() => readQueues(database, now()))
  metrics.gauges(
    { name: 'realword_jobs_waiting', help: 'Jobs that could run now', labels: ['queue'] },
    async () => (await queues()).map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
  )
  metrics.gauges(
    {
      name: 'realword_jobs_oldest_seconds',
      help: 'For how long the oldest of these jobs could have run',
      labels: ['queue'],
    },
    async () =>
      (await queues()).map(({ name, oldest_at }) => ({
        labels: { queue: name },
        value: secondsSince(oldest_at),
      })),
  )
  metrics.gauges(
    { name: 'realword_requests_oldest_due_seconds', help: 'For how long the oldest request has been due' },
    async () => one(await oldestDueRequest(database, now())),
  )
  metrics.gauges({ name: 'realword_mails_queued', help: 'Mails to be sent, now or later' }, async () =>
    one(await countQueuedMails(database)),
  )
  metrics.gauges(
    {
      name: 'realword_imports',
      help: 'Imports of files: unfinished ones, and those of the last day',
      labels: ['state'],
    },
    async () => byState(await countImports(database, yesterday())),
  )
  metrics.gauges(
    {
      name: 'realword_exports',
      help: 'Exports: unfinished ones, and those of the last day',
      labels: ['state'],
    },
    async () => byState(await countExports(database, yesterday())),
  )
  const disk = sharing(() => statfs(dataDir))
  metrics.gauges(
    { name: 'realword_data_disk_free_bytes', help: 'Bytes that the service may still write below DATA_DIR' },
    async () => one((await disk()).bavail * (await disk()).bsize),
  )
  metrics.gauges({ name: 'realword_data_disk_size_bytes', help: 'Size of the disk of DATA_DIR' }, async () =>
    one((await disk()).blocks * (await disk()).bsize),
  )
  metrics.gauges(
    { name: 'realword_build_info', help: '1, with the versions', labels: ['version', 'node'] },
    async () => [{ labels: { version: packageJson.version, node: process.versions.node }, value: 1 }],
  )
  metrics.gauges(
    { name: 'realword_tidy_last_success_timestamp_seconds', help: 'When expired data were last deleted' },
    () => {
      const at = lastTidy()
      return at === undefined ? [] : one(at / 1000)
    },
  )
  measureConnections(metrics, database, clock)
  measureWebhooks(metrics, database, clock)
  measureBackups(metrics, backups)
  measureWal(metrics, backups, () => unarchivedBytes(database), clock)
}

function measureBackups(metrics: Metrics, state: () => BackupState): void {
  const seconds = (event: { at: number } | undefined) => (event ? one(event.at / 1000) : [])
  metrics.gauges(
    {
      name: 'realword_backup_last_success_timestamp_seconds',
      help: 'When the last complete backup was begun',
    },
    () => seconds(state().lastSuccess),
  )
  metrics.gauges(
    {
      name: 'realword_backup_last_verified_timestamp_seconds',
      help: 'When a backup was last restored and checked',
    },
    () => seconds(state().lastVerified),
  )
  metrics.gauges(
    { name: 'realword_backup_overdue', help: '1 after 1.1 times BACKUP_EVERY without a backup' },
    () => (state().isScheduled ? one(Number(state().isOverdue)) : []),
  )
  metrics.gauges(
    { name: 'realword_backup_verify_overdue', help: '1 after eight days without a verified backup' },
    () => (state().isScheduled ? one(Number(state().isVerifyOverdue)) : []),
  )
}

function measureWal(
  metrics: Metrics,
  state: () => BackupState,
  unarchived: () => Promise<number | undefined>,
  clock: Clock,
): void {
  metrics.gauges(
    {
      name: 'realword_wal_unarchived_seconds',
      help: 'Age of the newest change that is certainly in the WAL archive',
    },
    () => {
      const { wal } = state()
      const since = wal?.archivedUntil ?? wal?.begun?.at
      return since === undefined ? [] : one(Math.max(0, clock() - since) / 1000)
    },
  )
  metrics.gauges(
    { name: 'realword_wal_unarchived_bytes', help: 'WAL that PostgreSQL keeps for the archive' },
    async () => {
      const bytes = state().wal && (await unarchived())
      return bytes === undefined ? [] : one(bytes)
    },
  )
  metrics.gauges(
    {
      name: 'realword_wal_awaits_backup',
      help: '1 until a backup is complete after a WAL archive started',
    },
    () => {
      const { wal } = state()
      return wal ? one(Number(wal.awaitsBackup)) : []
    },
  )
}

function one(value: number): Sample[] {
  return [{ labels: {}, value }]
}

function byState(rows: { state: string; count: number }[]): Sample[] {
  return rows.map(({ state, count }) => ({ labels: { state }, value: count }))
}

/** Shares one running `read` among its callers: a slow database must not collect the reads of several scrapes. */
function sharing<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}
