import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../foundation/config/config.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { recordBackupEvent } from './state.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const lowPriority = 10 // as `nice` counts: requests come first
const longest = 24 * 3_600_000 // ms

/**
 * Runs `backup verify` in a process of its own, which records its success. Records a failure and throws it. Without TMPDIR
 * the copy is in DATA_DIR: its disk has room for a database, and /tmp is memory on many machines.
 */
export async function verifyInBackground(
  { DATA_DIR }: Config,
  backupId: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [main, 'backup', 'verify', backupId], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: process.env.TMPDIR || DATA_DIR, NO_COLOR: '1' },
    timeout: longest,
  })
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  try {
    if (child.pid) setPriority(child.pid, lowPriority)
    const [words, [code, killedBy]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (code === 0) return
    throw new Error(
      words.trim().replace(/^Error: /, '') || `The check ended by ${killedBy ?? `code ${code}`}.`,
    )
  } catch (error) {
    if (!signal.aborted) recordBackupEvent(DATA_DIR, 'verify-failure', clock(), (error as Error).message)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
