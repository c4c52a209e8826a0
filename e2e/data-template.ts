import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, run } from './service.ts'

/** Makes the data folder that `readyDataDir` copies. */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'realword-template-'))
  const dataDir = join(folder, 'data')
  const made = await run(['store', 'list'], { dataDir })
  await cleanUp()
  if (made.code !== 0) throw new Error(`No data folder could be made:\n${made.stdout}${made.stderr}`)
  // The tests kill processes, not machines. Folders that a test makes itself keep PostgreSQL's `on`.
  appendFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'fsync = off\n')
  process.env.DATA_TEMPLATE = dataDir
  return () => rmSync(folder, { recursive: true })
}
