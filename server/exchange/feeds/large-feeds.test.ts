import { once } from 'node:events'
import { get } from 'node:http'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { changeReview } from '../../answers/reviews/reviews.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { aShop, by, elementsOf, pathOf, pot, readFeed } from '../../test/exchange/feeds/feed-shops.ts'
import { violationsOf } from '../../test/exchange/feeds/google-feed.ts'
import { aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { addReviews } from '../../test/reading.ts'
import type { Member } from '../../test/users.ts'
import { listFeeds } from './feeds.ts'
import { formatOf, startProgress, writeFeed } from './write-feed.ts'

const service = openForTests(() => startTestApp({ PUBLIC_URL: 'https://reviews.example' }))

describe('a large feed', () => {
  test('is divided, and every review is in one part', async () => {
    const shop = await aShop(service, pot)
    await addManyReviews(shop, 12, '&'.repeat(50_000)) // 250 kB each in XML
    const path = await pathOf(service, shop)
    expectError(await service.send('GET', `${path}?part=2`), 404, 8141340)
    const first = await readFeed(service, path)
    const second = await readFeed(service, `${path}?part=2`)
    for (const { text } of [first, second]) expect(Buffer.byteLength(text)).toBeLessThan(2_000_100)
    const ids = [first, second].flatMap(({ text }) => elementsOf(text, 'review_id'))
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
    // A part keeps its end, so that reviews do not move between files that are fetched at different times.
    const again = elementsOf((await readFeed(service, path)).text, 'review_id')
    expect(again).toEqual(elementsOf(first.text, 'review_id'))
    expect((await listFeeds(service.database, shop.storeId))[0]?.breaks).toEqual([again.at(-1)])
  })

  test('a part that has grown beyond its size gives its last reviews to the next', async () => {
    const shop = await aShop(service, pot)
    await addManyReviews(shop, 300, 'Long enough')
    const store = await readStore(service.database, shop.storeId)
    const source = { db: service.database, store, publicUrl: 'https://reviews.example' }
    const read = async (after: string | null, until: string | null) => {
      const written = startProgress()
      const range = { after, until }
      const pieces = await Array.fromAsync(
        writeFeed(source, formatOf(store, 'google'), range, written, 50_000),
      )
      expect(violationsOf(pieces.join(''))).toEqual([])
      return { ids: elementsOf(pieces.join(''), 'review_id'), last: written.last }
    }
    const parts = []
    let last: string | null = null
    do {
      const part: Awaited<ReturnType<typeof read>> = await read(last, null)
      parts.push(part.ids)
      last = part.last
    } while (last !== null)
    expect(parts.length).toBeGreaterThan(3)
    expect(new Set(parts.flat()).size).toBe(300)
    // The first part reaches to the end of the second: it stops where it is full.
    const grown = await read(null, parts[1]?.at(-1) ?? null)
    expect([grown.ids, grown.last]).toEqual([parts[0], parts[0]?.at(-1)])
  })

  test('has at most 95 MB in a part', async () => {
    const shop = await aShop(service, pot)
    await addManyReviews(shop, 96, 'Long enough')
    const store = await readStore(service.database, shop.storeId)
    const source = { db: service.database, store, publicUrl: 'https://reviews.example' }
    const written = startProgress()
    const million = 'x'.repeat(1_000_000)
    const format = { type: '', begin: '', open: '', review: () => million, close: '', end: '' }
    const range = { after: null, until: null }
    let bytes = 0
    for await (const piece of writeFeed(source, format, range, written)) bytes += piece.length
    expect([bytes, written.reviews]).toEqual([95_000_000, 95])
    expect(written.last).not.toBeNull()
  })

  test('reviews that change while it is read appear at most once, and the file stays whole', async () => {
    const shop = await aShop(service, pot)
    await addManyReviews(shop, 1_000, 'Long enough')
    const { database } = service
    const store = await readStore(database, shop.storeId)
    const source = { db: database, store, publicUrl: 'https://reviews.example' }
    const pieces = writeFeed(source, formatOf(store, 'google'), { after: null, until: null }, startProgress())
    let text = (await pieces.next()).value ?? ''
    const act = { ...by, action: 'change' }
    const ids = (
      await database.query<{ id: string }>(sql`
        select id from reviews where store_id = ${shop.storeId} order by id`)
    ).map(({ id }) => id)
    await database.transaction(async tx => {
      for (const id of ids.slice(990))
        await changeReview(tx, shop.storeId, id, act, () => ({ state: 'rejected' }))
      await changeReview(tx, shop.storeId, ids[0] ?? '', act, () => ({ body: 'Changed' }))
      await changeReview(tx, shop.storeId, ids[980] ?? '', act, () => ({ body: 'Changed' }))
    })
    await addReviews(service, shop, aReview({ product_id: 'pot', body: 'New' }))
    for await (const piece of pieces) text += piece
    expect(violationsOf(text)).toEqual([])
    expect(elementsOf(text, 'review_id')).toHaveLength(991)
    expect(elementsOf(text, 'content').filter(body => body === 'Changed')).toHaveLength(1)
    expect(text).toContain('<content>New</content>')
  })

  test('a reader that leaves ends the work, and is no error', async () => {
    const shop = await aShop(service, pot)
    await addManyReviews(shop, 30, '&'.repeat(50_000))
    const path = await pathOf(service, shop)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const request = get(service.url + path, { headers: { 'accept-encoding': encoding } })
      const [response] = await once(request, 'response')
      await once(response, 'readable')
      request.destroy()
    }
    // All readers would have had it divided, had they stayed.
    await expect
      .poll(() => service.database.connections().map(({ pool, used }) => [pool, used]))
      .toContainEqual(['main', 0])
    expect((await service.send('GET', '/health/live')).status).toBe(200)
  })
})

/** Inserts published reviews of the pot by SQL. */
async function addManyReviews({ storeId }: Member, count: number, body: string): Promise<void> {
  await service.database.query(sql`
    insert into reviews (
      store_id, id, product_id, rating, title, body, display_name, verified_purchase, pictures, state, votes, language,
      created_at, published_at, state_at, search
    )
    select ${storeId}, ('01990000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'pot', 1 + number % 5, '',
      ${body}, 'Ana', false, '[]', 'published', 0, 'en', ${by.at}, ${by.at}, ${by.at}, ''
    from generate_series(1, ${count}::integer) as number`)
}
