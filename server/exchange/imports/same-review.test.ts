import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { startTestApp } from '../../test/app.ts'
import { importedAt, importedReviews, importText } from '../../test/exchange/imports.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { importReviews } from './imports.ts'

const it = openForTests(startTestApp)

const columns = 'product_id,rating,title,body,display_name,email,created_at'

/** Imports the files one after the other into a new store, and returns how many reviews each adds. */
async function importedBy(...files: string[]): Promise<number[]> {
  const { storeId } = await aStore(it.database)
  const counts: number[] = []
  for (const file of files) counts.push((await importText(it, storeId, file)).imported)
  expect(await importedReviews(it, storeId)).toHaveLength(counts.reduce((sum, one) => sum + one, 0))
  return counts
}

describe('the same review in another spelling is not new', () => {
  const written = 'P-1,4,Olá,It works,Ana M,ana@example.com,2026-03-02T10:00:00.000Z'
  test.each([
    ['a rating with a zero', written.replace(',4,', ',4.0,')],
    ['a rating with a comma', written.replace(',4,', ',"4,0",')],
    ['a date without fractions', written.replace('00.000Z', '00Z')],
    ['a date with an offset', written.replace('00.000Z', '00+00:00')],
    ['a date in another zone', written.replace('T10:00:00.000Z', 'T12:30:00+02:30')],
    [
      'a date as Gnumeric writes it, without its zone',
      written.replace('2026-03-02T10:00:00.000Z', '2026/03/02 10:00:00'),
    ],
    ['an address in capitals', written.replace('ana@', 'ANA@')],
    ['a space that does not break', written.replace('It works', 'It\u00a0works')],
    ['a letter in two characters', written.normalize('NFD')],
  ])('%s', async (_, other) => {
    expect(await importedBy(`${columns}\n${written}`, `${columns}\n${other}`)).toEqual([1, 0])
    expect(await importedBy(`${columns}\n${other}`, `${columns}\n${written}`)).toEqual([1, 0])
  })

  test('with other line ends', async () => {
    const file = (end: string) => `${columns}\nP-1,4,Good,"Line 1${end}Line 2",Ana,,2026-03-02 10:00`
    expect(await importedBy(file('\r\n'), file('\n'))).toEqual([1, 0])
  })

  test('as often as the file has it', async () => {
    const twice = `${columns}\n${written}\n${written.replace(',4,', ',4.0,')}`
    expect(await importedBy(twice, `${columns}\n${written}`, `${twice}\n${written}`)).toEqual([2, 0, 1])
  })

  test.each([
    ['rating', written.replace(',4,', ',3,')],
    ['text', written.replace('It works', 'It worked')],
    ['second', written.replace('00.000Z', '01.000Z')],
    ['product', written.replace('P-1', 'P-2')],
    ['author', written.replace('Ana M', 'Ana N')],
  ])('but one of another %s is', async (_, other) => {
    expect(await importedBy(`${columns}\n${written}`, `${columns}\n${other}`)).toEqual([1, 1])
  })

  test('and keeps to its store', async () => {
    const [one, other] = [await aStore(it.database), await aStore(it.database)]
    const file = `${columns}\n${written}`
    for (const { storeId } of [one, other])
      expect(await importText(it, storeId, file)).toMatchObject({ imported: 1 })
  })
})

describe('a row that an earlier release imported is not new', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  const remember = (storeId: string, key: Buffer) =>
    it.database.query(sql`
      insert into imported_rows (store_id, kind, key, record_id)
      values (${storeId}, 'review', ${key}, ${crypto.randomUUID()})`)

  test('known by the spelling of its cells', async () => {
    const { storeId } = await aStore(it.database)
    // Product, SKU, rating, title, text, name, address, date and recommendation, as 1.0 hashed them; then the number.
    const cells = ['P-1', '', '4.0', '', 'Good &amp; cheap', 'Ana', '', '2026-03-02 10:00', '']
    const content = sha256(JSON.stringify(cells)).toString('hex')
    await remember(storeId, sha256(`${content} 1`))
    const row = 'P-1,4.0,Good &amp; cheap,Ana,2026-03-02 10:00'
    const file = `product_id,rating,body,display_name,created_at\n${row}\n${row}`
    expect(await importText(it, storeId, file)).toMatchObject({ imported: 1, skipped: 1 })
  })

  test('known by its id, under the system that it was taken for', async () => {
    const { storeId } = await aStore(it.database)
    await remember(storeId, sha256(JSON.stringify(['Yotpo', '7'])))
    await remember(storeId, sha256(JSON.stringify(['Realword', '61'])))
    const notYotpo = 'Review ID,Review Score,Product ID\n7,5,P-1'
    expect(await importText(it, storeId, notYotpo)).toMatchObject({ format: 'Realword', imported: 0 })
    const opencart =
      'review_id,product_id,customer_id,author,text,rating,status,date_added\n61,40,7,Vera,Good,5,1,2025-03-02'
    expect(await importText(it, storeId, opencart)).toMatchObject({ format: 'OpenCart', imported: 0 })
  })
})

describe("reviews of Judge.me's API and of its file are the same", () => {
  const api = {
    header:
      'review_id,title,body,rating,review_date,curated,reviewer_name,reviewer_email,product_id,product_handle,product_name,picture_urls,verified_purchase'.split(
        ',',
      ),
    rows: [
      [
        '501',
        'One',
        'Heats fast',
        '5',
        '2025-03-01T10:12:00+00:00',
        'ok',
        'Ana Prado',
        'ana@example.com',
        '7001',
        'pot',
        'Pot',
        '',
        'yes',
      ],
      [
        '502',
        'Two',
        'Heats fast',
        '3',
        '2025-03-02T10:12:00+00:00',
        'ok',
        'Rui Lima',
        'rui@example.com',
        '7001',
        'pot',
        'Pot',
        '',
        'no',
      ],
      [
        '503',
        '',
        '',
        '4',
        '2025-03-03T10:12:00+00:00',
        'ok',
        'Bea',
        'bea@example.com',
        '7001',
        'pot',
        'Pot',
        '',
        'no',
      ],
    ],
  }
  const file = [
    'title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply,reply_date,picture_urls',
    'One,Heats fast,5,2025-03-01 10:12:00 UTC,email,ok,Ana P.,ana@example.com,7001,pot,Thank you,2025-03-01 12:00:00 UTC,',
    'Two,Heats fast,3,2025-03-02 10:12:00 UTC,email,ok,Rui L.,rui@example.com,,pot,,,',
    ',,4,2025-03-03 10:12:00 UTC,web,ok,Bea,bea@example.com,7001,pot,,,',
  ].join('\n')
  const pull = (storeId: string) => {
    async function* rows() {
      for (const [index, cells] of api.rows.entries()) yield { number: index + 1, cells }
    }
    return importReviews(it.database, () => importedAt, storeId, { header: api.header, rows: rows() })
  }
  const expected = [
    {
      rating: 5,
      display_name: expect.stringMatching(/^Ana P/),
      verified_purchase: true,
      reply: 'Thank you',
      reply_created_at: '2025-03-01T12:00:00.000Z',
    },
    { rating: 3, verified_purchase: false, reply: null },
    { rating: 4, verified_purchase: false, reply: null },
  ]

  test.each([
    ['the API first', ['api', 'file', 'api', 'file']],
    ['the file first', ['file', 'api', 'file', 'api']],
  ])('%s: the second adds what the first lacks', async (_, order) => {
    const { storeId } = await aStore(it.database)
    const imported: number[] = []
    for (const source of order)
      imported.push((await (source === 'api' ? pull(storeId) : importText(it, storeId, file))).imported)
    expect(imported).toEqual([3, 0, 0, 0])
    expect(await importedReviews(it, storeId)).toMatchObject(expected)
    const mails = await it.database.query(sql`
      select
      from mailings
      where store_id = ${storeId}`)
    expect(mails).toEqual([])
  })

  test('a reply that the store has given stays, and an erased author gets none', async () => {
    const { storeId } = await aStore(it.database)
    await pull(storeId)
    await it.database.query(sql`
      update reviews
      set reply = 'Our own', reply_created_at = now()
      where store_id = ${storeId} and rating = 5`)
    await importText(it, storeId, file)
    expect((await importedReviews(it, storeId))[0]).toMatchObject({ reply: 'Our own' })
    await it.database.query(sql`
      update reviews
      set reply = null, reply_created_at = null, address = null, email = null
      where store_id = ${storeId} and rating = 5`)
    await importText(it, storeId, file)
    expect((await importedReviews(it, storeId))[0]).toMatchObject({ reply: null })
  })
})

test('a product is one, whether a row names its id or only its handle', async () => {
  const { storeId } = await aStore(it.database)
  const file = [
    'title,body,rating,review_date,curated,reviewer_name,reviewer_email,product_id,product_handle',
    'A,By handle,1,2025-03-04 10:12:00 UTC,ok,Rui,rui@example.com,,teapot',
    'B,By id,5,2025-03-01 10:12:00 UTC,ok,Ana,ana@example.com,9000000000009,teapot',
    'C,Another,4,2025-03-01 10:12:00 UTC,ok,Ana,ana@example.com,,cup',
  ].join('\n')
  await importText(it, storeId, file)
  const reviews = await importedReviews(it, storeId)
  expect(reviews.map(({ product_id }) => product_id)).toEqual(['9000000000009', '9000000000009', 'cup'])
})

test('a handle is that of a product of the store, if the page of only one ends in it', async () => {
  const { storeId } = await aStore(it.database)
  const url = (handle: string) => `https://shop.example/products/${handle}`
  const at = new Date(importedAt)
  const products = [
    { product_id: '11', sku: '', name: 'Bowl', url: `${url('bowl')}?variant=3` },
    { product_id: '12', sku: '', name: 'Red jar', url: url('jar') },
    { product_id: '13', sku: '', name: 'Blue jar', url: url('jar') },
  ]
  await addSeenProducts(it.database, storeId, products, at)
  const rows = ['bowl', 'jar', 'plate'].map(
    handle => `${handle},5,${handle},Ana,ana@example.com,2026-01-02 10:00,enable`,
  )
  const header = 'product_handle,rating,body_text,author,email,created_at,status'
  await importText(it, storeId, [header, ...rows].join('\n'))
  const reviews = await importedReviews(it, storeId)
  expect(reviews.map(({ product_id }) => product_id)).toEqual(['11', 'jar', 'plate'])
})
