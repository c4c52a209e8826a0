import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSecretFiles } from './secret-files-check.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync('/tmp/realword-modes-')
  mkdirSync(join(folder, 'secrets'))
  file = join(folder, 'secrets', 'secret')
  writeFileSync(file, 'x'.repeat(40))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['of its owner', 0o600, 0o755, 'ok'],
  ['of its owner and group', 0o640, 0o755, 'ok'],
  ['of everybody, in a folder that others cannot enter', 0o644, 0o750, 'ok'],
  ['of everybody', 0o644, 0o711, 'warning'],
] as const)('a secret in a file %s', (_whose, mode, ofFolder, status) => {
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'secrets'), ofFolder)
  chmodSync(file, mode)
  const found = checkSecretFiles({ SECRET_FILE: file, MAIL_FROM_FILE: file, METRICS_TOKEN: 'x' })
  expect(found.status).toBe(status)
  if (status === 'warning') {
    expect(found.detail).toContain(`SECRET_FILE=${file}. Run: chmod o-rwx ${file}`)
    expect(found.detail).not.toContain('MAIL_FROM')
  }
})
