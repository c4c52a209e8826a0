import { type Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { readPostmaster } from '../server/foundation/database/embedded/postmaster.ts'
import { anOrder } from '../server/test/factories.ts'
import { type RunOptions, runJson, waitFor } from './service.ts'

/** A store of the running service, and the requests of its server. */
export type Store = { store_id: string; store_key: string; api_key: string }

export type Answer = { status: number; headers: IncomingMessage['headers']; body: AnswerBody }

type AnswerBody = { id: string; error_code?: number; message?: string }

/** Creates a store by the command, which also makes a data folder. `makeStore` takes a running service and less time. */
export async function createStore(options: RunOptions, flags: string[] = []): Promise<Store> {
  return await runJson<Store>(['store', 'create', '--name', 'Café da Serra', ...flags], options)
}

export function headersOf(store: Store): Record<string, string> {
  return { 'x-api-key': store.api_key, 'x-store-id': store.store_id, 'content-type': 'application/json' }
}

/** An order with this id and one customer with a usable address. */
export function orderText(orderId: string, change: Parameters<typeof anOrder>[0] = {}): string {
  return JSON.stringify(anOrder({ order_id: orderId, ...change }))
}

/** POST over a keep-alive connection of `agent`. Rejects if the connection is lost before the complete response. */
export function post(url: string, store: Store, body: string, agent?: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(`${url}/orders`, {
    method: 'POST',
    headers: headersOf(store),
    ...(agent && { agent }),
  })
  sent.once('error', reject)
  sent.once('response', response => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', chunk => {
      text += chunk
    })
    response.once('error', reject)
    response.once('end', () => {
      const { statusCode = 0, headers } = response
      // A proxy's own answer is no JSON.
      const isJson = headers['content-type']?.startsWith('application/json')
      if (!isJson) return reject(new Error(`${statusCode}: ${text}`))
      resolve({ status: statusCode, headers, body: JSON.parse(text) })
    })
    response.once('close', () => reject(new Error('the answer broke off')))
  })
  sent.end(body)
  return promise
}

/** Queries the embedded database of a data folder while the service runs. */
export async function query<Row>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
  database = 'realword',
): Promise<Row[]> {
  const client = await connect(dataDir, database)
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** A transaction that ran `text`, and keeps its locks until `release`. */
export type Held = {
  /** Whether another transaction waits for it, and for no other. */
  isAwaited: () => Promise<boolean>
  /** Whether it waits for another transaction itself. */
  isWaiting: () => Promise<boolean>
  /** Runs more in it. Rejects if the server ended its connection. */
  run: (text: string) => Promise<unknown>
  release: () => Promise<void>
}

export async function hold(dataDir: string, text: string, values: unknown[]): Promise<Held> {
  const client = await connect(dataDir)
  await client.query('begin')
  const { rowCount } = await client.query(text, values)
  if (rowCount === 0) throw new Error(`This locks nothing: ${text}`)
  const { rows } = await client.query('select pg_backend_pid() as holder')
  const is = async (condition: string) =>
    (await query(dataDir, `select from pg_stat_activity where ${condition}`, [rows[0].holder])).length > 0
  return {
    isAwaited: () => is('$1 = any(pg_blocking_pids(pid))'),
    isWaiting: () => is('pid = $1 and cardinality(pg_blocking_pids(pid)) > 0'),
    run: text => client.query(text),
    release: () => client.end(),
  }
}

async function connect(dataDir: string, database = 'realword'): Promise<pg.Client> {
  const { socketFolder: host, port } = await waitFor('PostgreSQL to be ready', () => {
    const running = readPostmaster(join(dataDir, 'postgres'))
    return running?.status === 'ready' && running
  })
  const client = new pg.Client({ host, port, user: 'realword', database })
  client.on('error', () => {})
  await client.connect()
  return client
}
