import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { createKeptFiles, type KeptFiles } from '../../../foundation/storage/files/kept-files.ts'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { occursAnywhere } from '../../../test/database/dump.ts'
import { surveys } from '../../../test/exchange/imports.ts'
import { asItIs, importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { picturesIn } from '../../../test/media/pictures.ts'
import { aStore } from '../../../test/users.ts'
import { continueImport } from '../uploads/run-import.ts'

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const folder = mkdtempSync(join(tmpdir(), 'realword-orders-'))
const pictures = picturesIn(folder)
const kept = createKeptFiles(pictures, secrets)
let it: TestApp
let storeId: string
let owner: AdminClient
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder, SIGN_IN_RATE_LIMIT: '100000' })
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  storeId = (await aStore(it.database)).storeId
  owner = await aMember(it, storeId, 'owner')
})

const at = (path: string) => `/stores/${storeId}${path}`
const upload = (bytes: Buffer | string, name = 'orders.csv') =>
  uploadFile(it, owner, storeId, 'order', bytes, name)

async function countOrders(): Promise<number> {
  return (await it.database.query(sql`select from orders where store_id = ${storeId}`)).length
}

const header = 'order_id,order_date,delivery_date,product_id,customer_name,customer_email\n'
const line = (id: number | string, name = 'Bia', email = 'bia@correio.example', product = 'P-1') =>
  `${id},2026-11-10,2026-11-18,${product},${name},${email}\n`
const lines = (count: number) => Array.from({ length: count }, (_, id) => line(id)).join('')

test('an owner uploads, maps, tries and imports a file, then corrects its report and imports that', async () => {
  const file = `N° do pedido;Data do pedido;Data de entrega;Produto;E-mail do comprador;Nome do comprador;Vendedor
1;05/11/2026;10/11/2026;P-1;ana@correio.example;=Ana;Zé
1;05/11/2026;10/11/2026;P-2;ana;;Zé
2;13/11/2026;18/11/2026;P-1;bia@correio.example;Bia;Zé
`
  const { body: ready } = await upload(Buffer.from(file, 'latin1'))
  expect(ready).toMatchObject({ state: 'ready', kind: 'order', table: { format: 'Realword' } })
  const columns = Object.fromEntries(
    (ready.table.fields as { field: string; column: string | null }[])
      .filter(({ column }) => column !== null)
      .map(({ field, column }) => [field, column]),
  )
  expect(columns).toEqual({
    order_id: 'N° do pedido',
    order_date: 'Data do pedido',
    delivery_date: 'Data de entrega',
    product_id: 'Produto',
    product_name: 'Produto',
    customer_name: 'Nome do comprador',
    customer_email: 'E-mail do comprador',
  })
  const { tried, done } = await importFile(it, owner, storeId, ready.id, { columns, dates: 'dmy' })
  const counts = { imported: 1, skipped: 0, refused: 2, rows_done: 3, undo_until: null }
  expect(tried).toMatchObject({ state: 'tried', ...counts })
  expect(done).toMatchObject({ state: 'done', ...counts })
  expect(done.done).toBe(done.whole)
  const { body: report } = await owner.send('GET', at(`/imports/${ready.id}/report`))
  const sibling = '1,,Row 2 of the same order is rejected. Correct that row.'
  expect(report).toContain(`1,05/11/2026,10/11/2026,P-1,ana@correio.example,'=Ana,Zé,${sibling}`)
  const corrected = (report as string).replace('P-2,ana,', 'P-2,ana@correio.example,')
  const { body: again } = await upload(corrected)
  const second = await importFile(it, owner, storeId, again.id, { columns, dates: 'dmy' })
  expect(second.done).toMatchObject({ imported: 1, refused: 0 })
  const [order] = await it.database.query(sql`
    select jsonb_array_length(products) as products, customers -> 0 ->> 'name' as name
    from orders
    where store_id = ${storeId} and order_id = '1'`)
  expect(order).toEqual({ products: 2, name: '=Ana' })
  const history = await owner.send('GET', at('/history'))
  expect(history.body.result[0]).toMatchObject({ action: 'import', fields: ['orders'] })
})

test('a consent of a later day is left out, and the trial and the import name the row', async () => {
  const consents = `${header.trim()},customer_phone,whatsapp_consent
1,2026-11-01,2026-11-08,P-1,Ana,ana@correio.example,11 91234-5678,yes
2,2190-01-01,2190-01-08,P-1,Bia,bia@correio.example,11 91234-5679,yes
2,2190-01-01,2190-01-08,P-2,Bia,bia@correio.example,11 91234-5679,yes
3,2190-01-01,2190-01-08,P-1,Caio,caio@correio.example,11 91234-5670,no
`
  const { body } = await upload(consents)
  const { tried, done } = await importFile(it, owner, storeId, body.id, asItIs)
  const told = { imported: 3, refused: 0, later_consents: { count: 1, rows: [2] } }
  expect([tried, done]).toMatchObject([told, told])
  const granted = await it.database.query(sql`
    select phone
    from consents
    where store_id = ${storeId}`)
  expect(granted).toEqual([{ phone: '+5511912345678' }])
})

/** An import that waits in the middle of its file, after some orders were stored. */
async function running(file: string, until: number) {
  const { body } = await upload(file, 'Zenobia.csv')
  await owner.send('POST', at(`/imports/${body.id}/trial`), asItIs)
  await it.runDue()
  await owner.send('POST', at(`/imports/${body.id}/run`))
  const gate = Promise.withResolvers<void>()
  let reads = 0
  // The places of the lines are read after the survey, and then the lines.
  const read: KeptFiles['read'] = async function* () {
    const isLast = ++reads === surveys + 2
    yield Buffer.from(file.slice(0, until))
    if (isLast) await gate.promise
    yield Buffer.from(file.slice(until))
  }
  const ending = new AbortController()
  const places = {
    address: () => 'https://reviews.example',
    database: it.database,
    clock: Date.now,
    secrets,
    pictures,
    kept: { ...kept, read },
  }
  const done = continueImport(places, storeId, body.id, ending.signal)
  const status = async () => (await owner.send('GET', at(`/imports/${body.id}`))).body
  await expect.poll(async () => (await status()).rows_done).toBeGreaterThanOrEqual(250)
  return { id: body.id, ending, gate, done, status }
}

test('an import whose worker was stopped continues without doubling', async () => {
  const file = header + lines(600)
  const { id, ending, gate, done, status } = await running(file, header.length + lines(300).length)
  expect(await status()).toMatchObject({ state: 'running', imported: 250, rows_done: 250 })
  ending.abort()
  gate.resolve()
  await done
  const places = {
    address: () => 'https://reviews.example',
    database: it.database,
    clock: Date.now,
    secrets,
    pictures,
    kept,
  }
  await continueImport(places, storeId, id, new AbortController().signal)
  expect(await status()).toMatchObject({ state: 'done', imported: 600, skipped: 0, rows_done: 600 })
  expect(await countOrders()).toBe(600)
})

test('a running import does not bring an erased person back', async () => {
  const theirs = (id: string) => line(id, 'Zenobia', 'Zenobia@Correio.Example')
  const file = header + theirs('before') + lines(300) + theirs('after') + line('bad', 'Zenobia', 'zenobia@')
  const { gate, done, status } = await running(file, file.indexOf('after'))
  expect((await owner.send('POST', at('/people/erase'), { email: 'zenobia@correio.example' })).status).toBe(
    200,
  )
  gate.resolve()
  await done
  expect(await status()).toMatchObject({ state: 'done', imported: 301, skipped: 1, refused: 1, refusals: [] })
  expect(await occursAnywhere(it.database, 'zenobia', storeId)).toBe(false)
})

test("another store's owner reads and starts nothing", async () => {
  const { body } = await upload(header + line(1))
  const { storeId: theirs } = await aStore(it.database)
  const other = await aMember(it, theirs, 'owner')
  for (const store of [storeId, theirs]) {
    const path = `/stores/${store}/imports/${body.id}`
    expect((await other.send('GET', path)).status).toBe(404)
    expect((await other.send('POST', `${path}/trial`, asItIs)).status).toBe(404)
    expect((await other.send('GET', `${path}/report`)).status).toBe(404)
  }
  const moderator = await aMember(it, storeId, 'moderator')
  expect((await moderator.send('POST', at(`/imports/${body.id}/trial`), asItIs)).status).toBe(403)
})

describe('a file that is', () => {
  test.each<[string, Buffer, string]>([
    ['empty but for a line break', Buffer.from('\n'), 'empty'],
    ['UTF-16', Buffer.from(`\ufeff${header}`, 'utf16le'), 'UTF-16'],
    ['a spreadsheet', Buffer.from('PK\x03\x04\x14\xff\n', 'latin1'), 'not UTF-8'],
  ])('%s fails with a sentence', async (_what, bytes, sentence) => {
    const { body } = await upload(bytes)
    expect(body).toMatchObject({ state: 'failed', problem: { what: expect.stringContaining(sentence) } })
  })

  test.each<[string, string, string]>([
    ['without a needed column', header.replace('delivery_date', 'when'), 'no column for delivery_date'],
    ['with two columns of one name', `order_id,${header}`, '2 columns named "order_id"'],
  ])('%s is not tried', async (_what, text, sentence) => {
    const { body } = await upload(text + line(1))
    const answer = await owner.send('POST', at(`/imports/${body.id}/trial`), asItIs)
    expect(answer.status).toBe(400)
    expect(answer.body.user_message.en_us).toContain(sentence)
  })

  test.each<[string, string, object]>([
    ['without an end of a quote', `${line(1)}2,"2026`, { state: 'failed', imported: 0 }],
    ['a row that is longer than 1 MiB', line(1) + line(2, 'x'.repeat(2 * 1024 * 1024)), { state: 'failed' }],
    ['one order of 6,000 rows', line('all').repeat(6_000), { imported: 1, refused: 0 }],
    [
      'one order of 2,000 products',
      Array.from({ length: 2_000 }, (_, id) => line('all', '', 'a@b.example', `P-${id}`)).join(''),
      { imported: 0, refused: 2_000 },
    ],
    ['full of separators', `x${','.repeat(20_000)}\n${line(1)}`, { imported: 1, refused: 1 }],
    ['a table of blank rows', `,,,,,\n ,,,,,\n${line(1)}`, { imported: 1, refused: 0, rows_done: 3 }],
  ])('%s is tried in bounded memory', async (_what, rows, expected) => {
    const { body } = await upload(header + rows)
    await owner.send('POST', at(`/imports/${body.id}/trial`), asItIs)
    await it.runDue()
    expect((await owner.send('GET', at(`/imports/${body.id}`))).body).toMatchObject(expected)
    expect(await countOrders()).toBe(0)
  })

  test('UTF-8 with broken bytes in a cell refuses that order alone', async () => {
    const begin = Buffer.from(header + line(1, 'Zé'))
    const { body } = await upload(Buffer.concat([begin, Buffer.from(line(2, 'João'), 'latin1')]))
    const { done } = await importFile(it, owner, storeId, body.id)
    expect(done).toMatchObject({ imported: 1, refused: 1, refusals: [{ row: 2, column: 'customer_name' }] })
  })

  test('2 GB is refused before it is sent', async () => {
    const begun = { kind: 'order', file_name: 'a.csv', size: 2 * 1024 ** 3 }
    expect((await owner.send('POST', at('/imports'), begun)).status).toBe(400)
  })
})
