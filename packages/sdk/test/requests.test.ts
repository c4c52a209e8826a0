import { describe, expect, test } from 'vitest'
import {
  createManagementClient,
  createOperatorClient,
  createStoreClient,
  RealwordError,
} from '../src/index.ts'
import { answering, page, status } from './answering.ts'

// With a `fetch` of the test: what is sent.

describe('a request', () => {
  test('of the management API has its key, and the address without a double slash', async () => {
    const { fetch, seen } = answering(() => page({ data: [], next_cursor: null }))
    const program = createManagementClient({ url: 'https://x.example//', key: 'k-1', fetch })
    const { data, response } = await program.request('GET /manage/v1/reviews', {
      query: { product_id: 'P 1&2', limit: 2, cursor: undefined } as never,
    })
    expect(data).toEqual({ data: [], next_cursor: null })
    expect(response.status).toBe(200)
    const [sent] = seen
    expect(sent?.url).toBe('https://x.example/manage/v1/reviews?product_id=P+1%262&limit=2')
    expect(sent?.redirect).toBe('manual')
    expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer k-1',
    })
  })

  test('of a POST has a body, its type, and an idempotency key; a PATCH has an ETag and no such key', async () => {
    const { fetch, seen } = answering(() => page({}))
    const operator = createOperatorClient({ url: 'https://x.example', key: 'k-2', fetch })
    await operator.request('POST /operator/v1/stores', { body: { name: 'Café' }, idempotencyKey: 'once' })
    await operator.request('PATCH /operator/v1/stores/{storeId}', {
      ...{ path: { storeId: 'a/b' }, body: {}, ifMatch: '"7"' },
    })
    const [post, patch] = seen
    expect([post?.method, post?.url]).toEqual(['POST', 'https://x.example/operator/v1/stores'])
    expect(await post?.text()).toBe('{"name":"Café"}')
    expect(Object.fromEntries(post?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer k-2',
      'content-type': 'application/json',
      'idempotency-key': 'once',
    })
    expect([patch?.method, patch?.url]).toEqual(['PATCH', 'https://x.example/operator/v1/stores/a%2Fb'])
    expect(patch?.headers.get('if-match')).toBe('"7"')
    expect(patch?.headers.has('idempotency-key')).toBe(false)
  })

  test('of a shop has the public key in addresses of /api/, and the secret one in headers of others', async () => {
    const { fetch, seen } = answering(() => page({}))
    const shop = createStoreClient({
      url: 'https://x.example',
      storeId: 's-1',
      storeKey: 'p',
      apiKey: 'a',
      fetch,
    })
    const anonymous = createStoreClient({ url: 'https://x.example', storeId: 's-1', fetch })
    for (const client of [shop, anonymous]) {
      await client.request('GET /api/v1/reviews.html', { query: { product_id: ['P-1', 'P-2'] } as never })
      await client.request('POST /orders', { body: {} as never })
    }
    expect(seen.map(({ url }) => url.slice('https://x.example'.length))).toEqual([
      '/api/v1/reviews.html?product_id=P-1&product_id=P-2&store_id=s-1&store_key=p',
      '/orders',
      '/api/v1/reviews.html?product_id=P-1&product_id=P-2&store_id=s-1',
      '/orders',
    ])
    const names = ['accept', 'x-store-id', 'x-api-key', 'idempotency-key']
    expect(seen.map(({ headers }) => names.map(name => headers.get(name)))).toEqual([
      ['text/html', null, null, null],
      ['application/json', 's-1', 'a', null],
      ['text/html', null, null, null],
      ['application/json', 's-1', null, null],
    ])
  })

  test.each([
    [{}, 'path.storeId is missing.'],
    [{ storeId: '' }, 'path.storeId is missing.'],
    [{ storeId: '.' }, 'path.storeId is ".", which fetch cannot send.'],
    [{ storeId: '..' }, 'path.storeId is "..", which fetch cannot send.'],
  ])('with the path %o is not sent', async (path, message) => {
    const { fetch, seen } = answering(() => page({}))
    const operator = createOperatorClient({ url: 'https://x.example', key: 'k', fetch })
    const asked = operator.request('GET /operator/v1/stores/{storeId}', { path: path as { storeId: string } })
    await expect(asked).rejects.toThrow(message)
    await expect(operator.request('GET /operator/v1/stores/{storeId}', {} as never)).rejects.toThrow(
      TypeError,
    )
    expect(seen).toEqual([])
  })
})

describe('an answer', () => {
  const answer = async (response: () => Response, name = 'GET /manage/v1/settings') => {
    const { fetch } = answering(response)
    const program = createManagementClient({ url: 'https://x.example', key: 'k', fetch, retries: 0 })
    const { data, error } = await program.request(name as 'GET /manage/v1/settings')
    return { data, error }
  }

  test('without a body is no data, and HTML is a text', async () => {
    const nothing = () => new Response(null, { status: 204 })
    expect(await answer(nothing)).toEqual({ data: undefined, error: undefined })
    const html = () => new Response('<p>Hi</p>', { status: 200 })
    expect(await answer(html, 'GET /api/v1/reviews.html')).toEqual({ data: '<p>Hi</p>', error: undefined })
    expect((await answer(html)).error).toMatchObject({ status: 200, error_code: 0 })
  })

  test('that is an error has the fields of the wire', async () => {
    const body = {
      ...{ error_code: 804030, message: 'Not allowed', user_message: { en_us: 'No' } },
      more_info: { scope: 'reviews:read' },
    }
    const { data, error } = await answer(() => new Response(JSON.stringify(body), { status: 403 }))
    expect(data).toBeUndefined()
    expect(error).toBeInstanceOf(RealwordError)
    expect(error).toMatchObject({ ...body, name: 'RealwordError', status: 403 })
    const html = await answer(() => new Response('<h1>No</h1>', { status: 403 }), 'GET /api/v1/reviews.html')
    expect(html.error?.status).toBe(403)
  })

  test.each([
    'null',
    '"text"',
    '{}',
    '{"error_code":1}',
    '{"message":"No"}',
    '{"error_code":"1","message":"No","user_message":{},"more_info":{}}',
  ])('%s is not Realword’s', async body => {
    const { error } = await answer(() => new Response(body, { status: 500 }))
    expect(error?.message).toBe("The answer is not Realword's, status 500. Check the address.")
    expect(error).toMatchObject({ status: 500, error_code: 0, user_message: null, more_info: null })
  })

  test('without texts has none', async () => {
    const body = '{"error_code":7,"message":"No","user_message":"No","more_info":null}'
    const { error } = await answer(() => new Response(body, { status: 500 }))
    expect(error).toMatchObject({ message: 'No', error_code: 7, user_message: null, more_info: null })
  })
})

describe('the pages of a list', () => {
  async function itemsOf(...pages: object[]) {
    const { fetch, seen } = answering(...pages.map(one => () => page(one)))
    const program = createManagementClient({ url: 'https://x.example', key: 'k', fetch })
    const items: unknown[] = []
    for await (const item of program.each('GET /manage/v1/reviews', { query: { limit: 1 } })) items.push(item)
    return { items, queries: seen.map(({ url }) => new URL(url).search) }
  }

  test('are read by their cursors, or by the ids of a log', async () => {
    expect(await itemsOf({ data: [1, 2], next_cursor: 'c' }, { data: [3], next_cursor: null })).toEqual({
      items: [1, 2, 3],
      queries: ['?limit=1', '?limit=1&cursor=c'],
    })
    expect(await itemsOf({ data: [3], next: 'id-2' }, { data: [2], next: null })).toEqual({
      items: [3, 2],
      queries: ['?limit=1', '?limit=1&before=id-2'],
    })
    expect(await itemsOf({ data: [] })).toEqual({ items: [], queries: ['?limit=1'] })
  })

  test('end with an error that is thrown', async () => {
    const { fetch } = answering(() => status(404))
    const program = createManagementClient({ url: 'https://x.example', key: 'k', fetch })
    const items = program.each('GET /manage/v1/reviews')
    await expect(items.next()).rejects.toMatchObject({ name: 'RealwordError', status: 404 })
  })
})
