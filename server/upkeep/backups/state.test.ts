import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../foundation/config/config.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { checkBackups } from '../doctor/backup-check.ts'
import { openDestination } from './destinations/destination.ts'
import { adoptDestination, requireMarker } from './marker.ts'
import { startBackups } from './schedule.ts'
import { backupState, markerOf, recordBackupEvent } from './state.ts'

const day = 86_400_000 // ms
const folder = mkdtempSync(join(tmpdir(), 'realword-state-'))
const DATA_DIR = join(folder, 'data')
const config = readConfig({ DATA_DIR, BACKUP_URL: join(folder, 'backups') })
const start = Date.UTC(2026, 0, 1)
const record = (event: Parameters<typeof recordBackupEvent>[1], at: number, text: string) =>
  recordBackupEvent(DATA_DIR, event, start + at * day, text)
const stateAt = (days: number) => backupState(config, start + days * day)
const doctorAt = (days: number) => checkBackups(config, () => start + days * day)
afterAll(() => rmSync(folder, { recursive: true }))

test('backups and their checks are overdue from the first start on, until each succeeds', () => {
  expect(stateAt(100)).toEqual({
    isScheduled: true,
    hasStarted: false,
    isOverdue: false,
    isVerifyOverdue: false,
  })
  record('first-start', 0, '')
  expect(stateAt(1.05)).toMatchObject({ isOverdue: false, isVerifyOverdue: false })
  expect(stateAt(1.15)).toMatchObject({ isOverdue: true, isVerifyOverdue: false })
  record('failure', 1, 'the disk is full')
  expect(doctorAt(2)).toMatchObject({
    status: 'warning',
    detail: 'overdue: none yet. The last attempt failed 24.0 h ago: the disk is full',
  })

  record('success', 8, 'the-first')
  expect(stateAt(8.1)).toMatchObject({ isOverdue: false, isVerifyOverdue: true })
  record('verify-failure', 8, 'a part is damaged')
  expect(doctorAt(8.5)).toMatchObject({
    status: 'warning',
    detail:
      'none was verified for eight days: the last one (the-first) is of 12.0 h ago, none was verified yet: ./realword backup verify. The last check failed 12.0 h ago: a part is damaged',
  })

  record('verified', 8.5, 'the-first')
  expect(stateAt(8.6).verifyProblem).toBeUndefined()
  expect(doctorAt(8.6).status).toBe('ok')
  record('success', 17, 'the-second')
  expect(stateAt(16.4)).toMatchObject({ isVerifyOverdue: false })
  expect(doctorAt(17)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('verified: the-first'),
  })

  const off = { ...config, BACKUP_EVERY: 'off' }
  expect(backupState(off, start + 100 * day)).toMatchObject({ isOverdue: false, isVerifyOverdue: false })
})

test('what a clock recorded that was ahead delays neither the next backup nor the warning that it is overdue', () => {
  const ahead = { ...config, DATA_DIR: join(folder, 'ahead') }
  const stateNow = () => backupState(ahead, start)
  for (const event of ['success', 'failure', 'verified', 'verify-failure'] as const)
    recordBackupEvent(ahead.DATA_DIR, event, start + 365 * day, 'of-next-year')
  recordBackupEvent(ahead.DATA_DIR, 'first-start', start - 9 * day, '')
  expect(stateNow()).toEqual({
    isScheduled: true,
    hasStarted: true,
    isOverdue: true,
    isVerifyOverdue: true,
  })
  // Time servers move a clock by seconds.
  recordBackupEvent(ahead.DATA_DIR, 'success', start + 4_000, 'of-this-minute')
  expect(stateNow()).toMatchObject({ isOverdue: false, lastSuccess: { backupId: 'of-this-minute' } })
})

test('the archive of the WAL is late once nothing was stored for ten minutes', () => {
  const archiving = { ...config, DATA_DIR: join(folder, 'archiving'), BACKUP_WAL: 'on' as const }
  const minute = 60_000
  const isLateAt = (at: number) => backupState(archiving, start + at).wal?.isLate
  recordBackupEvent(archiving.DATA_DIR, 'wal-chain', start, 'the first')
  expect([isLateAt(10 * minute), isLateAt(10 * minute + 1)]).toEqual([false, true])
  recordBackupEvent(archiving.DATA_DIR, 'wal', start + 10 * minute, '')
  expect([isLateAt(20 * minute), isLateAt(20 * minute + 1)]).toEqual([false, true])
})

test('an empty destination that had backups gets none by itself: its disk may not be mounted', async () => {
  const away = { ...config, DATA_DIR: join(folder, 'away') }
  recordBackupEvent(away.DATA_DIR, 'marker', start - 2 * day, 'the-destination')
  recordBackupEvent(away.DATA_DIR, 'success', start - 2 * day, 'the-last')
  const warnings: unknown[] = []
  const backups = startBackups(away, () => start, {
    info: () => {},
    warn: (...line: unknown[]) => void warnings.push(line),
  })
  await vi.waitFor(() => expect(warnings).toHaveLength(2), 120_000)
  await backups.stop()
  expect(existsSync(away.BACKUP_URL as string)).toBe(false)
  expect(checkBackups(away, () => start)).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(
      /The last attempt failed 0\.0 h ago: .* has none of the earlier backups: .* is missing\. .*: \.\/realword backup create$/,
    ),
  })
})

test('a destination is known by its file', async () => {
  const marked = { ...config, DATA_DIR: join(folder, 'marked') }
  const destinationOf = (name: string) => openDestination(join(folder, name))
  const markerIn = async (name: string) =>
    (await destinationOf(name).get('realword-backups'))?.toString().trim()
  const confirm = (name: string) => requireMarker(marked, destinationOf(name), start)
  const refusal = (name: string) => confirm(name).catch(({ message }: Error) => message)
  await Promise.all([confirm('disk'), confirm('disk')])
  expect(await markerIn('disk')).toBe(markerOf(marked.DATA_DIR))
  expect(await refusal('empty')).toMatch(
    /\/empty has none of the earlier backups: .* is missing\. Is its disk mounted\?$/,
  )

  await destinationOf('theirs').put('realword-backups', Buffer.from('theirs'))
  expect(await refusal('theirs')).toContain('is of another installation')
  await adoptDestination(marked, destinationOf('new'), start)
  expect(await markerIn('new')).toBe(markerOf(marked.DATA_DIR))
  expect(await refusal('disk')).toContain('is of another installation')
  await adoptDestination(marked, destinationOf('disk'), start)
  await confirm('disk')

  // As after a restore.
  const restored = { ...config, DATA_DIR: join(folder, 'restored') }
  await requireMarker(restored, destinationOf('disk'), start)
  expect(markerOf(restored.DATA_DIR)).toBe(await markerIn('disk'))
})

test('no schedule begins with settings whose backups would be lost or readable by others', () => {
  const refusal = (changed: Partial<typeof config>) => {
    try {
      startBackups({ ...config, ...changed }, () => start, { info: () => {}, warn: () => {} })
    } catch (error) {
      expect(error).toBeInstanceOf(Problem)
      return `${(error as Problem).message} ${(error as Problem).fix}`
    }
    return undefined
  }
  expect(refusal({ BACKUP_URL: join(DATA_DIR, 'backups') })).toContain('is inside the data folder')
  expect(refusal({ BACKUP_URL: 's3://key:hunter2@127.0.0.1:1/bucket' })).toMatch(
    /^BACKUP_KEY is not set, and s3:\/\/127\.0\.0\.1:1\/bucket is not on this machine/,
  )
})
