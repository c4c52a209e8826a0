import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../foundation/config/config.ts'
import { readPeriod } from '../../foundation/lib/time/periods.ts'

const longestUnverified = 8 * 86_400_000 // ms: the service verifies one a week
const longestUnarchived = 10 * 60_000 // ms; a chunk is stored each minute
const clockSkew = 5 * 60_000 // ms: how far time servers may move a clock back

/** How backups of the embedded server are going. Times are milliseconds since 1970. */
export type BackupState = {
  /** Whether the service makes backups by itself: BACKUP_URL is set, DATABASE_URL is not. */
  isScheduled: boolean
  /** Whether the service ever ran with a schedule. */
  hasStarted: boolean
  /** No success for longer than 1.1 × BACKUP_EVERY. */
  isOverdue: boolean
  lastSuccess?: { at: number; backupId: string }
  /** The last backup that was restored and checked by `backup verify`. */
  lastVerified?: { at: number; backupId: string }
  /** The service makes backups, and none was restored and checked for eight days. */
  isVerifyOverdue: boolean
  /** Why the service's last attempt to verify one failed; absent after a success. */
  verifyProblem?: { at: number; message: string }
  /** The archive of the WAL; absent while BACKUP_WAL is off. */
  wal?: {
    /** When the chain began, and why. */
    begun?: { at: number; why: string }
    /** No backup is complete since then: the chain cannot be used yet. */
    awaitsBackup: boolean
    /** Everything that was answered by then is archived. */
    archivedUntil?: number
    /** Nothing was archived for ten minutes. */
    isLate: boolean
    /** Why it was interrupted; absent once it runs again. */
    problem?: { at: number; message: string }
  }
  /** Why the last attempt failed; absent after a success. */
  problem?: { at: number; message: string }
}

/**
 * Reads small files in DATA_DIR only: cheap enough for every health check. Events of the future do not count, because the clock was
 * wrong then: otherwise no backup would be due, or overdue, until that day.
 */
export function backupState(
  { DATA_DIR, DATABASE_URL, BACKUP_URL, BACKUP_EVERY, BACKUP_WAL }: Config,
  now: number,
): BackupState {
  const every = BACKUP_EVERY === 'off' ? undefined : readPeriod(BACKUP_EVERY)
  const isScheduled = Boolean(BACKUP_URL) && !DATABASE_URL && every !== undefined
  const success = read(DATA_DIR, 'success', now)
  const verified = read(DATA_DIR, 'verified', now)
  const failure = read(DATA_DIR, 'failure', now)
  const unverified = read(DATA_DIR, 'verify-failure', now)
  const firstStart = read(DATA_DIR, 'first-start', now)?.at
  const since = success?.at ?? firstStart
  const verifiedSince = verified?.at ?? firstStart
  return {
    isScheduled,
    hasStarted: firstStart !== undefined,
    isOverdue: isScheduled && since !== undefined && now - since > 1.1 * (every as number),
    ...(success && { lastSuccess: { at: success.at, backupId: success.text } }),
    ...(verified && { lastVerified: { at: verified.at, backupId: verified.text } }),
    isVerifyOverdue: isScheduled && verifiedSince !== undefined && now - verifiedSince > longestUnverified,
    ...(unverified &&
      unverified.at > (verified?.at ?? 0) && {
        verifyProblem: { at: unverified.at, message: unverified.text },
      }),
    ...(BACKUP_WAL === 'on' && !DATABASE_URL && { wal: readWal(DATA_DIR, success?.at ?? 0, now) }),
    ...(failure && failure.at > (success?.at ?? 0) && { problem: { at: failure.at, message: failure.text } }),
  }
}

function readWal(dataDir: string, lastSuccess: number, now: number): NonNullable<BackupState['wal']> {
  const begun = read(dataDir, 'wal-chain', now)
  const archived = read(dataDir, 'wal', now)
  const failure = read(dataDir, 'wal-failure', now)
  return {
    isLate: now - (archived?.at ?? begun?.at ?? 0) > longestUnarchived,
    awaitsBackup: begun !== undefined && begun.at > lastSuccess,
    ...(begun && { begun: { at: begun.at, why: begun.text } }),
    ...(archived && { archivedUntil: archived.at }),
    ...(failure &&
      failure.at > (archived?.at ?? 0) && { problem: { at: failure.at, message: failure.text } }),
  }
}

type Event =
  | 'success'
  | 'verified'
  | 'failure'
  | 'verify-failure'
  | 'first-start'
  | 'wal'
  | 'wal-chain'
  | 'wal-failure'
  | 'marker'

/** Records what happened to the backups in BACKUP_URL: the id of a backup, or why it failed. */
export function recordBackupEvent(dataDir: string, event: Event, at: number, text: string): void {
  const file = fileOf(dataDir, event)
  mkdirSync(join(dataDir, folder), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ at, text }), { mode: 0o600 })
  renameSync(draft, file)
}

/** The chain of the part of the WAL archive that was stored last. */
export function lastStoredChain(dataDir: string): string | undefined {
  return read(dataDir, 'wal')?.text
}

/** What the file in the destination of the earlier backups says. */
export function markerOf(dataDir: string): string | undefined {
  return read(dataDir, 'marker')?.text
}

const folder = 'backup-state'
const fileOf = (dataDir: string, event: Event) => join(dataDir, folder, `${event}.json`)

// A file that is missing or was cut off by a full disk says nothing.
function read(dataDir: string, event: Event, now = Infinity): { at: number; text: string } | undefined {
  try {
    const { at, text } = JSON.parse(readFileSync(fileOf(dataDir, event), 'utf8'))
    if (typeof at !== 'number' || typeof text !== 'string' || at > now + clockSkew) return undefined
    return { at, text }
  } catch {
    return undefined
  }
}
