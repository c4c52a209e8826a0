import { describe, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { aFile } from '../../../test/exchange/imports.ts'
import { unverified, useReviewImports } from '../../../test/exchange/review-imports.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { aStore } from '../../../test/users.ts'
import type { ImportOptions } from '../import-report.ts'

const { stage, faultOf, importedReviews, importIntoNewStore, importText } = useReviewImports()

describe('ratings above 5', () => {
  const rated = (...ratings: string[]) => aFile(...ratings.map(rating => ({ rating, body: rating })))

  test('are one question for the file, and nothing is stored before', async () => {
    const fault = { name: 'scale_unknown', values: ['9', 2] }
    expect(await faultOf(rated('3', '9', '2'))).toEqual(fault)
    expect(await faultOf(rated('3', '9', '2'), { dryRun: true })).toEqual(fault)
  })

  test('are converted by their scale, or refused', async () => {
    const stars = async (scale: 5 | 10 | 100, ...ratings: string[]) => {
      const { report, reviews } = await importIntoNewStore(rated(...ratings), { scale })
      return [reviews.map(({ rating }) => rating), report.refused.map(({ row }) => row)]
    }
    expect(await stars(10, '1', '2', '3', '5', '7', '8,5', '9', '10', '0', '11')).toEqual([
      [1, 1, 2, 3, 4, 4, 5, 5],
      [9, 10],
    ])
    expect(await stars(100, '1', '29', '30', '70', '100', '101')).toEqual([[1, 1, 2, 4, 5], [6]])
    expect(await stars(5, '5', '9')).toEqual([[5], [2]])
  })

  test('are asked about in the dashboard, which then converts them', async () => {
    const { storeId } = await aStore(stage.it.database)
    const owner = await aMember(stage.it, storeId, 'owner')
    const { body } = await uploadFile(stage.it, owner, storeId, 'review', rated('4', '10'))
    const asked = await importFile(stage.it, owner, storeId, body.id)
    expect(asked.tried).toMatchObject({
      state: 'failed',
      problem: { user_message: { pt_br: expect.stringContaining('Escolha a escala das notas') } },
    })
    const answered = { columns: {}, dates: null, scale: 10 }
    const { tried, done } = await importFile(stage.it, owner, storeId, body.id, answered)
    const plan = {
      notes: [{ name: 'scale', values: { scale: 10 } }, { name: 'nothingVerified' }],
      columns: { product_id: 'product_id', rating: 'rating', body: 'body' },
      unread: [],
      skipped_states: {},
    }
    expect(tried).toMatchObject({ state: 'tried', reading: answered, ...plan })
    expect(done).toMatchObject({ state: 'done', imported: 2, ...plan })
    expect((await importedReviews(storeId)).map(({ rating }) => rating)).toEqual([2, 5])
    const wrong = await owner.send('POST', `/stores/${storeId}/imports/${body.id}/trial`, {
      ...answered,
      scale: 7,
    })
    expect(wrong.status).toBe(400)
  })
})

test('a report of refused rows is read as its file was', async () => {
  const { storeId } = await aStore(stage.it.database, { time_zone: 'UTC' })
  const owner = await aMember(stage.it, storeId, 'owner')
  const header = 'product_id,rating,body,created_at,Opinion'
  const rows = ['P-1,10,-,3/31/2024,one', 'P-1,4,-,4/7/2024x,two', ',2,-,5/6/2024,three']
  const first = await uploadFile(stage.it, owner, storeId, 'review', [header, ...rows].join('\n'))
  const columns = { body: 'Opinion' }
  const read = await importFile(stage.it, owner, storeId, first.body.id, { columns, dates: null, scale: 10 })
  expect(read.done).toMatchObject({ imported: 1, refused: 2 })
  const report = await owner.send('GET', `/stores/${storeId}/imports/${first.body.id}/report`)
  const mended = (report.body as string).replace('2024x', '2024').replace('\n,2', '\nP-1,2')
  const again = await uploadFile(stage.it, owner, storeId, 'review', mended)
  const { done } = await importFile(stage.it, owner, storeId, again.body.id)
  expect(done).toMatchObject({ imported: 2, refused: 0, columns: { body: 'Opinion' } })
  const found = (await importedReviews(storeId)).map(one => [
    one.body,
    one.rating,
    one.created_at.slice(0, 10),
  ])
  expect(found).toEqual([
    ['one', 5, '2024-03-31'],
    ['two', 2, '2024-04-07'],
    ['three', 1, '2024-05-06'],
  ])
})

test.each([
  '{"scale":7,"dates":"x","columns":{"rating":"none"},"undated":"soon"}',
  '{',
  'null',
  '[]',
])('a report that names %s is read by default', async choices => {
  const { storeId } = await aStore(stage.it.database)
  const heading = `"refused_reading ${choices.replaceAll('"', '""')}"`
  const file = `product_id,rating,refused_row,refused_column,refused_because,${heading}\nP-1,4,1,,x,\n`
  expect(await importText(storeId, file)).toMatchObject({ imported: 1, refused: [], unread: [] })
  expect(await importedReviews(storeId)).toMatchObject([{ rating: 4 }])
})

test('a picture of several rows is counted once, as it is copied', async () => {
  const row = (name: string) => `P-1,5,${name},https://shop.example/1.jpg https://shop.example/2.jpg\n`
  const file = `product_id,rating,display_name,pictures\n${row('Ana')}${row('Ana')}${row('Rui')}`
  const { report } = await importIntoNewStore(file)
  expect(report).toMatchObject({ imported: 3, pictures: { count: 2, hosts: { 'shop.example': 2 } } })
})

test.each([
  ['Produto', { product_id: 'Produto' }],
  ['Código do produto,Produto', { product_id: 'Código do produto', product_name: 'Produto' }],
  ['SKU,Product', { product_sku: 'SKU', product_name: 'Product' }],
  [
    'Referencia,Producto,ID de producto',
    { product_id: 'ID de producto', product_sku: 'Referencia', product_name: 'Producto' },
  ],
])('of %s each column is read as what it is', async (header, expected) => {
  const cells = header.replace(/[^,]+/g, 'Blue mug')
  const { report } = await importIntoNewStore(`${header},rating\n${cells},5`, { dryRun: true })
  const { rating: _, ...columns } = report.columns
  expect(columns).toEqual(expected)
})

test('columns are guessed, and null ignores a field', async () => {
  const file = 'Produto;Nota;Comentário;Nome;Cor\nP-1;5;Ótima;Ana;azul\n'
  const { report, reviews } = await importIntoNewStore(file)
  expect(report).toMatchObject({
    columns: { product_id: 'Produto', rating: 'Nota', body: 'Comentário', display_name: 'Nome' },
    unread: ['Cor'],
    notes: ['Columns are separated by semicolons.', unverified],
  })
  expect(reviews).toMatchObject([{ rating: 5, body: 'Ótima', display_name: 'Ana' }])
  const ignoring = await importIntoNewStore(file, { columns: { display_name: null } })
  expect(ignoring.report.unread).toEqual(['Nome', 'Cor'])
  expect(ignoring.reviews).toMatchObject([{ display_name: '' }])
})

test.each([
  ['sep=;\r\nproduct_id;rating;body\r\nP-1;5;a, b\r\n'],
  ['product_id|rating|body\nP-1|5|a, b\n'],
])('the separator of %j is found', async file => {
  const { reviews } = await importIntoNewStore(file)
  expect(reviews).toMatchObject([{ body: 'a, b' }])
})

describe('a file says in its trial', () => {
  const notesOf = async (file: string, options: ImportOptions = {}) => {
    const { storeId } = await aStore(stage.it.database)
    const { notes, columns, unread } = await importText(storeId, file, { ...options, dryRun: true })
    return { notes, body: columns.body, unread }
  }

  test('that no review of it is a verified purchase, unless a column says who bought', async () => {
    expect((await notesOf(aFile({ body: 'x' }))).notes).toEqual([unverified])
    expect((await notesOf(aFile({ body: 'x', verified_purchase: 'no' }))).notes).toEqual([])
    const ofSystem =
      'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply\n'
    expect((await notesOf(`${ofSystem}T,x,5,2025-01-02,web,ok,Ana,,7,mug,\n`)).notes).toEqual([unverified])
  })

  test('which column may have the texts, if none is read', async () => {
    const file = 'product_id,rating,verified,Thoughts\nP-1,5,yes,It holds heat for hours\nP-2,4,yes,\n'
    expect(await notesOf(file)).toEqual({
      notes: ['No texts are read. “Thoughts” has some: choose it as the text if they belong to the reviews.'],
      body: undefined,
      unread: ['Thoughts'],
    })
    expect(await notesOf(file, { columns: { body: 'Thoughts' } })).toEqual({
      ...{ notes: [], body: 'Thoughts', unread: [] },
    })
    expect(await notesOf(file.replace('Thoughts', 'Review Message'))).toEqual({
      ...{ notes: [], body: 'Review Message', unread: [] },
    })
  })

  test('that a program has lost letters', async () => {
    const file = aFile({ verified_purchase: 'no', title: 'Caf\uFFFD', body: 'p\uFFFD' }, { body: 'Café' })
    expect((await notesOf(file)).notes).toEqual([
      '2 cells contain “\uFFFD”: a program has lost letters of them. Export the file again as UTF-8, or correct them.',
    ])
  })
})
