import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkout, cleanUp, run, runJson, type Service, waitFor } from '../service.ts'
import { createStore } from '../store.ts'
import { type ImportPlace, type Report, startImportPlace } from './import-place.ts'

let service: Service
let folder: string
let storeId: string
let write: ImportPlace['write']
let count: ImportPlace['count']
beforeAll(async () => {
  ;({ service, folder, storeId, write, count } = await startImportPlace())
})
afterAll(cleanUp)

const orderLine = (id: number | string, email = 'ana@example.com') =>
  `${id},2026-11-10,2026-11-18,P-1,${email}\n`
const header = 'order_id,order_date,delivery_date,product_id,customer_email\n'

const countOrders = (store: string) => count('orders', store)

test('reports a trial, the import and refused rows to people and programs', async () => {
  const file = write('orders.csv', header + orderLine(1) + orderLine(2, 'ana') + orderLine(3))
  const args = ['order', 'import', '--store', storeId, file]
  const report = { imported: 2, skipped: 0, refused: [{ row: 2, column: 'customer_email' }] }
  expect(await runJson<Report>([...args, '--dry-run'], service)).toMatchObject(report)
  expect(await countOrders(storeId)).toBe(0)
  expect(await runJson<Report>(args, service)).toMatchObject(report)
  const { stdout, code } = await run(args, service)
  expect(code).toBe(0)
  expect(stdout).toContain('Imported 0 orders, skipped 2 already there, refused 1.')
  expect(stdout).toMatch(/^2 orders in /m)
})

test('says whose consent is left out, because its date lies in the future', async () => {
  const lines = '11,2190-01-01,2190-01-08,P-1,ana@example.com,11 91234-5678,yes\n'
  const consents = `${header.trim()},customer_phone,sms_consent\n${lines}`
  const args = ['order', 'import', '--store', storeId, write('consents.csv', consents)]
  const dry = await runJson([...args, '--dry-run'], service)
  expect(dry).toMatchObject({ later_consents: { count: 1, rows: [1] } })
  expect((await run(args, service)).stdout).toContain(
    'Consent left out of 1 order, dated in the future: row 1. Correct the date, and import the file again.',
  )
})

test('takes a pipe, although it reads a file several times', async () => {
  const pipe = join(folder, 'orders-pipe.csv')
  spawnSync('mkfifo', [pipe])
  const writing = writeFile(pipe, header + orderLine('in-a-pipe'))
  const { code, stdout } = await run(['order', 'import', '--store', storeId, pipe], service)
  await writing
  expect([code, stdout]).toEqual([0, expect.stringContaining('Imported 1 order,')])
})

test('killed midway and run again, it misses nothing and duplicates nothing', async () => {
  const { store_id } = await createStore(service)
  const lines = Array.from({ length: 3_000 }, (_, index) => orderLine(index % 1_500)).join('')
  const args = ['order', 'import', '--store', store_id, write('many-orders.csv', header + lines)]
  const child = spawn(join(checkout, 'realword'), args, {
    cwd: checkout,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: service.dataDir },
  })
  const ended = once(child, 'exit')
  await waitFor('the first orders', async () => (await countOrders(store_id)) > 0)
  child.kill('SIGKILL')
  await ended
  const report = await runJson<Report>(args, service)
  expect(report).toMatchObject({ refused: [] })
  expect(report.imported + report.skipped).toBe(1_500)
  expect(report.skipped).toBeGreaterThan(0)
  expect(await countOrders(store_id)).toBe(1_500)
})
