import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../foundation/config/config.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { readKeepRule, readPeriod } from '../../foundation/lib/time/periods.ts'
import { type CreateOptions, createBackup } from './create.ts'
import { openPlace, openSource, requireBackups } from './destinations/place.ts'
import { thinOut } from './keep.ts'
import type { Manifest } from './manifest.ts'
import { adoptDestination, requireMarker } from './marker.ts'
import { type BackupState, backupState, recordBackupEvent } from './state.ts'
import { verifyInBackground } from './verify-in-background.ts'

const minute = 60_000 // ms
const retryAfter = 15 * minute
const verifyEvery = 7 * 24 * 60 * minute
const verifyAgainAfter = 6 * 60 * minute // a copy of a large database costs much

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/**
 * Backs up the embedded database whenever BACKUP_EVERY has passed since the last success, and a quarter of an hour after a
 * failure. Verifies the newest backup when none was verified for a week, and six hours after a failure. Throws Problem at
 * once if the settings contradict each other. Call it in one process of the service.
 */
export function startBackups(config: Config, clock: Clock, log: Log): { stop: () => Promise<void> } {
  if (!backupState(config, clock()).isScheduled) return { stop: async () => {} }
  requireBackups(config, openPlace(config))
  const state = backupState(config, clock())
  if (!state.hasStarted) recordBackupEvent(config.DATA_DIR, 'first-start', clock(), '')
  if (state.isOverdue) log.warn('backups are overdue')
  if (state.isVerifyOverdue) log.warn('no backup was verified for eight days')
  const ending = new AbortController()
  const { signal } = ending
  let backingUp: Promise<void> | undefined
  let verifying: { backupId: string; done: Promise<void> } | undefined

  function warn(error: unknown, message: string): void {
    if (!signal.aborted) log.warn({ err: error }, message)
  }

  /** Whether it succeeded. */
  async function backUp(): Promise<boolean> {
    try {
      const inUse = () => verifying?.backupId
      const { backup_id } = await backUpNow(config, clock, { signal, inUse, isScheduled: true })
      log.info(`backup ${backup_id} is complete`)
      return true
    } catch (error) {
      warn(error, 'the backup failed; another attempt follows')
      return false
    }
  }

  async function verify(backupId: string): Promise<void> {
    try {
      await verifyInBackground(config, backupId, clock, signal)
      log.info(`backup ${backupId} is verified`)
    } catch (error) {
      warn(error, `backup ${backupId} could not be verified; another attempt follows`)
    } finally {
      verifying = undefined
    }
  }

  function check(): void {
    if (signal.aborted) return
    const now = clock()
    const found = backupState(config, now)
    if (!backingUp && isDue(config, found, now))
      backingUp = backUp().then(isMade => {
        backingUp = undefined
        if (isMade) check()
      })
    const toVerify = !backingUp && !verifying && newestUnverified(found, now)
    if (toVerify) verifying = { backupId: toVerify, done: verify(toVerify) }
  }

  const timer = setInterval(check, minute).unref()
  check()
  return {
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await Promise.all([backingUp, verifying?.done])
    },
  }
}

function isDue(config: Config, { lastSuccess, problem, wal }: BackupState, now: number): boolean {
  const every = readPeriod(config.BACKUP_EVERY) as number
  if (lastSuccess && now - lastSuccess.at < every && !wal?.awaitsBackup) return false
  return !problem || now - problem.at >= Math.min(every, retryAfter)
}

/** The id of the last backup, if it should be verified now. */
function newestUnverified(
  { lastSuccess, lastVerified, verifyProblem }: BackupState,
  now: number,
): string | undefined {
  if (lastVerified && now - lastVerified.at < verifyEvery) return undefined
  if (verifyProblem && now - verifyProblem.at < verifyAgainAfter) return undefined
  return lastSuccess?.backupId
}

type NowOptions = Omit<CreateOptions, 'prepare' | 'onComplete'> & {
  inUse?: () => string | undefined
  /** Nobody asked for it: then BACKUP_URL must be that of the earlier ones. */
  isScheduled?: boolean
}

/**
 * Makes a backup in BACKUP_URL, records its outcome, and deletes what BACKUP_KEEP does not keep, except the new backup and the
 * one that is `inUse` then.
 */
export async function backUpNow(
  config: Config,
  clock: Clock,
  { inUse, isScheduled, ...options }: NowOptions = {},
): Promise<Manifest> {
  const { DATA_DIR } = config
  const place = openPlace(config)
  const rule = readKeepRule(config.BACKUP_KEEP) as NonNullable<ReturnType<typeof readKeepRule>>
  const prepare = async () => {
    if (!isScheduled) await adoptDestination(config, place.destination, clock())
  }
  // Before another backup starts, which would copy pictures that no complete backup has yet.
  const onComplete = async ({ backup_id, created_at }: Manifest) => {
    recordBackupEvent(DATA_DIR, 'success', Date.parse(created_at), backup_id)
    // With a clock that is behind, or was ahead, the new backup is not the newest by its id.
    await thinOut(place, rule, clock(), [backup_id, inUse?.() ?? []].flat())
  }
  try {
    if (isScheduled) await requireMarker(config, place.destination, clock())
    return await createBackup(await openSource(config, clock), place, { ...options, prepare, onComplete })
  } catch (error) {
    if (!options.signal?.aborted) recordFailure(DATA_DIR, clock(), error as Error)
    throw error
  }
}

// On a full disk, the reason of the failure matters more than its record.
function recordFailure(dataDir: string, at: number, error: Error): void {
  const what = error instanceof Problem ? `${error.message} ${error.fix}` : error.message
  try {
    recordBackupEvent(dataDir, 'failure', at, what)
  } catch {}
}
