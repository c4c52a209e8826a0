import type { Config } from '../../foundation/config/config.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { type BackupState, backupState } from '../backups/state.ts'
import { type Finding, ok, warning } from './check.ts'

/** Reports the last backup, the last one that was verified, and overdue ones. */
export function checkBackups(config: Config, clock: Clock): Finding {
  if (config.DATABASE_URL)
    return ok('made with the tools of your PostgreSQL server, such as pg_basebackup or WAL-G')
  const state = backupState(config, clock())
  const { isScheduled, isOverdue, isVerifyOverdue, lastSuccess, lastVerified, problem, verifyProblem } = state
  if (!config.BACKUP_URL)
    return warning('no backups are made. Set BACKUP_URL to a folder on another disk, or to a bucket.')
  const wal = describeWal(state.wal)
  const ago = (at: number) => `${((clock() - at) / 3_600_000).toFixed(1)} h ago`
  const last = lastSuccess
    ? `the last one (${lastSuccess.backupId}) is of ${ago(lastSuccess.at)}`
    : 'none yet'
  const why = problem ? ` The last attempt failed ${ago(problem.at)}: ${problem.message}` : ''
  if (isOverdue) return warning(`overdue: ${last}.${why || ' Does the service run?'}`)
  if (why) return warning(`${last}.${why}`)
  if (wal.problem) return warning(`${last}. ${wal.problem}`)
  if (!isScheduled && !lastSuccess)
    return warning('none yet, and BACKUP_EVERY is off. Run: ./realword backup create')
  const verified = lastVerified
    ? `verified: ${lastVerified.backupId}, ${ago(lastVerified.at)}`
    : 'none was verified yet: ./realword backup verify'
  const failed = verifyProblem
    ? ` The last check failed ${ago(verifyProblem.at)}: ${verifyProblem.message}`
    : ''
  if (isVerifyOverdue) return warning(`none was verified for eight days: ${last}, ${verified}.${failed}`)
  if (failed) return warning(`${last}, ${verified}.${failed}`)
  return ok(`${last}, ${verified}${wal.fine}`)
}

function describeWal(wal: BackupState['wal']): { problem?: string; fine: string } {
  if (!wal) return { fine: '' }
  const { archivedUntil, begun, awaitsBackup, isLate, problem } = wal
  const until = archivedUntil ? new Date(archivedUntil).toISOString() : undefined
  const why = problem ? ` It was interrupted: ${problem.message}` : ' Does the service run?'
  if (isLate || problem)
    return { problem: `The WAL archive ${until ? `ends at ${until}` : 'has nothing yet'}.${why}`, fine: '' }
  if (awaitsBackup && begun)
    return {
      problem: `The WAL archive began at ${new Date(begun.at).toISOString()}, because ${begun.why}, and no backup is complete since then: ./realword backup create`,
      fine: '',
    }
  return { fine: `; the WAL is archived until ${until}` }
}
