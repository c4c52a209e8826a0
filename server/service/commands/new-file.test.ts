import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeNewFile } from './new-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'realword-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function leave(name: string, minutes: number): void {
  const then = Date.now() / 1000 - minutes * 60
  writeFileSync(join(folder, name), 'half')
  utimesSync(join(folder, name), then, then)
}

test('a new file is whole, and what killed calls left in its folder is deleted', async () => {
  const dead = spawnSync('true').pid
  leave(`.a.zip.realword-${dead}`, 2)
  leave(`.b.zip.realword-${process.pid}`, 25 * 60)
  // Still written here or on another machine, or not ours.
  const kept = [
    `.a.zip.realword-${process.pid}`,
    `.c.zip.realword-${dead}`,
    `a.zip.${dead}`,
    `.a.zip.realword-x${dead}`,
  ]
  for (const [index, name] of kept.entries()) leave(name, index === 1 ? 0 : 48 * 60)
  leave(kept[0] as string, 2)
  const { bytes } = await writeNewFile(join(folder, 'd.zip'), async out => {
    await new Promise<void>(done => out.end('whole', done))
  })
  expect(bytes).toBe(5)
  expect(readdirSync(folder).sort()).toEqual([...kept, 'd.zip'].sort())
})
