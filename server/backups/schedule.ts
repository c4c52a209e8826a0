import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/time/clock.ts'
import { readKeepRule, readPeriod } from '../lib/time/periods.ts'
import { createBackup } from './create.ts'
import { thinOut } from './keep.ts'
import type { Manifest } from './manifest.ts'
import { openPlace, openSource, requireBackups } from './place.ts'
import { backupState, recordBackupEvent } from './state.ts'

const minute = 60_000 // ms
const retryAfter = 15 * minute

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/**
 * Backs up the embedded database whenever BACKUP_EVERY has passed since the last success, and a quarter of an hour after a
 * failure. Throws Problem at once if the settings contradict each other. Call it in one process of the service.
 */
export function startBackups(config: Config, clock: Clock, log: Log): { stop: () => Promise<void> } {
  if (!backupState(config, clock()).isScheduled) return { stop: async () => {} }
  requireBackups(config, openPlace(config))
  const state = backupState(config, clock())
  if (!state.lastSuccess) recordBackupEvent(config.DATA_DIR, 'first-start', clock(), '')
  if (state.isOverdue) log.warn('backups are overdue')
  const ending = new AbortController()
  let running: Promise<void> | undefined

  function check(): void {
    if (running || !isDue(config, clock())) return
    running = backUpNow(config, clock, { signal: ending.signal })
      .then(
        ({ backup_id }) => log.info(`backup ${backup_id} is complete`),
        error => {
          if (!ending.signal.aborted) log.warn({ err: error }, 'the backup failed; another attempt follows')
        },
      )
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(check, minute).unref()
  check()
  return {
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await running
    },
  }
}

function isDue(config: Config, now: number): boolean {
  const { lastSuccess, problem, wal } = backupState(config, now)
  const every = readPeriod(config.BACKUP_EVERY) as number
  if (lastSuccess && now - lastSuccess.at < every && !wal?.awaitsBackup) return false
  return !problem || now - problem.at >= Math.min(every, retryAfter)
}

/** Makes a backup in BACKUP_URL, records its outcome, and deletes what BACKUP_KEEP does not keep. */
export async function backUpNow(
  config: Config,
  clock: Clock,
  options: { signal?: AbortSignal; onWait?: () => void } = {},
): Promise<Manifest> {
  const { DATA_DIR } = config
  const place = openPlace(config)
  const rule = readKeepRule(config.BACKUP_KEEP) as NonNullable<ReturnType<typeof readKeepRule>>
  try {
    const manifest = await createBackup(await openSource(config, clock), place, options)
    recordBackupEvent(DATA_DIR, 'success', Date.parse(manifest.created_at), manifest.backup_id)
    await thinOut(place, rule, clock())
    return manifest
  } catch (error) {
    if (!options.signal?.aborted) recordBackupEvent(DATA_DIR, 'failure', clock(), (error as Error).message)
    throw error
  }
}
