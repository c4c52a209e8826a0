import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, readyDataDir, run, runJson, type Service, startService } from './service.ts'

let service: Service
let dataDir: string
beforeAll(async () => {
  dataDir = readyDataDir()
  service = await startService({ dataDir })
})
afterAll(cleanUp)

const ask = (key: string) =>
  fetch(`${service.url}/operator/v1/stores`, { headers: { authorization: `Bearer ${key}` } })

test('a user becomes an operator, once, and is none any more', async () => {
  await runJson(['user', 'create', '--email', 'ana@example.com', '--name', 'Ana'], { dataDir })
  const add = ['operator', 'add', 'Ana@example.com']
  expect(await runJson(add, { dataDir })).toMatchObject({ email: 'ana@example.com', operator: true })
  const again = await run(add, { dataDir })
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is an operator already')])
  expect(await runJson(['operator', 'list'], { dataDir })).toMatchObject([{ email: 'ana@example.com' }])
  await runJson(['operator', 'remove', 'ana@example.com'], { dataDir })
  const missing = await run(['operator', 'remove', 'ana@example.com'], { dataDir })
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('is no operator')])
  const log = await runJson<{ action: string }[]>(['operator', 'log'], { dataDir })
  expect(log.map(({ action }) => action)).toEqual(['remove', 'add'])
})

test('an operator key is printed once, and its next request after the revocation is refused', async () => {
  const args = ['operator-key', 'create', '--name', 'Billing']
  const made = await runJson<{ key_id: string; api_key: string }>(args, { dataDir })
  expect(made.api_key).toMatch(/^rw_operator_/)
  const list = await run(['operator-key', 'list', '--json'], { dataDir })
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: 'Billing', last_four: made.api_key.slice(-4) }])
  expect(list.stdout).not.toContain(made.api_key)
  expect((await ask(made.api_key)).status).toBe(200)
  await runJson(['operator-key', 'revoke', made.key_id], { dataDir })
  expect((await ask(made.api_key)).status).toBe(401)
})
