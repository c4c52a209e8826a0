import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentStates } from '../../answers/moderation/states.ts'
import { insertAnswers } from '../../answers/questions/answers/answers.ts'
import type { Review } from '../../answers/reviews/reviews.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anAnswer, aQuestion, aReview } from '../../test/factories.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { addProducts, addQuestions, addReviews, by } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { importQuestions, importReviews } from '../imports/imports.ts'
import { openCsv } from '../imports/reading/bytes/csv.ts'
import { writeArchive } from './write-archive.ts'
import { type TableName, writeTable } from './write-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-tables-'))
let it: TestApp
let store: Member
beforeAll(async () => {
  it = await startTestApp({ DATA_DIR: folder })
  store = await aStore(it.database)
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

/** Like the database, but `act` runs once the first statements of a transaction have fixed what it reads. */
const during = (act: () => Promise<unknown>): Database => ({
  ...it.database,
  longTransaction: body =>
    it.database.longTransaction(tx => {
      let statements = 0
      return body({
        query: async statement => {
          const rows = await tx.query(statement)
          if (++statements === 3) await act()
          return rows as never
        },
      })
    }),
})

let made = 0

async function exported(storeId: string, table: TableName): Promise<{ text: string; count: number }> {
  const file = join(folder, `${++made}.csv`)
  const wanted = { table, publicUrl: 'https://reviews.shop.example' }
  const count = await writeTable(it.database, storeId, wanted, createWriteStream(file))
  return { text: readFileSync(file, 'utf8'), count }
}

async function cellsOf(text: string): Promise<Record<string, string | null>[]> {
  const { header, rows } = await openCsv(Readable.from([Buffer.from(text)]))
  const all = await Array.fromAsync(rows)
  return all.map(({ cells }) => Object.fromEntries(header.map((name, place) => [name, cells[place] ?? null])))
}

const take = { reviews: importReviews, questions: importQuestions }

async function imported(text: string, table: keyof typeof take): Promise<string> {
  const empty = await aStore(it.database, { time_zone: 'Asia/Tokyo', locale: 'es' })
  const bytes = () => Readable.from([Buffer.from(text)])
  const report = await take[table](it.database, Date.now, empty.storeId, bytes)
  expect(report).toMatchObject({ skipped: 0, refused: [], unread: [] })
  return empty.storeId
}

// Text that a spreadsheet would take for a formula, text that looks already escaped, and both escaped.
const odd = [
  '=1+1',
  '+5511987654321',
  '-',
  '@ana',
  '\tindented',
  '＝1',
  "'=1+1",
  "''=1+1",
  "'twas brillig",
  "'",
  ' spaced',
  'two\nlines',
  'two\r\nlines',
  'two\rlines',
  '"quoted", and; more\tof it',
  'Café 😀',
  '',
]

describe('a table that is exported and imported into an empty store is exported as the same file', () => {
  test('reviews, of every state and with any text', async () => {
    await addProducts(it, store, skus)
    const ofStore = odd.map(anOddReview).map(one => ({ ...one, id: uuid(), product_id: '' }))
    await addReviews(it, store, ...odd.map(anOddReview), ...ofStore)
    const first = await exported(store.storeId, 'reviews')
    expect(first.count).toBe(2 * odd.length)
    const cells = await cellsOf(first.text)
    expect(Object.keys(cells[0] ?? {}).join(', ')).toBe(
      'review_id, product_id, product_sku, product_name, rating, title, body, display_name, email, created_at, recommended, verified_purchase, state, reply, reply_created_at, pictures, incentivized, subject, origin, origin_name, purchased_at, insider',
    )
    for (const row of cells)
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    expect(cells.some(({ pictures }) => pictures === addresses)).toBe(true)
    const copy = await imported(first.text, 'reviews')
    expect((await exported(copy, 'reviews')).text).toBe(first.text)
    const again = () => Readable.from([Buffer.from(first.text)])
    expect(await importReviews(it.database, Date.now, copy, again)).toMatchObject({
      imported: 0,
      refused: [],
    })
  })

  test('reviews of an earlier release, which had no column `incentivized`', async () => {
    const reviews = await aStore(it.database)
    await addProducts(it, reviews, skus)
    await addReviews(it, reviews, ...odd.map(anOddReview).map(one => ({ ...one, id: uuid() })))
    const { text } = await exported(reviews.storeId, 'reviews')
    const older = withoutNewColumns(text)
    expect(older.split('\r\n')[0]).toMatch(/,reply_created_at,pictures$/)
    const copy = await exported(await imported(older, 'reviews'), 'reviews')
    expect(withoutNewColumns(copy.text)).toBe(older)
    const cells = await cellsOf(copy.text)
    expect(cells.map(({ incentivized }) => incentivized || '')).toEqual(odd.map(() => ''))
    // How they came to the other store is not known.
    expect(cells.map(({ origin }) => origin)).toEqual(odd.map(() => 'import'))
  })

  test('questions, of every state and with any text', async () => {
    await addQuestions(
      it,
      store,
      ...odd
        .filter(body => body !== '')
        .map((body, index) =>
          aQuestion({
            ...{ body, display_name: odd.at(index - 1) ?? '', product_id: '-5' },
            reply: index % 2 === 0 ? body : null,
            reply_created_at: index % 2 === 0 ? new Date(Date.UTC(2026, 2, 3)) : null,
          }),
        ),
    )
    const first = await exported(store.storeId, 'questions')
    expect(first.text).toMatch(
      /^\ufeffquestion_id,product_id,product_sku,body,display_name,email,created_at,state,reply,reply_created_at\r\n/,
    )
    const copy = await imported(first.text, 'questions')
    expect((await exported(copy, 'questions')).text).toBe(first.text)
  })
})

/** The table without its last six columns. No text of a test ends in six commas and words. */
const withoutNewColumns = (text: string) => text.replace(/(,[\w.:-]*){6}\r\n/g, '\r\n')

const skus = { 'P-1': '=sku', '-5': 'A 1', [`=${'x'.repeat(254)}`]: '', "'@a": "'-" }

function anOddReview(body: string, index: number): Review {
  const nth = <T>(...all: T[]) => all[index % all.length] as T
  const reply = nth(body || 'Thanks', null)
  return aReview({
    ...{ body, title: odd.at(index - 1) as string, display_name: odd.at(index - 2) as string, reply },
    product_id: nth(...Object.keys(skus)),
    state: nth(...contentStates),
    email: nth('=cmd@example.com', null),
    recommended: nth(true, false, null),
    verified_purchase: nth(true, false),
    incentivized: nth(null, true, false),
    insider: nth(null, true),
    imported: nth(false, true, false),
    order_id: nth(null, null, `order-${index}`),
    origin_name: nth(null, 'Okendo', null),
    purchased_at: nth(null, new Date(Date.UTC(2026, 1, 1, 2, 3, 4, 567))),
    rating: 1 + (index % 5),
    reply_created_at: reply === null ? null : new Date(Date.UTC(2026, 2, 3, 4, 5, 6, 789)),
    pictures: nth([], ['0123abcd-1600.webp', 'https://shop.example/a%20b.jpg']),
  })
}

const addresses = 'https://reviews.shop.example/pictures/0123abcd-1600.webp https://shop.example/a%20b.jpg'

test('answers of shoppers, of every state, with the question of each and no formula', async () => {
  const answered = await aStore(it.database)
  await addProducts(it, answered, { 'product-1': 'SKU-1' })
  const question = aQuestion({ body: '=Does it whistle?' })
  await addQuestions(it, answered, question)
  const created_at = new Date('2026-03-11T12:00:00.000Z')
  const answers = contentStates.map(state => anAnswer({ question_id: question.id, state, created_at }))
  const [first, second] = answers
  Object.assign(first ?? {}, { body: '-1 °C', verified_purchase: true })
  Object.assign(second ?? {}, { email: null, address: null, display_name: '' })
  await it.database.transaction(tx => insertAnswers(tx, answered.storeId, answers, by))
  const { text, count } = await exported(answered.storeId, 'answers')
  expect(count).toBe(5)
  expect(text.split('\r\n').slice(0, 3)).toEqual([
    '\ufeffanswer_id,question_id,question,product_id,product_sku,body,display_name,email,created_at,state,verified_purchase',
    `${first?.id},${question.id},'=Does it whistle?,product-1,SKU-1,'-1 °C,Rui,rui@example.com,2026-03-11T12:00:00.000Z,unconfirmed,yes`,
    `${second?.id},${question.id},'=Does it whistle?,product-1,SKU-1,It does on mine.,,,2026-03-11T12:00:00.000Z,pending,no`,
  ])
  expect((await cellsOf(text)).map(({ state }) => state)).toEqual([
    ...['unconfirmed', 'pending', 'published', 'rejected', 'removed'],
  ])
})

test('a duplicate row is imported once', async () => {
  const { text } = await exported(store.storeId, 'questions')
  const [header = '', ...lines] = text.trimEnd().split('\r\n')
  const line = lines.find(one => one.includes('Café')) ?? ''
  const empty = await aStore(it.database)
  const bytes = () => Readable.from([Buffer.from(`${[header, line, line].join('\r\n')}\r\n`)])
  expect(await importQuestions(it.database, Date.now, empty.storeId, bytes)).toMatchObject({
    ...{ imported: 1, skipped: 1, refused: [] },
  })
})

test('an id that Realword did not create is replaced', async () => {
  const ids = ['00000000-0000-0000-0000-000000000000', '4ed45f74-ef08-4b2b-a5ea-8e3b4a6bd7c4', 'R-1']
  const { text } = await exported(store.storeId, 'questions')
  const [header = '', line = ''] = text.split('\r\n')
  const lines = ids.map(id => line.replace(/^[^,]+/, id))
  const copy = await imported([header, ...lines, ''].join('\r\n'), 'questions')
  const kept = await cellsOf((await exported(copy, 'questions')).text)
  expect(kept).toHaveLength(ids.length)
  for (const { question_id } of kept) expect(ids).not.toContain(question_id)
})

test('a store without reviews exports only the header, which imports accept', async () => {
  const empty = await aStore(it.database)
  const { text, count } = await exported(empty.storeId, 'reviews')
  expect([count, text.split('\r\n').length]).toEqual([0, 2])
  await imported(text, 'reviews')
})

test('the table contains no rows of another store', async () => {
  const other = await aStore(it.database)
  await addProducts(it, other, { 'product-1': '' })
  await addReviews(it, other, aReview({ body: 'of the other store' }))
  const question = aQuestion()
  await addQuestions(it, other, question)
  const answer = anAnswer({ question_id: question.id, body: 'of the other store' })
  await it.database.transaction(tx => insertAnswers(tx, other.storeId, [answer], by))
  for (const table of ['reviews', 'answers'] as const)
    expect((await exported(store.storeId, table)).text).not.toContain('of the other store')
})

test('an export has nothing that is written while it runs', async () => {
  const { storeId } = await aStore(it.database)
  const shop = { storeId } as Member
  await addProducts(it, shop, { 'product-1': 'S' })
  const write = () => addReviews(it, shop, aReview())
  await write()
  const wanted = { table: 'reviews', publicUrl: 'https://reviews.shop.example' } as const
  const sink = () => new PassThrough().resume()
  expect(await writeTable(during(write), storeId, wanted, sink())).toBe(1)
  const pictures = picturesIn(folder)
  const { tables } = await writeArchive(during(write), pictures, storeId, new Date(), sink())
  expect(tables.reviews?.rows).toBe(2)
})
