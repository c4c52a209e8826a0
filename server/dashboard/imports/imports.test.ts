import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepFiles, partSize } from '../../files/kept-files.ts'
import { tidyStores } from '../../housekeeping/tidy.ts'
import { continueImport, importsToContinue } from '../../imports/uploads/run-import.ts'
import { keepBatch } from '../../imports/uploads/undo.ts'
import { readSecrets } from '../../lib/secret.ts'
import { openPictureStore } from '../../pictures/picture-store.ts'
import { updateStore } from '../../stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { asItIs, importFile, sendPart, uploadFile } from '../../test/transfers.ts'
import { aStore } from '../../test/users.ts'

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const folder = mkdtempSync(join(tmpdir(), 'realword-imports-'))
const files = openPictureStore({ PICTURES_URL: undefined, DATA_DIR: folder })
let it: TestApp
let storeId: string
let owner: Awaited<ReturnType<typeof aMember>>
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

const upload = (bytes: Buffer | string, kind = 'review', name?: string) =>
  uploadFile(it, owner, storeId, kind, bytes, name)

const reviews = async () =>
  await it.database.query<{ rating: number; body: string; display_name: string }>(sql`
    select rating, body, display_name
    from reviews
    where store_id = ${storeId}
    order by rating, body`)

const odd = `Código do produto;Nota;Opinião;Cliente;Data
P-1;5;Ótima;Ana;13/03/2024
P-1;4,5;Boa;Bia;14/03/2024
P-1;3;=1+1;Caio;15/03/2024
`

describe('a file', () => {
  test('with its own columns is inspected, mapped, tried, imported and logged', async () => {
    const { body: ready } = await upload(odd, 'review', 'avaliações.csv')
    expect(ready).toMatchObject({
      state: 'ready',
      file_name: 'avaliações.csv',
      parts: 1,
      who: 'The owner',
      table: { format: 'Realword', header: ['Código do produto', 'Nota', 'Opinião', 'Cliente', 'Data'] },
    })
    expect(ready.table.samples[0]).toEqual(['P-1', '5', 'Ótima', 'Ana', '13/03/2024'])
    const guessed = Object.fromEntries(
      (ready.table.fields as { field: string; column: string | null }[])
        .filter(({ column }) => column !== null)
        .map(({ field, column }) => [field, column]),
    )
    expect(guessed).toEqual({
      product_id: 'Código do produto',
      rating: 'Nota',
      body: 'Opinião',
      display_name: 'Cliente',
      created_at: 'Data',
    })
    const { tried, done } = await importFile(it, owner, storeId, ready.id, { columns: guessed, dates: 'dmy' })
    expect(tried).toMatchObject({ state: 'tried', imported: 2, skipped: 0, refused: 1, rows_done: 3 })
    expect(tried.refusals).toEqual([{ row: 2, column: 'Nota', problem: expect.stringContaining('4,5') }])
    expect(done).toMatchObject({ state: 'done', imported: 2, refused: 1, finished_at: expect.any(String) })
    expect(done.done).toBe(done.whole)
    expect((await reviews()).map(({ rating, body }) => [rating, body])).toEqual([
      [3, '=1+1'],
      [5, 'Ótima'],
    ])
    const history = await owner.send('GET', `/stores/${storeId}/history`)
    expect(history.body.result[0]).toMatchObject({ action: 'import', record: 'store', name: 'The owner' })
    const list = await owner.send('GET', `/stores/${storeId}/imports`)
    expect(list.body).toMatchObject({ result: [{ id: ready.id, imported: 2, state: 'done' }], next: null })
  })

  test('without dates reports it in the trial, and takes the date that is offered', async () => {
    await updateStore(it.database, storeId, { time_zone: 'America/Sao_Paulo' })
    const file =
      'product_id,rating,body,created_at\nP-1,5,one,\nP-1,4,two,2024-02-01\nP-1,x,three,\nP-1,3,four,\n'
    const { body } = await upload(file)
    const path = `/stores/${storeId}/imports/${body.id}`
    await owner.send('POST', `${path}/trial`, asItIs)
    await it.runDue()
    expect((await owner.send('GET', path)).body).toMatchObject({ state: 'tried', undated: 2, imported: 3 })
    const { done } = await importFile(it, owner, storeId, body.id, { ...asItIs, undated: '2023-07-09' })
    expect(done).toMatchObject({ undated: 2, imported: 3, reading: { undated: '2023-07-09' } })
    const dates = await it.database.query<{ created_at: Date }>(sql`
      select created_at
      from reviews
      where store_id = ${storeId}
      order by rating desc`)
    expect(dates.map(({ created_at }) => created_at.toISOString())).toEqual([
      '2023-07-09T03:00:00.000Z',
      '2024-02-01T03:00:00.000Z',
      '2023-07-09T03:00:00.000Z',
    ])
    const again = await owner.send('POST', `${path}/trial`, { ...asItIs, undated: '2023-02-30' })
    expect(again.status).toBe(400)
  })

  test('that waits can be discarded, and its file is deleted', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    const path = `/stores/${storeId}/imports/${body.id}`
    const { body: discarded } = await owner.send('POST', `${path}/cancel`)
    expect(discarded).toMatchObject({ state: 'cancelled', parts: 0, table: null })
    expect((await owner.send('POST', `${path}/trial`, asItIs)).status).toBe(409)
  })

  test('can be undone as a whole, after a stop too, and then imported again', async () => {
    const rows = Array.from({ length: 1_500 }, (_, row) => `P-${row % 3},${(row % 5) + 1},Text ${row}\n`)
    const file = `product_id,rating,body\n${rows.join('')}`
    const kept = await upload('product_id,rating,body\nP-1,5,Kept\n')
    await importFile(it, owner, storeId, kept.body.id)
    const { body } = await upload(file)
    const path = `/stores/${storeId}/imports/${body.id}`
    expect((await owner.send('POST', `${path}/undo`)).status).toBe(409)
    const { done } = await importFile(it, owner, storeId, body.id)
    expect(done).toMatchObject({ imported: 1_500, undo_until: expect.any(String) })
    const [answered] = await it.database.query<{ id: string }>(sql`
      select id
      from reviews
      where store_id = ${storeId} and body = 'Text 7'`)
    await owner.send('PUT', `/stores/${storeId}/reviews/${answered?.id}/reply`, { body: 'Thanks!' })
    expect((await owner.send('GET', `${path}/undo`)).body).toEqual({ records: 1_500, changed: 1 })
    expect((await owner.send('POST', `${path}/undo`)).body).toMatchObject({ state: 'undoing', whole: 1_500 })
    // The first worker stops after one batch.
    let checks = 0
    const signal = { get aborted() { return checks++ > 0 } } as AbortSignal // biome-ignore format: one line
    const work = {
      address: () => 'https://reviews.example',
      ...it,
      clock: Date.now,
      pictures: files,
      kept: keepFiles(files, secrets),
      secrets,
    }
    await continueImport(work, storeId, body.id, signal)
    expect((await owner.send('GET', path)).body).toMatchObject({ state: 'undoing', done: 500 })
    expect(await importsToContinue(it.database, new Date())).toContainEqual({
      store_id: storeId,
      id: body.id,
    })
    expect(await reviews()).toHaveLength(1_001)
    await it.runDue()
    expect((await owner.send('GET', path)).body).toMatchObject({
      state: 'undone',
      done: 1_500,
      undo_until: null,
    })
    expect(await reviews()).toEqual([{ rating: 5, body: 'Kept', display_name: '' }])
    const wrong = await it.database.query(sql`
      select product_id, one, two, three, four, five
      from rating_summaries
      where store_id = ${storeId} and one + two + three + four + five > 0`)
    expect(wrong).toEqual([{ product_id: 'P-1', one: 0, two: 0, three: 0, four: 0, five: 1 }])
    const again = await importFile(it, owner, storeId, (await upload(file)).body.id)
    expect(again.done).toMatchObject({ imported: 1_500, skipped: 0 })
    expect((await owner.send('GET', `/stores/${storeId}/history`)).body.result).toContainEqual(
      expect.objectContaining({ action: 'undo import', name: 'The owner' }),
    )
  })

  test('that comes to the same rows again, after a stop, can be undone as a whole', async () => {
    const { body } = await upload('product_id,rating,body\nP-1,5,One\nP-1,4,Two\n')
    const path = `/stores/${storeId}/imports/${body.id}`
    await importFile(it, owner, storeId, body.id)
    const later = await upload('product_id,rating,body\nP-1,3,Three\n')
    await importFile(it, owner, storeId, later.body.id)
    const batches = await it.database.query<{
      import_id: string
      last_row: number
      record_ids: string[]
    }>(sql`
      select import_id, last_row, record_ids
      from import_batches
      where store_id = ${storeId}`)
    const of = (id: string) => batches.find(({ import_id }) => import_id === id)
    const [recordId = ''] = of(later.body.id)?.record_ids ?? []
    const again = { lastRow: of(body.id)?.last_row ?? 0, written: [{ recordId, key: 'ab' }], at: new Date() }
    await it.database.transaction(tx => keepBatch(tx, storeId, body.id, again))
    expect((await owner.send('GET', `${path}/undo`)).body).toEqual({ records: 3, changed: 0 })
    expect((await owner.send('POST', `${path}/undo`)).body).toMatchObject({ whole: 3 })
    await it.runDue()
    expect((await owner.send('GET', path)).body).toMatchObject({ state: 'undone', done: 3 })
    expect(await reviews()).toEqual([])
  })

  test('can be undone for 30 days', async () => {
    const { body } = await upload('product_id,body\nP-1,Does it leak?\n', 'question')
    await importFile(it, owner, storeId, body.id)
    const undo = () => owner.send('POST', `/stores/${storeId}/imports/${body.id}/undo`)
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    await tidyStores(it.database, files, later, () => {})
    expect((await undo()).status).toBe(409)
    const left = await it.database.query(sql`select from import_batches where store_id = ${storeId}`)
    expect(left).toEqual([])
  })

  test('writes nothing in its trial', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    await owner.send('POST', `/stores/${storeId}/imports/${body.id}/trial`, asItIs)
    await it.runDue()
    expect(await reviews()).toEqual([])
    const left = await it.database.query(sql`select from imported_rows where store_id = ${storeId}`)
    expect(left).toEqual([])
  })

  test('of a known system is recognised, and adds nothing the second time', async () => {
    const bytes = readFileSync(new URL('../../imports/formats/judgeme/judgeme.csv', import.meta.url))
    const first = await upload(bytes)
    expect(first.body.table).toMatchObject({ format: 'Judge.me' })
    const { done } = await importFile(it, owner, storeId, first.body.id)
    const again = await importFile(it, owner, storeId, (await upload(bytes)).body.id)
    expect(done.imported).toBeGreaterThan(0)
    expect([again.tried.imported, again.done.imported, again.done.skipped]).toEqual([0, 0, done.imported])
  })

  test('with more reviews than the plan allows fails its trial, and an import whose limit was lowered after it', async () => {
    const file = 'product_id,rating,body\nP-1,5,one\nP-1,4,two\nP-1,3,three'
    const limit = (reviews_per_import: number) =>
      updateStore(it.database, storeId, { limits: { reviews_per_import } })
    const path = (id: string) => `/stores/${storeId}/imports/${id}`
    const problem = {
      what: 'The file has more reviews than the plan of this store allows in one import: 2.',
    }
    await limit(2)
    const { body } = await upload(file)
    await owner.send('POST', `${path(body.id)}/trial`, asItIs)
    await it.runDue()
    expect((await owner.send('GET', path(body.id))).body).toMatchObject({ state: 'failed', problem })
    await limit(3)
    await owner.send('POST', `${path(body.id)}/trial`, asItIs)
    await it.runDue()
    expect((await owner.send('GET', path(body.id))).body).toMatchObject({ state: 'tried', imported: 3 })
    await limit(2)
    await owner.send('POST', `${path(body.id)}/run`)
    await it.runDue()
    expect((await owner.send('GET', path(body.id))).body).toMatchObject({
      state: 'failed',
      imported: 0,
      problem,
    })
    expect(await reviews()).toEqual([])
  })

  test('of questions becomes questions', async () => {
    const { body } = await upload('product_id,question,answer\nP-1,Does it fit?,Yes\nP-1,,\n', 'question')
    const columns = { product_id: 'product_id', body: 'question', reply: 'answer' }
    const { done } = await importFile(it, owner, storeId, body.id, { columns, dates: null })
    expect(done).toMatchObject({ state: 'done', imported: 1, refused: 1 })
  })

  test('whose refused rows are corrected in the report is imported completely', async () => {
    const rows =
      'product_id,rating,title,body\nP-1,9,-1,"a ""quote"",\nand a line"\nP-1,5,Good,\nP-1,,=2,😀\n'
    const { body } = await upload(rows)
    await importFile(it, owner, storeId, body.id)
    const report = await owner.send('GET', `/stores/${storeId}/imports/${body.id}/report`)
    expect(report.headers.get('content-type')).toContain('text/csv')
    expect(report.headers.get('content-disposition')).toMatch(/^attachment; filename="refused-[\d-]+\.csv"$/)
    const text = report.body as string
    expect(text.split('\r\n')[0]).toContain('refused_row,refused_column,refused_because')
    expect(text).toContain("'=2")
    const mended = text.replace('P-1,9', 'P-1,2').replace('P-1,,', 'P-1,3,')
    const second = await importFile(it, owner, storeId, (await upload(mended)).body.id)
    expect(second.done).toMatchObject({ imported: 2, refused: 0 })
    const titles = await it.database.query<{ title: string; body: string }>(sql`
      select title, body from reviews where store_id = ${storeId} order by rating`)
    expect(titles).toEqual([
      { title: '-1', body: 'a "quote",\nand a line' },
      { title: '=2', body: '😀' },
      { title: 'Good', body: '' },
    ])
    // The report of a report contains only its own rows.
    const third = await upload(text)
    await importFile(it, owner, storeId, third.body.id)
    const last = await owner.send('GET', `/stores/${storeId}/imports/${third.body.id}/report`)
    expect((last.body as string).split('\r\n')[0]?.match(/refused_row/g)).toHaveLength(1)
  })

  test('with odd bytes is inspected, and refused row by row', async () => {
    const bytes = Buffer.concat([
      Buffer.from('product_id,rating,n\0te\nP-1,5,\0\nP-1,5,'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\nP-1,x\0\ud800,\n'),
    ])
    const { status, body } = await upload(bytes)
    expect([status, body.state]).toEqual([200, 'ready'])
    const { done } = await importFile(it, owner, storeId, body.id)
    expect(done).toMatchObject({ state: 'done', imported: 2, refused: 1 })
  })

  test.each([
    [
      'is empty but for a line',
      '\n',
      'O arquivo está vazio. Escolha um CSV com os nomes das colunas na primeira linha.',
      'El archivo está vacío. Elige un CSV con los nombres de las columnas en la primera fila.',
    ],
    [
      'is UTF-16',
      Buffer.from('\ufeffrating', 'utf16le'),
      'O arquivo está em UTF-16. Salve-o como “CSV UTF-8” e importe de novo.',
      'El archivo está en UTF-16. Guárdalo como “CSV UTF-8” e impórtalo de nuevo.',
    ],
  ])('that %s fails immediately with its reason, in the languages of the dashboard', async (_what, bytes, pt_br, es_mx) => {
    const { body } = await upload(bytes)
    expect(body).toMatchObject({ state: 'failed', problem: { user_message: { pt_br, es_mx } } })
    expect((await owner.send('POST', `/stores/${storeId}/imports/${body.id}/trial`, asItIs)).status).toBe(409)
  })

  test('that is truncated fails, and can be tried with other settings', async () => {
    const { body } = await upload(
      `product_id,rating,body\n${'P-1,5,a long text\n'.repeat(9_999)}P-1,5,"never closed\n`,
    )
    const path = `/stores/${storeId}/imports/${body.id}`
    await owner.send('POST', `${path}/trial`, asItIs)
    await it.runDue()
    const failed = (await owner.send('GET', path)).body
    expect(failed).toMatchObject({
      state: 'failed',
      problem: { what: expect.stringContaining('row 10000') },
    })
    expect((await owner.send('POST', `${path}/run`)).status).toBe(409)
    expect((await owner.send('POST', `${path}/trial`, asItIs)).body.state).toBe('trying')
  })

  test('without a required column is reported immediately', async () => {
    const { body } = await upload('a,b\n1,2\n')
    const path = `/stores/${storeId}/imports/${body.id}/trial`
    for (const columns of [
      {},
      { rating: 'c', product_id: 'a' },
      { rating: null, product_id: 'a' },
      { stars: 'a' },
    ]) {
      const answer = await owner.send('POST', path, { columns, dates: null })
      expect(answer).toMatchObject({ status: 400, body: { error_code: 802030 } })
      expect(answer.body.user_message.en_us).toMatch(/^columns: /)
    }
    const headers = { 'accept-language': 'es' }
    const missing = { columns: { rating: 'c', product_id: 'a' }, dates: null }
    expect((await owner.send('POST', path, missing, headers)).body.user_message).toEqual({
      en_us: 'columns: Not accepted: The file has no column c, which was chosen for rating.',
      pt_br: 'columns: Não aceito: O arquivo não tem a coluna c, escolhida para rating.',
      es_mx: 'columns: No se aceptó: El archivo no tiene la columna c, elegida para rating.',
    })
    const columns = { rating: 'b', product_id: 'a' }
    expect((await owner.send('POST', path, { columns, dates: null })).status).toBe(200)
  })
})

describe('an upload', () => {
  test('arrives in order, in parts that can be repeated', async () => {
    // Long texts fill two parts with few rows. 35,000 short rows took 36 s at a load of 10 and timed out at 25.
    const text = `product_id,rating,body\n${`P-1,5,${'x'.repeat(1_000)}\n`.repeat(1_100)}`
    const bytes = Buffer.from(text)
    expect(bytes.length).toBeGreaterThan(partSize)
    const begun = await owner.send('POST', `/stores/${storeId}/imports`, {
      ...{ kind: 'review', file_name: 'long.csv', size: bytes.length },
    })
    const send = (number: number | string, part: Buffer) =>
      sendPart(it, owner, storeId, begun.body.id, number, part)
    expect((await send(1, bytes.subarray(partSize))).status).toBe(409)
    expect((await send(0, bytes.subarray(0, 100))).status).toBe(400)
    expect((await send(0, bytes.subarray(0, partSize + 1))).status).toBe(413)
    expect((await send('x', bytes.subarray(0, 9))).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await send(0, bytes.subarray(0, partSize))).body.parts).toBe(1)
    const last = await send(1, bytes.subarray(partSize))
    expect(last.body).toMatchObject({ state: 'ready', parts: 2 })
    expect((await send(1, bytes.subarray(partSize))).status).toBe(409)
    const { done } = await importFile(it, owner, storeId, begun.body.id)
    expect(done).toMatchObject({ imported: 1_100, skipped: 0 })
  })

  test('is stored encrypted next to the pictures, and deleted with its report after a week', async () => {
    const { body } = await upload('product_id,rating,email\nP-1,5,zacarias@correio.example\nP-1,9,\n')
    await importFile(it, owner, storeId, body.id)
    const place = join(folder, 'pictures', body.id.slice(-2))
    const [name = ''] = readdirSync(place).filter(one => one.includes(body.id))
    expect(readFileSync(join(place, name)).includes('zacarias')).toBe(false)
    expect((await fetch(`${it.url}/pictures/${name}`)).status).toBe(404)
    const report = `/stores/${storeId}/imports/${body.id}/report`
    expect((await owner.send('GET', report)).status).toBe(200)
    const later = new Date(Date.now() + 8 * 86_400_000)
    await tidyStores(it.database, files, later, (_message, error) => {
      throw error
    })
    expect(readdirSync(place).filter(one => one.includes(body.id))).toEqual([])
    expect((await owner.send('GET', report)).status).toBe(409)
    expect((await owner.send('GET', `/stores/${storeId}/imports/${body.id}`)).body).toMatchObject({
      ...{ state: 'done', imported: 1, refused: 1, refusals: [] },
    })
  })

  test('that lost a part fails, and is not retried', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    rmSync(join(folder, 'pictures', body.id.slice(-2)), { recursive: true })
    const { tried } = await importFile(it, owner, storeId, body.id)
    const problem = {
      what: expect.stringMatching('Part 0 of the file is missing'),
      mend: 'Upload the file again.',
    }
    expect(tried).toMatchObject({ state: 'failed', problem })
  })

  test('is refused if it is too large, or has no name or an unknown kind', async () => {
    const right = { kind: 'review', file_name: 'a.csv', size: 10 }
    for (const wrong of [
      { size: 2 ** 40 },
      { size: 0 },
      { file_name: '' },
      { file_name: 'a\0' },
      { kind: 'person' },
    ])
      expect((await owner.send('POST', `/stores/${storeId}/imports`, { ...right, ...wrong })).status).toBe(
        400,
      )
  })

  test('deletes the oldest of more than five pending ones', async () => {
    const made: string[] = []
    for (let time = 0; time < 6; time++) made.push((await upload('product_id,rating\nP-1,5\n')).body.id)
    const states = await Promise.all(
      made.map(async id => (await owner.send('GET', `/stores/${storeId}/imports/${id}`)).body.state),
    )
    expect(states).toEqual(['cancelled', 'ready', 'ready', 'ready', 'ready', 'ready'])
  })
})

test('a cancelled import stops, and two imports at once do not affect each other', async () => {
  const text = (name: string) => `product_id,rating,body\n${'P-1,5,same\n'.repeat(500)}${name},4,x\n`
  const one = (await upload(text('A'))).body.id
  const two = (await upload(text('B'))).body.id
  const three = (await upload(text('C'))).body.id
  const path = (id: string) => `/stores/${storeId}/imports/${id}`
  for (const id of [one, two, three]) await owner.send('POST', `${path(id)}/trial`, asItIs)
  expect((await owner.send('POST', `${path(three)}/cancel`)).body.state).toBe('cancelled')
  expect((await owner.send('POST', `${path(three)}/cancel`)).status).toBe(409)
  await it.runDue()
  const other = await aMember(it, storeId, 'owner')
  expect((await owner.send('POST', `${path(one)}/run`)).status).toBe(200)
  expect((await other.send('POST', `${path(two)}/run`)).status).toBe(200)
  expect((await owner.send('POST', `${path(one)}/run`)).status).toBe(409)
  await it.runDue()
  const done = await Promise.all([one, two, three].map(async id => (await owner.send('GET', path(id))).body))
  expect(done.map(({ state }) => state)).toEqual(['done', 'done', 'cancelled'])
  expect(done[0].imported + done[1].imported).toBe(502)
  expect((await reviews()).length).toBe(502)
  // The user who ran the import, not the one who uploaded the file.
  const logged = await it.database.query<{ did: string }>(sql`
    select actor || ' ' || action as did
    from audit_log
    where store_id = ${storeId} and record_type = 'store' and action in ('import', 'cancel import')
    order by id desc
    limit 3`)
  expect(logged.map(({ did }) => did).sort()).toEqual(
    [
      `user ${owner.userId} cancel import`,
      `user ${owner.userId} import`,
      `user ${other.userId} import`,
    ].sort(),
  )
})

describe('an import that fails for a reason outside its file', () => {
  const minute = 60_000
  const rows = 4_500
  const text = `product_id,rating,body\n${Array.from({ length: rows }, (_, row) => `P-${row % 30},5,${'Good '.repeat(50)}${row}\n`).join('')}`

  /** Makes the second part unreadable; with `breakFirst` also the first. `mend` makes them readable again. */
  async function withBrokenPlace() {
    expect(text.length).toBeGreaterThan(partSize)
    const { id } = (await upload(text)).body
    const path = `/stores/${storeId}/imports/${id}`
    await owner.send('POST', `${path}/trial`, asItIs)
    await it.runDue()
    const broken = new Map<string, Buffer>()
    const breakPart = (number: number) => {
      const part = join(folder, 'pictures', id.slice(-2), `${id.slice(-2)}-${id}-${number}.part`)
      broken.set(part, readFileSync(part))
      rmSync(part)
      mkdirSync(part)
    }
    breakPart(1)
    const mend = () => {
      for (const [part, bytes] of broken) {
        rmSync(part, { recursive: true })
        writeFileSync(part, bytes)
      }
    }
    return { id: id as string, path, breakFirst: () => breakPart(0), mend }
  }

  const attempts = async () => {
    const [row] = await it.database.query<{ attempts: number }>(sql`
      select attempts from imports where store_id = ${storeId} order by id desc limit 1`)
    return row?.attempts
  }

  /** One attempt of a worker, at a given time. */
  const turn = async (id: string, at: number, database = it.database) => {
    const kept = keepFiles(files, secrets)
    const places = {
      address: () => 'https://reviews.example',
      secrets,
      database,
      clock: () => at,
      pictures: files,
      kept,
    }
    await continueImport(places, storeId, id, new AbortController().signal)
  }

  test('is tried five times within an hour, fails, and resumes on request', async () => {
    const { id, path, breakFirst, mend } = await withBrokenPlace()
    await owner.send('POST', `${path}/run`)
    // The first attempt makes some progress, which makes its failure the first. Later ones make none.
    let start = Date.now()
    while ((await reviews()).length === 0) {
      start += 60 * minute
      await expect(turn(id, start)).rejects.toThrow('picture store')
    }
    breakFirst()
    const there = (await reviews()).length
    expect(await attempts()).toBe(1)
    for (const [minutes, failed] of [
      [1, 2],
      [5, 3],
      [20, 4],
    ] as const) {
      const at = start + minutes * minute
      await turn(id, at - 1)
      expect((await importsToContinue(it.database, new Date(at - 1))).map(one => one.id)).not.toContain(id)
      expect((await importsToContinue(it.database, new Date(at))).map(one => one.id)).toContain(id)
      await expect(turn(id, at)).rejects.toThrow('picture store')
      expect([await attempts(), (await owner.send('GET', path)).body.state]).toEqual([failed, 'running'])
    }
    await expect(turn(id, start + 60 * minute)).rejects.toThrow('picture store')
    const failed = (await owner.send('GET', path)).body
    expect(failed).toMatchObject({
      state: 'failed',
      imported: there,
      problem: { what: expect.stringContaining('five times'), again: 'running' },
    })
    await turn(id, start + 120 * minute)
    mend()
    const other = await aMember(it, storeId, 'owner')
    expect((await other.send('POST', `${path}/again`)).body).toMatchObject({
      state: 'running',
      problem: null,
    })
    expect((await other.send('POST', `${path}/again`)).status).toBe(409)
    await turn(id, start + 120 * minute)
    const done = (await owner.send('GET', path)).body
    expect(done).toMatchObject({ state: 'done', imported: rows, skipped: 0, refused: 0 })
    expect((await reviews()).length).toBe(rows)
  })

  test('waits for an unreachable database, and is not retried if its file is the reason', async () => {
    const { id, path, mend } = await withBrokenPlace()
    expect((await owner.send('POST', `${path}/again`)).status).toBe(409)
    await owner.send('POST', `${path}/run`)
    mend()
    const away = Object.assign(new Error('the database went away'), { code: '57P01' })
    const broken = { ...it.database, transaction: () => Promise.reject(away) }
    for (let time = 0; time < 9; time++) await expect(turn(id, Date.now(), broken)).rejects.toBe(away)
    expect([await attempts(), (await owner.send('GET', path)).body.state]).toEqual([0, 'running'])
    await it.runDue()
    expect((await owner.send('GET', path)).body).toMatchObject({ state: 'done', imported: rows })
    const { body: lost } = await upload('\n')
    expect((await owner.send('POST', `/stores/${storeId}/imports/${lost.id}/again`)).status).toBe(409)
  })
})

describe('access', () => {
  test.each(['moderator', 'viewer'] as const)('a %s is refused', async role => {
    const member = await aMember(it, storeId, role)
    const { body } = await upload('product_id,rating\nP-1,5\n')
    const path = `/stores/${storeId}/imports`
    for (const [method, address, sent] of [
      ['GET', path],
      ['POST', path, { kind: 'review', file_name: 'a.csv', size: 1 }],
      ['GET', `${path}/${body.id}`],
      ['PUT', `${path}/${body.id}/parts/0`],
      ['POST', `${path}/${body.id}/trial`, asItIs],
      ['POST', `${path}/${body.id}/run`],
      ['POST', `${path}/${body.id}/cancel`],
      ['GET', `${path}/${body.id}/report`],
    ] as const)
      expect((await member.send(method, address, sent)).status, `${method} ${address}`).toBe(403)
  })

  test('an import of another store is answered like an unknown one', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    const other = await aStore(it.database)
    const outsider = await aMember(it, other.storeId, 'owner')
    const path = `/stores/${other.storeId}/imports/${body.id}`
    expect((await outsider.send('GET', path)).body.error_code).toBe(8141320)
    expect((await outsider.send('GET', `/stores/${storeId}/imports/${body.id}`)).body.error_code).toBe(804047)
    expect((await sendPart(it, outsider, other.storeId, body.id, 0, Buffer.from('x'))).status).toBe(404)
  })
})
