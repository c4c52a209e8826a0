import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { asItIs, importFile, sendPart } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aStore } from '../../../test/users.ts'

const place = importInEachTest()
const { upload, reviews } = place

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
    const { tried, done } = await importFile(place.service, place.owner, place.storeId, ready.id, {
      columns: guessed,
      dates: 'dmy',
    })
    expect(tried).toMatchObject({ state: 'tried', imported: 2, skipped: 0, refused: 1, rows_done: 3 })
    expect(tried.refusals).toEqual([
      { row: 2, column: 'Nota', refusal: { name: 'badRating', values: { value: '"4,5"' } } },
    ])
    expect(done).toMatchObject({ state: 'done', imported: 2, refused: 1, finished_at: expect.any(String) })
    expect(done.done).toBe(done.whole)
    expect((await reviews()).map(({ rating, body }) => [rating, body])).toEqual([
      [3, '=1+1'],
      [5, 'Ótima'],
    ])
    const history = await place.owner.send('GET', `/stores/${place.storeId}/history`)
    expect(history.body.result[0]).toMatchObject({ action: 'import', record: 'store', name: 'The owner' })
    const list = await place.owner.send('GET', `/stores/${place.storeId}/imports`)
    expect(list.body).toMatchObject({ result: [{ id: ready.id, imported: 2, state: 'done' }], next: null })
  })

  test('without dates reports it in the trial, and takes the date that is offered', async () => {
    await changeSettings(place.service, place.storeId, { time_zone: 'America/Sao_Paulo' })
    const file =
      'product_id,rating,body,created_at\nP-1,5,one,\nP-1,4,two,2024-02-01\nP-1,x,three,\nP-1,3,four,\n'
    const { body } = await upload(file)
    const path = `/stores/${place.storeId}/imports/${body.id}`
    await place.owner.send('POST', `${path}/trial`, asItIs)
    await place.service.runDue()
    expect((await place.owner.send('GET', path)).body).toMatchObject({
      state: 'tried',
      undated: 2,
      imported: 3,
    })
    const { done } = await importFile(place.service, place.owner, place.storeId, body.id, {
      ...asItIs,
      undated: '2023-07-09',
    })
    expect(done).toMatchObject({ undated: 2, imported: 3, reading: { undated: '2023-07-09' } })
    const dates = await place.service.database.query<{ created_at: Date }>(sql`
      select created_at
      from reviews
      where store_id = ${place.storeId}
      order by rating desc`)
    expect(dates.map(({ created_at }) => created_at.toISOString())).toEqual([
      '2023-07-09T03:00:00.000Z',
      '2024-02-01T03:00:00.000Z',
      '2023-07-09T03:00:00.000Z',
    ])
    const again = await place.owner.send('POST', `${path}/trial`, { ...asItIs, undated: '2023-02-30' })
    expect(again.status).toBe(400)
  })

  test('that waits can be discarded, and its file is deleted', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    const path = `/stores/${place.storeId}/imports/${body.id}`
    const { body: discarded } = await place.owner.send('POST', `${path}/cancel`)
    expect(discarded).toMatchObject({ state: 'cancelled', parts: 0, table: null })
    expect((await place.owner.send('POST', `${path}/trial`, asItIs)).status).toBe(409)
  })

  test('writes nothing in its trial', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    await place.owner.send('POST', `/stores/${place.storeId}/imports/${body.id}/trial`, asItIs)
    await place.service.runDue()
    expect(await reviews()).toEqual([])
    const left = await place.service.database.query(
      sql`select from imported_rows where store_id = ${place.storeId}`,
    )
    expect(left).toEqual([])
  })

  test('of a known system is recognised, and adds nothing the second time', async () => {
    const bytes = readFileSync(
      new URL('../../../exchange/imports/formats/judgeme/judgeme.csv', import.meta.url),
    )
    const first = await upload(bytes)
    expect(first.body.table).toMatchObject({ format: 'Judge.me' })
    const { done } = await importFile(place.service, place.owner, place.storeId, first.body.id)
    const again = await importFile(place.service, place.owner, place.storeId, (await upload(bytes)).body.id)
    expect(done.imported).toBeGreaterThan(0)
    expect([again.tried.imported, again.done.imported, again.done.skipped]).toEqual([0, 0, done.imported])
  })

  test('with more reviews than the plan allows fails its trial, and an import whose limit was lowered after it', async () => {
    const file = 'product_id,rating,body\nP-1,5,one\nP-1,4,two\nP-1,3,three'
    const limit = (reviews_per_import: number) =>
      changeSettings(place.service, place.storeId, { limits: { reviews_per_import } })
    const path = (id: string) => `/stores/${place.storeId}/imports/${id}`
    const problem = {
      what: 'The file has more reviews than the plan of this store allows in one import: 2.',
    }
    await limit(2)
    const { body } = await upload(file)
    await place.owner.send('POST', `${path(body.id)}/trial`, asItIs)
    await place.service.runDue()
    expect((await place.owner.send('GET', path(body.id))).body).toMatchObject({ state: 'failed', problem })
    await limit(3)
    await place.owner.send('POST', `${path(body.id)}/trial`, asItIs)
    await place.service.runDue()
    expect((await place.owner.send('GET', path(body.id))).body).toMatchObject({ state: 'tried', imported: 3 })
    await limit(2)
    await place.owner.send('POST', `${path(body.id)}/run`)
    await place.service.runDue()
    expect((await place.owner.send('GET', path(body.id))).body).toMatchObject({
      state: 'failed',
      imported: 0,
      problem,
    })
    expect(await reviews()).toEqual([])
  })

  test('of questions becomes questions', async () => {
    const { body } = await upload('product_id,question,answer\nP-1,Does it fit?,Yes\nP-1,,\n', 'question')
    const columns = { product_id: 'product_id', body: 'question', reply: 'answer' }
    const { done } = await importFile(place.service, place.owner, place.storeId, body.id, {
      columns,
      dates: null,
    })
    expect(done).toMatchObject({ state: 'done', imported: 1, refused: 1 })
  })

  test('whose refused rows are corrected in the report is imported completely', async () => {
    const rows =
      'product_id,rating,title,body\nP-1,0,-1,"a ""quote"",\nand a line"\nP-1,5,Good,\nP-1,,=2,😀\n'
    const { body } = await upload(rows)
    await importFile(place.service, place.owner, place.storeId, body.id)
    const report = await place.owner.send('GET', `/stores/${place.storeId}/imports/${body.id}/report`)
    expect(report.headers.get('content-type')).toContain('text/csv')
    expect(report.headers.get('content-disposition')).toMatch(/^attachment; filename="refused-[\d-]+\.csv"$/)
    const text = report.body as string
    expect(text.split('\r\n')[0]).toContain('refused_row,refused_column,refused_because')
    expect(text).toContain("'=2")
    const mended = text.replace('P-1,0', 'P-1,2').replace('P-1,,', 'P-1,3,')
    const second = await importFile(place.service, place.owner, place.storeId, (await upload(mended)).body.id)
    expect(second.done).toMatchObject({ imported: 2, refused: 0 })
    const titles = await place.service.database.query<{ title: string; body: string }>(sql`
      select title, body from reviews where store_id = ${place.storeId} order by rating`)
    expect(titles).toEqual([
      { title: '-1', body: 'a "quote",\nand a line' },
      { title: '=2', body: '😀' },
      { title: 'Good', body: '' },
    ])
    // The report of a report contains only its own rows.
    const third = await upload(text)
    await importFile(place.service, place.owner, place.storeId, third.body.id)
    const last = await place.owner.send('GET', `/stores/${place.storeId}/imports/${third.body.id}/report`)
    expect((last.body as string).split('\r\n')[0]?.match(/refused_row/g)).toHaveLength(1)
  })
})

test('a cancelled import stops, and two imports at once do not affect each other', async () => {
  const text = (name: string) => `product_id,rating,body\n${'P-1,5,same\n'.repeat(500)}${name},4,x\n`
  const one = (await upload(text('A'))).body.id
  const two = (await upload(text('B'))).body.id
  const three = (await upload(text('C'))).body.id
  const path = (id: string) => `/stores/${place.storeId}/imports/${id}`
  for (const id of [one, two, three]) await place.owner.send('POST', `${path(id)}/trial`, asItIs)
  expect((await place.owner.send('POST', `${path(three)}/cancel`)).body.state).toBe('cancelled')
  expect((await place.owner.send('POST', `${path(three)}/cancel`)).status).toBe(409)
  await place.service.runDue()
  const other = await aMember(place.service, place.storeId, 'owner')
  expect((await place.owner.send('POST', `${path(one)}/run`)).status).toBe(200)
  expect((await other.send('POST', `${path(two)}/run`)).status).toBe(200)
  expect((await place.owner.send('POST', `${path(one)}/run`)).status).toBe(409)
  await place.service.runDue()
  const done = await Promise.all(
    [one, two, three].map(async id => (await place.owner.send('GET', path(id))).body),
  )
  expect(done.map(({ state }) => state)).toEqual(['done', 'done', 'cancelled'])
  expect(done[0].imported + done[1].imported).toBe(502)
  expect((await reviews()).length).toBe(502)
  // The user who ran the import, not the one who uploaded the file.
  const logged = await place.service.database.query<{ did: string }>(sql`
    select actor || ' ' || action as did
    from audit_log
    where store_id = ${place.storeId} and record_type = 'store' and action in ('import', 'cancel import')
    order by id desc
    limit 3`)
  expect(logged.map(({ did }) => did).sort()).toEqual(
    [
      `user ${place.owner.userId} cancel import`,
      `user ${place.owner.userId} import`,
      `user ${other.userId} import`,
    ].sort(),
  )
})

test('notes of another release are left out', async () => {
  const { body } = await upload('product_id;rating\nP-1;5\n')
  await importFile(place.service, place.owner, place.storeId, body.id, asItIs)
  await place.service.database.query(sql`
    update imports
    set plan = jsonb_set(plan, '{notes}', plan -> 'notes' || '["Sentence.", {"name": "ofAnotherRelease"}]')
    where store_id = ${place.storeId}`)
  const shown = await place.owner.send('GET', `/stores/${place.storeId}/imports/${body.id}`)
  expect(shown.status).toBe(200)
  expect(shown.body.notes).toContainEqual({ name: 'semicolons' })
  expect(JSON.stringify(shown.body.notes)).not.toMatch(/Sentence|ofAnotherRelease/)
})

describe('access', () => {
  test.each(['moderator', 'viewer'] as const)('a %s is refused', async role => {
    const member = await aMember(place.service, place.storeId, role)
    const { body } = await upload('product_id,rating\nP-1,5\n')
    const path = `/stores/${place.storeId}/imports`
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
    const other = await aStore(place.service.database)
    const outsider = await aMember(place.service, other.storeId, 'owner')
    const path = `/stores/${other.storeId}/imports/${body.id}`
    expect((await outsider.send('GET', path)).body.error_code).toBe(8141320)
    expect((await outsider.send('GET', `/stores/${place.storeId}/imports/${body.id}`)).body.error_code).toBe(
      804047,
    )
    expect(
      (await sendPart(place.service, outsider, other.storeId, body.id, 0, Buffer.from('x'))).status,
    ).toBe(404)
  })
})
