import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { stepsOf } from '../docs/pages.ts'
import { examine } from '../examine.ts'
import { cleanUp, readyDataDir, run, startService } from '../service.ts'
import { query } from '../store.ts'

afterEach(cleanUp)

const page = stepsOf('docs/how-to/rotate-the-secret.md').flatMap(step => ('code' in step ? [step.code] : []))
const rotate = ['secret', 'rotate']

test('a secret in the data folder is replaced while the service is stopped, and not while it runs', async () => {
  expect(page.filter(code => code === `./realword ${rotate.join(' ')}`)).toHaveLength(2)
  const dataDir = readyDataDir()
  const service = await startService({ dataDir })
  const file = (name: string) => join(dataDir, name)
  const before = readFileSync(file('secret'), 'utf8')
  const refused = await run(rotate, { dataDir })
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Stop it, run this again')])
  expect(readFileSync(file('secret'), 'utf8')).toBe(before)
  service.kill('SIGINT')
  await service.ended

  const rotated = await run(rotate, { dataDir })
  expect([rotated.code, rotated.stderr]).toEqual([0, ''])
  expect(rotated.stdout).toContain(`Keep ${file('secret.previous')} until`)
  expect(readFileSync(file('secret.previous'), 'utf8')).toBe(before)
  const after = readFileSync(file('secret'), 'utf8')
  expect(after).not.toBe(before)

  // Once more, beside the service: the same rotation, and no further secret.
  const restarted = await startService({ dataDir })
  expect((await run(rotate, { dataDir })).code).toBe(0)
  expect(readFileSync(file('secret'), 'utf8')).toBe(after)
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'ok' })
  await query(dataDir, "update accounts.former_keys set kept_at = now() - interval '9 days'")
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'warning' })
  expect((await run(rotate, { dataDir })).stdout).toContain('The rotation is complete.')
  expect(existsSync(file('secret.previous'))).toBe(false)
  expect((await examine({ dataDir })).of('secret')).toMatchObject({ status: 'ok' })
  restarted.kill('SIGINT')
  await restarted.ended
})
