import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { importFile } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'

const place = importInEachTest()
const { upload, reviews } = place

const file = 'Produto;Nota;Comentário;Situação\nP-1;5;Boa;Aprovada\nP-1;1;Ruim;na fila\nP-1;2;Feia;talvez\n'

test('the trial stops with one question, and nothing is imported without its answer', async () => {
  const { body } = await upload(file)
  expect(body.table.states).toEqual([
    {
      column: 'Situação',
      words: [
        { word: 'aprovada', count: 1, means: 'published' },
        { word: 'na fila', count: 1, means: null },
        { word: 'talvez', count: 1, means: null },
      ],
      is_long: false,
    },
  ])
  for (const states of [{}, undefined, { Situação: { 'na fila': 'pending' } }]) {
    const { tried, done } = await importFile(place.service, place.owner, place.storeId, body.id, {
      ...{ columns: { state: null }, dates: null },
      ...(states && { states }),
    })
    expect(tried).toMatchObject({
      state: 'failed',
      imported: 0,
      problem: {
        states: { column: 'Situação', words: states?.Situação ? ['talvez'] : ['na fila', 'talvez'] },
      },
    })
    expect(done.state).toBe('failed')
  }
  expect(await reviews()).toEqual([])
})

test('its answer is kept, shown and used', async () => {
  const { body } = await upload(file)
  const states = { Situação: { 'na fila': 'rejected', talvez: 'skip' } }
  const { tried, done } = await importFile(place.service, place.owner, place.storeId, body.id, {
    ...{ columns: {}, dates: null, states },
  })
  expect(tried).toMatchObject({
    state: 'tried',
    imported: 2,
    reading: { states },
    columns: { state: 'Situação' },
  })
  expect(done).toMatchObject({ state: 'done', imported: 2, skipped_states: { talvez: 1 }, unread: [] })
  const stored = await place.service.database.query(sql`
    select body, state
    from reviews
    where store_id = ${place.storeId}
    order by body`)
  expect(stored).toEqual([
    { body: 'Boa', state: 'published' },
    { body: 'Ruim', state: 'rejected' },
  ])
})

test('a meaning that there is not is refused', async () => {
  const { body } = await upload(file)
  const path = `/stores/${place.storeId}/imports/${body.id}/trial`
  const send = (states: unknown) => place.owner.send('POST', path, { columns: {}, dates: null, states })
  for (const states of [{ Situação: { talvez: 'public' } }, { Situação: 'published' }, [], 'published'])
    expect((await send(states)).status).toBe(400)
})

test('words and columns that PostgreSQL cannot store are refused', async () => {
  const { body } = await upload(file)
  const path = `/stores/${place.storeId}/imports/${body.id}/trial`
  for (const given of [
    { states: { 'Situa\0': null } },
    { states: { Situação: { 'talvez\ud800': 'skip' } } },
    { order_states: { 'enviado\0': 'shipped' } },
    { columns: { 'rating\0': 'Nota' } },
    { columns: { rating: 'Nota\ud800' } },
  ])
    expect((await place.owner.send('POST', path, { columns: {}, dates: null, ...given })).status).toBe(400)
})
