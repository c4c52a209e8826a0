import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importReviews } from '../../exchange/imports/imports.ts'
import { expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

let it: TestApp
let client: ManagementClient
const begun = Date.parse('2026-03-05T12:00:00Z')
const minute = 60_000
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
})
afterAll(() => it.close())

type Kind = {
  path: string
  id: string
  add: (n: number) => Promise<void>
  change: (id: string) => Promise<void>
}

const written = (n: number) => ({ external_id: `e-${n}`, product_id: `P-${n}`, display_name: 'Ana' })
const kinds: Kind[] = [
  {
    path: '/reviews',
    id: 'external_id',
    add: async n => void (await client.send('POST', '/reviews', { ...written(n), rating: 5 })),
    change: async id => {
      const { body } = await client.send('GET', '/reviews?limit=100')
      const one = body.data.find((review: { external_id: string }) => review.external_id === id)
      await client.send('PUT', `/reviews/${one.id}/reply`, { body: 'Thanks' })
    },
  },
  {
    path: '/questions',
    id: 'external_id',
    add: async n => void (await client.send('POST', '/questions', { ...written(n), body: 'How?' })),
    change: async id => {
      const { body } = await client.send('GET', '/questions?limit=100')
      const one = body.data.find((question: { external_id: string }) => question.external_id === id)
      await client.send('PUT', `/questions/${one.id}/answer`, { body: 'So.' })
    },
  },
  {
    path: '/products',
    id: 'product_id',
    add: async n => void (await client.send('PUT', `/products/e-${n}`, { name: 'Moka' })),
    change: async id => void (await client.send('PATCH', `/products/${id}`, { price: 3 })),
  },
  {
    path: '/orders',
    id: 'order_id',
    add: async n =>
      void (await client.send('POST', '/orders/batch', { orders: [anOrder({ order_id: `e-${n}` })] })),
    change: async id => void (await client.send('POST', `/orders/${id}/cancel`)),
  },
]

describe.each(kinds)('GET $path', ({ path, id, add, change }) => {
  const page = async (query: string) => {
    const { status, body } = await client.send('GET', `${path}?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return {
      ids: body.data.map((one: Record<string, string>) => one[id]),
      next: body.next_cursor as string | null,
    }
  }
  const all = async (query: string, between: () => Promise<void> = async () => {}) => {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { ids, next }: Awaited<ReturnType<typeof page>> = await page(
        `${query}${cursor && `&cursor=${cursor}`}`,
      )
      found.push(...ids)
      cursor = next
      await between()
    }
    return found.filter(one => one?.startsWith('e-'))
  }

  test('is stable while rows are added, newest first, and finds what changed since', async () => {
    for (let n = 0; n < 5; n++) {
      it.setNow(begun + n * minute)
      await add(n)
    }
    const five = ['e-4', 'e-3', 'e-2', 'e-1', 'e-0']
    expect(await all('limit=2')).toEqual(five)
    let more = 5
    it.setNow(begun + 10 * minute)
    expect(await all('limit=2', () => add(more++))).toEqual(five)
    it.setNow(begun + 20 * minute)
    await change('e-1')
    const since = (minutes: number) => `updated_since=${new Date(begun + minutes * minute).toISOString()}`
    expect(await all(`limit=1&${since(20)}`)).toEqual(['e-1'])
    expect(await all(`limit=1&${since(21)}`)).toEqual([])
    const changed = await all(`limit=2&${since(3)}`)
    expect(changed[0]).toBe('e-1')
    expect(changed.slice(-2)).toEqual(['e-4', 'e-3'])
    expect(new Set(changed).size).toBe(changed.length)
  })

  test('refuses odd parameters', async () => {
    const limits = 'limit: Expected a whole number from 1 to 100'
    for (const limit of ['0', '101', '1.5', 'x']) {
      expectInvalid(await client.send('GET', `${path}?limit=${limit}`), limits)
    }
    for (const cursor of ['x', '%00', Buffer.from('2026-03-05T12:00:00Z ').toString('base64url')])
      expectInvalid(await client.send('GET', `${path}?cursor=${cursor}`), 'cursor: Invalid format')
    const odd = await client.send('GET', `${path}?updated_since=yesterday`)
    expectInvalid(odd, 'updated_since: Invalid datetime')
  })
})

test('what has an earlier date than the day on which it was written is new on that day', async () => {
  const other = await aManageKey(it)
  it.setNow(begun)
  const earlier = { display_name: 'Ana', product_id: 'P-1', created_at: '2025-03-02T10:12:00Z' }
  await other.send('POST', '/reviews', { ...earlier, external_id: 'old', rating: 5 })
  await other.send('POST', '/questions', { ...earlier, external_id: 'old', body: 'How?' })
  // The import takes an hour.
  let readings = 0
  const clock = () => begun + (readings++ === 0 ? 0 : 60 * minute)
  const file = 'rating,product_id,created_at\n4,P-1,2025-03-02\n'
  await importReviews(it.database, clock, other.store.storeId, () => Readable.from([Buffer.from(file)]))
  const newIn = async (path: string, minutes: number) => {
    const since = new Date(begun + minutes * minute).toISOString()
    const { body } = await other.send('GET', `${path}?updated_since=${since}`)
    return body.data.map((one: { updated_at: string; created_at: string }) => [
      one.updated_at,
      one.created_at.slice(0, 4),
    ])
  }
  const [noon, hourLater] = ['2026-03-05T12:00:00.000Z', '2026-03-05T13:00:00.000Z']
  expect(await newIn('/reviews', 0)).toEqual([
    [hourLater, '2025'],
    [noon, '2025'],
  ])
  expect(await newIn('/reviews', 1)).toEqual([[hourLater, '2025']])
  expect(await newIn('/questions', 0)).toEqual([[noon, '2025']])
})

describe('beside another store', () => {
  const since = new Date(begun).toISOString()
  const email = 'both@example.com'
  let own: ManagementClient

  const write = async ({ send }: ManagementClient, id: string) => {
    const record = { external_id: id, product_id: 'P-1', display_name: 'Ana' }
    const customers = [aCustomer({ email })]
    await send('POST', '/reviews', { ...record, rating: 5 })
    await send('POST', '/questions', { ...record, body: 'How?' })
    await send('PUT', `/products/${id}`, { name: 'Moka' })
    await send('POST', '/orders/batch', { orders: [anOrder({ order_id: id, customers })] })
  }
  // The other store writes at the same times, and after them.
  beforeAll(async () => {
    own = await aManageKey(it)
    const other = await aManageKey(it)
    for (let n = 0; n < 8; n++) {
      it.setNow(begun + n * minute)
      await write(other, `other-${n}`)
      if (n < 3) await write(own, `own-${n}`)
    }
  })

  test('rows of another store take no place among the rows that a page reads', async () => {
    const { send } = await aManageKey(it)
    const other = await aManageKey(it)
    await send('PUT', '/products/own', { name: 'Moka' })
    // More than a page of changes reads, and later.
    await it.database.query(sql`
      insert into products (store_id, product_id, id, sku, name, price, url, created_at, updated_at)
      select ${other.store.storeId}::uuid, 'y-' || n, gen_random_uuid(), '', 'Y', 0, '',
        timestamptz '2027-04-01', timestamptz '2027-05-01'
      from generate_series(1, 600) as n
      union all
      select ${other.store.storeId}::uuid, 'own', gen_random_uuid(), '', 'Y', 0, '', timestamptz '2027-04-01', null`)
    const { body } = await send('GET', `/products?updated_since=${since}`)
    expect(body.data.map(({ product_id }: { product_id: string }) => product_id)).toEqual(['own'])
    expect(body.next_cursor).toBeNull()
  })

  test.each([
    ['/reviews', 'external_id', 'id', ''],
    ['/reviews', 'external_id', 'id', `&updated_since=${since}`],
    ['/questions', 'external_id', 'id', ''],
    ['/questions', 'external_id', 'id', `&updated_since=${since}`],
    ['/products', 'product_id', 'product_id', ''],
    ['/products', 'product_id', 'product_id', `&updated_since=${since}`],
    ['/orders', 'order_id', 'order_id', ''],
    ['/orders', 'order_id', 'order_id', `&updated_since=${since}`],
    ['/orders', 'order_id', 'order_id', `&received_since=${since}`],
    ['/orders', 'order_id', 'order_id', `&email=${email}`],
  ])('pages of %s (%s, %s) are full, and cursors are of own rows: %s', async (path, name, id, query) => {
    const names: string[] = []
    for (let cursor = ''; ; ) {
      const { status, body } = await own.send('GET', `${path}?limit=1${query}${cursor}`)
      expect([status, body.data?.length]).toEqual([200, 1])
      names.push(body.data[0][name])
      if (body.next_cursor === null) break
      const [, place] = Buffer.from(body.next_cursor, 'base64url').toString().split(' ')
      expect(place).toBe(body.data[0][id])
      cursor = `&cursor=${body.next_cursor}`
    }
    // Reviews and orders made the product known, after the first of them.
    expect(names.filter(one => one.startsWith('own-'))).toEqual(['own-2', 'own-1', 'own-0'])
    expect(names.filter(one => one.startsWith('other-'))).toEqual([])
  })
})

// Of an OpenAPI document.
type Schema = { $ref?: string; properties?: Record<string, unknown> }
type Read = {
  parameters?: { name: string }[]
  responses: Record<string, { content: Record<string, { schema?: Schema }> }>
}

test('every list takes updated_since', async () => {
  const { body: document } = await it.send('GET', '/manage/openapi.json')
  const resolve = (schema: Schema | undefined) =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const reads = Object.entries<{ get?: Read }>(document.paths).flatMap(([path, { get }]) =>
    get ? [{ path, get }] : [],
  )
  // Samples are made up, and no records of the store. Campaigns are few, on one page.
  const others = ['/manage/v1/webhook-samples', '/manage/v1/campaigns']
  const lists = reads.filter(({ path, get }) => {
    const answer = resolve(get.responses['200']?.content['application/json']?.schema)
    return answer?.properties?.next_cursor !== undefined && !others.includes(path)
  })
  expect(lists.map(({ path }) => path).sort()).toEqual([
    ...['/manage/v1/answers', '/manage/v1/feeds', '/manage/v1/orders', '/manage/v1/products'],
    ...[
      '/manage/v1/questions',
      '/manage/v1/reviews',
      '/manage/v1/webhooks',
      '/manage/v1/webhooks/{id}/deliveries',
    ],
  ])
  for (const { path, get } of lists) {
    const names = get.parameters?.map(({ name }) => name)
    expect(names, path).toContain('updated_since')
  }
})

test('a page of changes reads few rows, and the next one continues', async () => {
  const { storeId } = client.store
  await it.database.query(sql`
    insert into products (store_id, product_id, id, sku, name, price, url, created_at, updated_at)
    select ${storeId}::uuid, 'x-' || n, gen_random_uuid(), '', 'X', 0, '',
      timestamptz '2026-04-01' + n * interval '1 second', timestamptz '2026-05-01' + n * interval '1 second'
    from generate_series(1, 1200) as n`)
  const ids: string[] = []
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const query: string = `/products?limit=100&updated_since=2026-03-31T00:00:00Z${cursor && `&cursor=${cursor}`}`
    const { body } = await client.send('GET', query)
    ids.push(...body.data.map(({ product_id }: { product_id: string }) => product_id))
    cursor = body.next_cursor
  }
  expect(ids).toEqual(Array.from({ length: 1200 }, (_, n) => `x-${1200 - n}`))
  expect(pages).toBeLessThan(20)
  // The first 500 rows do not fit, and the page ends: those after them are for the next one.
  const none = await client.send('GET', '/products?limit=100&updated_since=2026-03-31T00:00:00Z&sku=none')
  expect(none.body).toMatchObject({ data: [], next_cursor: expect.any(String) })
})

test('filters of reviews', async () => {
  const count = async (query: string) => (await client.send('GET', `/reviews?${query}`)).body.data.length
  expect(await count('product_id=P-1')).toBe(1)
  expect(await count('state=pending')).toBe(0)
  expect(await count('created_until=2026-03-05T12:01:00Z')).toBe(1)
  expect(await count('product_id=P-1&state=published&created_since=2026-03-05T12:01:00Z')).toBe(1)
  const two = await client.send('GET', '/reviews?product_id=P-1&flagged=true')
  expect(two.status).toBe(400)
})

test('received_since is inclusive, and received_until exclusive', async () => {
  const { send } = await aManageKey(it)
  for (const hour of [1, 2, 3]) {
    it.setNow(Date.parse(`2026-03-06T0${hour}:00:00Z`))
    await send('POST', '/orders/batch', { orders: [anOrder({ order_id: `at-${hour}` })] })
  }
  const listed = async (query: string) =>
    (await send('GET', `/orders?${query}`)).body.data.map((one: { order_id: string }) => one.order_id)
  expect(await listed('received_since=2026-03-06T02:00:00Z')).toEqual(['at-3', 'at-2'])
  expect(await listed('received_until=2026-03-06T03:00:00Z')).toEqual(['at-2', 'at-1'])
})
