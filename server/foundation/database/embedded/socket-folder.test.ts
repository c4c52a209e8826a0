import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { socketFolderFor } from './socket-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'realword-sockets-'))
const made = [home]
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** The folder of the socket of a data folder whose socket would have a path of so many bytes. */
function folderFor(bytes: number): { inside: string; folder: string } {
  const dataDir = join(home, 'x'.repeat(bytes - `${home}//run/.s.PGSQL.5432`.length))
  return { inside: join(dataDir, 'run'), folder: socketFolderFor(dataDir, { kind: 'self' }) }
}

test('a socket lies in the data folder while its path has 107 bytes, and else in a short one', () => {
  const short = folderFor(107)
  expect(short.folder).toBe(short.inside)
  const { folder } = folderFor(108)
  made.push(folder)
  expect(folder).toMatch(/^\/tmp\/realword-[0-9a-f]{16}$/)
})
