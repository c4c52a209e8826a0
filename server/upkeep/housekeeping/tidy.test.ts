import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql, { raw, type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideState } from '../../answers/moderation/moderation.ts'
import { reportContent } from '../../answers/moderation/reports/reports.ts'
import { askQuestion } from '../../answers/questions/asking.ts'
import { insertQuestions } from '../../answers/questions/questions.ts'
import { removeReview } from '../../answers/reviews/moderate.ts'
import { sendOpenReview } from '../../answers/reviews/open-reviews.ts'
import { insertReviews, readReview, reviewContent } from '../../answers/reviews/reviews.ts'
import { vote } from '../../answers/reviews/votes.ts'
import { readConfig } from '../../foundation/config/config.ts'
import { distributeNewTables } from '../../foundation/database/citus/citus.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { enqueue } from '../../foundation/jobs/jobs.ts'
import { receivePicture } from '../../foundation/storage/pictures/pictures.ts'
import { createWorkers } from '../../service/workers.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { aQuestion, aReview } from '../../test/factories.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore } from '../../test/users.ts'
import { tidyStores } from './tidy.ts'

let home: TestDatabase
const day = 24 * 60 * 60 * 1000
const at = new Date('2026-03-20T12:00:00Z')
const by = { at, actor: 'command', action: 'create' } as const
beforeAll(async () => {
  home = await createTestDatabase()
})
afterAll(async () => {
  await home.close()
  rmSync(folder, { recursive: true })
})

async function aShop(): Promise<string> {
  const { storeId } = await aStore(home.database)
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, storeId, [product], at)
  return storeId
}

const folder = mkdtempSync(join(tmpdir(), 'realword-tidy-'))
const pictures = picturesIn(folder)
const errors: unknown[] = []
const tidy = (days: number) =>
  tidyStores(home.database, pictures, new Date(at.getTime() + days * day), (_message, error) =>
    errors.push(error),
  )

async function left(storeId: string) {
  const [counts] = await home.database.query(sql`
    select
      (select array_agg(state order by state) from reviews where store_id = ${storeId}) as reviews,
      (select array_agg(state order by state) from questions where store_id = ${storeId}) as questions,
      (select count(*)::integer from moderation_flags where store_id = ${storeId}) as flags,
      (select count(*)::integer from review_votes where store_id = ${storeId}) as votes,
      (select count(*)::integer from review_reports where store_id = ${storeId}) as reports`)
  return counts
}

test('removed content is deleted after a year with all its records, unconfirmed content with its link', async () => {
  const storeId = await aShop()
  const removed = aReview({ body: 'see loja.com', created_at: new Date('2020-01-01') })
  await home.database.transaction(async tx => {
    const others = [
      aReview(),
      aReview({ state: 'rejected' }),
      aReview({ state: 'unconfirmed', created_at: at }),
    ]
    await insertReviews(tx, storeId, [removed, ...others], by)
    const questions = [aQuestion(), aQuestion({ state: 'rejected' })]
    await insertQuestions(tx, storeId, questions, by)
    await decideState(tx, await readStore(tx, storeId), { kind: 'review', ...removed, at })
    await vote(tx, { current: 's', all: ['s'] }, storeId, { reviewId: removed.id, visitorId: 'ana', at })
    await reportContent(tx, { current: 's', all: ['s'] }, storeId, reviewContent, removed.id, {
      reason: 'spam',
      text: '',
      at,
    })
    await removeReview(tx, storeId, removed.id, 'spam', by)
  })
  const all = {
    reviews: ['published', 'rejected', 'removed', 'unconfirmed'],
    questions: ['published', 'rejected'],
    ...{ flags: 1, votes: 1, reports: 1 },
  }
  await tidy(89)
  expect(await left(storeId)).toEqual(all)
  await tidy(90)
  expect(await left(storeId)).toEqual({ ...all, reviews: ['published', 'rejected', 'removed'] })
  await tidy(364)
  expect(await readReview(home.database, storeId, removed.id)).toMatchObject({ state: 'removed' })
  await tidy(365)
  const nothing = { flags: 0, votes: 0, reports: 0 }
  expect(await left(storeId)).toEqual({ reviews: ['published'], questions: ['published'], ...nothing })
  const purged = await home.database.query(
    sql`select from audit_log where store_id = ${storeId} and action = 'purge' and actor = 'system'`,
  )
  expect(purged).toHaveLength(4)
})

test('unconfirmed content leaves neither its mail nor the one-time permissions of its form', async () => {
  const { storeId } = await aStore(home.database, { link_days: 30 })
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(home.database, storeId, [product], at)
  const store = await readStore(home.database, storeId)
  const person = { productId: 'product-1', name: 'Ana', email: 'ana@example.com', language: 'en' }
  const sending = { proof: 'none', network: undefined, at } as const
  const written = { rating: 5, recommended: null, title: '', body: 'Heats fast.', pictures: [] }
  await sendOpenReview(home.database, store, { ...person, ...written }, sending)
  await askQuestion(home.database, store, { ...person, body: 'Does it whistle?' }, sending)
  const rows = async () => {
    const [counts] = await home.database.query(sql`
      select
        (select count(*)::integer from mailings where store_id = ${storeId}) as mailings,
        (select count(*)::integer from sent_unproven where store_id = ${storeId}) as unproven,
        (select count(*)::integer from used_once where store_id = ${storeId}) as once`)
    return counts
  }
  expect(await rows()).toEqual({ mailings: 2, unproven: 1, once: 2 })
  const sendAgain = async (days: number) => {
    const then = { ...sending, at: new Date(at.getTime() + days * day) }
    await askQuestion(home.database, store, { ...person, body: 'Does it whistle?' }, then)
  }
  await sendAgain(0.9)
  expect(await rows()).toEqual({ mailings: 2, unproven: 1, once: 2 })
  // A visitor who tries again a day later, because no mail arrived, gets another one.
  await sendAgain(1)
  expect(await rows()).toEqual({ mailings: 3, unproven: 1, once: 2 })
  await tidy(0.9)
  expect(await rows()).toEqual({ mailings: 3, unproven: 1, once: 2 })
  await tidy(2.1)
  expect(await rows()).toEqual({ mailings: 3, unproven: 1, once: 0 })
  await tidy(31)
  expect(await rows()).toEqual({ mailings: 0, unproven: 0, once: 0 })
})

test('a picture is deleted with the last review that uses it', async () => {
  const storeId = await aShop()
  const file = join(folder, 'given')
  await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toFile(file)
  const name = await receivePicture(home.database, pictures, storeId, file, at, 1e9)
  const reviews = [aReview({ pictures: [name] }), aReview({ pictures: [name], state: 'rejected' })]
  await home.database.transaction(tx => insertReviews(tx, storeId, reviews, by))
  await tidy(365)
  expect(await pictures.get(name)).toBeDefined()
  await home.database.transaction(tx => removeReview(tx, storeId, reviews[0]?.id ?? '', 'unlawful', by))
  await tidy(365)
  expect(await pictures.get(name)).toBeUndefined()
})

test('a worker runs it each hour', async () => {
  const storeId = await aShop()
  await home.database.transaction(tx => insertReviews(tx, storeId, [aReview({ state: 'rejected' })], by))
  const workers = createWorkers({
    config: readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder }),
    database: home.database,
    clock: () => at.getTime() + 366 * day,
    secrets: { current: 's', all: ['s'] },
    address: () => '',
    log: () => {},
  })
  await workers.start()
  await enqueue(home.database, 'tidy', storeId, ['all'])
  await expect.poll(() => left(storeId)).toMatchObject({ reviews: null })
  await workers.stop()
  const schedules = await home.database.query(sql`select cron from pgboss.schedule where name = 'tidy'`)
  expect(schedules).toEqual([{ cron: '17 * * * *' }])
})

test('more rows than one batch are all deleted, and a store that fails does not stop the others', async () => {
  const stores = [await aShop(), await aShop(), await aShop()]
  for (const storeId of stores) {
    const reviews = Array.from({ length: 501 }, () => aReview({ state: 'rejected' }))
    await home.database.transaction(tx => insertReviews(tx, storeId, reviews, by))
  }
  const broken = stores[1] as string
  // Another table still references rows to delete.
  await home.database.query(sql`
    create table held_back (
      store_id uuid,
      review_id uuid,
      foreign key (store_id, review_id) references reviews (store_id, id)
    )`)
  await home.database.transaction(distributeNewTables)
  await home.database.query(sql`
    insert into held_back
    select store_id, id
    from reviews
    where store_id = ${broken}
    limit 1`)
  await Promise.all([tidy(400), tidy(400)])
  await home.database.query(sql`drop table held_back`)
  expect(errors.length).toBeGreaterThan(0)
  expect(await left(stores[0] as string)).toMatchObject({ reviews: null })
  expect(await left(stores[2] as string)).toMatchObject({ reviews: null })
  await tidy(400)
  expect(await left(broken)).toMatchObject({ reviews: null })
})

test('stores without expired data cost no statement of their own', async () => {
  const statements = async () => {
    let count = 0
    const counting = {
      ...home.database,
      query: <Row>(statement: Parameters<Connection['query']>[0]) => {
        count++
        return home.database.query<Row>(statement)
      },
      transaction: <T>(act: (tx: Connection) => Promise<T>) => {
        count++
        return home.database.transaction(act)
      },
    }
    await tidyStores(counting, pictures, at, (_message, error) => errors.push(error))
    return count
  }
  await statements() // deletes what the other tests left
  const before = await statements()
  for (let store = 0; store < 20; store++) await aStore(home.database)
  expect(await statements()).toBe(before)
})

test('every kind of expired data is found in a store that has no other', async () => {
  const old = new Date(at.getTime() - 400 * day)
  const rows: Record<string, (storeId: string) => Sql> = {
    moderation_networks: storeId =>
      sql`insert into moderation_networks (store_id, network, times, last_at) values (${storeId}, 'n', '{}', ${old})`,
    used_once: storeId =>
      sql`insert into used_once (store_id, what, expires_at) values (${storeId}, 'w', ${old})`,
    store_day_changes: storeId =>
      sql`insert into store_day_changes (store_id, id, instants) values (${storeId}, gen_random_uuid(), '{}')`,
    waiting_pictures: storeId =>
      sql`insert into waiting_pictures (store_id, name, bytes, since) values (${storeId}, 'p.jpg', 9, ${old})`,
  }
  const stores = new Map<string, string>()
  for (const [table, insert] of Object.entries(rows)) {
    const { storeId } = await aStore(home.database)
    stores.set(table, storeId)
    await home.database.query(insert(storeId))
  }
  await tidy(0)
  for (const [table, storeId] of stores) {
    const found = await home.database.query(sql`select from ${raw(table)} where store_id = ${storeId}`)
    expect([table, found.length]).toEqual([table, 0])
  }
})
