import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkZones } from './zone-check.ts'

test.each([
  ['# version 2026f\n# This zic input', 'warning'],
  ['# version 2026c\n', 'ok'],
  ['# version 2025b\n', 'ok'],
  ['no version', 'ok'],
  [undefined, 'ok'],
])('a system with %j', (content, status) => {
  const folder = mkdtempSync(join(tmpdir(), 'zones-'))
  const path = join(folder, 'tzdata.zi')
  if (content) writeFileSync(path, content)
  const { detail, ...found } = checkZones(path, '2026c')
  rmSync(folder, { recursive: true })
  expect(found).toEqual({ status })
  expect(detail).toContain('2026c')
  if (status === 'warning') expect(detail).toContain('this machine those of 2026f')
})
