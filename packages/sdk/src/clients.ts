import type { Operations as ManagementOperations } from './apis/management.ts'
import type { Operations as OperatorOperations } from './apis/operator.ts'
import type { Operations as StoreOperations } from './apis/store.ts'
import { RealwordError } from './error.ts'
import type { Answer, Client, Operations } from './operations.ts'
import { type Received, type RetryOptions, sendWithRetries } from './retries.ts'

type CommonOptions = RetryOptions & {
  /** The address of the service, such as `https://reviews.example.com`. */
  url: string
  /** Sends the requests; by default the global `fetch`. */
  fetch?: typeof fetch | undefined
}

export type KeyOptions = CommonOptions & {
  /** A key of the API. */
  key: string
}

export type StoreOptions = CommonOptions & {
  storeId: string
  /** The public key of the store: for reads, votes and reports. It may be in a page. */
  storeKey?: string | undefined
  /** A secret key of the type `orders`: for orders and products. It never belongs in a page. */
  apiKey?: string | undefined
}

/** A client of the management API of one store, for a key of the type `manage`. */
export function createManagementClient(options: KeyOptions): Client<ManagementOperations> {
  return createClient(options, (_path, headers) => headers.set('authorization', `Bearer ${options.key}`))
}

/** A client of the operator API of an installation, for an operator key. */
export function createOperatorClient(options: KeyOptions): Client<OperatorOperations> {
  return createClient(options, (_path, headers) => headers.set('authorization', `Bearer ${options.key}`))
}

/** A client of what a shop sends and shows: orders and products by `apiKey`, published content by `storeKey`. */
export function createStoreClient(options: StoreOptions): Client<StoreOperations> {
  const { storeId, storeKey, apiKey } = options
  return createClient(options, (path, headers, query) => {
    // The public key is part of the address, so that a browser needs no preflight and a CDN can keep the answer.
    if (path.startsWith('/api/')) {
      query.set('store_id', storeId)
      if (storeKey !== undefined) query.set('store_key', storeKey)
      return
    }
    headers.set('x-store-id', storeId)
    if (apiKey !== undefined) headers.set('x-api-key', apiKey)
  })
}

type Authorize = (path: string, headers: Headers, query: URLSearchParams) => void

type Details = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  ifMatch?: string
  idempotencyKey?: string
}

function createClient<All extends Operations>(options: CommonOptions, authorize: Authorize): Client<All> {
  // A browser's fetch must be called without an object.
  const { fetch: send = (request: Request) => fetch(request) } = options
  const ask = async (name: string, details: Details = {}): Promise<Answer<unknown>> => {
    const request = requestOf(options.url, name, details, authorize)
    const received = await sendWithRetries(() => send(request.clone()), options, details.signal)
    return answerOf(name, received)
  }
  async function* each(name: string, details: Details = {}): AsyncGenerator<unknown, void, undefined> {
    let query = details.query
    for (;;) {
      const { data, error } = await ask(name, { ...details, ...(query && { query }) })
      if (error) throw error
      const page = data as { data: unknown[]; next_cursor?: string | null; next?: string | null }
      yield* page.data
      const { next_cursor: cursor, next: before } = page
      if (!cursor && !before) return
      query = { ...query, ...(cursor ? { cursor } : { before }) }
    }
  }
  return { request: ask, each } as Client<All>
}

/** The request of an operation. What cannot be sent throws here, and is not tried again. */
function requestOf(url: string, name: string, details: Details, authorize: Authorize): Request {
  const [method = '', template = ''] = name.split(' ')
  const path = fillIn(template, details.path ?? {})
  const query = queryOf(details.query ?? {})
  const headers = new Headers({ accept: template.endsWith('.html') ? 'text/html' : 'application/json' })
  authorize(path, headers, query)
  const { body, ifMatch, idempotencyKey, signal } = details
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  // The public API knows orders and products by their own ids instead.
  if (method === 'POST' && /^\/(manage|operator)\//.test(path))
    headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID())
  return new Request(`${url.replace(/\/+$/, '')}${path}${String(query) && `?${query}`}`, {
    method,
    headers,
    // A redirect would take the key to another server.
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name]
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing.`)
    // `fetch` resolves these, even encoded: the request would reach another address.
    if (value === '.' || value === '..')
      throw new TypeError(`path.${name} is "${value}", which fetch cannot send. Use a client that can.`)
    return encodeURIComponent(value)
  })
}

function queryOf(values: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) query.append(name, String(one))
  return query
}

function answerOf(name: string, { response, text }: Received): Answer<unknown> {
  if (response.ok && (text === '' || name.endsWith('.html'))) return { data: text || undefined, response }
  const body = parse(text)
  if (response.ok && body !== undefined) return { data: body, response }
  return { error: new RealwordError(response.status, body), response }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
